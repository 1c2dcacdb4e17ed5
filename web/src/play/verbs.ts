/** Commands as they are typed, in the words of every log: `bow move E5`, `sup suppress targets=runner bullets=2`. */
import type { Parameter, Verb } from "../api/shapes";

export type Values = Record<string, string | number | null>;

/** Verbs that every game has: a shot is taken on the board, and the other two change the battle outside the rules. */
export const [SHOOT, PLACE, MARK, MOVE] = ["shoot", "place", "mark", "move"];

/** A word of a command, in quotes where it would not be one word. */
export function word(text: string): string {
  return /^[^\s"=]+$/.test(text) ? text : JSON.stringify(text);
}

/** A unit's command with its parameters by name; what is empty is left out. */
export function said(unit: string, verb: string, values: Values = {}): string {
  const start = verb === MARK ? [verb, word(unit)] : [word(unit), verb];
  const rest = Object.entries(values).flatMap(([name, value]) => (value === null || value === "" ? [] : [`${word(name)}=${word(String(value))}`]));
  return [...start, ...rest].join(" ");
}

/** Where a unit goes, in short: `bow move E5 hexes=2`. */
export const gone = (unit: string, verb: string, place: string, values: Values = {}): string => said(unit, `${verb} ${word(place)}`, values);

/** The parameter that is chosen on the board: a place that no list names. */
export const placed = ({ parameters }: Verb): Parameter | undefined => parameters.find((one) => one.kind === "place" && !one.values);

/** Whether it can be done by choosing a place on the board, also one that a list names. */
export const goes = ({ parameters }: Verb): boolean => parameters.some((one) => one.kind === "place");

/** The parameters that have a field of their own: numbers that vary, and words of a list. */
export function fields({ parameters }: Verb): Parameter[] {
  return parameters.filter((one) => (one.kind === "number" ? one.least !== one.most : (one.values?.length ?? 0) > 0));
}

/** Moving before everything else. */
export const moveFirst = (one: Verb, other: Verb): number => Number(other.verb === MOVE) - Number(one.verb === MOVE);

/** What the chosen unit may do now, moving first, beside shots and beside what is done outside the rules. */
export function offered(verbs: readonly Verb[]): Verb[] {
  return verbs.filter((one) => one.legal && one.verb !== SHOOT && one.verb !== PLACE && one.verb !== MARK).toSorted(moveFirst);
}
