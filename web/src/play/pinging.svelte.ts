/** Pointing at a place of the board, for everybody at a table to see for some seconds. */
import { tick } from "svelte";
import type { Thing } from "../board/things";
import { spoken } from "../spoken.svelte";
import { say } from "../words/words.svelte";
import type { Play } from "./play.svelte";

/** So many milliseconds everybody sees where somebody points. */
const SEEN = 6_000;

interface Ping {
  seq: number;
  place: string;
  who: string;
}

export class Pinging {
  /** Whether the next place that is chosen is pointed at. */
  on = $state(false);
  /** Where somebody points just now. */
  pings = $state.raw<readonly Ping[]>([]);

  constructor(private readonly play: Play) {}

  readonly may = $derived.by(() => {
    const { bench, past, reading, rights, table } = this.play;
    return table !== null && rights.plays && !bench && past === null && reading?.places != null;
  });

  /** The next place that is chosen is pointed at, or no longer; the keys are on the board at once. */
  turn(on: boolean): void {
    this.on = on && this.may;
    if (this.on) void tick().then(() => this.play.board?.focus());
  }

  /** Point at something. */
  async at(thing: Thing): Promise<void> {
    const { board, units } = this.play;
    const stands = units.find((one) => thing.kind === "unit" && one.id === thing.id)?.place;
    const place = stands ? String(stands) : thing.kind === "cell" ? thing.id : board?.placeOn(thing.at)?.id;
    this.on = false;
    if (place) await this.play.tell("chat", { text: say("ping.text", { place }), place });
  }

  /** Somebody points somewhere: that is seen and said, and goes by itself. */
  seen(ping: Ping, text: string): void {
    this.pings = [...this.pings, ping];
    spoken.say(`${ping.who}: ${text}`);
    setTimeout(() => (this.pings = this.pings.filter((one) => one.seq !== ping.seq)), SEEN);
  }
}
