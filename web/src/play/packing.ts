/** A game as the browser keeps it: its battles as differences, each from the step before it. */
import { create, type Delta } from "jsondiffpatch";
import type { Battle } from "../api/shapes";
import type { Game, Step } from "./game";

type Packed = Omit<Step, "after"> & { change: Delta | null };

/** Entries with an id are known by it; others by where they stand. Long texts are kept whole: there are none that change. */
export const battles = create({
  objectHash: (entry, n) => String((entry as { id?: unknown }).id ?? `#${n}`),
  omitRemovedValues: true,
});

/** Whether two battles, or two values in them, say the same. */
export const same = (a: unknown, b: unknown): boolean => !battles.diff(a, b);

/** Changes that are known already: battles are never altered, and a game is kept after every step. */
const known = new WeakMap<Battle, { before: Battle; change: Delta | null }>();

export function packed(game: Game): string {
  const steps = game.steps.map(({ after, ...rest }, n): Packed => ({ ...rest, change: changeTo(after, game.steps[n - 1]?.after ?? game.start) }));
  return JSON.stringify({ ...game, steps });
}

/** A game out of what a browser kept; null where that is no game. */
export function unpacked(text: string | null): Game | null {
  try {
    const kept = JSON.parse(text ?? "") as Omit<Game, "steps"> & { steps: Packed[] };
    let before = kept.start;
    const steps = kept.steps.map(({ change, ...rest }): Step => ({ ...rest, after: (before = applied(before, change)) }));
    const sound = typeof kept.id === "string" && typeof kept.start?.ruleset === "string" && kept.steps.every((one) => one.change !== undefined);
    return sound && steps.every((one) => typeof one.after?.ruleset === "string") ? { ...kept, steps } : null;
  } catch {
    return null;
  }
}

function changeTo(after: Battle, before: Battle): Delta | null {
  const found = known.get(after);
  if (found?.before === before) return found.change;
  const change = battles.diff(before, after) ?? null;
  known.set(after, { before, change });
  return change;
}

function applied(before: Battle, change: Delta | null): Battle {
  if (change === null) return before;
  const after = battles.patch(structuredClone(before), structuredClone(change)) as Battle;
  known.set(after, { before, change });
  return after;
}
