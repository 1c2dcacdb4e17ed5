import { describe, expect, it } from "vitest";
import { boxOf, middleOf, sightLines, type TableScene } from "./sceneData";

const cube = (x: number): number[] => [x, 0, 0, x + 2, 0, 0, x + 2, 2, 4];

const SCENE: TableScene = {
  table: { width: 36, depth: 24 },
  solids: [
    { name: "archer", kind: "unit", side: "red", eye: [1, 1, 1.5], parts: [{ name: "torso", role: "body", positions: cube(0) }] },
    {
      name: "brute",
      kind: "unit",
      side: "blue",
      parts: [
        { name: "head", role: "body", positions: cube(10) },
        { name: "torso", role: "body", positions: cube(20) },
        { name: "sword", role: "equipment", positions: cube(30) },
        { name: "none", role: "body", positions: [] },
      ],
    },
    { name: "brute", kind: "terrain", parts: [{ name: "wall", role: "terrain", positions: cube(5) }] },
  ],
};

describe("a table in three dimensions", () => {
  it("knows the box around a solid and its middle", () => {
    expect(boxOf(SCENE.solids[0]!)).toEqual({ low: [0, 0, 0], high: [2, 2, 4] });
    expect(middleOf(SCENE.solids[0]!)).toEqual([1, 1, 2]);
    expect(middleOf({ name: "", kind: "unit", parts: [] })).toBeNull();
  });

  it("draws lines from the eye to every part of the body, and to no equipment", () => {
    const lines = sightLines(SCENE, "archer", "brute", { parts: { head: 0.25, torso: 0 } });
    expect(lines).toEqual([
      { part: "head", from: [1, 1, 1.5], to: [11, 1, 2], clear: true },
      { part: "torso", from: [1, 1, 1.5], to: [21, 1, 2], clear: false },
    ]);
    expect(sightLines(SCENE, "archer", "brute").map((line) => line.clear)).toEqual([null, null]);
  });

  it("starts them at the window where the shooter peers through one", () => {
    expect(sightLines(SCENE, "archer", "brute", { eye: [9, 9, 9] }).map((line) => line.from)).toEqual([
      [9, 9, 9],
      [9, 9, 9],
    ]);
  });

  it("draws none where there is nobody to look or to be seen", () => {
    expect(sightLines(SCENE, "nobody", "brute")).toEqual([]);
    expect(sightLines(SCENE, "archer", "nobody")).toEqual([]);
    expect(sightLines(SCENE, "brute", "archer")).toEqual([]);
  });
});
