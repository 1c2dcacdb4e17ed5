import { describe, expect, it } from "vitest";
import type { Answer } from "../api/shapes";
import { parted } from "./rules";
import { spokenRuling, titleOf } from "./words";

const LEGAL: Answer = {
  ruleset: "ancients",
  shot: { shooter: "bow", target: "warriors" },
  title: "Light Bow (F5) > Warriors (C5)",
  sum_name: "dice",
  legal: true,
  refusals: [],
  line_of_sight: { clear: true, blockers: [], marks: [], text: "clear: E5, D5" },
  cover: false,
  modifiers: [],
  summary: {},
  steps: [],
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
