/** The log as people read it: one entry for each thing that was said, with its story, its rules and its dice. */

import type { CommandData, Face } from "../api/shapes";
import { parted } from "../card/rules";
import { facesOf } from "../dice/shape";
import type { Game, Step } from "../play/game";
import type { TableEvent } from "../tables/api";
import { say } from "../words/words.svelte";

export type Level = "play" | "table" | "talk";

export interface Line {
  text: string;
  rules: string[];
}

export interface Entry {
  seq: number;
  kind: string;
  level: Level;
  actor: string;
  /** ISO time, "" where the log keeps none. */
  at: string;
  /** What was done, "" where that is told by who did it and what came of it: by its story. */
  title: string;
  /** What it came to, in a sentence; "" where the log keeps none. */
  outcome: string;
  lines: Line[];
  faces: Face[];
  /** Units that the command or its events name. */
  units: string[];
  /** The command of the game that it carried out, if any. */
  command: CommandData | undefined;
  /** The entry that took this one back, 0 where that is no entry; null where it stands. */
  undoneBy: number | null;
  /** Fingerprint of the battle after it. */
  state: string;
  /** Details for those who want to see everything. */
  raw: unknown;
}

/** An entry is of the game where it did something to the battle. */
function levelOf({ kind, body }: TableEvent): Level {
  if (kind === "chat") return "talk";
  return body.battle !== undefined || body.events !== undefined || body.undoes !== undefined ? "play" : "table";
}

/** The entries of a table's events, in order; what was taken back is marked and stays. */
export function entriesOf(events: readonly TableEvent[]): Entry[] {
  const entries = events.map(entryOf);
  for (const { seq, body } of events) {
    const entry = entries.find((one) => one.seq === body.undoes);
    if (entry) entry.undoneBy = seq;
  }
  return entries;
}

const BARE: Entry = { seq: 0, kind: "", level: "play", actor: "", at: "", title: "", outcome: "", lines: [], faces: [], units: [], command: undefined, undoneBy: null, state: "", raw: {} };

/** The entries of a game that is played alone: how it began, and every step. */
export function entriesOfGame({ start, steps }: Game): Entry[] {
  // What was taken back before any dice were thrown never happened.
  const told = steps.filter((one) => one.standing !== "undone" || one.dice);
  return [{ ...BARE, title: say("entry.start"), raw: { battle: start } }, ...told.map(entryOfStep)];
}

function entryOfStep({ seq, kind, title, outcome = "", lines, faces = [], units = [], seed = null, standing, said }: Step): Entry {
  const undoneBy = standing === "undone" ? 0 : null;
  return { ...BARE, seq, kind, title, outcome, lines: lines.map(parted), faces, units, command: said?.command, undoneBy, raw: { ...said, seed } };
}

/** The last step that stands: what an undo would take back, and whether dice were thrown in it. */
export function lastStep(entries: readonly Entry[]): { seq: number; actor: string; threw: boolean } | null {
  const step = entries.findLast((one) => one.level === "play" && one.seq > 1 && stands(one));
  return step ? { seq: step.seq, actor: step.actor, threw: Boolean((step.raw as TableEvent["body"])["throws"]?.length) } : null;
}

/** What came about last on the board that is shown, as the game stands or after an entry; null where nothing is told of it. */
export function toldAt(entries: readonly Entry[], seq: number | null): Entry | null {
  const entry = seq === null ? entries.findLast((one) => one.level === "play" && stands(one)) : entries.find((one) => one.seq === seq);
  return entry && entry.lines.length > 0 ? entry : null;
}

/** Everybody that a step names but the shooter, whose shot it was. */
export function concernsOf({ units, command }: Pick<Entry, "units" | "command">): string[] {
  const shooter = (command?.["shot"] as { shooter?: string } | undefined)?.shooter;
  return units.filter((id) => id !== shooter);
}

/** Whether it was not taken back, and takes nothing back. */
export const stands = ({ undoneBy, raw }: Entry): boolean => undoneBy === null && (raw as TableEvent["body"])["undoes"] === undefined;

function entryOf(event: TableEvent): Entry {
  const { body, shown, changed, sentence = "" } = event;
  // Whoever changes the battle by hand says what that is for people; the fields of the file come after it.
  const why: string = (changed && body["reason"]) || "";
  return {
    seq: event.seq,
    kind: event.kind,
    level: levelOf(event),
    actor: event.actor,
    at: event.at,
    title: why ? "" : sentence,
    lines: (shown?.story ?? (changed && why ? [changed] : [])).map(parted),
    outcome: shown?.outcome ?? why,
    faces: facesOf(body.throws ?? [], shown?.faces ?? []),
    units: event.units ?? [],
    command: body.command as CommandData | undefined,
    undoneBy: null,
    state: event.state ?? "",
    raw: body,
  };
}
