import { describe, expect, it } from "vitest";
import type { Battle, PieceLine } from "../api/shapes";
import type { Thing } from "../board/things";
import { Chart } from "./chart";
import type { Held } from "./pieces";
import { formsOf, listOf } from "./lake";
import { copiesOf, drawn, isThere, movedBy, pasted, putAt } from "./strokes";

/** A game that there is not: boats at berths in a row, ten wide, and mud that may be put there. */
const piece = (title: string, entry: Record<string, unknown>): PieceLine => ({ title, stem: title.toLowerCase(), entry, shape: "point", group: "" });
const BOATS = listOf("boats", { pieces: [piece("Sloop", { rig: "sloop" }), piece("Brig", { rig: "brig" })], place: ["berth"], side: "flag" });
const FORMS = formsOf({
  lists: [BOATS],
  ground: { title: "Water", kinds: [{ title: "mud", value: "mud" }], bare: "water", own: "", beyond: false, paths: [["sea", "{place}"]] },
  brushes: [{ name: "boom", title: "Boom", shape: "between", group: "", sample: [], onto: null, parts: [] }],
});
const cell = (n: number): Thing => ({ kind: "cell", id: String(n), note: "", at: { x: 10 * n, y: 0 }, corners: `${10 * n - 5},-5 ${10 * n + 5},-5 ${10 * n + 5},5 ${10 * n - 5},5`, half: { x: 0, y: 0 } });
const chart = new Chart([1, 2, 3, 4, 5].map(cell), null, 1, false);
const BATTLE: Battle = { fireline: 1, ruleset: "regatta", boats: [{ id: "dory", flag: "red", berth: 1, rig: { name: "sloop", sails: 2 } }, { id: "brig", flag: "blue", berth: 2, rig: "brig" }], sea: { "4": "mud" } };
const board = { forms: FORMS, battle: BATTLE, chart };
const at = (n: number) => chart.named(String(n))!;
const held = (n: number): Held => ({ kind: "piece", key: `boats-${n}`, title: "", list: BOATS, piece: BOATS.pieces[n]! });
const mud: Held = { kind: "ground", key: "ground-0", title: "Mud", value: "mud" };
const rubber: Held = { kind: "rubber", key: "rubber", title: "" };

describe("what is held, at a place", () => {
  it("is placed where nothing is", () => {
    expect(putAt(board, held(0), "red", at(3), false)).toEqual([{ op: "place", path: "boats", unit: "red-sloop", value: { flag: "red", rig: "sloop" }, to: "3" }]);
  });

  it("faces the nearest enemy, and where there is none the middle of the board", () => {
    const unit = (id: string, x: number, y: number): Thing => ({ ...cell(0), kind: "unit", id, at: { x, y }, corners: "" });
    const faced = (...units: Thing[]) => {
      const full = new Chart([...chart.things, ...units], null, 1, false, { x: 0, y: 0, width: 100, height: 0 });
      const [made] = putAt({ ...board, forms: { ...FORMS, facing: { mark: "heading", step: 15 } }, chart: full }, held(0), "red", at(3), false);
      return (made as { value: { heading: number } }).value.heading;
    };
    expect(faced()).toBe(0);
    expect([faced(unit("brig", 30, -20)), faced(unit("brig", 10, 0)), faced(unit("brig", 30, 20)), faced(unit("dory", 10, 0))]).toEqual([90, 180, 270, 0]);
    expect(faced(unit("brig", 30, 20), unit("brig", 20, 1))).toBe(180);
  });

  it("takes the place of another piece of its list, and leaves the same one alone", () => {
    expect(putAt(board, held(0), "red", at(2), false).map((one) => one.op)).toEqual(["remove", "place"]);
    expect(putAt(board, held(0), "red", at(1), false)).toEqual([]);
  });

  it("takes away, where the stroke began on the same, only the same", () => {
    expect([1, 2, 3].map((n) => isThere(board, held(0), "red", String(n)))).toEqual([true, false, false]);
    expect(isThere(board, held(0), "blue", "1")).toBe(false);
    expect(putAt(board, held(0), "red", at(1), true)).toEqual([{ op: "remove", unit: "dory" }]);
    expect(putAt(board, held(0), "red", at(2), true)).toEqual([]);
  });

  it("paints, and bares what it has painted", () => {
    expect(putAt(board, mud, "", at(3), false)).toEqual([{ op: "paint", to: "3", value: "mud" }]);
    expect(putAt(board, mud, "", at(4), false)).toEqual([]);
    expect(isThere(board, mud, "", "4")).toBe(true);
    expect(putAt(board, mud, "", at(4), true)).toEqual([{ op: "paint", to: "4", value: null }]);
  });

  it("rubs out the piece first, then the ground", () => {
    expect(putAt(board, rubber, "", at(1), true)).toEqual([{ op: "remove", unit: "dory" }]);
    expect(putAt(board, rubber, "", at(4), true)).toEqual([{ op: "paint", to: "4", value: null }]);
    expect(putAt(board, rubber, "", at(5), true)).toEqual([]);
  });

  it("is drawn through places", () => {
    expect(drawn({ kind: "brush", key: "", title: "", brush: FORMS.brushes[0]! }, "", [at(1), at(2)])).toEqual([{ op: "draw", path: "boom", places: ["1", "2"] }]);
  });
});

describe("pieces that are chosen", () => {
  const both = new Map([["dory", at(1)], ["brig", at(2)]]);

  it("move together, whoever is ahead first, so that nobody stands in the way", () => {
    expect(movedBy(chart, both, at(1).at, at(2).at)).toEqual([{ op: "move", unit: "brig", to: "3" }, { op: "move", unit: "dory", to: "2" }]);
    expect(movedBy(chart, both, at(2).at, at(1).at)).toBeNull();
    const free = new Chart([], { origin: { x: 0, y: 0 }, x: 10, y: 10, slant: 0 }, 1, false);
    const column = new Map([["top", free.pointNamed("0,1")!], ["low", free.pointNamed("0,2")!]]);
    const down = movedBy(free, column, { x: 0, y: 20 }, { x: 0, y: 30 })!.map((one) => ("unit" in one ? one.unit : ""));
    const up = movedBy(free, column, { x: 0, y: 30 }, { x: 0, y: 20 })!.map((one) => ("unit" in one ? one.unit : ""));
    expect([down, up]).toEqual([["low", "top"], ["top", "low"]]);
    expect(movedBy(chart, both, at(1).at, at(5).at)).toBeNull();
  });

  it("are copied as far from each other as they stand, without ids", () => {
    const copies = copiesOf(board, both);
    expect(pasted(chart, copies, at(3))?.map((one) => [one.unit, one.to])).toEqual([["dory", "3"], ["brig", "4"]]);
    expect(copies.every((one) => !("id" in one.entry))).toBe(true);
    expect(pasted(chart, copies, at(5))).toBeNull();
  });
});
