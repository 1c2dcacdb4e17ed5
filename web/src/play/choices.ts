/** What the engine lists in a battle: the ways to take a shot, what brings the game on, what an answer costs; and their values as they are typed. */
import type { Answer, Choice, Details, Shot } from "../api/shapes";

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

/** Every way that the commands know to shoot from one unit at another: windows, spaces, weapons, bullets. */
export function waysOf(commands: readonly Choice[], shooter: string, target: string): Choice[] {
  return commands.filter(({ command }) => {
    const shot = command["shot"] as Shot | undefined;
    return command.command === "Shoot" && shot?.shooter === shooter && shot.target === target;
  });
}

/** What is declared of a shot beside who shoots at whom. */
export function detailsOf(shot: Shot): Details {
  const { shooter: _shooter, target: _target, ...details } = shot;
  return details;
}

/** What a shot is declared with at first: the best way, as the shooter was told of this target. */
export function usual(answer: Answer | undefined): Details {
  return answer?.legal ? detailsOf(answer.shot) : {};
}

/** What somebody wrote into a field: a number, a list, true or false as JSON, and else a text; "" is nothing. */
export function valueOf(text: string): unknown {
  const plain = text.trim();
  if (plain === "") return undefined;
  try {
    return JSON.parse(plain);
  } catch {
    return plain;
  }
}

/** A value as it is typed: see `valueOf`. */
export function textOf(value: unknown): string {
  return value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
}
