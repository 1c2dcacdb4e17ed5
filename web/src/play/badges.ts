/** What stands at each enemy of a shooter: the headline chance, or the first reason against the shot; as if on its turn. */
import type { Choice, Targets } from "../api/shapes";
import type { Badge } from "../board/badge";
import { decimal, percent } from "../odds/chance";
import { averageOf } from "../odds/distribution";
import { say } from "../words/words.svelte";
import { waysOf } from "./ways";

export function badgesOf(targets: Targets | null, commands: readonly Choice[]): Record<string, Badge> {
  const badges: Record<string, Badge> = {};
  const when = targets?.in_turn === false ? `, ${say("badge.onItsTurn")}` : "";
  for (const answer of targets?.targets ?? []) {
    const target = answer.shot.target;
    const headline = answer.odds?.headline;
    const way = waysOf(commands, answer.shot.shooter, target).find((one) => one.odds);
    const odds = answer.odds ?? way?.odds;
    const expected = odds && "expected" in odds ? odds.expected : null;
    const mean = expected ? { mean: decimal(expected.mean) } : {};
    const average = expected ? `, ${averageOf(expected)}` : "";
    if (headline) badges[target] = { look: "legal", text: percent(headline.p), p: headline.p, words: `${percent(headline.p)} ${headline.name}${average}${when}`, ...mean };
    else if (way?.odds) badges[target] = { look: "legal", text: percent(way.odds.p), p: way.odds.p, words: `${percent(way.odds.p)}, ${way.text}${average}`, ...mean };
    else {
      const reason = answer.refusals[0];
      badges[target] = { look: "refused", text: "", words: reason ? `${reason.message} ${reason.rule}` : "" };
    }
  }
  return badges;
}
