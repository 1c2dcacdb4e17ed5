/** Differences of chances: percentage points, from exact fractions. */

import type { Fraction } from "../api/shapes";
import { lengthOf, ratio } from "../odds/chance";

/** A difference in percentage points with its sign: `points("-1/36")` is "−2.8". */
export function points(p: Fraction): string {
  const value = Math.round(lengthOf(ratio(p)) * 1000) / 10;
  const text = Math.abs(value).toFixed(1);
  if (text !== "0.0") return (value > 0 ? "+" : "−") + text;
  return p === "0" ? "±0" : p.startsWith("-") ? "−0.0" : "+0.0";
}

/** Less, equal or more, for a mark that is not colour alone. */
export function direction(p: Fraction | null): "up" | "down" | "same" {
  if (p === null || p === "0") return "same";
  return p.startsWith("-") ? "down" : "up";
}

/** An average to one decimal, marked where that is not all of it: `mean("5/2")` is "2.5", `mean("1/3")` is "≈ 0.3". */
export function mean(p: Fraction): string {
  const { over, under } = ratio(p);
  const tenths = (20n * over + under) / (2n * under);
  return `${tenths * under === 10n * over ? "" : "≈ "}${tenths / 10n}.${tenths % 10n}`;
}
