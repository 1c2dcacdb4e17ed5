import { describe, expect, it } from "vitest";
import { Chart } from "./chart";
import { bent, farFromLine, gone, gripsOf, ringAt, outlinesOf, shapedPiece, without } from "./corners";
import { formsOf, listOf } from "./lake";

/** Steps of 60 pixels along x; a step along y leads 30 to the right as well, and 50 down. */
const CHART = new Chart([], { origin: { x: 0, y: 0 }, x: 60, y: 50, slant: 30 }, 0.5, false);
const LIST = listOf("banks", { corners: ["sand.edge", "pier.from", "pier.to"], together: true });
const FORMS = formsOf({ outlines: { title: "Reef", path: "sea.reefs" } });
const SEA = { fireline: 1, ruleset: "regatta", sea: { reefs: [[[0, 0], [2, 0], ["4/3", 2]], [[5, 5], [6, 5], [6, 6], [5, 6]]] } };
const places = (spots: readonly { place: string }[] | null) => spots?.map((one) => one.place);
const [reef, square] = outlinesOf(FORMS, SEA, CHART) as [ReturnType<typeof outlinesOf>[number], ReturnType<typeof outlinesOf>[number]];

describe("corners", () => {
  it("are read of outlines without ids, fractions too, and drawn anew under their number", () => {
    expect(places(reef.corners)).toEqual(["0,0", "2,0", "1.333333333,2"]);
    expect(reef.corners[2]?.at.x).toBeCloseTo((60 * 4) / 3 + 60);
    expect(square.through(["1,1"])).toEqual({ op: "reshape", path: "sea.reefs[1]", places: ["1,1"] });
    expect(outlinesOf({ ...FORMS, outlines: null }, SEA, CHART)).toEqual([]);
  });

  it("are read of pieces, outlines and lines alike", () => {
    const bank = { id: "bank", sand: { edge: [[0, 0], [2, 0], [2, 2]] } };
    const pier = { id: "pier", pier: { from: [1, 1], to: [3, 1], planks: 4 } };
    const at = (entry: { id: string }) => shapedPiece({ list: LIST, entry, path: "" }, CHART);
    expect(places(at(bank)?.corners ?? null)).toEqual(["0,0", "2,0", "2,2"]);
    expect(at(pier)).toMatchObject({ closed: false, title: "pier" });
    expect(at(pier)?.through(["1,1", "4,1"])).toEqual({ op: "draw", path: "banks", value: pier, places: ["1,1", "4,1"] });
    expect(at({ id: "rock" })).toBeNull();
    expect(gripsOf(at(pier)!)).toHaveLength(2);
  });

  it("are dragged, drawn out of a side, taken away, and all moved together", () => {
    const to = CHART.pointNamed("3,0.5")!;
    expect(places(bent(reef, { n: 1, at: to.at, fresh: false }, to))).toEqual(["0,0", "3,0.5", "1.333333333,2"]);
    const fresh = gripsOf(reef).filter((one) => one.fresh);
    expect(fresh.map((one) => one.n)).toEqual([1, 2, 3]);
    expect(places(bent(reef, fresh[2]!, to))).toEqual(["0,0", "2,0", "1.333333333,2", "3,0.5"]);
    expect(without(reef, 0)).toBeNull();
    expect(places(without(square, 0))).toEqual(["6,5", "6,6", "5,6"]);
    expect(places(gone(reef, CHART.pointNamed("1,1")!, CHART.pointNamed("0.5,2")!, CHART))).toEqual(["-0.5,1", "1.5,1", "0.833333333,3"]);
  });

  it("are as far from a point as their line is where it passes it, and else as its nearer end", () => {
    const [a, b] = [{ x: 10, y: 20 }, { x: 40, y: 60 }];
    expect([{ x: 25, y: 40 }, { x: 21, y: 43 }, { x: 7, y: 16 }, { x: 43, y: 64 }].map((point) => farFromLine(a, b, point))).toEqual([0, 5, 5, 5]);
    expect(farFromLine(a, a, { x: 13, y: 24 })).toBe(5);
  });

  it("tell which outline is meant at a point", () => {
    expect(ringAt([reef, square], { x: 60, y: 20 }, 8)).toBe(0);
    expect(ringAt([reef, square], { x: 60, y: -6 }, 8)).toBe(0);
    expect(ringAt([reef, square], { x: 60, y: -10 }, 8)).toBeNull();
    expect(ringAt([reef, square], square.corners[2]!.at, 8)).toBe(1);
    const level = { ...square, corners: [[0, 0], [40, 20], [0, 40], [-40, 20]].map(([x, y]) => ({ place: "", at: { x: x!, y: y! }, corners: "" })) };
    for (const x of [-39, -20, 0, 20, 39]) expect(ringAt([level], { x, y: 20 }, 0), "level with two corners").toBe(0);
    for (const x of [-41, 41]) expect(ringAt([level], { x, y: 20 }, 0)).toBeNull();
    expect(ringAt([], { x: 0, y: 0 }, 8)).toBeNull();
  });
});
