import { expect, it } from "vitest";
import { de } from "./de";
import { en } from "./en";
import { fill } from "./say";

const blanks = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort();

it("fills blanks, and leaves those that nobody fills to be noticed", () => {
  expect(fill("{a} > {b} > {a}", { a: "x" })).toBe("x > {b} > x");
});

it("has the same blanks in every language", () => {
  for (const [key, text] of Object.entries(de)) {
    expect(blanks(text as string), key).toEqual(blanks((en as Record<string, string>)[key]!));
  }
});
