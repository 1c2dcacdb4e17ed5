/** Drawing by points: what a tap adds to a line, a box or a polygon, and what ends it. */
import type { BrushLine } from "../api/shapes";
import type { Spot } from "./chart";

export type Shape = BrushLine["shape"];

/** The points so far, and of a line how many pieces of it stand already. */
export interface Chain {
  points: Spot[];
}

/** What a tap or a key made of a chain: the chain after it, and what is drawn now. */
export interface Turn {
  chain: Chain;
  draw: Spot[] | null;
  /** The last piece that was drawn is to be taken back. */
  takeBack?: boolean;
}

export const EMPTY: Chain = { points: [] };

/** A point more. A line goes on from its last point; a polygon ends at its first, or where it is tapped twice. */
export function added(chain: Chain, shape: Shape, point: Spot): Turn {
  const last = chain.points.at(-1);
  if (shape === "polygon" && chain.points.length >= 3 && (same(last, point) || same(chain.points[0], point))) return ended(chain, shape);
  if (same(last, point)) return shape === "line" ? { chain: EMPTY, draw: null } : { chain, draw: null };
  const points = [...chain.points, point];
  if (shape === "rectangle" && last) return { chain: EMPTY, draw: [last, point] };
  if (shape === "line" && last) return { chain: { points }, draw: [last, point] };
  return { chain: { points }, draw: null };
}

/** Enter, Escape or a double tap: a polygon of three corners or more is drawn, everything else is only over. */
export function ended({ points }: Chain, shape: Shape): Turn {
  return { chain: EMPTY, draw: shape === "polygon" && points.length >= 3 ? points : null };
}

/** Undo: the last point goes, and with it the piece of a line that led there; the chain goes on before it. */
export function shortened({ points }: Chain, shape: Shape): Turn {
  return { chain: { points: points.slice(0, -1) }, draw: null, takeBack: shape === "line" && points.length > 1 };
}

function same(a: Spot | undefined, b: Spot): boolean {
  return a?.place === b.place;
}
