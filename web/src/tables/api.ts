/** The server's tables: making one, sitting down, asking from a seat. */

import type { Luck } from "../analysis/api";
import type { Underlay } from "../under/under";
import { ProblemError, problemOf } from "../api/problem";
import { given } from "../api/client";
import type { Answer, Answers, Question, Schemas, Shot, Targets } from "../api/shapes";
import type { TableEvent } from "./messages";

const ROOT = "/api/v1/tables";

export type NewTable = Schemas["Opening"];
export type Dice = NonNullable<NewTable["dice"]>;
/** Who may add units: players those of their own sides, or the game master alone. */
export type Adding = NonNullable<NewTable["adding"]>;
export type Undo = NonNullable<NewTable["undo"]>;

export type SeatLink = Schemas["SeatLink"];
export type Made = Schemas["TableOpened"];
export type MySeat = Schemas["MySeat"];
export type SeatState = Schemas["SeatLine"];
/** A table as a seat finds it: the battle as it may see it, read, and what may be said now. */
export type TableState = Omit<Schemas["TableAnswer"], "questions" | "underlay"> & { questions: Question[]; underlay: Underlay | null };
/** The dice into which seats mix values of their own: the next roll, who takes part, and whom a roll waits for. */
export type MixingState = Schemas["MixingAnswer"];
export type Standing = Schemas["AtEvent"];

/** Set up a table; the answer holds every seat's secret, which is never told again. */
export const makeTable = (table: NewTable): Promise<Made> => asked("", { body: table });

/** One seat's own line to the server's answers about its table. */
export class TableApi {
  constructor(
    private readonly table: string,
    private readonly token: string,
  ) {}

  state = (signal?: AbortSignal): Promise<TableState> => this.#ask("", { signal });

  /** Every event behind a number; the server gives a thousand at a time. */
  async events(after: number, signal?: AbortSignal): Promise<TableEvent[]> {
    const all: TableEvent[] = [];
    for (;;) {
      const some: TableEvent[] = await this.#ask(`/events?after=${all.at(-1)?.seq ?? after}`, { signal });
      if (!some.length) return all;
      all.push(...some);
    }
  }

  at = (seq: number, signal?: AbortSignal): Promise<Standing> => this.#ask(`/at/${seq}`, { signal });

  odds = (shot: Shot, signal?: AbortSignal, answers?: Answers): Promise<Answer> =>
    this.#ask("/odds", { body: { shot, ...given(answers) }, signal });

  targets = (shooter: string, signal?: AbortSignal, answers?: Answers, only?: readonly string[]): Promise<Targets> =>
    this.#ask("/targets", { body: { shooter, ...(only && { targets: only }), ...given(answers) }, signal });

  /** Everybody's luck so far, from the steps that stand. */
  luck = (signal?: AbortSignal): Promise<Luck> => this.#ask("/luck", { signal });

  /** Say something to the table over HTTP, where no line to it stands. */
  say = (message: Schemas["ClientMessage"]): Promise<Schemas["Acknowledgement"]> => this.#ask("/commands", { body: message });

  seats = (seat: string, action: "revoke" | "rotate"): Promise<Schemas["SeatChanged"]> =>
    this.#ask("/seats", { body: { seat, action } });

  /** The whole game as JSON Lines, for the game master or when it is over. */
  async export(): Promise<string> {
    return (await send(`/${encodeURIComponent(this.table)}/export`, { token: this.token })).text();
  }

  #ask<T>(path: string, request: Request): Promise<T> {
    return asked(`/${encodeURIComponent(this.table)}${path}`, { ...request, token: this.token });
  }
}

interface Request {
  body?: unknown;
  signal?: AbortSignal | undefined;
  token?: string;
}

async function asked<T>(path: string, request: Request): Promise<T> {
  return (await (await send(path, request)).json()) as T;
}

async function send(path: string, { body, signal, token }: Request): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(ROOT + path, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal ?? null,
    });
  } catch (wrong) {
    if (signal?.aborted) throw wrong;
    throw new ProblemError({ title: "offline", status: 0, detail: "The server does not answer. Is it running?" });
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}
