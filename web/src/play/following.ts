/** How a turn goes on. */
import type { Choice, Reading } from "../api/shapes";

/** The side that is left where no other has anybody in play; "" before that. */
export function lastSide({ in_play: [one = "", ...others] }: Pick<Reading, "in_play">): string {
  return others.length > 0 ? "" : one;
}

/** Whether a command of every game brings the game on: the end of the phase, the next turn. */
export function bringsOn({ command }: Choice): boolean {
  return command.command === "NextTurn" || command.command === "EndPhase";
}
