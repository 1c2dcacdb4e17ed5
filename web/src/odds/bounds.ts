/** What other lawful answers could make of the odds: the least and the greatest chance. */
import type { OddsData } from "../api/shapes";
import { complement } from "./chance";

export interface Range {
  name: string;
  value: string;
  least: string;
  most: string;
}

/** Every value whose chance hangs on an answer, in the order of the odds. */
export function rangesOf({ bounds }: OddsData): Range[] {
  return Object.entries(bounds ?? {}).flatMap(([name, values]) =>
    Object.entries(values)
      .filter(([, [least, most]]) => least !== most)
      .map(([value, [least, most]]) => ({ name: name.replaceAll("_", " "), value, least, most })),
  );
}

/** The range of the headline, where other answers move it. */
export function headlineRange(odds: OddsData): [string, string] | null {
  const range = spanOf(odds);
  return range && range[0] !== range[1] ? range : null;
}

/** The span of the value whose chance the headline is, or of the one that it is the chance against. */
function spanOf({ headline, bounds, marginals }: OddsData): [string, string] | null {
  const of = headline.of ?? "";
  for (const [value, [least, most]] of Object.entries(bounds?.[of] ?? {})) {
    const p = marginals[of]?.[value] ?? "0";
    if (p === headline.p) return [least, most];
    if (complement(p) === headline.p) return [complement(most), complement(least)];
  }
  return null;
}
