/** A marginal as rows: each value with its chance, and for counts the chance of at least that many. */
import type { Expected, OddsData } from "../api/shapes";
import { say } from "../words/words.svelte";
import { decimal, fractionOf, lengthOf, ratio, sum, times } from "./chance";

export interface Row {
  value: string;
  p: string;
  length: number;
  atLeast: string | null;
}

export interface Distribution {
  /** The name of the marginal, and the same as people read it. */
  key: string;
  name: string;
  kind: "count" | "yesno" | "words";
  rows: Row[];
}

const COUNT = /^\d+\+?$/;

/** One marginal of the odds as a table shows it. */
export function distribution(name: string, marginal: Record<string, string>): Distribution {
  const entries = Object.entries(marginal);
  const values = entries.map(([value]) => value);
  const counts = values.every((value) => COUNT.test(value));
  const yesno = values.every((value) => value === "true" || value === "false");
  if (counts) entries.sort(([a], [b]) => parseInt(a, 10) - parseInt(b, 10));
  const rows = entries.map(([value, p], n) => ({
    value,
    p,
    length: lengthOf(ratio(p)),
    atLeast: counts ? fractionOf(sum(entries.slice(n).map(([, chance]) => ratio(chance)))) : null,
  }));
  return { key: name, name: name.replaceAll("_", " "), kind: counts ? "count" : yesno ? "yesno" : "words", rows };
}

/** Every marginal that says something: one value that is sure is said by the ruling already. */
export function distributions(marginals: Record<string, Record<string, string>>): Distribution[] {
  return Object.entries(marginals)
    .filter(([, marginal]) => Object.keys(marginal).length > 0)
    .map(([name, marginal]) => distribution(name, marginal));
}

/** The distribution that a headline is read from, or where it names none the first that is one of counts. */
export function headlined(all: readonly Distribution[], of: string | undefined): Distribution | undefined {
  return all.find((one) => one.key === of) ?? all.find((one) => one.kind === "count" && one.rows.length > 1) ?? all[0];
}

/** The exact average of a count; null where values are no plain numbers. */
export function meanOf({ rows }: Distribution): string | null {
  if (!rows.length || !rows.every((row) => /^\d+$/.test(row.value))) return null;
  return fractionOf(sum(rows.map((row) => times(BigInt(row.value), ratio(row.p)))));
}

/** Rows for bars: a long tail of small chances is one row that says what it holds, none is left out of the sum. */
export function barsOf(rows: Row[], most = 9): { shown: Row[]; rest: Row[] } {
  return rows.length <= most ? { shown: rows, rest: [] } : { shown: rows.slice(0, most - 1), rest: rows.slice(most - 1) };
}

/** The exact average of what the headline is read from; null where that is no count. */
export function expectedIn({ headline, marginals }: OddsData): Expected | null {
  const first = headlined(distributions(marginals), headline.of);
  const mean = first ? meanOf(first) : null;
  return first && mean !== null ? { of: first.name, mean } : null;
}

/** An average in words: "0.33 hits on average". */
export const averageOf = ({ of, mean }: Expected): string => say("odds.mean", { mean: decimal(mean), of: of.replaceAll("_", " ") });

/** A value of a marginal as people read it. */
export function valueWord(value: string): string {
  if (value === "true") return say("odds.yes");
  return value === "false" ? say("odds.no") : value.replaceAll("_", " ");
}
