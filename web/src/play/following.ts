/** Whose turn it is and how it goes on, out of what the engine reads in a battle. */
import type { Choice } from "../api/shapes";

/** Whether a command of every game brings the game on: the end of the phase, the next turn. */
export function bringsOn({ command }: Choice): boolean {
  return command.command === "NextTurn" || command.command === "EndPhase";
}

/**
 * The answers that a seat may give, each with what it comes to under the answers of others that were chosen.
 *
 * `own` are the seat's, `asked` the same battle's as they were asked for; one that was not asked for stays as it is.
 */
export function costed(own: readonly Choice[], asked: readonly Choice[]): Choice[] {
  const known = new Map(asked.map((one) => [JSON.stringify(one.command), one]));
  return own.map((one) => {
    const found = known.get(JSON.stringify(one.command));
    return found ? { ...one, odds: found.odds ?? null, cost: found.cost ?? null } : one;
  });
}
