/** How a die is drawn: as many sides as it has give its outline, and a long face a wider one. */
import type { Face } from "../api/shapes";

export interface Look {
  width: number;
  /** Corners of the outline; "" for a square with round corners, or a card. */
  corners: string;
  card: boolean;
  /** Middles of pips; none where the face is written. */
  pips: [number, number][];
  size: number;
}

export const HIGH = 40;
const OUTLINES: Record<number, string> = {
  4: "20,2 39,37 1,37",
  8: "20,1 39,20 20,39 1,20",
  10: "20,1 39,17 39,23 20,39 1,23 1,17",
  12: "20,1 38,14 31,37 9,37 2,14",
  20: "20,1 37,10.5 37,29.5 20,39 3,29.5 3,10.5",
};
const PIPS: [number, number][][] = [
  [[20, 20]],
  [[11, 29], [29, 11]],
  [[11, 29], [20, 20], [29, 11]],
  [[11, 11], [29, 11], [11, 29], [29, 29]],
  [[11, 11], [29, 11], [20, 20], [11, 29], [29, 29]],
  [[11, 10], [29, 10], [11, 20], [29, 20], [11, 30], [29, 30]],
];
/** A deck has more cards than any die has sides. */
const MOST_SIDES = 20;
const SHORT = 3;

/** The look of a die as it lies. */
export function lookOf({ sides, face }: Face): Look {
  const pips = sides === 6 ? (PIPS[Number(face) - 1] ?? []) : [];
  const short = face.length <= SHORT;
  const card = sides > MOST_SIDES;
  const width = short ? (card ? 30 : HIGH) : Math.max(HIGH, 8 * face.length + 18);
  return { width, corners: short ? (OUTLINES[sides] ?? "") : "", card, pips, size: face.length < SHORT ? 16 : 13 };
}

/** What each die showed, in order, out of an answer or an entry of a log. */
export function facesOf(throws: readonly { die?: string; sides?: number }[], faces: readonly unknown[]): Face[] {
  return faces.map((face, n) => ({ die: throws[n]?.die ?? "", sides: throws[n]?.sides ?? 0, face: String(face) }));
}
