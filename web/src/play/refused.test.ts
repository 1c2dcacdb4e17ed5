import { describe, expect, it } from "vitest";
import type { Answer } from "../api/shapes";
import { grouped } from "./refused";

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
