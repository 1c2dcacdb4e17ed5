/** Heads of logs as signed notes: texts that people keep, and by which a cut or rewritten log is noticed. */

import * as ed25519 from "@noble/ed25519";
import { sha512 } from "@noble/hashes/sha2.js";

ed25519.hashes.sha512 = sha512;

export interface Head {
  table: string;
  seq: number;
  hash: string;
  /** Something is hidden in the game: the hash is sealed until the server's secret is revealed. */
  sealed: boolean;
  seat: string;
  /** The public key that signed it. */
  key: string;
}

const NOTE =
  /^(fireline-head\/1\ntable (?<table>[\w.-]{1,64})\nevent (?<seq>[1-9]\d{0,9})\n(?<how>hash|sealed) (?<hash>[0-9a-f]{64})\n(?:seat (?<seat>[^\n]{1,60})\n)?key (?<key>fireline\+[0-9a-f]{8}\+[A-Za-z0-9+/=]{44})\n)\n— fireline (?<signature>[A-Za-z0-9+/=]{92})\n$/;

/** The head that a note is of, or null where it is no note, or none that its key has signed. */
export function readNote(text: string): Head | null {
  const found = NOTE.exec(`${text.replaceAll("\r\n", "\n").trim()}\n`);
  const { table, seq, how, hash, seat = "", key, signature } = found?.groups ?? {};
  if (!found || !table || !seq || !hash || !key || !signature) return null;
  if (!isSigned(found[1]!, signature, key)) return null;
  return { table, seq: Number(seq), hash, sealed: how === "sealed", seat, key };
}

/** Whether a key signed a text, both as notes have them. */
export function isSigned(text: string, signature: string, key: string): boolean {
  const publicKey = fromBase64(key.split("+").slice(2).join("+")).slice(1);
  try {
    return ed25519.verify(fromBase64(signature).slice(4), new TextEncoder().encode(text), publicKey);
  } catch {
    return false; // it is no key, or no signature
  }
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
