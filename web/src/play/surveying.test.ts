import { expect, it } from "vitest";
import type { Targets } from "../api/shapes";
import { surveyed } from "./surveying";

const answer = (only?: string[]): Targets => ({ ruleset: "any", sentence: "", shooter: "s", in_turn: true, targets: (only ?? ["all"]) as never });
const units = (many: number) => Array.from({ length: many }, (_, n) => `u${n}`);

it("asks about those that come first before the others, where there are many", async () => {
  const glimpses: Targets[] = [];
  const all = await surveyed(units(60), async (only) => answer(only), (first) => glimpses.push(first));
  expect(glimpses.map((one) => one.targets)).toEqual([units(24)]);
  expect(all).toEqual(answer());
});

it("asks once where there are few", async () => {
  let asked = 0;
  await surveyed(units(48), async (only) => (asked++, answer(only)), () => expect.fail("nothing comes first"));
  expect(asked).toBe(1);
});
