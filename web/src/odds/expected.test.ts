import { expect, it } from "vitest";
import { averageOf, expectedIn } from "./expected";

const odds = (marginals: Record<string, Record<string, string>>, of: string) => ({ headline: { name: "", p: "1/2", of }, answers: "", has_answers: false, outcomes: [], marginals });

it("says exactly what is to be expected, and nothing of what is no count", () => {
  const found = expectedIn(odds({ hits: { "0": "25/36", "1": "5/18", "2": "1/36" } }, "hits"));
  expect(found).toEqual({ of: "hits", mean: "1/3" });
  expect(averageOf(found!)).toBe("0.33 hits on average");
  expect(expectedIn(odds({ eliminated: { true: "1/2", false: "1/2" } }, "eliminated"))).toBeNull();
});
