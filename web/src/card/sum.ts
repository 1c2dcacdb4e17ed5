/** Modifiers as a running sum that ends in the number rolled. */
import type { Modifier } from "../api/shapes";

export interface Term {
  sign: string;
  name: string;
  because: string;
  rule: string;
  after: string;
}

export interface Sum {
  applied: Term[];
  whole: string;
  not: Term[];
}

/** A number with a true minus. */
export function minus(value: number): string {
  return String(value).replace("-", "\u2212");
}

/** A number with its sign. */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : minus(value);
}

export function summed(modifiers: readonly Modifier[]): Sum {
  let whole = 0;
  const term = (one: Modifier, after: string): Term => {
    return { sign: signed(one.value), name: one.name, because: one.because ?? "", rule: one.rule, after };
  };
  const applied = modifiers
    .filter((one) => one.applies)
    .map((one) => {
      whole += one.value;
      return term(one, minus(whole));
    });
  return { applied, whole: minus(whole), not: modifiers.filter((one) => !one.applies).map((one) => term(one, "")) };
}
