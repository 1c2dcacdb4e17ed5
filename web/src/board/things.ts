/** What can be chosen on a board, and how the arrow keys go from one thing to the next. */
export interface Point {
  x: number;
  y: number;
}

export interface Thing {
  kind: "unit" | "cell" | "terrain";
  id: string;
  note: string;
  at: Point;
  /** Corners of a cell, as a polygon takes them; "" for what is round. */
  corners: string;
  /** Half the width and height of what is no cell. */
  half: Point;
}

export type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

const STEPS: Record<Direction, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Whether a key is an arrow. */
export function isDirection(key: string): key is Direction {
  return key in STEPS;
}

/**
 * The nearest thing in a direction, or undefined at the edge.
 *
 * `lane` is where a walk up or down (left or right) began: on hexes each step up is half a hex aside, and of two
 * equally near hexes the one nearer to the lane is taken, so that a walk goes straight on.
 */
export function next<T extends { at: Point }>(things: readonly T[], from: Point, way: Direction, lane: Point): T | undefined {
  const step = STEPS[way];
  let best: T | undefined;
  let least = Infinity;
  for (const thing of things) {
    const dx = thing.at.x - from.x;
    const dy = thing.at.y - from.y;
    const ahead = dx * step.x + dy * step.y;
    const aside = Math.abs(dx * step.y) + Math.abs(dy * step.x);
    if (ahead <= 1e-6 || aside > 1.8 * ahead) continue;
    const drift = step.x === 0 ? Math.abs(thing.at.x - lane.x) : Math.abs(thing.at.y - lane.y);
    const cost = ahead + 0.8 * aside + 0.01 * drift;
    if (cost < least) {
      best = thing;
      least = cost;
    }
  }
  return best;
}

/** The point so far away in a direction. */
export function nextTo(from: Point, way: Direction, far: number): Point {
  return { x: from.x + STEPS[way].x * far, y: from.y + STEPS[way].y * far };
}

/** The middle of a polygon's corners. */
export function middle(corners: string): Point {
  const numbers = corners.trim().split(/[\s,]+/).map(Number);
  let x = 0;
  let y = 0;
  for (let n = 0; n + 1 < numbers.length; n += 2) {
    x += numbers[n] ?? 0;
    y += numbers[n + 1] ?? 0;
  }
  const count = Math.max(1, Math.floor(numbers.length / 2));
  return { x: x / count, y: y / count };
}
