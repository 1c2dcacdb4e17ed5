/** What a table's server and its page say to each other over the socket. */

export interface TableEvent {
  seq: number;
  kind: string;
  actor: string;
  at: string;
  body: Record<string, any>;
  /** Every unit that its command or its events name. */
  units?: string[];
  cmd_id?: string | null;
  prev?: string;
  hash?: string;
  state?: string;
}

export interface Problem {
  title?: string;
  status?: number;
  detail: string;
  place?: string;
  /** Which die is thrown next, where faces of real dice are missing. */
  needs?: { die: string; faces: string[]; given: number };
}

export type Why = "stale" | "illegal" | "forbidden" | "bad";

export interface Hello {
  head: number;
  seats: { name: string; online: number }[];
}

export type FromServer =
  | { hello: Hello }
  | { event: TableEvent }
  | { ack: string; seq: number; result?: any; dup?: boolean }
  | { nack: string; why: Why; head: number; problem?: Problem }
  | { presence: any }
  | { resync: number }
  | { note: string }
  | { ping: any }
  | { pong: any }
  | { error: Problem };

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
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
