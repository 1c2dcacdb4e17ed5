/** A table as one seat has it before them: what the server says, what it heard since, and how to say something. */

import { ProblemError } from "../api/problem";
import { entriesOf } from "../replay/entries";
import { TableApi, type TableState } from "./api";
import { type Answer, Live, liveUrl, type Status } from "./live";
import type { TableEvent } from "./messages";
import { askedUndo } from "./undo";

/** Why something said did not happen, for the page to tell. */
export interface Refused {
  why: "stale" | "illegal" | "forbidden" | "bad" | "lost";
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
  #live: Live | null = null;
  #asking: AbortController | null = null;

  constructor(
    readonly table: string,
    private readonly token: string,
  ) {
    this.api = new TableApi(table, token);
  }

  /** Sit down: what has happened so far, then whatever happens. */
  async start(): Promise<void> {
    try {
      const [state, events] = await Promise.all([this.api.state(), this.api.events(0)]);
      this.state = state;
      this.events = events;
    } catch (wrong) {
      if (wrong instanceof ProblemError && wrong.status >= 400 && wrong.status < 500) {
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
        },
        event: (event) => this.#heard(event),
        presence: ({ online = {} }) => (this.online = online as Record<string, number>),
        resync: () => void this.#resync(),
      },
      this.events.at(-1)?.seq ?? 0,
    );
    this.#live.start();
  }

  /** Say something to the table; whoever waits hears whether it happened. */
  async say(kind: string, body: Record<string, any> = {}): Promise<Answer> {
    if (!this.#live) return { ok: false, why: "lost" };
    this.refused = null;
    this.saying += 1;
    const answer = await this.#live.say({ kind, body });
    this.saying -= 1;
    if (!answer.ok) {
      this.refused = { why: answer.why ?? "bad", detail: answer.problem?.detail ?? "" };
      if (answer.why === "stale") await this.refresh();
    }
    return answer;
  }

  /** The table as it stands now; only the newest question counts. */
  async refresh(): Promise<void> {
    this.#asking?.abort();
    const mine = new AbortController();
    this.#asking = mine;
    try {
      this.state = await this.api.state(mine.signal);
    } catch (wrong) {
      if (mine.signal.aborted) return;
      if (wrong instanceof ProblemError && (wrong.status === 401 || wrong.status === 403)) this.wrong = wrong;
    }
  }

  wake = (): void => this.#live?.wake();

  stop(): void {
    this.#asking?.abort();
    this.#live?.stop();
    this.#live = null;
  }

  #heard(event: TableEvent): void {
    this.events = [...this.events, event];
    void this.refresh();
  }

  async #resync(): Promise<void> {
    try {
      const events = await this.api.events(0);
      this.events = events;
      this.#live?.resumeAt(events.at(-1)?.seq ?? 0);
      await this.refresh();
    } catch {
      // The line will break too, and says so; the next one asks again.
    }
  }
}
