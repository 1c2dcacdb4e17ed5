import { expect, it } from "vitest";
import { lookOf } from "./sides";

it.each([
  [["red", "blue"], [1, 0]],
  [["bottom", "top"], [0, 1]],
  [["top", "bottom"], [1, 0]],
  [["white", "black"], [0, 1]],
  [["elves", "red"], [0, 1]],
  [["elves", "Blue"], [1, 0]],
  [["a", "b", "c"], [0, 1, 2]],
])("gives %j the looks %j", (sides, looks) => {
  expect(sides.map((side) => lookOf(side, sides))).toEqual(looks);
});
