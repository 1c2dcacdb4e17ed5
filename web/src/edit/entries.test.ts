import { describe, expect, it } from "vitest";
import { arriving, entryOf, fieldsOf, freshId, listOf, pathTo, terrainOf, terrainPath, terrainsOf } from "./entries";

const HEXES = {
  fireline: 1,
  ruleset: "ancients",
  board: { terrain: { E5: "forest" } },
  units: [
    { id: "bow", hex: "F5", blocks: 4 },
    { id: "bow-2", hex: "F6", blocks: 4 },
  ],
  leaders: [{ id: "hannibal", hex: "C5" }],
};
const SPACES = { fireline: 1, ruleset: "duel-of-ages", board: { spaces: { "0,0": "clear", "1,0": { terrain: "woods", dot: [1, 0] } } }, heroes: [{ id: "lazar", space: "0,0" }] };

describe("entries of a battle file", () => {
  it("are found in whichever list they stand", () => {
    expect(entryOf(HEXES, "hannibal")?.id).toBe("hannibal");
    expect(entryOf(HEXES, "nobody")).toBeNull();
    expect([pathTo(HEXES, "bow-2"), pathTo(HEXES, "hannibal"), pathTo(HEXES, "nobody")]).toEqual(["units[1]", "leaders[0]", ""]);
    expect(listOf(SPACES, "lazar")).toBe("heroes");
  });

  it("say their fields, one level deep, but not their id", () => {
    expect(fieldsOf({ id: "jack", stance: "prone", weapon: { name: "G36", loaded: 30 }, at: [0, 1] })).toEqual([
      "stance",
      "weapon.name",
      "weapon.loaded",
      "at",
    ]);
  });

  it("are copied under an id that nobody has, to another place", () => {
    expect(freshId(HEXES, "bow")).toBe("bow-3");
    expect(arriving({ id: "bow", hex: "F5" }, "bow-3", "F7")).toEqual({ id: "bow-3", hex: "F7" });
    expect(arriving({ id: "lazar", space: "0,0" }, "lazar-2", "1,0")).toEqual({ id: "lazar-2", space: "1,0" });
    expect(arriving({ id: "archer", at: [1, 2, 3] }, "archer-2", "4,5")).toEqual({ id: "archer-2", at: [4, 5, 3] });
  });
});

describe("terrain", () => {
  it("is written by hexes in one game and by spaces in another", () => {
    expect(terrainPath(HEXES, "E6")).toBe("board.terrain.E6");
    expect(terrainPath(SPACES, "0,0")).toBe("board.spaces.0,0");
    expect([terrainOf(HEXES, "E5"), terrainOf(HEXES, "E6"), terrainOf(SPACES, "1,0")]).toEqual(["forest", "", "woods"]);
    expect(terrainsOf(SPACES)).toEqual(["clear", "woods"]);
  });
});
