import { describe, expect, it } from "vitest";
import type { Answer, Targets } from "../api/shapes";
import { badgesOf, grouped, surveyed } from "./targets";

const answer = (only?: string[]): Targets => ({ ruleset: "any", sentence: "", shooter: "s", in_turn: true, best: null, targets: (only ?? ["all"]) as never });
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

const targets = (in_turn: boolean): Targets =>
  ({ in_turn, targets: [{ shot: { shooter: "s", target: "t" }, odds: { headline: { p: "1/2", name: "a hit" }, marginals: {} } }] }) as never;

it("says of a chance that it only holds on the shooter's turn", () => {
  expect(badgesOf(targets(true), []).t?.words).toBe("50.0% a hit");
  expect(badgesOf(targets(false), []).t?.words).toBe("50.0% a hit, if it were its turn");
});

const target = (id: number, ...rules: string[]) => ({ shot: { shooter: "s", target: `t${id}` }, legal: rules.length === 0, refusals: rules.map((rule) => ({ rule, message: "no" })) }) as unknown as Answer;

describe("a list of targets", () => {
  it("names few one by one, in the order of the answer", () => {
    const few = [target(1, "A-1"), target(2), target(3, "A-1")];
    expect(grouped(few)).toEqual({ single: few, groups: [] });
  });

  it("groups many by all the rules against them, and names those that may be shot", () => {
    const far = Array.from({ length: 10 }, (_, n) => target(n, "A-2"));
    const hidden = [target(20, "B-1", "A-2"), target(21, "A-2", "B-1", "A-2")];
    const { single, groups } = grouped([...hidden, target(30), ...far, target(31)]);
    expect(single.map((one) => one.shot.target)).toEqual(["t30", "t31"]);
    expect(groups.map((one) => [one.rules, one.targets.length])).toEqual([[["A-2"], 10], [["A-2", "B-1"], 2]]);
  });
});
