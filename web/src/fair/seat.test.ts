import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { keepingIn as place } from "../play/storage.fake";
import type { TableEvent } from "../tables/api";
import { canonical, commitmentTo, contextOf, face, inOrder, ownValue, SERVER, sha256, side, streamOf, type Throw } from "./hashes";
import { Drawer } from "./keeping";
import { readNote } from "./notes";
import { SeatDice } from "./seat.svelte";

const text = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

interface Vector {
  table: string;
  secrets: Record<string, string>;
  server_secret: string;
  declared: { roll: number; seats: Record<string, string>; server: string };
  context: string;
  values: Record<string, string>;
  server: string;
  throws: Throw[];
}

const { rolls, note } = JSON.parse(text("tests/data/mixed-dice.json")) as { rolls: Vector[]; note: string };
const HEAD = text("examples/ancients-mixed-table.head.txt");
const EVENTS = text("examples/ancients-mixed-table.jsonl").trimEnd().split("\n").slice(1).map((line) => JSON.parse(line) as TableEvent);
const TABLE = "evening-2";

describe("mixed dice made again", () => {
  it("makes every golden hash and face", () => {
    expect(rolls.length).toBe(50);
    for (const { table, declared, ...roll } of rolls) {
      for (const [seat, secret] of Object.entries(roll.secrets)) {
        const value = ownValue(secret, table, declared.roll);
        expect(value).toBe(roll.values[seat]);
        expect(commitmentTo(table, declared.roll, seat, value)).toBe(declared.seats[seat]);
      }
      expect(ownValue(roll.server_secret, table, declared.roll)).toBe(roll.server);
      expect(commitmentTo(table, declared.roll, SERVER, roll.server)).toBe(declared.server);
      expect(contextOf(table, declared)).toBe(roll.context);
      const words = streamOf(roll.context, roll.values, roll.server);
      expect(roll.throws.map((one) => face(words, one))).toEqual(roll.throws.map((one) => one.face));
    }
  });

  it("writes data in the one way that is hashed", () => {
    expect(canonical({ b: [1.5, 2.0, "ü"], a: null })).toBe('{"a":null,"b":[1.5,2,"ü"]}');
  });

  it("passes over words that do not divide evenly", () => {
    const told = [0xffffffff, 0xfffffffc, 13];
    expect(side({ next: () => told.shift()! }, 6)).toBe(1);
    expect(side({ next: () => 0xffffffff }, 2 ** 32)).toBe(0xffffffff);
  });

  it("puts seats in the order of their bytes and not of their UTF-16 units", () => {
    expect(inOrder(["\u{10000}", "\uffff", "a"])).toEqual(["a", "\uffff", "\u{10000}"]);
  });

  it("reads a signed head, and none that was changed", () => {
    expect(readNote(note)).toMatchObject({ table: "evening-1", seq: 13, seat: "bottom", sealed: false });
    expect(readNote(note.replaceAll("\n", "\r\n"))).not.toBeNull();
    for (const [old, other] of [["event 13", "event 12"], ["bottom", "top"], ["head/1", "head/2"]] as const)
      expect(readNote(note.replace(old, other))).toBeNull();
  });
});

describe("the example with mixed dice", () => {
  it("gives no page that heard it any trouble", () => {
    const dice = new SeatDice(TABLE, "top", new Drawer(TABLE, "top", null, place()));
    for (const event of EVENTS) dice.hear(event);
    expect([dice.fork, dice.trouble, dice.heard]).toEqual([false, [], 19]);
    dice.takeNote(HEAD);
    expect(dice.trouble).toEqual([]);
  });
});

