/** Chances as exact fractions: the engine sends "11/36", and nothing is rounded before it is shown, then as the command line rounds it. */
import type { OddsData, Schemas } from "../api/shapes";
import { say } from "../words/words.svelte";

/** The decimal sign of the browser's language. */
const SIGN = new Intl.NumberFormat().formatToParts(0.5).find((part) => part.type === "decimal")?.value ?? ".";

/** The percent sign as the browser's language writes it: "%" or, behind a space that does not break, " %". */
const HUNDREDTHS = new Intl.NumberFormat(undefined, { style: "percent" })
  .formatToParts(0.5)
  .slice(1)
  .map((part) => part.value)
  .join("");

/** What stands over the line of a fraction, and what under it. */
function parts(text: string): [over: bigint, under: bigint] {
  const [over = "0", under = "1"] = text.split("/");
  return [BigInt(over), BigInt(under)];
}

/** Digits with so many of them behind the decimal sign. */
function pointed(digits: bigint, places: number): string {
  const text = String(digits).padStart(places + 1, "0");
  return `${text.slice(0, -places)}${SIGN}${text.slice(-places)}`;
}

/** The order of two chances, the greater first, compared exactly. */
export function byChance(one: string, other: string): number {
  const [[a, b], [c, d]] = [parts(one), parts(other)];
  return a * d > c * b ? -1 : a * d < c * b ? 1 : 0;
}

/** A share of games, which is measured and no exact chance, as people read it; and a difference of two, in points. */
export const share = (part: number): string => `${(100 * part).toFixed(1)}%`;
export const gained = (part: number): string => `${part < 0 ? "−" : "+"}${Math.abs(100 * part).toFixed(1)}`;

/** A number between 0 and 1 for the length of a bar; never for what is said. */
export function lengthOf(text: string): number {
  const [over, under] = parts(text);
  return Number((over * 1_000_000n) / under) / 1_000_000;
}

/** A chance as people read it, one decimal; what is not nothing never reads as none. */
export function percent(text: string): string {
  const [over, under] = parts(text);
  if (over > 0n && over * 2000n < under) return `< ${pointed(1n, 1)}${HUNDREDTHS}`;
  if (over < under && (under - over) * 2000n < under) return `> ${pointed(999n, 1)}${HUNDREDTHS}`;
  return `${pointed((2000n * over + under) / (2n * under), 1)}${HUNDREDTHS}`;
}

/** A number in tenths, hundredths and so on, ties to the even one. */
function rounded(text: string, places: number): bigint {
  const [over, under] = parts(text.replace("-", ""));
  const twice = 2n * over * 10n ** BigInt(places) + under;
  const near = twice / (2n * under);
  return twice % (2n * under) === 0n && near % 2n === 1n ? near - 1n : near;
}

/** A number with so many decimals: "0.33". */
export const decimal = (text: string, places = 2): string => pointed(rounded(text, places), places);

/** Long fractions are for the table and for copying, not for a headline. */
export const short = (text: string): string => (text.length <= 17 ? text : "");

/** A difference of chances in percentage points: `points("-1/36")` is "−2.8"; what is not nothing never reads as none. */
export function points(p: string): string {
  const tenths = rounded(p, 3);
  if (p === "0") return "0";
  return `${p.startsWith("-") ? "−" : "+"}${tenths > 0n ? pointed(tenths, 1) : `<${pointed(1n, 1)}`}`;
}

/** Less, equal or more, for a mark that is not colour alone. */
export function direction(p: string | null): "up" | "down" | "same" {
  if (p === null || p === "0") return "same";
  return p.startsWith("-") ? "down" : "up";
}

/** A value of a marginal with its chance, and for a count the chance of at least that many. */
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
