/** What the page and the server say to each other about tables: over the socket, and asked from a seat. */
import { bytesToHex } from "@noble/hashes/utils.js";
import { ask, get, posted, send } from "../api/client";
import type { Answer, Answers, Luck, Schemas, Shot, Targets } from "../api/shapes";
import type { Underlay } from "../under/under";

type EventLine = Schemas["EventLine"];

/** An event of any kind: the page asks its body what is in it. A log of a file may leave out what is not needed to read it. */
export type TableEvent = Pick<EventLine, "seq" | "actor" | "at"> &
  Partial<Pick<EventLine, "units" | "sentence" | "changed" | "shown" | "cmd_id" | "prev" | "hash" | "state">> & { kind: string; body: Record<string, any> };

export type FromServer =
  | Schemas["HelloMessage"]
  | { event: TableEvent }
  | Schemas["AckMessage"]
  | Schemas["NackMessage"]
  | Schemas["PresenceMessage"]
  | Schemas["NoteMessage"]
  | Schemas["HeadMessage"]
  | Schemas["PongMessage"]
  | Schemas["ErrorMessage"];

/** Something to be said, before it has an id. */
export interface Said {
  kind: string;
  body: Record<string, any>;
}

export interface Command extends Said {
  cmd_id: string;
  /** The last entry the player had seen when saying it. */
  expect: number;
}

/** A message of the server, or null where the text is none. */
export function readMessage(text: unknown): FromServer | null {
  if (typeof text !== "string") return null;
  try {
    const data: unknown = JSON.parse(text);
    return data !== null && typeof data === "object" && !Array.isArray(data) ? (data as FromServer) : null;
  } catch {
    return null;
  }
}

/** An id that no other command will ever have. */
export function freshId(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
}

export type NewTable = Schemas["OpenTableRequest"];

type Made = Schemas["TableOpened"];
export type SeatState = Schemas["SeatLine"];
/** A table as a seat finds it: the battle as it may see it, read, and what may be said now. */
export type TableState = Omit<Schemas["TableAnswer"], "underlay"> & { underlay: Underlay | null };

/** Set up a table; the answer holds every seat's secret, which is never told again. */
export const makeTable = (table: NewTable): Promise<Made> => ask("/tables", table);

/** One seat's own line to the server's answers about its table. */
export class TableApi {
  readonly #at: string;
  readonly #as: Record<string, string>;

  constructor(table: string, token: string) {
    this.#at = `/tables/${encodeURIComponent(table)}`;
    this.#as = { Authorization: `Bearer ${token}` };
  }

  state = (signal?: AbortSignal): Promise<TableState> => get(this.#at, signal, this.#as);

  /** Every event behind a number; the server gives a thousand at a time. */
  async events(after: number, signal?: AbortSignal): Promise<TableEvent[]> {
    const all: TableEvent[] = [];
    for (;;) {
      const some: TableEvent[] = await get(`${this.#at}/events?after=${all.at(-1)?.seq ?? after}`, signal, this.#as);
      if (!some.length) return all;
      all.push(...some);
    }
  }

  at = (seq: number, signal?: AbortSignal): Promise<Schemas["AtEvent"]> => get(`${this.#at}/at/${seq}`, signal, this.#as);

  odds = (shot: Shot, signal: AbortSignal, answers: Answers): Promise<Answer> => this.#ask("/odds", { shot, answers }, signal);

  targets = (shooter: string, signal: AbortSignal, answers: Answers, targets?: string[]): Promise<Targets> =>
    this.#ask("/targets", { shooter, targets, answers }, signal);

  /** Everybody's luck so far, from the steps that stand. */
  luck = (signal?: AbortSignal): Promise<Luck> => get(`${this.#at}/luck`, signal, this.#as);

  /** Say something to the table over HTTP, where no line to it stands. */
  say = (message: Schemas["ClientMessage"]): Promise<Schemas["Acknowledgement"]> => this.#ask("/commands", message);

  seats = (seat: string, action: "revoke" | "rotate"): Promise<Schemas["SeatChanged"]> => this.#ask("/seats", { seat, action });

  /** The whole game as JSON Lines, for the game master or when it is over. */
  async export(): Promise<string> {
    return (await send(`${this.#at}/export`, { headers: this.#as })).text();
  }

  #ask<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
    return posted(this.#at + path, body, signal, this.#as);
  }
}
