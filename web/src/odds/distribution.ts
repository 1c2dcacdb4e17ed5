/** The marginals of odds as rows: each value with its chance, and for counts the chance of at least that many. */
import type { OddsData, Schemas } from "../api/shapes";
import { say } from "../words/words.svelte";
import { decimal } from "./chance";

export interface Row {
  value: string;
  p: string;
  atLeast: string | null;
}

export interface Distribution {
  name: string;
  /** Whether its values are numbers of something; else they are words. */
  counts: boolean;
  rows: Row[];
}

/** Every marginal as people read it, the one that the headline is read from first. */
export function distributions({ marginals, at_least }: Pick<OddsData, "marginals" | "at_least">): Distribution[] {
  return Object.entries(marginals).map(([name, chances]) => {
    const more = at_least?.[name];
    return { name: name.replaceAll("_", " "), counts: more !== undefined, rows: Object.entries(chances).map(([value, p]) => ({ value, p, atLeast: more?.[value] ?? null })) };
  });
}

/** Rows for bars: of many counts the last are one row, "that many or more", so that none is left out. */
export function barsOf({ rows, counts }: Distribution, most = 9): Row[] {
  const last = rows[most - 1];
  if (!counts || rows.length <= most || !last?.atLeast) return rows;
  return [...rows.slice(0, most - 1), { ...last, value: `${last.value}+`, p: last.atLeast }];
}

/** An average in words: "0.33 hits on average". */
export const averageOf = ({ of, mean }: Schemas["Expected"]): string => say("odds.mean", { mean: decimal(mean), of: of.replaceAll("_", " ") });

/** A value of a marginal as people read it. */
export function valueWord(value: string): string {
  if (value === "true") return say("odds.yes");
  return value === "false" ? say("odds.no") : value.replaceAll("_", " ");
}
