/** An exported game checked in the browser: its chain, its commitments, and every throw made again. */

import { DiceBook, isThrow, type Roll } from "./dicebook";
import { type Head, readNote } from "./notes";
import { face, sha256, type Throw } from "./proof";
import { rawValue, withoutHash } from "./rawjson";
import { Unfair, type Why } from "./unfair";

/** The format of logs that are begun now; older ones say less of what their dice are made of. */
const LOG_FORMAT = 3;

export interface Counts {
  /** Events of the game that were checked. */
  events: number;
  commits: number;
  seeds: number;
  /** Throws made again and found the same. */
  throws: number;
  /** Of those: throws into which seats mixed fresh values; the rest rests on the server's word. */
  mixed: number;
  alone: number;
  /** Throws whose secret is not revealed yet. */
  open: number;
  /** Faces of real dice, typed in: nothing can prove them. */
  real: number;
  /** Rolls given up because a seat was silent. */
  repeated: number;
}

export interface Report {
  verdict: "verified" | "differs" | "open";
  table: string;
  counts: Counts;
  /** The first line that differs, counted from 1, and why. */
  line: number | null;
  why: Why | null;
  values: Record<string, string | number>;
  /** How often each face of each die came, for the dice that were made again. */
  faces: Record<string, number[]>;
  /** The seats that mixed values into every mixed roll, or some. */
  seats: string[];
  /** The key that signed the file, "" where none did. */
  signed: string;
  /** The head that somebody kept and brings along, once it is known to fit. */
  kept: Head | null;
}

/** Check the text of an export; `note` is a head that somebody kept, "" where nobody did. */
export function verify(text: string, note = ""): Report {
  const lines = text.split("\n").map((line) => line.replace(/\r$/, ""));
  if (lines.at(-1) === "") lines.pop();
  const counts: Counts = { events: 0, commits: 0, seeds: 0, throws: 0, mixed: 0, alone: 0, open: 0, real: 0, repeated: 0 };
  const report: Report = {
    verdict: "verified",
    table: "",
    counts,
    line: null,
    why: null,
    values: {},
    faces: {},
    seats: [],
    signed: "",
    kept: null,
  };
  let book = new DiceBook("");
  const hashes = [""];
  const rolls: Roll[] = [];
  const real: Throw[] = [];
  const differs = (line: number, wrong: unknown): void => {
    if (!(wrong instanceof Unfair)) throw wrong;
    Object.assign(report, { verdict: "differs", line, why: wrong.why, values: wrong.values });
  };

  let line = 1;
  try {
    const header = readHeader(lines[0] ?? "");
    book = new DiceBook(header.id, header.whole);
    const kept = note ? keptHead(note, header) : null;
    report.table = header.name;
    let prev = header.genesis;
    for (line = 2; line <= lines.length; line++) {
      const event = readEvent(lines[line - 1]!, line - 1, prev);
      prev = event.hash;
      hashes.push(prev);
      const roll = book.take(event.kind, event.body, line);
      if (roll) rolls.push(roll);
      else if (event.body.throws !== undefined) real.push(...realThrows(event.body.throws));
      counts.events += 1;
      const { declared } = book.mixing;
      if (event.body.declared !== undefined && declared?.head && declared.head !== hashes[declared.seen]) throw new Unfair("mixed", { at: "declared.head" });
    }
    if (counts.events !== header.events) throw new Unfair("short", { events: header.events, found: counts.events });
    if (prev !== header.head) throw new Unfair("head");
    if (header.note !== null) report.signed = signedBy(header);
    if (kept) report.kept = fitting(kept, hashes);
  } catch (wrong) {
    differs(Math.min(line, Math.max(lines.length, 1)), wrong);
  }

  for (const roll of rolls) {
    try {
      if (!thrownAgain(book.revealed.get(roll.commit), roll, report.faces)) {
        counts.open += roll.throws.length;
        continue;
      }
      counts.throws += roll.throws.length;
      counts[roll.seats.length ? "mixed" : "alone"] += roll.throws.length;
    } catch (wrong) {
      if (report.line === null || roll.line < report.line) differs(roll.line, wrong);
      break;
    }
  }
  counts.commits = book.commits;
  counts.seeds = book.given;
  counts.real = real.length;
  counts.repeated = book.repeated;
  report.seats = [...new Set(rolls.flatMap((roll) => roll.seats))].sort();
  if (report.verdict === "verified" && counts.open) report.verdict = "open";
  return report;
}

