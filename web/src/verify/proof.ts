/** The dice of a table made again: commitment, message, words, sides, as the specification has them byte by byte.
 *
 * The hashes are a library's and not the browser's, which has none for pages of plain http. */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 as hashed } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";

const COMMIT_LABEL = "fireline-commit/1";
const DICE_LABEL = "fireline-dice/1";
const SPAN = 2 ** 32;

const utf8 = new TextEncoder();

export interface Throw {
  die?: string;
  sides: number;
  weights?: number[];
  face: number;
}

/** Bytes from hexadecimal, or null where it is none. */
export function unhex(text: string): Uint8Array | null {
  return /^([0-9a-f]{2})*$/.test(text) ? hexToBytes(text) : null;
}

/** The SHA-256 of bytes, or of a text in UTF-8, in hexadecimal. */
export function sha256(what: string | Uint8Array): string {
  return bytesToHex(hashed(typeof what === "string" ? utf8.encode(what) : what));
}

/** The HMAC-SHA-256 of a text in UTF-8, in hexadecimal. */
export function keyed(key: Uint8Array, text: string): string {
  return bytesToHex(hmac(hashed, key, utf8.encode(text)));
}

/** The hash by which a secret seed is committed to. */
export function commitment(seed: Uint8Array): string {
  return sha256(concatBytes(utf8.encode(`${COMMIT_LABEL}\n`), seed));
}

/** What is hashed for one roll, less the number of the block: seats stand in the order of the bytes of their names. */
export function message(table: string, roll: number, seeds: Record<string, string>): string {
  const seats = inOrder(Object.keys(seeds));
  return [DICE_LABEL, table, String(roll), ...seats.flatMap((seat) => [seat, seeds[seat]!])].join("\n");
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
export class Words {
  #block: DataView | null = null;
  #next = 0;
  #number = 0;

  constructor(
    private readonly key: Uint8Array,
    private readonly said: string,
  ) {}

  next(): number {
    if (!this.#block || this.#next === this.#block.byteLength) {
      const block = hmac(hashed, this.key, utf8.encode(`${this.said}\n${this.#number++}`));
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
export function face(words: Pick<Words, "next">, sides: number, weights?: readonly number[]): number {
  const thrown = side(words, sides);
  if (!weights?.length) return thrown;
  let upTo = 0;
  return weights.findIndex((weight) => thrown < (upTo += weight));
}
