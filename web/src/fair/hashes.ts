/** Dice that seats mix, made again: values, commitments, the context of a roll, its words, its faces.
 *
 * Every hash is of the canonical JSON of a list that begins with a label, as the protocol has it byte by byte. The hashes
 * are a library's and not the browser's, which has none for pages of plain http. */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 as hashed } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";

/** The name under which the server gives its own value; no seat has it. */
export const SERVER = "";
const DICE_LABEL = "fireline-dice/2";
const SPAN = 2 ** 32;

const utf8 = new TextEncoder();

export interface Throw {
  sides: number;
  weights?: number[];
  face: number;
}

/** The SHA-256 of a text in UTF-8, in hexadecimal. */
export const sha256 = (text: string): string => bytesToHex(hashed(utf8.encode(text)));

/** Data as the one JSON text that is hashed (RFC 8785): keys in order of their UTF-16 units, as JavaScript sorts. */
export function canonical(data: unknown): string {
  if (Array.isArray(data)) return `[${data.map(canonical).join(",")}]`;
  if (data === null || typeof data !== "object") return JSON.stringify(data);
  const entries = Object.keys(data).sort();
  return `{${entries.map((key) => `${JSON.stringify(key)}:${canonical((data as Record<string, unknown>)[key])}`).join(",")}}`;
}

/** The value of whoever keeps this secret for one roll: always the same, so nothing is lost with a reload. */
export function ownValue(secret: string, table: string, roll: number): string {
  return bytesToHex(hmac(hashed, hexToBytes(secret), utf8.encode(canonical(["fireline-own/2", table, roll]))));
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
  return new Words(sha256(canonical(["fireline-roll/2", context, pairs, server])));
}

/** Names in the order of their bytes, which is not that of their UTF-16 units. */
export function inOrder(names: readonly string[]): string[] {
  return [...names].sort((a, b) => byBytes(utf8.encode(a), utf8.encode(b)));
}

function byBytes(a: Uint8Array, b: Uint8Array): number {
  for (let n = 0; n < Math.min(a.length, b.length); n++) if (a[n] !== b[n]) return a[n]! - b[n]!;
  return a.length - b.length;
}

/** The stream of one roll: whole numbers of 32 bits, eight from every block. */
class Words {
  #block: DataView | null = null;
  #next = 0;
  #number = 0;

  constructor(private readonly key: string) {}

  next(): number {
    if (!this.#block || this.#next === this.#block.byteLength) {
      const block = hmac(hashed, hexToBytes(this.key), utf8.encode(`${DICE_LABEL}\n${this.#number++}`));
      this.#block = new DataView(block.buffer, block.byteOffset, block.byteLength);
      this.#next = 0;
    }
    this.#next += 4;
    return this.#block.getUint32(this.#next - 4);
  }
}

/** A number from 0 to sides - 1: words that do not divide evenly are passed over. */
export function side(words: Pick<Words, "next">, sides: number): number {
  const fair = SPAN - (SPAN % sides);
  for (;;) {
    const word = words.next();
    if (word < fair) return word % sides;
  }
}

/** Where the face thrown stands among the faces of a die, from 0; a weight is how many sides show a face. */
export function face(words: Pick<Words, "next">, { sides, weights }: Throw): number {
  const thrown = side(words, sides);
  if (!weights?.length) return thrown;
  let upTo = 0;
  return weights.findIndex((weight) => thrown < (upTo += weight));
}
