import type { Example } from "../api/shapes";

export interface Group {
  id: string;
  name: string;
  examples: Example[];
}

/** Examples under their games, in the order the games are listed; versions of one game stand together. */
export function byRuleset(examples: readonly Example[], games: readonly { id: string; name: string }[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { id, name } of families(games)) groups.set(id, { id, name, examples: [] });
  for (const one of examples) groups.get(family(one.ruleset))?.examples.push(one);
  return [...groups.values()].filter((group) => group.examples.length > 0);
}

/** Games without their versions, each under its name alone. */
export function families(games: readonly { id: string; name: string }[]): { id: string; name: string }[] {
  const known = new Map<string, string>();
  for (const { id, name } of games) {
    if (!known.has(family(id))) known.set(family(id), name.replace(/ \(.*\)$|, (version|rules) .*$/, ""));
  }
  return [...known].map(([id, name]) => ({ id, name }));
}

function family(id: string): string {
  return id.split("@")[0] ?? id;
}
