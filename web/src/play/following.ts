/** What comes next once nothing is left to shoot and nobody owes an answer: the next turn, the end of the phase. */
import type { Choice, Reading } from "../api/shapes";

type Said = Pick<Reading, "commands" | "to_decide">;

/** The side that is left where no other has anybody in play; "" before that. */
export function lastSide({ in_play: [one = "", ...others] }: Pick<Reading, "in_play">): string {
  return others.length > 0 ? "" : one;
}

/** Everything that may be said beside shots. */
export function besides({ commands, to_decide }: Said): Choice[] {
  return to_decide ? [] : commands.filter((one) => one.command.command !== "Shoot");
}

/** Whether a command of every game brings the game on: the end of the phase, the next turn. */
export function bringsOn({ command }: Choice): boolean {
  return command.command === "NextTurn" || command.command === "EndPhase";
}

/** The same where there is nothing to shoot, so that it stands in the main place, what brings the game on first. */
export function following(said: Said): Choice[] {
  const others = besides(said);
  if (others.length < said.commands.length) return [];
  return [...others.filter(bringsOn), ...others.filter((one) => !bringsOn(one))];
}
