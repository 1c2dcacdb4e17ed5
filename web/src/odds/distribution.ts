/** A marginal as rows: each value with its chance, and for counts the chance of at least that many. */
import { fractionOf, lengthOf, ratio, sum } from "./chance";

export interface Row {
  value: string;
  p: string;
  length: number;
  atLeast: string | null;
}

export interface Distribution {
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
  return { name: name.replaceAll("_", " "), kind: counts ? "count" : yesno ? "yesno" : "words", rows };
}

/** Every marginal that says something: one value that is sure is said by the ruling already. */
export function distributions(marginals: Record<string, Record<string, string>>): Distribution[] {
  return Object.entries(marginals)
    .filter(([, marginal]) => Object.keys(marginal).length > 0)
    .map(([name, marginal]) => distribution(name, marginal));
}

/** Rows for bars: a long tail of small chances is one row that says what it holds, none is left out of the sum. */
export function barsOf(rows: Row[], most = 9): { shown: Row[]; rest: Row[] } {
  return rows.length <= most ? { shown: rows, rest: [] } : { shown: rows.slice(0, most - 1), rest: rows.slice(most - 1) };
}
