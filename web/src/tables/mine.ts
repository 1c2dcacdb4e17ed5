/** The tables at which this browser has a seat, the last one first. */
import { forget, keep, kept } from "../play/storage";

export interface MyTable {
  id: string;
  name: string;
  seat: string;
}

const LIST = "tables";
const MOST = 50;

export function myTables(): MyTable[] {
  try {
    const list = JSON.parse(kept(LIST) ?? "[]") as MyTable[];
    return Array.isArray(list) ? list.filter((one) => typeof one?.id === "string" && typeof one.name === "string") : [];
  } catch {
    return [];
  }
}

/** Keep a table that somebody sits at. */
export function sat({ id, name, seat }: MyTable): void {
  keep(LIST, JSON.stringify([{ id, name, seat }, ...myTables().filter((one) => one.id !== id)].slice(0, MOST)));
}

/** Forget a table, and the way to its seat. */
export function left(id: string): void {
  keep(LIST, JSON.stringify(myTables().filter((one) => one.id !== id)));
  forget(`seat.${id}`);
}
