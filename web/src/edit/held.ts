/** What is held while a board is built: a piece of the palette, a kind of ground, a brush, or the rubber. */
import type { BrushLine, PieceLine, PieceList } from "../api/shapes";
import type { Shape } from "./chain";
import type { Data } from "./schema";
import { isData } from "./schema";

export type Held =
  | { kind: "piece"; key: string; title: string; list: PieceList; piece: PieceLine }
  | { kind: "ground"; key: string; title: string; value: unknown }
  | { kind: "brush"; key: string; title: string; brush: BrushLine }
  | { kind: "rubber"; key: string; title: string };

/** What a stroke with it means. */
export function shapeOf(held: Held): Shape {
  if (held.kind === "piece") return held.piece.shape;
  return held.kind === "brush" ? held.brush.shape : "point";
}

/** Whether an entry is such a piece: it says all that the palette's entry says, and more. */
export function isSuch(entry: Data, list: PieceList, piece: PieceLine, side: string): boolean {
  return (!list.side || !side || entry[list.side] === side) && includes(entry, piece.entry);
}

/** Where an entry stands, as the game names places; "" where it does not say. */
export function placeOf(entry: Data, list: PieceList): string {
  const at = list.place.map((key) => entry[key]).find((one) => one !== undefined && one !== null);
  return Array.isArray(at) ? at.slice(0, 2).join(",") : at === undefined ? "" : String(at);
}

function includes(whole: unknown, part: unknown): boolean {
  if (isData(part)) return isData(whole) && Object.entries(part).every(([key, one]) => includes(whole[key], one));
  if (Array.isArray(part)) return Array.isArray(whole) && part.length === whole.length && part.every((one, n) => includes(whole[n], one));
  return whole === part || (isData(whole) && whole["name"] === part);
}
