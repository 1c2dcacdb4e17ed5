/** A battle that is played alone made into a table: its history goes along, and this browser keeps the seats' links. */
import type { Battle } from "../api/shapes";
import type { Game } from "../play/game";
import { applied, underlayOf } from "../play/game";
import { browser } from "../play/storage";
import { say } from "../words/words.svelte";
import { makeTable, type NewTable, TableApi } from "./api";

/** Links by the names of their seats, as far as this browser knows them. */
type Links = Record<string, Link>;

interface Link {
  url: string;
  /** So often the seat had been changed when it got this link: whoever changes it again makes it useless. */
  nth: number;
}

/** The longest reason that a table takes. */
const LONGEST = 200;

/** A battle as it stood after a step of the game so far, and what came of that step. */
interface Before {
  after: Battle;
  what: string;
}

/** Set up a table, go through what was played before there was one, and keep its links; answers where one sits as the game master. */
export async function opened(table: NewTable, before: readonly Before[]): Promise<string> {
  const made = await makeTable(table);
  keepLinks(made.table, Object.fromEntries(made.seats.map((seat) => [seat.seat, { url: seat.url, nth: 0 }])));
  const { url, token } = made.seats.find((seat) => seat.seat === "gm")!;
  const api = new TableApi(made.table, token);
  let { head } = await api.state();
  let last = JSON.stringify(table.battle);
  for (const [n, { after, what }] of before.entries()) {
    if (JSON.stringify(after) === last) continue;
    last = JSON.stringify(after);
    const reason = say("invite.before", { what }).slice(0, LONGEST);
    ({ seq: head } = await api.say({ cmd_id: `before-${n}`, expect: head, kind: "override", body: { battle: after, reason } }));
  }
  return url;
}

/** A table that goes on from a game: it begins as the game began, and has come as far. */
export function invited(game: Game): Promise<string> {
  const underlay = underlayOf(game);
  const table = { battle: game.start, name: game.title.slice(0, 120), ...(game.about && { about: game.about }), ...(underlay && { underlay }) };
  return opened(table, applied(game).map(({ after, outcome, title }) => ({ after, what: outcome || title })));
}

export const linksOf = (table: string): Links => browser.data<Links>(`links.${table}`, {});

export const keepLinks = (table: string, links: Links): unknown => browser.keep(`links.${table}`, { ...linksOf(table), ...links });

/** Whether an address is known on this machine alone. */
export function isLocal(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);
}
