/** A battle that is played alone made into a table: its history goes along, and this browser keeps the seats' links. */
import type { Game } from "../play/game";
import { applied, underlayOf } from "../play/game";
import { browser } from "../play/storage";
import { say } from "../words/words.svelte";
import { type Made, makeTable, type NewTable, TableApi } from "./api";

/** Links by the names of their seats, as far as this browser knows them. */
export type Links = Record<string, Link>;

interface Link {
  url: string;
  /** So often the seat had been changed when it got this link: whoever changes it again makes it useless. */
  nth: number;
}

/** The longest reason that a table takes. */
const LONGEST = 300;

/** Set up a table, keep its links, and sit at it as the game master; answers where it is. */
export async function opened(table: NewTable, game?: Game): Promise<string> {
  const made = await makeTable(table);
  keepLinks(made.table, Object.fromEntries(made.seats.map((seat) => [seat.seat, { url: seat.url, nth: 0 }])));
  if (game) await relived(made, game);
  return made.seats.find((seat) => seat.seat === "gm")?.url ?? `/t/${made.table}`;
}

/** A table that goes on from a game: it begins as the game began, and has come as far. */
export function invited(game: Game): Promise<string> {
  const underlay = underlayOf(game);
  return opened({ battle: game.start, name: game.title.slice(0, 120), ...(game.about && { about: game.about }), ...(underlay && { underlay }) }, game);
}

/** Every step that stands becomes an entry of the game master's: its dice were thrown before there was a table. */
async function relived({ table, seats }: Made, game: Game): Promise<void> {
  const api = new TableApi(table, seats.find((seat) => seat.seat === "gm")!.token);
  let { head } = await api.state();
  let before = JSON.stringify(game.start);
  for (const { after, outcome, title, seq } of applied(game)) {
    if (JSON.stringify(after) === before) continue;
    before = JSON.stringify(after);
    const reason = say("invite.before", { what: outcome || title }).slice(0, LONGEST);
    ({ seq: head } = await api.say({ cmd_id: `before-${seq}`, expect: head, kind: "override", body: { battle: after, reason } }));
  }
}

export const linksOf = (table: string): Links => browser.data<Links>(`links.${table}`, {});

export const keepLinks = (table: string, links: Links): unknown => browser.keep(`links.${table}`, { ...linksOf(table), ...links });

/** Whether an address is known on this machine alone. */
export function isLocal(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);
}
