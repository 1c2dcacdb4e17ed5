/** Entries of a battle file as the editor needs them: where a unit's own is, what it says, and a copy of it. */
import type { Battle } from "../api/shapes";

export type Entry = Record<string, unknown> & { id: string };

/** Lists of a battle file that hold whoever stands on the board. */
const LISTS = ["units", "heroes", "leaders"] as const;

function list(battle: Battle, name: string): Entry[] {
  const found = battle[name];
  return Array.isArray(found) ? (found as Entry[]) : [];
}

/** The entry of a unit. */
export function entryOf(battle: Battle, unit: string): Entry | null {
  for (const name of LISTS) {
    const found = list(battle, name).find((one) => one.id === unit);
    if (found) return found;
  }
  return null;
}

/** Where a unit's entry stands: "units[3]". */
export function pathTo(battle: Battle, unit: string): string {
  for (const name of LISTS) {
    const n = list(battle, name).findIndex((one) => one.id === unit);
    if (n >= 0) return `${name}[${n}]`;
  }
  return "";
}

/** What an entry says, as paths; its id stays what it is. */
export function fieldsOf(entry: Entry): string[] {
  return Object.entries(entry).flatMap(([key, value]) => {
    if (key === "id") return [];
    const inner = value !== null && typeof value === "object" && !Array.isArray(value);
    return inner ? Object.keys(value).map((name) => `${key}.${name}`) : [key];
  });
}

/** An id that nobody has yet: the old one with the next number. */
export function freshId(battle: Battle, unit: string): string {
  const taken = new Set(LISTS.flatMap((name) => list(battle, name).map((one) => one.id)));
  const stem = unit.replace(/[ -]?\d+$/, "");
  for (let n = 2; ; n += 1) if (!taken.has(`${stem}-${n}`)) return `${stem}-${n}`;
}

/** A copy of an entry under another id, somewhere else: at a hex, a space, or a point. */
export function arriving(entry: Entry, id: string, place: string): Entry {
  const copy: Entry = { ...(JSON.parse(JSON.stringify(entry)) as Entry), id };
  const numbers = place.split(",").map(Number);
  if ("hex" in copy) copy["hex"] = place;
  else if ("space" in copy) copy["space"] = place;
  else if (numbers.length > 1 && numbers.every(Number.isFinite)) {
    const height = Array.isArray(copy["at"]) ? (copy["at"] as number[]).slice(numbers.length) : [];
    copy["at"] = [...numbers, ...height];
  }
  return copy;
}

/** The list that a unit stands in. */
export function listOf(battle: Battle, unit: string): string {
  return pathTo(battle, unit).split("[")[0] ?? "";
}

/** Where the terrain of a place is written: by hexes in one game, by spaces in another. */
export function terrainPath(battle: Battle, cell: string): string {
  const board = battle["board"] as Record<string, unknown> | undefined;
  return board && "spaces" in board ? `board.spaces.${cell}` : `board.terrain.${cell}`;
}

/** What stands on a place now, as its entry says. */
export function terrainOf(battle: Battle, cell: string): string {
  const board = battle["board"] as Record<string, Record<string, unknown>> | undefined;
  const found = board?.["spaces"]?.[cell] ?? board?.["terrain"]?.[cell];
  if (typeof found === "string") return found;
  const terrain = (found as { terrain?: unknown } | undefined)?.terrain;
  return typeof terrain === "string" ? terrain : "";
}

/** The kinds of terrain that the board has already; the engine knows more and says which. */
export function terrainsOf(battle: Battle): string[] {
  const board = battle["board"] as Record<string, Record<string, unknown>> | undefined;
  const places = Object.keys(board?.["spaces"] ?? board?.["terrain"] ?? {});
  return [...new Set(places.map((place) => terrainOf(battle, place)))].filter(Boolean).sort();
}
