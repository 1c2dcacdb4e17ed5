/** Seats of this browser at tables: the secret of each comes in the link's fragment, which no server ever sees, and then stays in the browser. */
import { browser, type Keeping } from "../play/storage";

interface Fragment {
  seat: string | null;
  /** The entry of the log that the link points to. */
  entry: number | null;
  /** Whether whoever follows it has just set the table up, and invites others. */
  invites: boolean;
  /** The secret of the seat's dice, in a link from another device of the same player. */
  dice: string | null;
}

/** What a link's fragment says.
 *
 * `readFragment("#seat=abc&e=12")` is `{seat: "abc", entry: 12, invites: false, dice: null}`. */
export function readFragment(hash: string): Fragment {
  const values = new URLSearchParams(hash.replace(/^#/, ""));
  const seat = values.get("seat");
  const entry = values.get("e");
  const dice = values.get("dice");
  return {
    seat: seat && /^[A-Za-z0-9_-]{16,128}$/.test(seat) ? seat : null,
    entry: entry && /^\d{1,9}$/.test(entry) ? Number(entry) : null,
    invites: values.has("invite"),
    dice: dice && /^[0-9a-f]{64}$/.test(dice) ? dice : null,
  };
}

/** The seat's secret for a table: from the link, else from this tab, else from this browser; kept in both.
 *
 * A tab keeps its own, so that two seats of one table can be open side by side. */
export function takeSeat(table: string, hash: string, tab: Keeping, browser: Keeping): string | null {
  const token = readFragment(hash).seat ?? tab.kept(`seat.${table}`) ?? browser.kept(`seat.${table}`);
  // Where nothing may be kept, the seat lasts as long as the page.
  for (const place of token ? [tab, browser] : []) place.keep(`seat.${table}`, token);
  return token;
}

/** Forget a seat that is no longer good. */
export function leaveSeat(table: string, ...places: Keeping[]): void {
  for (const place of places) place.forget(`seat.${table}`);
}

/** The fragment to show in the address bar: the same without the secret. */
export function withoutSeat(hash: string): string {
  const { entry } = readFragment(hash);
  return entry === null ? "" : `#e=${entry}`;
}

/** A table at which this browser has a seat. */
export interface MyTable {
  id: string;
  name: string;
  seat: string;
}

const LIST = "tables";
const MOST = 50;

/** All of them, the last one first. */
export function myTables(): MyTable[] {
  return browser.data<MyTable[]>(LIST, [], Array.isArray).filter((one) => typeof one?.id === "string" && typeof one.name === "string");
}

/** Keep a table that somebody sits at. */
export function sat({ id, name, seat }: MyTable): void {
  browser.keep(LIST, [{ id, name, seat }, ...myTables().filter((one) => one.id !== id)].slice(0, MOST));
}

/** Forget a table, and the way to its seat. */
export function left(id: string): void {
  browser.keep(LIST, myTables().filter((one) => one.id !== id));
  browser.forget(`seat.${id}`);
}