interface Header {
  id: string;
  name: string;
  events: number;
  head: string;
  genesis: string;
  note: string | null;
  /** Whether the log is of the format in which whatever it keeps is checked. */
  whole: boolean;
}

/** A head that somebody kept of this table. */
function keptHead(note: string, header: Header): Head {
  const kept = readNote(note);
  if (!kept || kept.table !== header.id) throw new Unfair("kept");
  return kept;
}

/** The same head, if this is the log that it is of. */
function fitting(kept: Head, hashes: string[]): Head | null {
  if (kept.seq >= hashes.length) throw new Unfair("kept");
  if (kept.sealed) return null; // that is for `fireline verify-dice`, once the secret is revealed
  if (hashes[kept.seq] !== kept.hash) throw new Unfair("kept");
  return kept;
}

function signedBy(header: Header): string {
  const head = readNote(header.note ?? "");
  if (!head || head.table !== header.id || head.seq !== header.events || head.hash !== header.head) throw new Unfair("note");
  return head.key;
}

function readHeader(line: string): Header {
  const data = parsed(line);
  const table = data.table as { id?: unknown; name?: unknown; settings?: { log?: unknown } } | undefined;
  const raw = data.fireline_table === 1 && table ? rawValue(line, "table") : null;
  if (!raw || typeof table?.id !== "string" || !Number.isInteger(data.events)) throw new Unfair("header");
  return {
    id: table.id,
    name: String(table.name ?? table.id),
    events: data.events as number,
    head: String(data.head),
    genesis: sha256(raw),
    note: typeof data.note === "string" ? data.note : null,
    whole: table.settings?.log === LOG_FORMAT,
  };
}

function readEvent(line: string, seq: number, prev: string): { kind: unknown; hash: string; body: Record<string, any> } {
  const event = parsed(line);
  if (event.seq !== seq) throw new Unfair("seq", { seq, found: String(event.seq) });
  if (event.prev !== prev) throw new Unfair("prev");
  const hash = String(event.hash);
  if (sha256(withoutHash(line, hash)) !== hash) throw new Unfair("hash");
  const body = event.body as unknown;
  if (!body || typeof body !== "object" || Array.isArray(body)) throw new Unfair("json");
  return { kind: event.kind, hash, body: body as Record<string, any> };
}

function parsed(line: string): Record<string, any> {
  let data: unknown;
  try {
    data = JSON.parse(line);
  } catch {
    throw new Unfair("json");
  }
  if (!data || typeof data !== "object" || Array.isArray(data)) throw new Unfair("json");
  return data as Record<string, any>;
}

function realThrows(throws: unknown): Throw[] {
  if (!Array.isArray(throws) || !throws.every(isThrow)) throw new Unfair("throwForm");
  return throws;
}

/** Make the faces of a roll again; answers whether what they are made of is known.  Throws `Unfair`. */
function thrownAgain(secret: Uint8Array | undefined, roll: Roll, faces: Record<string, number[]>): boolean {
  const words = roll.words(secret);
  if (!words) return false;
  for (const [n, told] of roll.throws.entries()) {
    const made = face(words, told.sides, told.weights);
    if (made !== told.face) {
      const values = { n: n + 1, die: told.die ?? `d${told.sides}`, made: made + 1, told: told.face + 1 };
      throw new Unfair("face", values);
    }
    const row = (faces[told.die ?? `d${told.sides}`] ??= []);
    row[made] = (row[made] ?? 0) + 1;
  }
  return true;
}
