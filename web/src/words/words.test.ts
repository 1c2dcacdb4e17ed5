import { expect, it } from "vitest";
import { en } from "./en";
import { fill } from "./words.svelte";

it("fills blanks, and leaves those that nobody fills to be noticed", () => {
  expect(fill("{a} > {b} > {a}", { a: "x" })).toBe("x > {b} > x");
});

it("has no text that nothing says", () => {
  const files = import.meta.glob<string>(["../**/*.{ts,svelte}", "!./*", "!../**/*.test.ts"], { query: "?raw", import: "default", eager: true });
  const source = Object.values(files).join("\n");
  /** Beginnings of keys that end in a word of the page, which stands elsewhere, too; what an entry of a log tells is called as the server calls it. */
  const begun = [...source.matchAll(/\(`([a-zA-Z.]+\.)\$\{/g)].map(([, start]) => start!);
  const put = (key: string, start: string): boolean => key.startsWith(start) && (start === "entry." || new RegExp(`\\b${/^[a-z]+/.exec(key.slice(start.length))}`).test(source));
  expect(Object.keys(en).filter((key) => !source.includes(`"${key}"`) && !begun.some((start) => put(key, start)))).toEqual([]);
});
