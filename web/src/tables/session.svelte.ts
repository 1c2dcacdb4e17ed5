/** A table as one seat has it before them: what the server says, what it heard since, and how to say something. */

import { Drawer } from "../fair/keeping";
import { type DiceWord, SeatDice, type Trouble } from "../fair/seat";
import { mayPass, ProblemError } from "../api/problem";
import { entriesOf } from "../replay/entries";
import { TableApi, type TableState } from "./api";
import { type Answer, Live, liveUrl, type Status } from "./live";
import type { TableEvent, Why } from "./messages";
import { askedUndo } from "./undo";

/** Why something said did not happen, for the page to tell. */
export interface Refused {
  why: Why | "lost";
  detail: string;
}

export class Session {
  state = $state.raw<TableState | null>(null);
  events = $state.raw<readonly TableEvent[]>([]);
  status = $state<Status>("connecting");
  /** How many are there now, by seat. */
  online = $state.raw<Record<string, number>>({});
  refused = $state<Refused | null>(null);
  /** The page cannot go on: no such table, or no such seat. */
  wrong = $state<ProblemError | null>(null);
  saying = $state(0);

  readonly entries = $derived(entriesOf(this.events));
  readonly undo = $derived(askedUndo(this.events));
  /** The entry that the shown state belongs to. */
  readonly settled = $derived(this.state !== null && this.state.head >= (this.events.at(-1)?.seq ?? 0));

  readonly api: TableApi;
  /** This seat's part in the dice. */
  dice: SeatDice | null = null;
  drawer: Drawer | null = null;
  /** What is wrong with the dice, for the player to see. */
  trouble = $state.raw<readonly Trouble[]>([]);
  #live: Live | null = null;
  readonly #sayingOfDice = new Set<string>();
  #asking: AbortController | null = null;
  #refreshed: Promise<void> = Promise.resolve();

  constructor(
    readonly table: string,
    readonly token: string,
    /** The secret of this seat's dice where it comes from another device. */
    private readonly secret: string | null = null,
  ) {
    this.api = new TableApi(table, token);
  }

  /** Sit down: what has happened so far, then whatever happens. */
  async start(): Promise<void> {
    try {
      const [state, events] = await Promise.all([this.api.state(), this.api.events(0)]);
      this.state = state;
      this.events = events;
      this.#sitAtDice(state);
    } catch (wrong) {
      if (wrong instanceof ProblemError && !mayPass(wrong)) {
        this.wrong = wrong;
        return;
      }
      this.status = "offline";
      window.setTimeout(() => void this.start(), 2_000);
      return;
    }
    this.#live = new Live(
      (after) => new WebSocket(liveUrl(this.table, after)),
      this.token,
      {
        status: (status) => (this.status = status),
        hello: (hello) => {
          this.online = Object.fromEntries(hello.seats.map((seat) => [seat.name, seat.online]));
          if (hello.head !== this.state?.head) void this.refresh();
          for (const [seat, note] of Object.entries(hello.heads)) if (seat !== hello.seat.name) this.dice?.takeOther(seat, note, hello.head);
          if (this.drawer?.kept.note) this.#live?.showHead(this.drawer.kept.note);
          this.#sayOfDice(this.dice?.again());
          this.#sayOfDice();
        },
        event: (event) => this.#heard(event),
        presence: ({ online = {} }) => (this.online = online),
        note: (text) => {
          this.#noted(text);
          this.#live?.showHead(text);
        },
        head: (seat, note) => {
          this.dice?.takeOther(seat, note);
          this.trouble = this.dice?.trouble ?? [];
        },
      },
      this.events.at(-1)?.seq ?? 0,
    );
    this.#live.start();
  }

  /** Say something to the table; whoever waits hears whether it happened, once the page shows what came of it. */
  async say(kind: string, body: Record<string, any> = {}): Promise<Answer> {
    if (!this.#live) return { ok: false, why: "lost" };
    this.refused = null;
    this.saying += 1;
    const answer = await this.#live.say({ kind, body });
    if (!answer.ok) {
      this.refused = { why: answer.why ?? "bad", detail: answer.problem?.detail ?? "" };
      if (answer.why === "stale") await this.refresh();
    } else await this.#reach(answer.seq ?? 0);
    this.saying -= 1;
    return answer;
  }

  /** Wait until the page shows an event: a second tap on what was said would be about a battle that has gone on. */
  async #reach(seq: number): Promise<void> {
    for (let seen = -1; this.state && seen < this.state.head && this.state.head < seq; ) {
      seen = this.state.head;
      await (this.#asking ? this.#refreshed : this.refresh());
    }
  }

  /** The table as it stands now; only the newest question counts. */
  refresh(): Promise<void> {
    this.#asking?.abort();
    this.#asking = new AbortController();
    this.#refreshed = this.#refresh(this.#asking.signal);
    return this.#refreshed;
  }

  async #refresh(signal: AbortSignal): Promise<void> {
    try {
      this.state = await this.api.state(signal);
      this.#asking = null;
    } catch (wrong) {
      if (signal.aborted) return this.#refreshed;
      this.#asking = null;
      if (wrong instanceof ProblemError && (wrong.status === 401 || wrong.status === 403)) this.wrong = wrong;
    }
  }

  wake = (): void => this.#live?.wake();

  stop(): void {
    this.#refreshed = Promise.resolve();
    this.#asking?.abort();
    this.#live?.stop();
    this.#live = null;
  }

  #heard(event: TableEvent): void {
    this.events = [...this.events, event];
    this.dice?.hear(event);
    this.#sayOfDice();
    void this.refresh();
  }

  /** This seat's part in the dice begins with the whole log. */
  #sitAtDice(state: TableState): void {
    const { seat, seats } = state;
    this.drawer ??= new Drawer(this.table, seat.name, this.secret, localStorage);
    this.dice = new SeatDice(this.table, seat.name, this.drawer);
    for (const event of this.events) this.dice.hear(event);
    // Where nobody else plays there is nobody to be fair to.
    const others = seats.some((one) => one.name !== seat.name && one.name !== "gm" && one.sides.length && !one.revoked);
    this.dice.takingPart = others && state.dice === "server" && seat.may.includes("dice_value");
    if (state.note !== null) this.#noted(state.note);
    this.trouble = this.dice.trouble;
  }

  #noted(text: string): void {
    this.dice?.takeNote(text);
    this.trouble = this.dice?.trouble ?? [];
  }

  /** Say what this seat has to say of the dice; nothing twice while its answer is on the way. */
  #sayOfDice(words: readonly DiceWord[] = this.dice?.toSay() ?? []): void {
    this.trouble = this.dice?.trouble ?? [];
    for (const one of words) {
      const text = JSON.stringify(one);
      if (this.#sayingOfDice.has(text) || !this.#live) continue;
      this.#sayingOfDice.add(text);
      void this.#live.say(one).then(() => this.#sayingOfDice.delete(text));
    }
  }
}
