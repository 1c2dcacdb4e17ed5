/** A table as one seat has it before them: what the server says, what it heard since, and how to say something. */

import { Drawer } from "../fair/keeping";
import { type DiceWord, SeatDice } from "../fair/seat.svelte";
import { mayPass, ProblemError } from "../api/problem";
import type { Answers, Battle, CommandData, Schemas, Shot } from "../api/shapes";
import { browser } from "../play/storage";
import { type Along, Refusal, type Rights, type Taken, type Transport } from "../play/transport";
import { entriesOf, lastStep } from "../replay/entries";
import { say } from "../words/words.svelte";
import { TableApi, type TableEvent, type TableState } from "./api";
import { type Answer, Live, liveUrl, type Status } from "./live";

export class Session implements Transport {
  state = $state.raw<TableState | null>(null);
  events = $state.raw<readonly TableEvent[]>([]);
  status = $state<Status>("connecting");
  /** How many are there now, by seat. */
  online = $state.raw<Record<string, number>>({});
  /** The page cannot go on: no such table, or no such seat. */
  wrong = $state<ProblemError | null>(null);
  #saying = $state(0);

  readonly own = null;
  readonly table = this;
  readonly unread = null; // a table that cannot be read is shown again by the line to it
  readonly log = $derived(entriesOf(this.events));
  readonly last = $derived(lastStep(this.log));
  readonly busy = $derived(this.#saying > 0);
  readonly standing = $derived(this.state && { battle: this.state.battle, reading: this.state });
  readonly rights = $derived.by<Rights>(() => {
    const { sides = [], may = [] } = this.state?.seat ?? {};
    const all = may.includes("reveal");
    return { plays: may.includes("command"), all, sides, edits: all };
  });
  readonly ended = $derived(this.state?.revealed ?? false);
  readonly name = $derived(this.state?.name ?? "");
  readonly about = $derived(this.state?.about ?? "");
  /** The name of this seat. */
  readonly seat = $derived(this.state?.seat.name ?? "");
  /** What somebody asks the others to agree to, and is not yet answered. */
  readonly request = $derived(this.state?.request ?? null);
  /** The entry that the shown state belongs to. */
  readonly settled = $derived(this.state !== null && this.state.head >= (this.events.at(-1)?.seq ?? 0));

  readonly api: TableApi;
  /** This seat's part in the dice. */
  dice = $state.raw<SeatDice | null>(null);
  drawer: Drawer | null = null;
  #live: Live | null = null;
  readonly #sayingOfDice = new Set<string>();
  #asking: AbortController | null = null;
  #refreshed: Promise<void> = Promise.resolve();

  constructor(
    readonly id: string,
    readonly token: string,
    /** The secret of this seat's dice where it comes from another device. */
    private readonly secret: string | null = null,
    /** The line stands, at first or again: what went unanswered meanwhile is asked again, once. */
    private readonly onlive: () => void = () => undefined,
  ) {
    this.api = new TableApi(id, token);
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
      (after) => new WebSocket(liveUrl(this.id, after)),
      this.token,
      {
        status: (status) => {
          this.status = status;
          if (status === "live") this.onlive();
        },
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
          this.dice?.takeNote(text);
          this.#live?.showHead(text);
        },
        head: (seat, note) => this.dice?.takeOther(seat, note),
      },
      this.events.at(-1)?.seq ?? 0,
    );
    this.#live.start();
  }

  /** Say something to the table; comes back once the page shows what came of it, or a throw is asked for. Throws what is refused. */
  async say(kind: string, body: Record<string, any> = {}): Promise<Answer> {
    this.#saying += 1;
    try {
      const answer: Answer = this.#live ? await this.#live.say({ kind, body }) : { ok: false, why: "lost" };
      if (answer.ok) await this.#reach(answer.seq ?? 0);
      else if (!answer.problem?.needs) {
        if (answer.why === "stale") void this.refresh();
        throw new Refusal(answer.why ?? "bad", wordsOf(answer));
      }
      return answer;
    } finally {
      this.#saying -= 1;
    }
  }

  async send(command: CommandData | string, { faces = [], reason }: Along): Promise<Schemas["NextThrow"] | null> {
    const dice = this.state?.dice === "server" && this.dice ? { dice: this.dice.expected() } : {};
    const said = faces.length ? this.say("faces", { command, faces }) : this.say("command", { command, ...dice, ...(reason && { reason }) });
    return (await said).problem?.needs ?? null;
  }

  /** The game master's: a change is an entry that says what was changed. */
  async become(after: Battle, title: string): Promise<void> {
    await this.say("override", { battle: after, reason: title });
  }

  async undo(reason = ""): Promise<Taken | undefined> {
    const { last } = this;
    if (!last) return undefined;
    await this.say("undo_request", { seq: last.seq, ...(reason && { reason }) });
    return { kind: "edit", title: say("entry.undo", { seq: last.seq }), dice: last.threw };
  }

  /** What was taken back at a table is done anew. */
  async redo(): Promise<undefined> {
    return undefined;
  }

  at = async (seq: number): Promise<Battle> => (await this.api.at(seq)).battle;
  pictureAt = () => this.state?.underlay ?? null;
  odds = (shot: Shot, signal: AbortSignal, answers: Answers) => this.api.odds(shot, signal, answers);
  targets = (shooter: string, signal: AbortSignal, answers: Answers, only?: string[]) => this.api.targets(shooter, signal, answers, only);
  luck = (signal: AbortSignal) => this.api.luck(signal);

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
  doubt = (): void => this.#live?.doubt();

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
    this.drawer ??= new Drawer(this.id, seat.name, this.secret, browser);
    this.dice = new SeatDice(this.id, seat.name, this.drawer);
    for (const event of this.events) this.dice.hear(event);
    // Where nobody else plays there is nobody to be fair to.
    const others = seats.some((one) => one.name !== seat.name && one.name !== "gm" && one.sides.length && !one.revoked);
    this.dice.takingPart = others && state.dice === "server" && seat.may.includes("dice_value");
    if (state.note !== null) this.dice.takeNote(state.note);
  }

  /** Say what this seat has to say of the dice; nothing twice while its answer is on the way. */
  #sayOfDice(words: readonly DiceWord[] = this.dice?.toSay() ?? []): void {
    for (const one of words) {
      const text = JSON.stringify(one);
      if (this.#sayingOfDice.has(text) || !this.#live) continue;
      this.#sayingOfDice.add(text);
      void this.#live.say(one).then(() => this.#sayingOfDice.delete(text));
    }
  }
}

/** Why something said did not happen. */
function wordsOf({ why, problem }: Answer): string {
  if (why === "stale") return say("table.stale");
  if (why === "lost") return say("table.lost");
  return problem?.detail || say("table.forbidden");
}
