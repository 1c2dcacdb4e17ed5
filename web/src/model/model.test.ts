import { expect, it } from "vitest";
import { entryOf, heightOf, type Model, scaleOf, sceneOf } from "./model";

/** A pyramid ten units high, a unit wide, far from its origin. */
const model = (inches: number | null): Model => ({
  file: "f.stl",
  name: "pyramid",
  triangles: 1,
  size: [1, 1, 10],
  inches_per_unit: inches,
  closed: false,
  leaks: 0,
  crowded: 0,
  bent: 0,
  figure_scale: 0.1,
  units: [],
  parts: [{ name: "all", kind: "body", triangles: 1 }],
  notes: [],
  view: { coarse: 0, parts: [{ name: "all", kind: "body", positions: [100, 50, 7, 101, 50, 7, 100.5, 51, 17] }] },
});

it("is as high as its file says, else as a figure", () => {
  expect(heightOf(model(0.1))).toBe(25.4);
  expect(heightOf(model(null))).toBe(32);
  expect(scaleOf(model(null), 25.4)).toBe(0.1);
});

it("says its scale only where its file does not", () => {
  expect(entryOf(model(0.1), { up: "z" }, 25.4)).toEqual({ file: "f.stl", up: "z" });
  expect(entryOf(model(0.1), {}, 50.8)).toEqual({ file: "f.stl", scale: 2 });
  expect(entryOf(model(null), {}, 25.4)).toEqual({ file: "f.stl", scale: 0.1 });
});

it.each([null, 0.1])("stands on the middle of a small table (unit %s)", (inches) => {
  const { table, solids } = sceneOf(model(inches), 25.4);
  expect(table.width).toBe(2);
  expect(solids[0]?.parts[0]?.positions.map((one) => Number(one.toFixed(3)))).toEqual([0.95, 0.95, 0, 1.05, 0.95, 0, 1, 1.05, 1]);
});
