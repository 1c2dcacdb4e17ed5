/** Where one looks at the table from at first: lengths in inches, angles in degrees. */

export interface Look {
  /** Degrees above the table top: 90 is straight down. */
  up: number;
  /** Inches from the middle of the table. */
  away: number;
}

/** Degrees of the camera's view from top to bottom. */
export const FIELD = 36;

/** How far away one must be to have so many inches across and down in view; `aspect` is the picture's width to height. */
function fitting(across: number, down: number, aspect: number): number {
  return Math.max(down, across / aspect) / (2 * Math.tan((FIELD * Math.PI) / 360));
}

/** A first look at a table: from the front, a little from above, all of it in view. */
export function whole(width: number, depth: number, aspect: number): Look {
  return { up: 45, away: fitting(1.06 * width, 0.75 * depth, aspect) + 0.36 * depth };
}

/** Straight down on the same table, but for so little that the front edge stays below. */
export function above(width: number, depth: number, aspect: number): Look {
  return { up: 89.9999, away: fitting(1.08 * width, 1.08 * depth, aspect) };
}

/** What turns the look: degrees around the table and above it, a factor of the distance, shares of it to the right and ahead. */
export interface Turn {
  around?: number;
  up?: number;
  near?: number;
  aside?: [number, number];
}

const STEPS: Record<string, Turn> = {
  ArrowLeft: { around: -10 },
  ArrowRight: { around: 10 },
  ArrowUp: { up: 6 },
  ArrowDown: { up: -6 },
  "+": { near: 1 / 1.2 },
  "=": { near: 1 / 1.2 },
  "-": { near: 1.2 },
};
const ASIDE: Record<string, Turn> = {
  ArrowLeft: { aside: [-0.05, 0] },
  ArrowRight: { aside: [0.05, 0] },
  ArrowUp: { aside: [0, 0.05] },
  ArrowDown: { aside: [0, -0.05] },
};

/** What a key does; undefined for one that means nothing here. With shift, arrows move along the table. */
export const turnOf = (key: string, shift: boolean): Turn | undefined => (shift && ASIDE[key]) || STEPS[key];
