/** Where one looks at the table from: around its middle, in degrees and inches. */

import type { Point } from "./sceneData";

export interface Orbit {
  /** The point that is looked at. */
  at: Point;
  /** Degrees around the table, 0 from the front edge, counterclockwise seen from above. */
  around: number;
  /** Degrees above the table top: 90 is straight down. */
  up: number;
  /** Inches from the point looked at. */
  away: number;
}

/** Degrees of the camera's view from top to bottom. */
export const FIELD = 36;

/** How far away one must be to have so many inches across and down in view; `aspect` is the picture's width to height. */
function fitting(across: number, down: number, aspect: number): number {
  return Math.max(down, across / aspect) / (2 * Math.tan((FIELD * Math.PI) / 360));
}

/** A first look at a table: from the front, a little from above, all of it in view. */
export function whole(width: number, depth: number, aspect = 1): Orbit {
  return { at: [width / 2, depth / 2, 0], around: 0, up: 45, away: fitting(1.06 * width, 0.75 * depth, aspect) + 0.36 * depth };
}

/** Straight down on the same table. */
export function above(width: number, depth: number, aspect = 1): Orbit {
  return { at: [width / 2, depth / 2, 0], around: 0, up: 90, away: fitting(1.08 * width, 1.08 * depth, aspect) };
}

/** Where the camera stands. */
export function eyeOf({ at, around, up, away }: Orbit): Point {
  const [turn, tilt] = [(around * Math.PI) / 180, (up * Math.PI) / 180];
  const flat = away * Math.cos(tilt);
  return [at[0] + flat * Math.sin(turn), at[1] - flat * Math.cos(turn), at[2] + away * Math.sin(tilt)];
}

/** The same look, turned, tilted, nearer or aside; it never goes below the table or past straight down. */
export function moved(orbit: Orbit, by: { around?: number; up?: number; near?: number; aside?: [number, number] }): Orbit {
  const [right, ahead] = by.aside ?? [0, 0];
  const turn = (orbit.around * Math.PI) / 180;
  const [x, y, z] = orbit.at;
  return {
    at: [x + right * Math.cos(turn) - ahead * Math.sin(turn), y + right * Math.sin(turn) + ahead * Math.cos(turn), z],
    around: (((orbit.around + (by.around ?? 0)) % 360) + 360) % 360,
    up: Math.max(2, Math.min(90, orbit.up + (by.up ?? 0))),
    away: Math.max(3, Math.min(400, orbit.away * (by.near ?? 1))),
  };
}

const STEPS: Record<string, Parameters<typeof moved>[1]> = {
  ArrowLeft: { around: -10 },
  ArrowRight: { around: 10 },
  ArrowUp: { up: 6 },
  ArrowDown: { up: -6 },
  "+": { near: 1 / 1.2 },
  "=": { near: 1 / 1.2 },
  "-": { near: 1.2 },
};

/** The look after a key, or null for a key that means nothing here; with shift, arrows move along the table. */
export function keyed(orbit: Orbit, key: string, shift: boolean): Orbit | null {
  const step = orbit.away / 20;
  const aside: Record<string, [number, number]> = {
    ArrowLeft: [-step, 0],
    ArrowRight: [step, 0],
    ArrowUp: [0, step],
    ArrowDown: [0, -step],
  };
  if (shift && aside[key]) return moved(orbit, { aside: aside[key] });
  const by = STEPS[key];
  return by ? moved(orbit, by) : null;
}
