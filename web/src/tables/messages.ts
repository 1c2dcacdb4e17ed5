/** What a table's server and its page say to each other over the socket. */

import { bytesToHex } from "@noble/hashes/utils.js";
import type { Schemas } from "../api/shapes";

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
