/** A solo game as data: where it began and every step since, none of them ever lost. */
import type { Underlay } from "../under/under";
import type { Battle, CommandData, Face, Schemas } from "../api/shapes";

export type Kind = "shot" | "command" | "decision" | "edit";
/** It stands, or it was taken back. */
export type Standing = "applied" | "undone";

/** What the server answered to a command: enough to play it again. */
export type Said = Pick<Schemas["RecalledStep"], "events" | "faces"> & { command: CommandData };

export interface Step {
  seq: number;
  kind: Kind;
  title: string;
  /** The story, each line with its rules at the end. */
  lines: string[];
  /** Whether dice were thrown: then the step stays in the log whatever becomes of it. */
  dice: boolean;
  /** What it came to, in a sentence, and the dice as they fell; missing where nothing is told. */
  outcome?: string;
  faces?: Face[];
  /** Every unit that the step names. */
  units?: string[];
  seed?: number | null;
  standing: Standing;
  after: Battle;
  /** Who was chosen when the step was taken: who shoots and at whom, or the pieces that were edited. */
  chosen?: string[];
  /** The picture underneath from this step on, null for none; missing where it stays as it was. */
  underlay?: Underlay | null;
  /** Missing for edits. */
  said?: Said;
}

export interface Written {
  text: string;
  says: Battle;
}

export interface Game {
  id: string;
  title: string;
  start: Battle;
  steps: Step[];
  changed: number;
  /** What the scenario says of itself; missing where it says nothing. */
  about?: string;
  /** The battle file as somebody wrote it, comments and all, and the battle that it says; missing where nobody wrote one. */
  written?: Written;
  /** The picture underneath the board as the game began; missing where there was none. */
  underlay?: Underlay;
}

export function begun(id: string, title: string, start: Battle, now: number, about = ""): Game {
  return { id, title, start, steps: [], changed: now, ...(about && { about }) };
}

/** The battle as it stands. */
export function battleOf(game: Game): Battle {
  return lastApplied(game)?.after ?? game.start;
}

/** The picture underneath the board, as it is or as it was after a step. */
export function underlayOf(game: Game, seq: number | null = null): Underlay | null {
  const laid = applied(game).findLast((one) => one.underlay !== undefined && (seq === null || one.seq <= seq));
  return laid?.underlay ?? (laid ? null : (game.underlay ?? null));
}

/** The game with another picture underneath, or none, as one step; `merged` makes it part of the last one. */
export function withUnderlay(game: Game, underlay: Underlay | null, title: string, merged: boolean): Game {
  const last = lastApplied(game);
  if (merged && last?.underlay) return changed(game, last, { underlay });
  return withStep(game, { kind: "edit", title, lines: [], dice: false, standing: "applied", after: battleOf(game), underlay });
}

/** The steps that stand, in order. */
export function applied(game: Game): Step[] {
  return game.steps.filter((one) => one.standing === "applied");
}

/** The battle after a step that stands, or as it began for one that does not. */
export function battleAfter(game: Game, seq: number): Battle {
  return applied(game).find((one) => one.seq === seq)?.after ?? game.start;
}

/** A game of its own that goes as this one went up to a step. */
export function branched(game: Game, seq: number, id: string, title: string, now: number): Game {
  return { ...game, id, title, steps: applied(game).filter((one) => one.seq <= seq), changed: now };
}

/** The game with one more step; what was taken back without dice is gone for good now. */
export function withStep(game: Game, step: Omit<Step, "seq">): Game {
  const kept = game.steps.filter((one) => one.standing !== "undone" || one.dice);
  const seq = Math.max(0, ...game.steps.map((one) => one.seq)) + 1;
  return { ...game, steps: [...kept, { ...step, seq }] };
}

/** The game with its last step leading somewhere else: several small changes that are one. */
export const withAfter = (game: Game, after: Battle): Game => changed(game, lastApplied(game), { after });

/** The steps that stand, as the server plays them again; of battles put in place one after the other, the last. */
export function standing(game: Game): (Said | { battle: Battle })[] {
  const stand = game.steps.filter((one) => one.standing === "applied" && one.underlay === undefined);
  const replaced = stand.filter((one, n) => one.said || stand[n + 1]?.said || n === stand.length - 1);
  return replaced.map((one) => one.said ?? { battle: one.after });
}

/** The step that a redo brings back: the first one taken back after the last that stands. */
export function redoable(game: Game): Step | undefined {
  const last = lastApplied(game);
  return game.steps.slice(last ? game.steps.indexOf(last) + 1 : 0).find((one) => one.standing === "undone");
}

export const undone = (game: Game): Game => changed(game, lastApplied(game), { standing: "undone" });
export const redone = (game: Game): Game => changed(game, redoable(game), { standing: "applied" });

function changed(game: Game, which: Step | undefined, change: Partial<Step>): Game {
  return { ...game, steps: game.steps.map((one) => (one === which ? { ...one, ...change } : one)) };
}

/** The last step that stands: what an undo takes back. */
export function lastApplied(game: Game): Step | undefined {
  return game.steps.findLast((one) => one.standing === "applied");
}
