/** The ways to take a shot that the game itself lists: windows, spaces, weapons, bullets. */
import type { Answer, Choice, Details, Expected, Shot } from "../api/shapes";

export interface Way {
  text: string;
  details: Details;
  p: string | null;
  expected: Expected | null;
}

/** Every way that the commands know to shoot from one unit at another. */
export function waysOf(commands: readonly Choice[], shooter: string, target: string): Way[] {
  return commands.flatMap((choice) => {
    const shot = choice.command["shot"] as Shot | undefined;
    if (choice.command.command !== "Shoot" || shot?.shooter !== shooter || shot.target !== target) return [];
    return [{ text: choice.text, details: detailsOf(shot), p: choice.odds?.p ?? null, expected: choice.odds && "expected" in choice.odds ? choice.odds.expected : null }];
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
export function same(a: Details, b: Details): boolean {
  const text = (details: Details) => JSON.stringify(Object.keys(details).sort().map((key) => [key, details[key]]));
  return text(a) === text(b);
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
