/** Differences of chances: percentage points, from exact fractions. */

import type { Fraction } from "../api/shapes";
import { lengthOf, pointed, ratio } from "../odds/chance";

/** A difference in percentage points with its sign: `points("-1/36")` is "−2.8". */
export function points(p: Fraction): string {
  const tenths = Math.round(lengthOf(ratio(p)) * 1000);
  if (p === "0") return "±0";
  return (p.startsWith("-") ? "−" : "+") + pointed(BigInt(Math.abs(tenths)), 1);
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
  return `${tenths * under === 10n * over ? "" : "≈ "}${pointed(tenths, 1)}`;
}
