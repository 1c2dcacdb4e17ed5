import { describe, expect, it } from "vitest";
import type { Targets, Unit } from "../api/shapes";
import type { Badge } from "../board/badge";
import { rangesOf, sortedBy, type Known } from "./order";

const unit = (id: string, side: string): Unit => ({ id, title: id, side, place: null, marks: [] });
const units = [unit("Unit 10", "red"), unit("Unit 9", "blue"), unit("archers", "blue"), unit("Unit 2", "red")];
const badge = (p?: string): Badge => ({ look: p ? "legal" : "refused", text: "", words: "", ...(p && { p }) });
const known: Known = {
  badges: { "Unit 10": badge("1/3"), "Unit 2": badge("33333333333333333/99999999999999998"), "Unit 9": badge() },
  far: { "Unit 10": 6.5, "Unit 9": 2, "Unit 2": 6.5 },
};
const nobody: Known = { badges: {}, far: {} };
const ids = (groups: { units: Unit[] }[]) => groups.map((group) => group.units.map((one) => one.id));

describe("the list of units", () => {
  it("goes by side as the battle names the sides", () => {
    expect(ids(sortedBy(units, ["blue", "red", "green"], "side", known))).toEqual([["Unit 9", "archers"], ["Unit 10", "Unit 2"]]);
  });

  it("goes by name, numbers by what they count", () => {
    expect(ids(sortedBy(units, [], "name", nobody))).toEqual([["archers", "Unit 2", "Unit 9", "Unit 10"]]);
  });

  it("goes by chances compared exactly, then those who may not be shot, then the others", () => {
    expect(ids(sortedBy(units, [], "chance", known))).toEqual([["Unit 2", "Unit 10", "Unit 9", "archers"]]);
  });

  it("goes by range, equal distances as the battle has them, the unknown last", () => {
    expect(ids(sortedBy(units, [], "range", known))).toEqual([["Unit 9", "Unit 10", "Unit 2", "archers"]]);
  });

  it("goes by side as long as nobody shoots", () => {
    for (const order of ["chance", "range"] as const) expect(sortedBy(units, ["red"], order, nobody).length).toBe(2);
  });

  it("reads distances where the game says in which entry they are", () => {
    const targets = { targets: [{ shot: { target: "a" }, summary: { far: 3 } }, { shot: { target: "b" }, summary: {} }] } as unknown as Targets;
    expect(rangesOf(targets, "far")).toEqual({ a: 3 });
    expect(rangesOf(targets, null)).toEqual({});
    expect(rangesOf(null, "far")).toEqual({});
  });
});
