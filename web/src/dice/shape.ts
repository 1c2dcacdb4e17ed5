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

/** Faces that are known by a sign rather than by their word: how it is drawn, and in which colour. */
export const SIGNS: Readonly<Record<string, { path: string; colour: string }>> = {
  green: { path: "M20 8 A12 12 0 1 1 19.99 8 Z", colour: "green" },
  blue: { path: "M20 8 L33 31 L7 31 Z", colour: "blue" },
  red: { path: "M9 9 H31 V31 H9 Z", colour: "vermillion" },
  flag: { path: "M11 7 H14 V34 H11 Z M14 8 L32 13 L14 20 Z", colour: "ink" },
  swords: { path: "M8 7 L33 32 L30 35 L5 10 Z M32 7 L7 32 L10 35 L35 10 Z M24 28 L30 22 L32 24 L26 30 Z M16 28 L10 22 L8 24 L14 30 Z", colour: "ink" },
  leader: { path: "M20 6 L24 16 L35 16 L26 22 L30 33 L20 26 L10 33 L14 22 L5 16 L16 16 Z", colour: "purple-ink" },
};

/** The look of a die as it lies. */
export function lookOf({ sides, face }: Face): Look {
  const pips = sides === 6 ? (PIPS[Number(face) - 1] ?? []) : [];
  const short = face.length <= SHORT || face in SIGNS;
  const card = sides > MOST_SIDES;
  const width = short ? (card ? 30 : HIGH) : Math.max(HIGH, 8 * face.length + 18);
  return { width, corners: short ? (OUTLINES[sides] ?? "") : "", card, pips, size: face.length < SHORT ? 16 : 13 };
}

/** What each die showed, in order, out of an answer or an entry of a log. */
export function facesOf(throws: readonly { die?: string; sides?: number }[], faces: readonly unknown[]): Face[] {
  return faces.map((face, n) => ({ die: throws[n]?.die ?? "", sides: throws[n]?.sides ?? 0, face: String(face) }));
}

/**
 * The faces in a line that somebody typed: numbers where they are numbers, names elsewhere.
 *
 * `typedFaces("16, 5 blue")` is `[16, 5, "blue"]`; a name of several words stands between commas.
 */
export function typedFaces(text: string): (string | number)[] {
  const parts = text.split(/[,;]/.test(text) ? /[,;]/ : /\s+/).map((part) => part.trim());
  return parts.filter(Boolean).flatMap((face): (string | number)[] => (/^[-\d\s]+$/.test(face) ? face.split(/\s+/).map(Number) : [face]));
}
