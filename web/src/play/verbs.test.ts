import { expect, it } from "vitest";
import type { Parameter, Verb } from "../api/shapes";
import { fields, goes, gone, offered, placed, said } from "./verbs";

const parameter = (name: string, kind: string, more: Partial<Parameter> = {}): Parameter => ({ name, kind, least: null, most: null, values: null, default: null, ...more });
const verb = (name: string, parameters: Parameter[] = [], legal = true): Verb => ({ verb: name, text: "", legal, refusals: [], parameters });

it("says a command as it is typed", () => {
  expect(said("gunner", "aim", { target: "runner", actions: 2, exposed: "", more: null })).toBe("gunner aim target=runner actions=2");
  expect(said("old bow", "draw", { weapon: "Glock 17" })).toBe('"old bow" draw weapon="Glock 17"');
  expect(said("bow", "mark", { moved: 1, ordered: "yes" })).toBe("mark bow moved=1 ordered=yes");
  expect(gone("bow", "move", "12,5")).toBe("bow move 12,5");
  expect(gone("old bow", "move", "E5", { hexes: "2", more: "" })).toBe('"old bow" move E5 hexes=2');
});

it("gives a field to what can be chosen, and leaves places to the board", () => {
  const move = verb("move", [parameter("to", "place")]);
  const suppress = verb("suppress", [parameter("targets", "unit", { values: ["a", "b"] }), parameter("bullets", "number", { least: 1, most: 1 })]);
  expect(placed(move)?.name).toBe("to");
  expect(fields(move)).toEqual([]);
  expect([move, verb("move", [parameter("space", "place", { values: ["1,0"] })]), suppress].map(goes)).toEqual([true, true, false]);
  expect(fields(suppress).map((one) => one.name)).toEqual(["targets"]);
});

it("offers what the rules allow, without shots and edits", () => {
  const all = [verb("shoot"), verb("aim"), verb("reload", [], false), verb("move"), verb("place"), verb("mark")];
  expect(offered(all).map((one) => one.verb)).toEqual(["move", "aim"]);
});
