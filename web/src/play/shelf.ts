/** The solo games that this browser keeps: each under its own key, and a list of them. */
import type { Game } from "./game";
import { packed, unpacked } from "./packing";
import { forget, keep, kept } from "./storage";

export interface Kept {
  id: string;
  title: string;
  ruleset: string;
  steps: number;
  changed: number;
}

const LIST = "games";
const CURRENT = "current";

export function shelf(): Kept[] {
  try {
    const list = JSON.parse(kept(LIST) ?? "[]") as Kept[];
    return Array.isArray(list) ? list.filter((one) => typeof one?.id === "string") : [];
  } catch {
    return [];
  }
}

/** Keep a game; answers why it could not be kept, or "". */
export function store(game: Game): string {
  const why = keep(`game.${game.id}`, packed(game));
  if (why) return why;
  const line: Kept = {
    id: game.id,
    title: game.title,
    ruleset: game.start.ruleset,
    steps: game.steps.length,
    changed: game.changed,
  };
  const others = shelf().filter((one) => one.id !== game.id);
  return keep(LIST, JSON.stringify([line, ...others])) || keep(CURRENT, game.id);
}

export function take(id: string): Game | null {
  return unpacked(kept(`game.${id}`));
}

export function current(): Game | null {
  const id = kept(CURRENT);
  return id ? take(id) : null;
}

export function choose(id: string): void {
  keep(CURRENT, id);
}

export function drop(id: string): void {
  forget(`game.${id}`);
  keep(LIST, JSON.stringify(shelf().filter((one) => one.id !== id)));
}

export function keyOf(id: string): string {
  return `fireline.game.${id}`;
}
