/** Seats and sides as people call them. */
import { say } from "../words/words.svelte";

/** What the players of the table that is shown call themselves, by seat. */
class Players {
  names = $state.raw<Readonly<Record<string, string>>>({});

  take(seats: readonly { name: string; player: string | null }[]): void {
    this.names = Object.fromEntries(seats.flatMap(({ name, player }) => (player ? [[name, player]] : [])));
  }
}

export const players = new Players();

/** A seat's name: a side keeps its own, the master and the watchers have theirs in the page's language. */
export function seatName(seat: string): string {
  if (seat === "gm") return say("table.seat.gm");
  if (seat === "spectator") return say("table.seat.spectator");
  return seat ? seat[0]!.toUpperCase() + seat.slice(1) : seat;
}

/** What a side, or a seat, is called: by its player's name where that is known. */
export function nameOf(who: string): string {
  const player = players.names[who];
  return player ? `${player} (${seatName(who)})` : seatName(who);
}
