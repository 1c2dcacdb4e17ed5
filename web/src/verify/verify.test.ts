import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { commitment, face, message, sha256, Words } from "./proof";
import { rawValue, withoutHash } from "./rawjson";
import { canonical } from "./values";
import { verify } from "./verify";

// An exporter: hashes and dice are those that the golden files hold the page to.
const SECRET = new Uint8Array(32).fill(7);
const COMMIT = commitment(SECRET);
const TABLE = { id: "t-1", name: "Ünder the \"walls\"", ruleset: "ancients", version: "1", created: "now", settings: { dice: "server" } };

function thrown(roll: number, seeds: Record<string, string>, dice: { die: string; sides: number; weights?: number[] }[]) {
  const words = new Words(SECRET, message(TABLE.id, roll, seeds));
  return dice.map((die) => ({ ...die, face: face(words, die.sides, die.weights) }));
}

const D6 = { die: "d6", sides: 6 };
const DECK = { die: "card of 5", sides: 5, weights: [1, 3, 1] };

function bodies(): Record<string, any>[] {
  const seeds = { bottom: "b", top: "a" };
  const roll = (n: number, dice: (typeof D6 | typeof DECK)[]) => ({
    throws: thrown(n, seeds, dice),
    proof: { commit: COMMIT, roll: n, seeds },
  });
  return [
    { battle: { fireline: 1 }, commit: COMMIT },
    { client_seed: { seat: "top", seed: "a" } },
    { client_seed: { seat: "bottom", seed: "b" } },
    { command: { command: "Shoot" }, ...roll(1, [D6, D6, DECK]) },
    { text: `,"hash":"${"0".repeat(64)}"` },
    { command: { command: "Shoot" }, ...roll(2, [DECK, D6]) },
    { throws: [{ die: "d6", sides: 6, face: 2 }] },
    { reveal: { commit: COMMIT, seed: "07".repeat(32) } },
  ];
}

function exported(events = bodies(), head: Record<string, unknown> = {}): string {
  let prev = sha256(canonical(TABLE));
  const lines = events.map((body, n) => {
    const event = { actor: "gm", at: "now", body, cmd_id: null, kind: "command", prev, seq: n + 1, state: "s" };
    const hash = sha256(canonical(event));
    prev = hash;
    return canonical({ ...event, hash });
  });
  const first = { fireline_table: 1, table: TABLE, events: lines.length, head: prev, seats: ["gm"], ...head };
  return `${[canonical(first), ...lines].join("\n")}\n`;
}

/** An export whose bodies were changed before anything was hashed: only the dice can tell. */
function changed(change: (events: Record<string, any>[]) => void): string {
  const events = bodies();
  change(events);
  return exported(events);
}

