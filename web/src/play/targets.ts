/** The enemies of a shooter as people read them: asked about, told at each on the board, and grouped in a list. */
import type { Answer, Choice, Targets } from "../api/shapes";
import type { Badge } from "../board/badge";
import { averageOf, decimal, percent } from "../odds/chance";
import { say } from "../words/words.svelte";
import { waysOf } from "./choices";

/** So many are asked about first, where there are twice as many. */
const FIRST = 24;

/** Every enemy of a shooter asked about; where there are many, those that somebody looks at before the others. */
export async function surveyed(near: readonly string[], ask: (only?: string[]) => Promise<Targets>, glimpse: (first: Targets) => unknown): Promise<Targets> {
  if (near.length > 2 * FIRST) glimpse(await ask(near.slice(0, FIRST)));
  return ask();
}

/** What stands at each enemy of a shooter: the headline chance, or the first reason against the shot; as if on its turn. */
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

/** So many targets a list names one by one, each with its reasons. */
const MOST = 12;

export interface Refused {
  rules: string[];
  targets: Answer[];
}

/** Those that stand in the list one by one, and groups of the others, the largest first; of few targets all stand in it. */
export function grouped(targets: readonly Answer[]): { single: Answer[]; groups: Refused[] } {
  if (targets.length <= MOST) return { single: [...targets], groups: [] };
  const groups = new Map<string, Refused>();
  for (const one of targets) {
    if (one.legal) continue;
    const rules = [...new Set(one.refusals.map((refusal) => refusal.rule))].sort();
    const key = rules.join(" ");
    const group = groups.get(key) ?? { rules, targets: [] };
    group.targets.push(one);
    groups.set(key, group);
  }
  return { single: targets.filter((one) => one.legal), groups: [...groups.values()].sort((a, b) => b.targets.length - a.targets.length) };
}
