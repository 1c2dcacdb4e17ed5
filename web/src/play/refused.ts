/** Targets that may not be shot, for a list that people read: many of them grouped by the rules against them. */
import type { Answer } from "../api/shapes";

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
