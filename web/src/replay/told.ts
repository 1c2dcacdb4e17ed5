/** An entry in one sentence, for what the engine has not told. */

import type { Schemas } from "../api/shapes";
import { en, type Key } from "../words/en";
import { say } from "../words/words.svelte";
import type { Entry } from "./entries";

/** What is said of an entry in the log, without who did it: a sentence for each kind, its blanks filled from the body. */
export function sentenceOf(entry: Entry): string {
  const { kind, lines, raw, seq: n, title } = entry;
  const body = raw as Record<string, any>;
  const { declared, without, value, player, reason = "" } = body;
  const seq = String(body.undoes ?? body.seq ?? "");
  if (n <= 1 && body.battle !== undefined) return say("entry.start");
  if (title) return title;
  if (kind === "chat") return String(body.text ?? "");
  if (body.undoes !== undefined) return say("entry.undo", { seq });
  if (kind === "undo_answer") return say(body.agree ? "entry.agreed" : "entry.refused", { seq });
  if (!isTold(kind)) return lines.length ? "" : kind.replaceAll("_", " ");
  const what = kind === "override" ? changesOf(body, entry) : kind === "consent_request" ? say(askedKey(body.asks)) : (body.added ?? []).join(", ");
  const roll = String((declared ?? value ?? without)?.roll ?? "");
  const { unit, seat, action } = body;
  const [name, who] = [player?.name ?? body.name, body.seats ?? without?.seats];
  const blanks = { seq, what, roll, reason, why: without?.why ?? (reason && `: ${reason}`), who, name, unit, seat, action };
  return say(`entry.${kind}`, Object.fromEntries(Object.entries(blanks).map(([blank, filled]) => [blank, String(filled ?? "")])));
}

/** The kinds of entries that have a sentence of their own. */
type Told = Key extends infer One ? (One extends `entry.${infer Kind}` ? Kind : never) : never;
const isTold = (kind: string): kind is Told => `entry.${kind}` in en;

/** What is asked of the others, by the kind of the command. */
export function askedKey(asks: unknown): Key {
  if (asks === "add") return "asks.add";
  return asks === "override" ? "asks.override" : "asks.place";
}

/** What an override has changed: values by their place in the battle file, or the faces of a throw. */
function changesOf(body: Record<string, any>, entry: Entry): string {
  const shown = (value: unknown): string => (value === null || value === undefined ? "–" : JSON.stringify(value));
  if (body.what === "faces") return shown(body.new ?? entry.faces.map((one) => one.face));
  const changes = (body.changes ?? []) as Schemas["Change"][];
  return changes.map((one) => `${one.place} ${shown(one.old)} → ${shown(one.new)}`).join(", ");
}

/** All that an entry says, for finding words in it. */
export function wholeText(entry: Entry): string {
  const faces = entry.faces.map((face) => `${face.die} ${face.face}`);
  const lines = entry.lines.flatMap((line) => [line.text, ...line.rules]);
  return [entry.actor, sentenceOf(entry), ...lines, ...faces].filter(Boolean).join(" ");
}
