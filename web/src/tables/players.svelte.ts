/** What the players of the table that is shown call themselves, by seat. */
class Players {
  names = $state.raw<Readonly<Record<string, string>>>({});

  take(seats: readonly { name: string; player: string | null }[]): void {
    this.names = Object.fromEntries(seats.flatMap(({ name, player }) => (player ? [[name, player]] : [])));
  }
}

export const players = new Players();
