import { expect, it } from "vitest";
import { measureOf, placeAt } from "./measure";

const MEASURE = { origin: { x: 40, y: 826 }, x: 20, y: -20, slant: 0 };

it("is read as a drawing writes it, or is none", () => {
  expect(measureOf("40 826 20 -20")).toEqual(MEASURE);
  expect([null, "", "40 826 0 -20", "a b c d", "1 2 3"].map(measureOf)).toEqual([null, null, null, null, null]);
});

it("names the place at a point, y away from the viewer, to a quarter", () => {
  expect(placeAt(MEASURE, { x: 40 + 12.6 * 20, y: 826 - 8.1 * 20 })).toMatchObject({ kind: "cell", id: "12.5,8", at: { x: 290, y: 666 } });
  expect(placeAt(MEASURE, { x: 39, y: 827 }).id).toBe("0,0");
});
