/** Where a replay stands, and how it goes on: it follows the game until somebody moves it. */
export class Replay {
  playing = $state(false);
  /** Index of the stop that is shown; null follows the game. */
  #at = $state<number | null>(null);

  /** The entries at which the battle stood differently, in order, with 0 for the start. */
  constructor(private readonly stops: () => readonly number[]) {}

  readonly last = $derived.by(() => this.stops().length - 1);
  readonly index = $derived.by(() => this.#at ?? this.last);
  /** The entry that is shown, or null for the game as it stands. */
  readonly seq = $derived.by(() => (this.#at === null ? null : (this.stops()[this.#at] ?? null)));
  readonly atStart = $derived.by(() => this.seq !== null && this.seq <= (this.stops()[0] ?? 0));

  /** Stand at another place. */
  to(at: number): void {
    this.#at = Math.max(0, Math.min(this.last, at));
    this.playing = false;
  }

  /** At an entry of the log, or at the last stop before it. */
  toSeq(seq: number): void {
    this.to(this.stops().findLastIndex((stop) => stop <= seq));
  }

  /** Play on from here; from the end, from the start. */
  play(): void {
    if (this.last < 1) return;
    this.to(this.index >= this.last ? 0 : this.index);
    this.playing = true;
  }

  /** One step on; at the end it pauses there and does not follow. */
  tick(): void {
    this.to(this.index + 1);
    this.playing = this.index < this.last;
  }

  /** Back to the game as it stands. */
  follow(): void {
    this.#at = null;
    this.playing = false;
  }
}
