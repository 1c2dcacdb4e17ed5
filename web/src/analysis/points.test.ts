import { describe, expect, it } from "vitest";
import { direction, mean, points } from "./points";

describe("differences of chances", () => {
  it.each([
    ["-1/36", "−2.8"],
    ["11/36", "+30.6"],
    ["0", "±0"],
    ["1", "+100.0"],
    ["1/100000", "+0.0"],
    ["-1/100000", "−0.0"],
  ])("says %s as %s points", (p, text) => {
    expect(points(p)).toBe(text);
  });

  it("says averages, and whether they are rounded", () => {
    expect(["5/2", "1/3", "7", "0", "1999/1000"].map(mean)).toEqual(["2.5", "≈ 0.3", "7.0", "0.0", "≈ 2.0"]);
  });

  it("knows the way it goes", () => {
    expect(["1/2", "-1/2", "0", null].map(direction)).toEqual(["up", "down", "same", "same"]);
  });
});
