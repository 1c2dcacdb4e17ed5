import type { Example } from "../api/shapes";

/** A game, or an edition of one, as the server lists it. */
export interface Listed {
  id: string;
  name: string;
  takes_maps: boolean;
}

export interface Group {
  id: string;
  name: string;
  /** The newest first. */
  editions: (Listed & { edition: string })[];
  examples: Example[];
  setups: Example[];
}

/** Battles under their games, in the order the games are listed; editions of one game stand together. */
export function grouped(battles: readonly Example[], games: readonly Listed[]): Group[] {
  const groups = new Map<string, Group>();
  for (const game of games) {
    const id = family(game.id);
    const name = game.name.replace(/ \(.*\)$|, (version|rules) .*$/, "");
    const group = groups.get(id) ?? { id, name, editions: [], examples: [], setups: [] };
    const edition = game.name.slice(name.length).replace(/^[ ,(]+|\)$/g, "");
    groups.set(id, { ...group, editions: [{ ...game, edition }, ...group.editions] });
  }
  for (const one of battles) groups.get(family(one.ruleset))?.[one.kind === "setup" ? "setups" : "examples"].push(one);
  return [...groups.values()];
}

/** A game without its edition. */
export const family = (id: string): string => id.split("@")[0] ?? id;
