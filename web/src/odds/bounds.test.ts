import { expect, it } from "vitest";
import type { OddsData } from "../api/shapes";
import { headlineRange, rangesOf } from "./bounds";

const ODDS: OddsData = {
  headline: { name: "eliminated", p: "11/36", of: "eliminated" },
  answers: "The unit retreats as its player likes best.",
  has_answers: true,
  bounds: { eliminated: { true: ["11/36", "5/9"], false: ["4/9", "25/36"] }, hits: { "0": ["1/4", "1/4"] } },
  outcomes: [],
  marginals: { eliminated: { false: "25/36", true: "11/36" }, hits: { "0": "1/4", "1": "3/4" } },
};

it("gives the range of the value that the headline speaks of", () => {
  expect(headlineRange(ODDS)).toEqual(["11/36", "5/9"]);
});

it("gives the range of a chance against a value from the other end", () => {
  const hits: OddsData = { ...ODDS, headline: { name: "at least one hit", p: "3/4", of: "hits" }, bounds: { hits: { "0": ["1/8", "1/4"] } } };
  expect(headlineRange(hits)).toEqual(["3/4", "7/8"]);
});

it("has no range where nobody has a choice, or the headline names no marginal", () => {
  const { bounds: _bounds, ...certain } = ODDS;
  expect([headlineRange(certain), rangesOf(certain)]).toEqual([null, []]);
  expect(headlineRange({ ...ODDS, headline: { name: "eliminated", p: "11/36" } })).toBeNull();
});

it("says no range where no answer moves the headline", () => {
  expect(headlineRange({ ...ODDS, bounds: { eliminated: { true: ["11/36", "11/36"] } } })).toBeNull();
});

it("lists what differs, and leaves out what no answer changes", () => {
  expect(rangesOf(ODDS).map((one) => [one.name, one.value, one.least, one.most])).toEqual([
    ["eliminated", "true", "11/36", "5/9"],
    ["eliminated", "false", "4/9", "25/36"],
  ]);
});
