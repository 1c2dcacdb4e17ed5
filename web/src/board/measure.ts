/** Places that are named by two numbers: where they lie in a drawing, and which one a point of it is. */
import type { Point, Thing } from "./things";

/** Where 0,0 lies, and how far a step along x and along y is; a step along y may lead to the right as well. */
export interface Measure {
  origin: Point;
  x: number;
  y: number;
  slant: number;
}

/** As fine as a finger or a mouse names a place; whoever wants it finer types it. */
const STEP = 0.25;

/** What a drawing says of itself, null where it says nothing. */
export function measureOf(text: string | null): Measure | null {
  const [left, top, x, y, slant = 0] = (text ?? "").trim().split(/\s+/).map(Number);
  if (left === undefined || top === undefined || !x || !y || [left, top, x, y, slant].some(Number.isNaN)) return null;
  return { origin: { x: left, y: top }, x, y, slant };
}

/** The place at a point of the drawing, as something that can be chosen: a place like a cell, without corners. */
export function placeAt(measure: Measure, point: Point, step = STEP): Thing {
  const rounded = (length: number) => Number((Math.round(length / step) * step).toFixed(6)) + 0;
  const { x, y } = numbersAt(measure, point);
  const place = { x: rounded(x), y: rounded(y) };
  return { kind: "cell", id: `${place.x},${place.y}`, note: "", at: pointOf(measure, place), corners: "", half: { x: 9, y: 9 } };
}

/** The numbers of a point of the drawing, not rounded. */
export function numbersAt({ origin, x, y, slant }: Measure, point: Point): Point {
  const far = (point.y - origin.y) / y;
  return { x: (point.x - origin.x - slant * far) / x, y: far };
}

/** Where a place lies in the drawing. */
export function pointOf({ origin, x, y, slant }: Measure, place: Point): Point {
  return { x: origin.x + place.x * x + place.y * slant, y: origin.y + place.y * y };
}

/** Where a place lies in a drawing, by its name; null where the drawing does not show it. */
export function pointNamed(place: string, things: readonly Thing[], measure: Measure | null): Point | null {
  const cell = things.find((one) => one.kind === "cell" && one.id === place);
  const numbers = numbersOf(place);
  return cell?.at ?? (measure && numbers && pointOf(measure, numbers));
}

/** The numbers of a place, null where it is not named by two. */
export function numbersOf(place: string): Point | null {
  const [x, y, ...more] = place.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  return x === undefined || y === undefined || more.length > 0 || Number.isNaN(x) || Number.isNaN(y) ? null : { x, y };
}
