/** The tables at which this browser has a seat, the last one first. */
import { browser } from "../play/storage";

export interface MyTable {
  id: string;
  name: string;
  seat: string;
}

const LIST = "tables";
const MOST = 50;

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
