import { describe, expect, it } from "vitest";
import { lineOf, mayPass, ProblemError, problemOf } from "./problem";

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

describe("problems", () => {
  it("are the server's own line", async () => {
    const body = JSON.stringify({ title: "Bad input", detail: "units[3].hex: 'Z9' is no hex of this board", place: "units[3].hex" });
    const wrong = await problemOf(new Response(body, { status: 422 }));
    expect(wrong).toBeInstanceOf(ProblemError);
    expect([wrong.status, lineOf(wrong)]).toEqual([422, "units[3].hex: 'Z9' is no hex of this board"]);
  });

  it("are a line of their own where something else answers", async () => {
    const wrong = await problemOf(new Response("<html>", { status: 502, statusText: "Bad Gateway" }));
    expect(lineOf(wrong)).toBe("The server answered 502 Bad Gateway.");
  });

  it("are a line whatever was thrown", () => {
    expect(lineOf("just text")).toBe("just text");
  });
});
