import { describe, expect, it } from "vitest";
import type { Answer } from "../api/shapes";
import { parted } from "./rules";
import { summed } from "./sum";
import { plainRuling, spokenRuling, titleOf } from "./words";

const LEGAL: Answer = {
  ruleset: "ancients",
  shot: { shooter: "bow", target: "warriors" },
  title: "Light Bow (F5) > Warriors (C5)",
  sum_name: "dice",
  legal: true,
  refusals: [],
  line_of_sight: { clear: true, blockers: [], marks: [], text: "clear: E5, D5" },
  cover: false,
  modifiers: [
    { rule: "CCA-4.1", name: "held its position", value: 2, applies: true },
    { rule: "CCA-4.2", name: "rampart", value: -1, applies: true, because: "C5" },
    { rule: "CCA-4.1", name: "moved", value: 1, applies: false, because: "it held its position" },
  ],
  summary: {},
  steps: [{ rule: "CCA-2.1", text: "Distance 3 hexes, range 3." }],
  odds: { headline: { name: "at least one hit", p: "11/36" }, answers: "", has_answers: false, outcomes: [], marginals: {} },
};
const ILLEGAL: Answer = {
  ...LEGAL,
  legal: false,
  odds: null,
  refusals: [
    { rule: "CCA-1.3", message: "The unit is next to an enemy (E4), so it may not fire." },
    { rule: "CCA-2.1", message: "The target is 5 hexes away." },
  ],
};

describe("the sum", () => {
  it("runs to the number rolled, what does not apply left out and kept below with its reason", () => {
    const sum = summed(LEGAL.modifiers);
    expect(sum.applied.map((term) => [term.sign, term.after])).toEqual([
      ["+2", "2"],
      ["−1", "1"],
    ]);
    expect(sum.whole).toBe("1");
    expect(sum.not).toMatchObject([{ name: "moved", because: "it held its position" }]);
  });
});

describe("a ruling in words", () => {
  it("says who, whether, with what chance", () => {
    expect(spokenRuling(LEGAL)).toBe(
      "Light Bow (F5) > Warriors (C5). Legal. 30.6% at least one hit. clear: E5, D5.",
    );
  });

  it("says every reason against it", () => {
    const said = spokenRuling(ILLEGAL);
    expect(said).toContain("Not legal. The unit is next to an enemy (E4), so it may not fire. The target is 5 hexes away.");
  });

  it("is copied with every rule", () => {
    const text = plainRuling(LEGAL);
    for (const part of ["LEGAL", "+2 held its position = 2 CCA-4.1", "1 dice", "(+1) moved, it held", "30.6% (11/36)"]) {
      expect(text).toContain(part);
    }
    expect(plainRuling(ILLEGAL)).toContain("NOT LEGAL");
  });

  it("has a title even where the engine gives none", () => {
    const { title: _title, ...bare } = LEGAL;
    expect(titleOf(bare)).toBe("bow > warriors");
  });
});

it("parts a line of a story from its rules", () => {
  expect(parted("It loses 1 block. CCA-5.3")).toEqual({ text: "It loses 1 block.", rules: ["CCA-5.3"] });
  expect(parted("closed. DOA-3.7 DOA-1.5").rules).toEqual(["DOA-3.7", "DOA-1.5"]);
  expect(parted("It retreats to B4 > A4. CCA-7").rules).toEqual(["CCA-7"]);
  expect(parted("Nothing happens.")).toEqual({ text: "Nothing happens.", rules: [] });
});
