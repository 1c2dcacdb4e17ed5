/** The solo games that this browser keeps: each under its own key, and a list of them. */
import type { Game } from "./game";
import { packed, unpacked } from "./packing";
import { browser } from "./storage";

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
  return browser.data<Kept[]>(LIST, [], Array.isArray).filter((one) => typeof one?.id === "string");
}

/** Keep a game; answers why it could not be kept, or "". */
export function store(game: Game): string {
  const why = browser.keep(`game.${game.id}`, packed(game));
  if (why) return why;
  const { id, title, changed, steps, start } = game;
  const line: Kept = { id, title, changed, steps: steps.length, ruleset: start.ruleset };
  const others = shelf().filter((one) => one.id !== game.id);
  return browser.keep(LIST, [line, ...others]) || browser.keep(CURRENT, game.id);
}

export function take(id: string): Game | null {
  return unpacked(browser.kept(`game.${id}`));
}

export function current(): Game | null {
  const id = browser.kept(CURRENT);
  return id ? take(id) : null;
}

export function choose(id: string): void {
  browser.keep(CURRENT, id);
}

export function drop(id: string): void {
  browser.forget(`game.${id}`);
  browser.keep(LIST, shelf().filter((one) => one.id !== id));
}

export function keyOf(id: string): string {
  return `fireline.game.${id}`;
}
