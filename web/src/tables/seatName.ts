/** Seats as people call them. */

import type { Key } from "../words/en";

type Say = (key: Key) => string;

/** A seat's name: a side keeps its own, the master and the watchers have theirs in the page's language. */
export function seatName(seat: string, say: Say): string {
  if (seat === "gm") return say("table.seat.gm");
  if (seat === "spectator") return say("table.seat.spectator");
  return seat ? seat[0]!.toUpperCase() + seat.slice(1) : seat;
}
