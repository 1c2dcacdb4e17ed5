import type { Example } from "../api/shapes";

export interface Group {
  id: string;
  name: string;
  examples: Example[];
}

/** Examples under their games, in the order the games are listed; versions of one game stand together. */
export function byRuleset(examples: readonly Example[], games: readonly { id: string; name: string }[]): Group[] {
  const groups = new Map<string, Group>();
  for (const game of games) {
    const id = family(game.id);
    if (!groups.has(id)) groups.set(id, { id, name: game.name.replace(/ \(.*\)$|, (version|rules) .*$/, ""), examples: [] });
  }
  for (const one of examples) groups.get(family(one.ruleset))?.examples.push(one);
  return [...groups.values()].filter((group) => group.examples.length > 0);
}

function family(id: string): string {
  return id.split("@")[0] ?? id;
}
