import { describe, expect, it } from "vitest";
import { boxOf, sightLines, type TableScene } from "./sceneData";

const cube = (x: number): number[] => [x, 0, 0, x + 2, 0, 0, x + 2, 2, 4];
const part = (name: string, role: "body" | "equipment", positions: number[]) => ({ name, role, positions });
const SCENE: TableScene = {
  table: { width: 36, depth: 24 },
  solids: [
    { name: "archer", kind: "unit", side: "red", eye: [1, 1, 1.5], parts: [part("torso", "body", cube(0))] },
    { name: "brute", kind: "unit", side: "blue", parts: [part("head", "body", cube(10)), part("torso", "body", cube(20)), part("sword", "equipment", cube(30)), part("none", "body", [])] },
    { name: "brute", kind: "terrain", parts: [{ name: "wall", role: "terrain", positions: cube(5) }] },
  ],
};
/** From where lines go, to where, and whether they are clear. */
const lines = (...asked: Parameters<typeof sightLines>) => sightLines(...asked).map(({ part, from, to, clear }) => [part, from.toArray(), to.toArray(), clear]);

describe("sight lines", () => {
  it("go from the eye to every part of the body, and to no equipment", () => {
    expect(lines(SCENE, "archer", "brute", { parts: { head: 0.25, torso: 0 } })).toEqual([
      ["head", [1, 1, 1.5], [11, 1, 2], true],
      ["torso", [1, 1, 1.5], [21, 1, 2], false],
    ]);
    expect(sightLines(SCENE, "archer", "brute", {}).map((line) => line.clear)).toEqual([null, null]);
    expect([boxOf(SCENE.solids[0]!.parts).isEmpty(), boxOf([]).isEmpty()]).toEqual([false, true]);
  });

  it("start at the window where the shooter peers through one", () => {
    expect(lines(SCENE, "archer", "brute", { eye: [9, 9, 9] }).map(([, from]) => from)).toEqual([[9, 9, 9], [9, 9, 9]]);
  });

  it("are none where there is nobody to look or to be seen", () => {
    expect([["nobody", "brute"], ["archer", "nobody"], ["brute", "archer"]].map(([one, other]) => lines(SCENE, one!, other!, {}))).toEqual([[], [], []]);
  });
});
