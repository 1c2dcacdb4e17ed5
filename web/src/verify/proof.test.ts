import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { commitment, face, message, side, type Throw, unhex, Words } from "./proof";

interface Roll {
  server_seed: string;
  commit: string;
  table: string;
  roll: number;
  seeds: Record<string, string>;
  throws: Throw[];
}

const GOLDEN = JSON.parse(readFileSync(new URL("../../../tests/data/dice-proof.json", import.meta.url), "utf8")) as {
  rolls: Roll[];
};

describe("dice made again", () => {
  it("shows the faces of every golden roll", () => {
    expect(GOLDEN.rolls.length).toBeGreaterThanOrEqual(200);
    for (const roll of GOLDEN.rolls) {
      const seed = unhex(roll.server_seed)!;
      expect(commitment(seed)).toBe(roll.commit);
      const words = new Words(seed, message(roll.table, roll.roll, roll.seeds));
      const faces = [];
      for (const { sides, weights } of roll.throws) faces.push(face(words, sides, weights));
      expect(faces, `${roll.table}, roll ${roll.roll}`).toEqual(roll.throws.map((one) => one.face));
    }
  });

  it("gives the example of the specification", () => {
    const seed = new Uint8Array(32);
    expect(commitment(seed)).toBe("64b0da4ddd57d2a100d32d850d107be9a496106ebc0c3420e40973f751f40382");
    expect(message("table", 1, { top: "a", bottom: "b" })).toBe("fireline-dice/1\ntable\n1\nbottom\nb\ntop\na");
    const words = new Words(seed, message("table", 1, { top: "a", bottom: "b" }));
    expect([face(words, 6), face(words, 6), face(words, 6), face(words, 6)]).toEqual([3, 1, 2, 4]);
  });

  it("passes over words that do not divide evenly", () => {
    const told = [0xffffffff, 0xfffffffc, 13];
    const words = { next: () => told.shift()! };
    expect(side(words, 6)).toBe(1);
    expect(told).toEqual([]);
    expect(side({ next: () => 0xffffffff }, 2 ** 32)).toBe(0xffffffff);
  });

  it("puts seats in the order of their bytes and not of their UTF-16 units", () => {
    expect(message("t", 1, { "\u{10000}": "late", "\uffff": "early" }).split("\n")).toEqual([
      "fireline-dice/1",
      "t",
      "1",
      "\uffff",
      "early",
      "\u{10000}",
      "late",
    ]);
  });

  it("reads hexadecimal and nothing else", () => {
    expect(unhex("00ff10")).toEqual(new Uint8Array([0, 255, 16]));
    expect([unhex("0"), unhex("0G"), unhex("FF"), unhex("0x12")]).toEqual([null, null, null, null]);
  });
});
