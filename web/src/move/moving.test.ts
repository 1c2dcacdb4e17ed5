import { expect, it } from "vitest";
import type { Unit } from "../api/shapes";
import { moveOf, valuesOf } from "./moving";

const mark = (name: string, value: boolean | number | string) => ({ name, value, allowed: [], least: null, most: null });
const UNIT: Unit = { id: "bow", title: "Bow", side: "bottom", place: "F5", marks: [mark("moved", 0), mark("ordered", true)] };

it("says where to, and only what is changed", () => {
  expect(moveOf(UNIT, "E5", valuesOf(UNIT))).toEqual({ command: "MoveByHand", unit: "bow", to: "E5", marks: [] });
  expect(moveOf(UNIT, " E5 ", { moved: 1, ordered: true })).toMatchObject({ to: "E5", marks: [["moved", 1]] });
});

it("marks a unit that stays where it is", () => {
  expect(moveOf(UNIT, "F5", { moved: 0, ordered: false })).toMatchObject({ to: "", marks: [["ordered", false]] });
  expect(moveOf(UNIT, "", { moved: 2, ordered: true })).toMatchObject({ to: "", marks: [["moved", 2]] });
});

it("is nothing where nothing is changed, or a number is wiped out", () => {
  expect(moveOf(UNIT, "", valuesOf(UNIT))).toBeNull();
  expect(moveOf(UNIT, "F5", { moved: undefined as unknown as number, ordered: true })).toBeNull();
  expect(moveOf({ id: "x", title: "X", side: null, place: null, marks: [] }, "", {})).toBeNull();
});
