/** The line to a table: what others do arrives in order and once; what is said arrives, whatever the network does. */

import type { Schemas } from "../api/shapes";
import { type Command, freshId, type FromServer, readMessage, type Said, type TableEvent } from "./api";

/** The part of a WebSocket that the line needs. */
export type Wire = Pick<WebSocket, "onopen" | "onmessage" | "onclose" | "send" | "close">;

export type Status = "connecting" | "live" | "offline" | "refused" | "closed";

/** What the line tells the page. */
interface Heard {
  status(status: Status, why?: string): void;
  hello(hello: Schemas["Hello"]): void;
  event(event: TableEvent): void;
  presence(presence: Schemas["Presence"]): void;
  /** How far the log goes, signed by the server, to be kept. */
  note(text: string): void;
  /** A head that another seat holds. */
  head(seat: string, note: string): void;
}

export interface Answer {
  ok: boolean;
  seq?: number;
  result?: Schemas["Result"];
  why?: Schemas["NackMessage"]["why"] | "lost";
  problem?: Schemas["ProblemDetails"];
}

interface Pending {
  command: Command;
  sent: number;
  answer: (answer: Answer) => void;
}

const RESEND = 2_500;
const QUIET = 20_000;
const PATIENCE = 9_000;
const TICK = 1_200;

/** Codes by which the server says that this seat may not sit here; trying again would not help. */
const REFUSED = new Set([4401, 4403, 4404, 4410]);

export class Live {
  head: number;
  status: Status = "closed";
  #pending = new Map<string, Pending>();
  #wire: Wire | null = null;
  #tries = 0;
  #heardAt = 0;
  #asked = false;
  #greeted = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly open: (after: number) => Wire,
    private readonly token: string,
    private readonly heard: Heard,
    after = 0,
  ) {
    this.head = after;
  }

  start(): void {
    if (this.#wire || this.status === "refused") return;
    clearTimeout(this.#again);
    this.#tell(this.#tries ? "offline" : "connecting");
    this.#greeted = false;
    this.#heardAt = Date.now();
    this.#asked = false;
    const wire = this.open(this.head);
    this.#wire = wire;
    wire.onopen = () => this.#wire === wire && wire.send(JSON.stringify({ auth: this.token }));
    wire.onmessage = ({ data }: { data: unknown }) => this.#wire === wire && this.#hear(readMessage(data));
    wire.onclose = ({ code, reason }: { code: number; reason: string }) => this.#wire === wire && this.#lost(code, reason);
    this.#watch();
  }

  /** Connect at once: the network is back, or the player looks at the page again. */
  wake(): void {
    if (this.#wire || this.status === "closed" || this.status === "refused") return;
    this.start();
  }

  /** The browser says that the network is gone, which the line itself would notice late: it is tried anew. */
  doubt(): void {
    if (this.#wire) this.#reconnect();
  }

  /** Show the others a head that this seat holds. */
  showHead(note: string): void {
    if (this.#greeted) this.#wire?.send(JSON.stringify({ head: note }));
  }

  /** Hang up for good; commands without an answer are told that it is lost. */
  stop(): void {
    this.#drop();
    clearTimeout(this.#again);
    for (const { answer } of this.#pending.values()) answer({ ok: false, why: "lost" });
    this.#pending.clear();
    this.#tell("closed");
  }

  /** Say a command; the promise is kept once the server has stored or refused it, however often the line breaks. */
  say(said: Said, expect = this.head): Promise<Answer> {
    const command: Command = { cmd_id: freshId(), expect, ...said };
    return new Promise((answer) => {
      const pending = { command, sent: Date.now(), answer };
      this.#pending.set(command.cmd_id, pending);
      if (this.#greeted) this.#send(pending);
    });
  }

  #hear(message: FromServer | null): void {
    if (!message) return;
    this.#heardAt = Date.now();
    this.#asked = false;
    if ("hello" in message) this.#greet(message.hello);
    else if ("event" in message) this.#event(message.event);
    else if ("ack" in message) this.#answered(message.ack, { ok: true, seq: message.seq, result: message.result });
    else if ("nack" in message) {
      const { nack, why, head, problem } = message;
      this.#answered(nack, { ok: false, why, seq: head, ...(problem && { problem }) });
    } else if ("presence" in message) this.heard.presence(message.presence);
    else if ("note" in message) this.heard.note(message.note);
    else if ("head" in message) this.heard.head(message.head.seat, message.head.note);
  }

  #greet(hello: Schemas["Hello"]): void {
    this.#greeted = true;
    this.#tries = 0;
    this.heard.hello(hello);
    this.#tell("live");
    for (const pending of this.#pending.values()) this.#send(pending);
  }

  #event(event: TableEvent): void {
    if (event.seq <= this.head) return;
    if (event.seq > this.head + 1) {
      this.#reconnect();
      return;
    }
    this.head = event.seq;
    this.heard.event(event);
  }

  #answered(id: string, answer: Answer): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.answer(answer);
  }

  #send(pending: Pending): void {
    pending.sent = Date.now();
    this.#wire?.send(JSON.stringify(pending.command));
  }

  #watch(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.#wire) return;
      const quiet = Date.now() - this.#heardAt;
      if (quiet > (this.#greeted ? QUIET + PATIENCE : PATIENCE)) {
        this.#reconnect();
        return;
      }
      if (this.#greeted && quiet > QUIET && !this.#asked) {
        this.#asked = true;
        this.#wire.send(JSON.stringify({ ping: 1 }));
      }
      if (this.#greeted)
        for (const pending of this.#pending.values())
          if (Date.now() - pending.sent >= RESEND) this.#send(pending);
      this.#watch();
    }, TICK);
  }

  #reconnect(): void {
    this.#drop();
    this.#lost(0, "");
  }

  #lost(code: number, reason: string): void {
    this.#drop();
    if (REFUSED.has(code)) {
      for (const { answer } of this.#pending.values()) answer({ ok: false, why: "forbidden" });
      this.#pending.clear();
      this.#tell("refused", reason);
      return;
    }
    this.#tell("offline");
    this.#again = setTimeout(() => this.start(), backoff(this.#tries++));
  }

  #drop(): void {
    const wire = this.#wire;
    this.#wire = null;
    this.#greeted = false;
    clearTimeout(this.#timer);
    wire?.close();
  }

  #tell(status: Status, why?: string): void {
    if (status === this.status) return;
    this.status = status;
    this.heard.status(status, why);
  }
}

/** The address of a table's socket, seen from a page. */
export function liveUrl(table: string, after: number, page: { protocol: string; host: string } = location): string {
  const scheme = page.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${page.host}/api/v1/tables/${encodeURIComponent(table)}/live?after=${after}`;
}

/**
 * How long to wait before the n-th try to connect again, in milliseconds: doubling from half a second up to ten seconds,
 * each time shortened at random by up to a half so that a whole club does not knock at once.
 */
export function backoff(tries: number, random: () => number = Math.random): number {
  const full = Math.min(10_000, 500 * 2 ** Math.min(tries, 10));
  return Math.round(full * (1 - random() / 2));
}
