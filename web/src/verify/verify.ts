/** An exported game checked in the browser: its chain, its commitments, and every throw made again. */

import { DiceBook, isThrow, type Roll, Unfair, type Why } from "./dicebook";
import { face, message, sha256, type Throw, Words } from "./proof";
import { rawValue, withoutHash } from "./rawjson";

export interface Counts {
  /** Events of the game that were checked. */
  events: number;
  commits: number;
  seeds: number;
  /** Throws made again and found the same. */
  throws: number;
  /** Throws whose secret is not revealed yet. */
  open: number;
  /** Faces of real dice, typed in: nothing can prove them. */
  real: number;
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
}

/** Check the text of an export. */
export async function verify(text: string): Promise<Report> {
  const lines = text.split("\n").map((line) => line.replace(/\r$/, ""));
  if (lines.at(-1) === "") lines.pop();
  const counts: Counts = { events: 0, commits: 0, seeds: 0, throws: 0, open: 0, real: 0 };
  const report: Report = { verdict: "verified", table: "", counts, line: null, why: null, values: {}, faces: {} };
  const book = new DiceBook();
  const rolls: Roll[] = [];
  const real: Throw[] = [];
  const differs = (line: number, wrong: unknown): void => {
    if (!(wrong instanceof Unfair)) throw wrong;
    Object.assign(report, { verdict: "differs", line, why: wrong.why, values: wrong.values });
  };

  let line = 1;
  let id = "";
  try {
    const header = await readHeader(lines[0] ?? "");
    id = header.id;
    report.table = header.name;
    let prev = header.genesis;
    for (line = 2; line <= lines.length; line++) {
      const event = await readEvent(lines[line - 1]!, line - 1, prev);
      prev = event.hash;
      const roll = await book.take(event.body, line);
      if (roll) rolls.push(roll);
      else if (event.body.throws !== undefined) real.push(...realThrows(event.body.throws));
      counts.events += 1;
    }
    if (counts.events !== header.events) throw new Unfair("short", { events: header.events, found: counts.events });
    if (prev !== header.head) throw new Unfair("head");
  } catch (wrong) {
    differs(Math.min(line, Math.max(lines.length, 1)), wrong);
  }

  for (const roll of rolls) {
    const seed = book.revealed.get(roll.commit);
    if (!seed) {
      counts.open += roll.throws.length;
      continue;
    }
    try {
      await thrownAgain(seed, id, roll, report.faces);
      counts.throws += roll.throws.length;
    } catch (wrong) {
      if (report.line === null || roll.line < report.line) differs(roll.line, wrong);
      break;
    }
  }
  counts.commits = book.commits;
  counts.seeds = book.given;
  counts.real = real.length;
  if (report.verdict === "verified" && counts.open) report.verdict = "open";
  return report;
}

interface Header {
  id: string;
  name: string;
  events: number;
  head: string;
  genesis: string;
}

async function readHeader(line: string): Promise<Header> {
  const data = parsed(line);
  const table = data.table as { id?: unknown; name?: unknown } | undefined;
  const raw = data.fireline_table === 1 && table ? rawValue(line, "table") : null;
  if (!raw || typeof table?.id !== "string" || !Number.isInteger(data.events)) throw new Unfair("header");
  return {
    id: table.id,
    name: String(table.name ?? table.id),
    events: data.events as number,
    head: String(data.head),
    genesis: await sha256(raw),
  };
}

async function readEvent(line: string, seq: number, prev: string): Promise<{ hash: string; body: Record<string, any> }> {
  const event = parsed(line);
  if (event.seq !== seq) throw new Unfair("seq", { seq, found: String(event.seq) });
  if (event.prev !== prev) throw new Unfair("prev");
  const hash = String(event.hash);
  if ((await sha256(withoutHash(line, hash))) !== hash) throw new Unfair("hash");
  const body = event.body as unknown;
  if (!body || typeof body !== "object" || Array.isArray(body)) throw new Unfair("json");
  return { hash, body: body as Record<string, any> };
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

async function thrownAgain(
  seed: Uint8Array<ArrayBuffer>,
  table: string,
  roll: Roll,
  faces: Record<string, number[]>,
): Promise<void> {
  const words = await Words.of(seed, message(table, roll.roll, roll.seeds));
  for (const [n, told] of roll.throws.entries()) {
    const made = await face(words, told.sides, told.weights);
    if (made !== told.face) {
      const values = { n: n + 1, die: told.die ?? `d${told.sides}`, made: made + 1, told: told.face + 1 };
      throw new Unfair("face", values);
    }
    const row = (faces[told.die ?? `d${told.sides}`] ??= []);
    row[made] = (row[made] ?? 0) + 1;
  }
}