describe("a seat's part", () => {
  const begin = (events = EVENTS.slice(0, 1)): { dice: SeatDice; drawer: Drawer } => {
    const drawer = new Drawer(TABLE, "gm", null, place());
    const dice = new SeatDice(TABLE, "gm", drawer);
    for (const event of events) dice.hear(event);
    dice.takingPart = true;
    return { dice, drawer };
  };
  /** An event behind those of the example's first; nobody looks at its hash where none is told. */
  const next = (seq: number, body: Record<string, any>): TableEvent => ({ seq, kind: "x", actor: "gm", at: "", body });
  const declared = (dice: SeatDice, more: Record<string, unknown> = {}) => ({
    declared: {
      roll: dice.mixing.roll,
      by: "gm",
      command: { command: "Shoot" },
      seats: { ...dice.mixing.standing },
      server: "0".repeat(64),
      commit: "0".repeat(64),
      seen: 1,
      sealed: "1".repeat(64),
      ...more,
    },
  });

  it("joins, shows its value once it is declared, and commits itself to the next", () => {
    const { dice, drawer } = begin();
    const [join] = dice.toSay();
    expect(join!.body.roll).toBe(1);
    dice.hear(next(2, { joined: { seat: "gm", ...join!.body } }));
    expect(dice.toSay()).toEqual([]);
    expect(dice.again()).toEqual([join]);
    expect(dice.expected()).toEqual({ roll: 1, seats: ["gm"] });
    dice.hear(next(3, declared(dice)));
    const [value] = dice.toSay();
    expect(value!.body).toMatchObject({ roll: 1, context: dice.mixing.context });
    expect(commitmentTo(TABLE, 1, "gm", value!.body.value!)).toBe(join!.body.commit);
    expect(drawer.kept).toMatchObject({ roll: 1, context: dice.mixing.context });
    expect(dice.toSay()).toEqual([value]); // said again after a break: the same
    const { commit, ...shown } = value!.body;
    dice.hear(next(4, { value: { seat: "gm", ...shown, next: commit } }));
    expect(dice.toSay()).toEqual([]);
    expect(dice.trouble).toEqual([]);
  });

  it("comes back where it was said to be away, and says where a roll is without it", () => {
    const { dice } = begin();
    const other = { joined: { seat: "top", roll: 1, commit: "2".repeat(64) } };
    dice.hear(next(2, other));
    dice.hear(next(3, declared(dice)));
    expect(dice.toSay()[0]!.body.roll).toBe(2);
    expect(dice.trouble).toEqual([{ what: "without", roll: 1, seq: 3 }]);
  });

  it("shows nothing for a roll that was another before, however the page was loaded", () => {
    const storage = place();
    const load = (): SeatDice => {
      const dice = new SeatDice(TABLE, "gm", new Drawer(TABLE, "gm", null, storage));
      dice.takingPart = true;
      dice.hear(next(1, {}));
      return dice;
    };
    const first = load();
    const [join] = first.toSay();
    first.hear(next(2, { joined: { seat: "gm", ...join!.body } }));
    first.hear(next(3, declared(first)));
    const shown = first.toSay();
    const reloaded = load();
    reloaded.hear(next(2, { joined: { seat: "gm", ...join!.body } }));
    reloaded.hear(next(3, declared(reloaded)));
    expect(reloaded.toSay()).toEqual(shown);
    const forked = load();
    forked.hear(next(2, { joined: { seat: "gm", ...join!.body } }));
    forked.hear(next(3, declared(forked, { command: { command: "Another" } })));
    expect(forked.toSay()).toEqual([]);
    expect(forked.trouble).toMatchObject([{ what: "fork" }]);
  });

  it("leaves a seat to the device that gives its values, and takes over with its secret", () => {
    const { dice } = begin();
    dice.hear(next(2, { joined: { seat: "gm", roll: 1, commit: "3".repeat(64) } }));
    expect([dice.toSay(), dice.elsewhere]).toEqual([[], true]);
    dice.hear(next(3, declared(dice)));
    expect(dice.toSay()).toEqual([]);
    expect(dice.trouble).toMatchObject([{ what: "device", roll: 1 }]);
    const drawer = new Drawer(TABLE, "gm", "4".repeat(64), place());
    expect(drawer.secret).toBe("4".repeat(64));
  });

  it("notices another log than on the last visit, and a shorter one", () => {
    const { drawer } = begin(EVENTS.slice(0, 8));
    for (const [events, changed] of [[EVENTS.slice(0, 5), false], [EVENTS.slice(0, 8), true]] as const) {
      const dice = new SeatDice(TABLE, "gm", drawer);
      dice.takingPart = true;
      for (const event of events) dice.hear(changed && event.seq === 8 ? { ...event, hash: "5".repeat(64) } : event);
      expect(dice.toSay()).toEqual([]);
      expect(dice.trouble).toMatchObject([{ what: "fork" }]);
    }
  });

  it("notices that another seat heard another log, whichever of the two it hears first", () => {
    const other = structuredClone(EVENTS);
    for (const [n, event] of other.entries()) {
      if (n > 0) event.prev = other[n - 1]!.hash!;
      if (event.seq === 15) event.at = "2026-11-07T19:31:00.000Z";
      const { actor, at, body, cmd_id = null, kind, prev, seq, state } = event;
      if (event.seq >= 15) event.hash = sha256(canonical({ actor, at, body, cmd_id, kind, prev, seq, state }));
    }
    for (const [log, fork] of [[EVENTS, false], [other, true]] as const) {
      for (const first of [0, log.length]) {
        const { dice } = begin(log.slice(0, first));
        dice.takeOther("bottom", HEAD);
        for (const event of log.slice(first)) dice.hear(event);
        expect(dice.fork).toBe(fork);
      }
    }
  });

  it("notices an event that was changed, and faces that the values do not make", () => {
    const changed = (seq: number, change: (body: Record<string, any>) => void): SeatDice => {
      const dice = new SeatDice(TABLE, "top", new Drawer(TABLE, "top", null, place()));
      for (const event of EVENTS) {
        const copy = structuredClone(event);
        if (copy.seq === seq) change(copy.body);
        dice.hear(copy);
      }
      return dice;
    };
    expect(changed(8, (body) => (body.undoes = 6)).fork).toBe(true);
    const rolled = EVENTS.find((event) => event.body.rolled)!;
    const unchained = new SeatDice(TABLE, "top", new Drawer(TABLE, "top", null, place()));
    for (const { prev, hash, ...event } of structuredClone(EVENTS.slice(0, rolled.seq))) {
      if (event.seq === rolled.seq) event.body.throws[0].face = (event.body.throws[0].face + 1) % 6;
      unchained.hear(event);
    }
    expect(unchained.trouble).toMatchObject([{ what: "faces", roll: 1 }]);
  });

  it.each([
    ["joined", "roll"],
    ["declared", "roll"],
    ["declared", "seats"],
    ["declared", "server"],
    ["value", "seat"],
    ["value", "roll"],
    ["value", "context"],
    ["value", "value"],
    ["value", "next"],
    ["without", "roll"],
    ["without", "seats"],
    ["rolled", "roll"],
    ["rolled", "context"],
    ["rolled", "value"],
    ["rolled", "next"],
  ])("notices another %s.%s", (of, name) => {
    const dice = new SeatDice(TABLE, "top", new Drawer(TABLE, "top", null, place()));
    const first = EVENTS.find((event) => event.body[of])!;
    for (const { prev, hash, ...event } of structuredClone(EVENTS.slice(0, first.seq))) {
      if (event.seq === first.seq) {
        expect(dice.trouble).toEqual([]);
        event.body[of][name] = name === "roll" ? event.body[of].roll + 1 : "another";
      }
      dice.hear(event);
    }
    expect(dice.trouble.length).toBeGreaterThan(0);
  });
});
