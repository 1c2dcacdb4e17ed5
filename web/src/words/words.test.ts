import { expect, it } from "vitest";
import { fill } from "./words.svelte";

it("fills blanks, and leaves those that nobody fills to be noticed", () => {
  expect(fill("{a} > {b} > {a}", { a: "x" })).toBe("x > {b} > x");
});
