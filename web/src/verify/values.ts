/** The hashes of mixed dice: values, commitments to them, the context of a roll, its stream.
 *
 * Every hash is of the canonical JSON of a list that begins with a label. */

import { inOrder, keyed, sha256, unhex, Words } from "./proof";

/** The name under which the server gives its own value; no seat has it. */
export const SERVER = "";

/** Data as the one JSON text that is hashed (RFC 8785): keys in order of their UTF-16 units, as JavaScript sorts. */
export function canonical(data: unknown): string {
  if (Array.isArray(data)) return `[${data.map(canonical).join(",")}]`;
  if (data === null || typeof data !== "object") return JSON.stringify(data);
  const entries = Object.keys(data).sort();
  return `{${entries.map((key) => `${JSON.stringify(key)}:${canonical((data as Record<string, unknown>)[key])}`).join(",")}}`;
}

/** The value of whoever keeps this secret for one roll: always the same, so nothing is lost with a reload. */
export function ownValue(secret: Uint8Array, table: string, roll: number): string {
  return keyed(secret, canonical(["fireline-own/2", table, roll]));
}

/** What is published of a value before the roll is declared; it fits this seat, roll and table alone. */
export function commitmentTo(table: string, roll: number, seat: string, value: string): string {
  return sha256(canonical(["fireline-value/2", table, roll, seat, value]));
}

/** What a roll is for: everything that its declaration says, as one hash. */
export function contextOf(table: string, declared: unknown): string {
  return sha256(canonical(["fireline-context/2", table, declared]));
}

/** The words from which the faces of a roll are made. */
export function streamOf(context: string, values: Readonly<Record<string, string>>, server: string): Words {
  const pairs = inOrder(Object.keys(values)).map((seat) => [seat, values[seat]]);
  return new Words(unhex(sha256(canonical(["fireline-roll/2", context, pairs, server])))!, "fireline-dice/2");
}
