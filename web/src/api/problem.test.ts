import { describe, expect, it } from "vitest";
import { mayPass, ProblemError } from "./problem";

const problem = (status: number) => new ProblemError({ title: "", status, detail: "Why." });

describe("a question that failed", () => {
  it("may be asked again where nobody answered, or nobody could just then", () => {
    expect([0, 429, 500, 503].map((status) => mayPass(problem(status)))).toEqual([true, true, true, true]);
  });

  it("is not worth asking again where it was wrong", () => {
    expect([404, 409, 422].map((status) => mayPass(problem(status)))).toEqual([false, false, false]);
    expect(mayPass(new Error("no JSON"))).toBe(false);
  });
});
