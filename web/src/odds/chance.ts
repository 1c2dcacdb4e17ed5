/** Chances as exact fractions: the engine sends "11/36", and nothing is rounded before it is shown. */
export interface Ratio {
  over: bigint;
  under: bigint;
}

const GONE: Ratio = { over: 0n, under: 1n };

export function ratio(text: string): Ratio {
  const [over = "0", under = "1"] = text.split("/");
  return { over: BigInt(over), under: BigInt(under) };
}

export function plus(a: Ratio, b: Ratio): Ratio {
  return reduced({ over: a.over * b.under + b.over * a.under, under: a.under * b.under });
}

export function times(count: bigint, { over, under }: Ratio): Ratio {
  return reduced({ over: count * over, under });
}

export function sum(all: Iterable<Ratio>): Ratio {
  let whole = GONE;
  for (const one of all) whole = plus(whole, one);
  return whole;
}

export function fractionOf({ over, under }: Ratio): string {
  return under === 1n ? `${over}` : `${over}/${under}`;
}

/** The decimal sign of the browser's language. */
const SIGN = new Intl.NumberFormat().formatToParts(0.5).find((part) => part.type === "decimal")?.value ?? ".";

/** The percent sign as the browser's language writes it: "%" or, behind a space that does not break, " %". */
const HUNDREDTHS = new Intl.NumberFormat(undefined, { style: "percent" })
  .formatToParts(0.5)
  .slice(1)
  .map((part) => part.value)
  .join("");

/** Digits with so many of them behind the decimal sign. */
export function pointed(digits: bigint, places: number): string {
  const text = String(digits).padStart(places + 1, "0");
  return `${text.slice(0, -places)}${SIGN}${text.slice(-places)}`;
}

/** The order of two chances, the greater first, compared exactly. */
export function byChance(one: string, other: string): number {
  const [a, b] = [ratio(one), ratio(other)];
  const more = a.over * b.under - b.over * a.under;
  return more > 0n ? -1 : more < 0n ? 1 : 0;
}

/** A share of games, which is measured and no exact chance, as people read it; and a difference of two, in points. */
export const share = (part: number): string => `${(100 * part).toFixed(1)}%`;
export const gained = (part: number): string => `${part < 0 ? "−" : "+"}${Math.abs(100 * part).toFixed(1)}`;

/** A number between 0 and 1 for the length of a bar; never for what is said. */
export function lengthOf({ over, under }: Ratio): number {
  return Number((over * 1_000_000n) / under) / 1_000_000;
}

/** A chance as people read it, one decimal, as the command line says it; what is not nothing never reads as none. */
export function percent(text: string): string {
  const { over, under } = ratio(text);
  if (over > 0n && over * 1000n < under) return `< ${pointed(1n, 1)}${HUNDREDTHS}`;
  if (over < under && (under - over) * 1000n < under) return `> ${pointed(999n, 1)}${HUNDREDTHS}`;
  return `${pointed((2n * 1000n * over + under) / (2n * under), 1)}${HUNDREDTHS}`;
}

/** The chance that it is not so. */
export function complement(text: string): string {
  const { over, under } = ratio(text);
  return fractionOf(reduced({ over: under - over, under }));
}

/** A number with so many decimals, rounded once, from its exact fraction: "0.33", with the decimal sign of the browser's language. */
export function decimal(text: string, places = 2): string {
  const { over, under } = ratio(text);
  const ten = 10n ** BigInt(places);
  return pointed((2n * ten * over + under) / (2n * under), places);
}

/** Long fractions are for the table and for copying, not for a headline. */
export function short(text: string): string {
  return text.length <= 17 ? text : "";
}

function reduced({ over, under }: Ratio): Ratio {
  let a = over < 0n ? -over : over;
  let b = under;
  while (b > 0n) [a, b] = [b, a % b];
  return a > 1n ? { over: over / a, under: under / a } : { over, under };
}

/** A difference in percentage points with its sign: `points("-1/36")` is "−2.8". */
export function points(p: string): string {
  const tenths = Math.round(lengthOf(ratio(p)) * 1000);
  if (p === "0") return "±0";
  return (p.startsWith("-") ? "−" : "+") + pointed(BigInt(Math.abs(tenths)), 1);
}

/** Less, equal or more, for a mark that is not colour alone. */
export function direction(p: string | null): "up" | "down" | "same" {
  if (p === null || p === "0") return "same";
  return p.startsWith("-") ? "down" : "up";
}

/** An average to one decimal, marked where that is not all of it: `mean("5/2")` is "2.5", `mean("1/3")` is "≈ 0.3". */
export function mean(p: string): string {
  const { over, under } = ratio(p);
  const tenths = (20n * over + under) / (2n * under);
  return `${tenths * under === 10n * over ? "" : "≈ "}${pointed(tenths, 1)}`;
}
