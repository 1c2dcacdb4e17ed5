/** An entry in one sentence, for what the engine has not told. */

import type { Schemas } from "../api/shapes";
import type { Key } from "../words/en";
import type { Entry } from "./entries";

type Say = (key: Key, values?: Record<string, string | number>) => string;

/** What is said of an entry in the log, without who did it. */
export function sentenceOf(entry: Entry, say: Say): string {
  const body = entry.raw as Record<string, any>;
  const seq = String(body.undoes ?? body.seq ?? "");
  if (entry.seq <= 1 && body.battle !== undefined) return say("entry.start");
  if (entry.title) return entry.title;
  if (entry.kind === "chat") return String(body.text ?? "");
  if (body.undoes !== undefined) return say("entry.undo", { seq });
  switch (entry.kind) {
    case "undo_request":
      return say("entry.undo_request", { seq, why: body.reason ? `: ${String(body.reason)}` : "" });
    case "undo_answer":
      return say(body.agree ? "entry.agreed" : "entry.refused", { seq });
    case "override":
      return say("entry.override", { what: changesOf(body, entry), reason: String(body.reason ?? "") });
    case "consent_request":
      return say("entry.consent_request", { what: say(askedKey(body.asks)), why: body.reason ? `: ${String(body.reason)}` : "" });
    case "client_seed":
      return say("entry.client_seed");
    case "commit":
      return say("entry.commit");
    case "rotate_dice":
      return say("entry.rotate_dice");
    case "rotate_request":
    case "dice_joined":
    case "dice_away":
      return say(`entry.${entry.kind}`);
    case "declared":
      return say("entry.declared", { roll: String(body.declared?.roll ?? "") });
    case "dice_value":
      return say("entry.dice_value", { roll: String(body.value?.roll ?? "") });
    case "without_request":
      return say("entry.without_request", { who: String(body.seats) });
    case "without_seat": {
      const { roll, seats, why } = body.without ?? {};
      return say("entry.without_seat", { roll: String(roll), who: String(seats), why: String(why) });
    }
    case "add":
      return say("entry.add", { what: (body.added ?? []).join(", ") });
    case "player":
      return say("entry.player", { name: String(body.player?.name ?? "") });
    case "hide":
      return say("entry.hide", { unit: String(body.unit ?? "") });
    case "unseen":
    case "reveal":
      return say(`entry.${entry.kind}`);
    case "rename":
      return say("entry.rename", { name: String(body.name ?? "") });
    case "seats":
      return say("entry.seat", { seat: String(body.seat ?? ""), action: String(body.action ?? "") });
    default:
      return entry.lines.length ? "" : say("entry.other", { kind: entry.kind.replaceAll("_", " ") });
  }
}

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
export function wholeText(entry: Entry, say: Say): string {
  const faces = entry.faces.map((face) => `${face.die} ${face.face}`);
  const lines = entry.lines.flatMap((line) => [line.text, ...line.rules]);
  return [entry.actor, sentenceOf(entry, say), ...lines, ...faces].filter(Boolean).join(" ");
}
