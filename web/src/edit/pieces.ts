/** Pieces of a battle as an editor needs them: where each has its entry, and what is held of the palette to put more of them down. */
import type { Battle, BrushLine, Editing, Ground, PieceLine, PieceList } from "../api/shapes";
import type { Shape } from "./chain";
import { type Data, isData } from "./forms";

export type Entry = Record<string, unknown> & { id: string };

export interface Piece {
  list: PieceList;
  entry: Entry;
  /** Where its entry stands in the battle file: "units[3]". */
  path: string;
}

/** Every piece in the lists of a battle that hold some. */
export function piecesOf({ lists }: Editing, battle: Battle): Piece[] {
  return lists.flatMap((list) => {
    const entries = battle[list.name];
    if (!Array.isArray(entries)) return [];
    return (entries as Entry[]).map((entry, n) => ({ list, entry, path: `${list.name}[${n}]` }));
  });
}

/** What belongs together with a piece, as the game lays it in one: all walls of a building. Itself where nothing does. */
export function wholeOf({ brushes }: Editing, ids: readonly string[], id: string): string[] {
  const known = new Set(ids);
  for (const { name, parts } of brushes) {
    for (const part of parts) {
      const stem = id.slice(0, id.length - part.length);
      const all = parts.map((one) => stem + one).filter((one) => known.has(one));
      if (all.length > 1 && stem + part === id && stem.startsWith(name) && /^( \d+)?$/.test(stem.slice(name.length))) return all;
    }
  }
  return [id];
}

/** An entry for a copy: without an id anywhere in it, since those belong to the first. */
export function copied(entry: Entry): Record<string, unknown> {
  return JSON.parse(JSON.stringify(entry, (key, value: unknown) => (key === "id" ? undefined : value))) as Record<string, unknown>;
}

/** The kind of ground at a place, "" where it is bare. */
export function groundAt(ground: Ground, battle: Battle, place: string): string {
  for (const path of ground.paths) {
    const found = at(battle, path.map((key) => (key === "{place}" ? place : key)));
    if (typeof found === "string") return found;
  }
  return "";
}

/** What stands at a path in data, undefined where nothing does. */
export function at(data: unknown, path: readonly string[]): unknown {
  return path.reduce((here: unknown, key) => (here as Record<string, unknown> | null | undefined)?.[key], data);
}

/** What is held while a board is built: a piece of the palette, a kind of ground, a brush, or the rubber. */
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
