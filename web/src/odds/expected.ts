/** What is to be expected of a shot on average, beside the one chance that is asked for first. */
import type { Expected, OddsData } from "../api/shapes";
import { say } from "../words/words.svelte";
import { decimal } from "./chance";
import { distributions, headlined, meanOf } from "./distribution";

/** The exact average of what the headline is read from; null where that is no count. */
export function expectedIn({ headline, marginals }: OddsData): Expected | null {
  const first = headlined(distributions(marginals), headline.of);
  const mean = first ? meanOf(first) : null;
  return first && mean !== null ? { of: first.name, mean } : null;
}

/** An average in words: "0.33 hits on average". */
export function averageOf({ of, mean }: Expected): string {
  return say("odds.mean", { mean: decimal(mean), of: of.replaceAll("_", " ") });
}
