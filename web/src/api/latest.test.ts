import { describe, expect, it } from "vitest";
import { Latest } from "./latest";

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
