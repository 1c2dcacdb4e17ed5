/** The ways to take a shot that the game itself lists: windows, spaces, weapons, bullets. */
import type { Answer, Choice, Details, Shot } from "../api/shapes";
import { battles } from "./packing";

/** Every way that the commands know to shoot from one unit at another. */
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

/** Whether two sets of details say the same. */
export const same = (a: Details, b: Details): boolean => !battles.diff(a, b);

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
