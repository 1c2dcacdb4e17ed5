/** Places that are named by two numbers: where they lie in a drawing, and which one a point of it is. */
import type { Point, Thing } from "./things";

/** Where 0,0 lies, and how far a step along x and along y is. */
export interface Measure {
  origin: Point;
  x: number;
  y: number;
}

/** As fine as a finger or a mouse names a place; whoever wants it finer types it. */
const STEP = 0.25;

/** What a drawing says of itself, null where it says nothing. */
export function measureOf(text: string | null): Measure | null {
  const [left, top, x, y] = (text ?? "").trim().split(/\s+/).map(Number);
  if (left === undefined || top === undefined || !x || !y || [left, top, x, y].some(Number.isNaN)) return null;
  return { origin: { x: left, y: top }, x, y };
}

/** The place at a point of the drawing, as something that can be chosen: a place like a cell, without corners. */
export function placeAt({ origin, x, y }: Measure, point: Point): Thing {
  const rounded = (length: number) => Math.round(length / STEP) * STEP + 0;
  const place = { x: rounded((point.x - origin.x) / x), y: rounded((point.y - origin.y) / y) };
  const at = { x: origin.x + place.x * x, y: origin.y + place.y * y };
  return { kind: "cell", id: `${place.x},${place.y}`, note: "", at, corners: "", half: { x: 9, y: 9 } };
}
