import { describe, expect, it } from "vitest";
import { Latest } from "./latest";
import { lineOf, ProblemError, problemOf } from "./problem";

describe("only the latest question counts", () => {
  it("calls the one before off", async () => {
    const latest = new Latest();
    let signal: AbortSignal | undefined;
    const first = latest.ask((given) => {
      signal = given;
      return new Promise<string>((_, fail) => given.addEventListener("abort", () => fail(new DOMException("", "AbortError"))));
    });
    expect(await latest.ask(async () => "second")).toBe("second");
    expect(signal?.aborted).toBe(true);
    expect(await first).toBeNull();
  });

  it("passes on what went wrong with the one that counts", async () => {
    await expect(new Latest().ask(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
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
