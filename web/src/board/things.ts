/** What can be chosen on a board: what is near, and how the arrow keys go from one thing to the next. */
import { type Box, holds } from "./window";

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

/** A step each way in a drawing. */
export const STEPS: Record<Direction, Point> = {
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

/** What is nearest to a point; undefined where there is nothing. */
export function nearest<T extends { at: Point }>(all: readonly T[], { x, y }: Point): T | undefined {
  return nearestIn(all, ({ at }) => Math.hypot(at.x - x, at.y - y));
}

/** Of some things that which is least far away, and no farther than `most`; undefined where there is none. */
export function nearestIn<T>(all: readonly T[], away: (one: T) => number, most = Infinity): T | undefined {
  return all.filter((one) => away(one) <= most).toSorted((one, other) => away(one) - away(other))[0];
}

/** The point so far away in a direction. */
export function nextTo(from: Point, way: Direction, far: number): Point {
  return { x: from.x + STEPS[way].x * far, y: from.y + STEPS[way].y * far };
}

/** The corners of a polygon, as it is written. */
export function cornersOf(text: string): Point[] {
  const numbers = text.trim().split(/[\s,]+/).map(Number);
  return Array.from({ length: Math.floor(numbers.length / 2) }, (_, n) => ({ x: numbers[2 * n]!, y: numbers[2 * n + 1]! }));
}

/** The middle of a polygon's corners. */
export function middle(text: string): Point {
  const corners = cornersOf(text);
  const mean = (of: keyof Point) => corners.reduce((sum, one) => sum + one[of], 0) / Math.max(1, corners.length);
  return { x: mean("x"), y: mean("y") };
}

/** Whether a point lies inside a polygon. */
export function within(corners: readonly Point[], { x, y }: Point): boolean {
  return corners.reduce((inside, a, n) => {
    const b = corners[(n + 1) % corners.length]!;
    return a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x) ? !inside : inside;
  }, false);
}

/** The other units on a board, those in view before the others, the nearest to a unit first. */
export function nearby(unit: string, things: readonly Thing[], view: Box | null): string[] {
  const units = things.filter((thing) => thing.kind === "unit");
  const here = units.find((thing) => thing.id === unit);
  if (!here) return [];
  const order = ({ at }: Thing) => ({ hidden: view && !holds(view, at) ? 1 : 0, far: Math.hypot(at.x - here.at.x, at.y - here.at.y) });
  const known = units.filter((thing) => thing !== here).map((thing) => ({ id: thing.id, ...order(thing) }));
  return known.sort((a, b) => a.hidden - b.hidden || a.far - b.far).map((one) => one.id);
}

/** The unit whose outline is nearest to a point, and no farther than `most`; null where there is none. */
export function unitNear(things: readonly Thing[], at: Point, most: number): Thing | null {
  const away = (unit: Thing): number => Math.hypot(unit.at.x - at.x, unit.at.y - at.y) - Math.min(unit.half.x, unit.half.y);
  return nearestIn(things.filter(({ kind }) => kind === "unit"), away, most) ?? null;
}
