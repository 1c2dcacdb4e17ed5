/** Pieces of a battle as an editor needs them: where each has its entry, a copy of it, and what the ground is made of. */
import type { Battle, Editing, Ground, PieceList } from "../api/shapes";

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