describe("an exported game", () => {
  it("is verified, with counts", () => {
    const report = verify(exported());
    expect(report).toMatchObject({ verdict: "verified", table: TABLE.name, line: null });
    expect(report.counts).toEqual({ events: 8, commits: 1, seeds: 2, throws: 5, mixed: 0, alone: 5, open: 0, real: 1, repeated: 0 });
    expect(Object.values(report.faces).flat().reduce((all, n) => all + (n ?? 0), 0)).toBe(5);
  });

  it("is read with the line ends of any system", () => {
    expect((verify(exported().replaceAll("\n", "\r\n"))).verdict).toBe("verified");
  });

  it("is not complete while a secret is kept", () => {
    const report = verify(changed((events) => events.pop()));
    expect(report).toMatchObject({ verdict: "open", counts: { throws: 0, open: 5 } });
  });

  it.each([
    ["a face", 5, "face", (events: any[]) => (events[3].throws[1].face = (events[3].throws[1].face + 1) % 6)],
    ["a face of a later roll", 7, "face", (events: any[]) => (events[5].throws[1].face = (events[5].throws[1].face + 1) % 6)],
    ["the weights of a deck", 5, "throwForm", (events: any[]) => (events[3].throws[2].weights = [2, 3, 1])],
    ["a roll left out", 7, "proofRoll", (events: any[]) => delete events[3].proof],
    ["a roll made twice", 8, "proofRoll", (events: any[]) => (events[6] = events[5])],
    ["another seed in a proof", 5, "proofSeeds", (events: any[]) => (events[3].proof = { ...events[3].proof, seeds: { top: "a" } })],
    ["another commitment in a proof", 5, "proofCommit", (events: any[]) => (events[3].proof = { ...events[3].proof, commit: "0" })],
    ["a seed after the first throw", 6, "lateSeed", (events: any[]) => (events[4] = { client_seed: { seat: "gm", seed: "x" } })],
    ["two seeds of a seat", 4, "seedTwice", (events: any[]) => (events[2] = { client_seed: { seat: "top", seed: "x" } })],
    ["an empty seed", 3, "seedForm", (events: any[]) => (events[1] = { client_seed: { seat: "top", seed: "" } })],
    ["a second commitment", 6, "commitTwice", (events: any[]) => (events[4] = { commit: "1".repeat(64) })],
    ["a commitment that is none", 6, "commitForm", (events: any[]) => (events[4] = { commit: "x" })],
    ["another secret", 9, "secret", (events: any[]) => (events[7].reveal.seed = "00".repeat(32))],
    ["the secret of another", 9, "reveal", (events: any[]) => (events[7].reveal.commit = "00".repeat(32))],
    ["a seed before any commitment", 2, "noCommit", (events: any[]) => (events[0] = { client_seed: { seat: "top", seed: "a" } })],
    ["a secret committed to again", 10, "commitKnown", (events: any[]) => events.push({ commit: COMMIT })],
    ["an impossible real die", 8, "throwForm", (events: any[]) => (events[6].throws[0].face = 6)],
  ])("shows %s", (_, line, why, change) => {
    expect(verify(changed(change))).toMatchObject({ verdict: "differs", line, why });
  });

  it.each([
    ["a changed word", 6, "hash", (lines: string[]) => (lines[5] = lines[5]!.replace('"text"', '"test"'))],
    ["a line left out", 6, "seq", (lines: string[]) => lines.splice(5, 1)],
    ["two lines exchanged", 5, "seq", (lines: string[]) => lines.splice(4, 2, lines[5]!, lines[4]!)],
    ["a cut end", 8, "short", (lines: string[]) => lines.splice(8)],
    ["half a line", 9, "json", (lines: string[]) => (lines[8] = lines[8]!.slice(0, 40))],
    ["a list for a line", 9, "json", (lines: string[]) => (lines[8] = "[]")],
    ["another table", 2, "prev", (lines: string[]) => (lines[0] = lines[0]!.replace("Ünder", "Over"))],
    ["another head", 9, "head", (lines: string[]) => (lines[0] = lines[0]!.replace(/"head":"./, '"head":"x'))],
    ["no head line", 1, "header", (lines: string[]) => lines.shift()],
    ["nothing at all", 1, "json", (lines: string[]) => lines.splice(0)],
  ])("shows %s", (_, line, why, change) => {
    const lines = exported().trimEnd().split("\n");
    change(lines);
    expect(verify(lines.join("\n"))).toMatchObject({ verdict: "differs", line, why });
  });

  it("names the first line that differs where several do", () => {
    const text = changed((events) => {
      events[3]!.throws[0].face = (events[3]!.throws[0].face + 1) % 6;
      events.push({ commit: "x" });
    });
    expect(verify(text)).toMatchObject({ line: 5, why: "face" });
  });
});

interface Change {
  told: string;
  event: number;
  path: string[];
  value?: unknown;
  line?: number;
}

const CHANGED = JSON.parse(readFileSync(new URL("../../../tests/data/dice-log.json", import.meta.url), "utf8")) as {
  first: Record<string, any>;
  events: Record<string, any>[];
  changes: Change[];
};

describe("what the command line refuses", () => {
  /** The log with a body changed, every hash made anew. */
  const forged = (change: (bodies: Record<string, any>[]) => void): string => {
    const { first, events } = structuredClone(CHANGED);
    change(events.map((event) => event.body as Record<string, any>));
    let prev = String(events[0]!.prev);
    const lines = events.map(({ hash: _, ...event }) => {
      const one: Record<string, any> = { ...event, prev };
      prev = sha256(canonical(one));
      return canonical({ ...one, hash: prev });
    });
    return `${[canonical({ ...first, head: prev }), ...lines].join("\n")}\n`;
  };

  it("is none of a log as it was kept", () => expect(verify(forged(() => {}))).toMatchObject({ verdict: "verified", line: null }));

  it.each(CHANGED.changes.map((change) => [change.told, change] as const))("is %s", (_, change) => {
    const text = forged((bodies) => {
      const way = change.path.slice(0, -1);
      const there = way.reduce((one, key) => one[key] as Record<string, any>, bodies[change.event - 1]!);
      there[change.path.at(-1)!] = change.value; // what is undefined is left out of the text
    });
    expect(verify(text)).toMatchObject({ verdict: "differs", line: change.line ?? change.event + 1 });
  });
});

describe("a line of JSON as it is written", () => {
  it("gives the text of a value and of nothing inside it", () => {
    const line = '{"a":{"b":[1,{"c":"}\\"]"}]},"b":1.50,"c":"x,\\"y"}';
    expect(rawValue(line, "a")).toBe('{"b":[1,{"c":"}\\"]"}]}');
    expect(rawValue(line, "b")).toBe("1.50");
    expect(rawValue(line, "c")).toBe('"x,\\"y"');
    expect(rawValue(line, "d")).toBeNull();
    expect(rawValue("{}", "a")).toBeNull();
    expect(rawValue("", "a")).toBeNull();
  });

  it("is hashed without its own hash", () => {
    expect(withoutHash('{"a":1,"hash":"ff","seq":1}', "ff")).toBe('{"a":1,"seq":1}');
    expect(withoutHash('{"a":1}', "ff")).toBe('{"a":1}');
  });
});
