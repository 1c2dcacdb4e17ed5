import { expect, it } from "vitest";
import { backoff } from "./backoff";

it("waits twice as long each time, up to ten seconds", () => {
  expect([0, 1, 2, 3, 4, 5, 6, 50].map((tries) => backoff(tries, () => 0))).toEqual([
    500, 1000, 2000, 4000, 8000, 10000, 10000, 10000,
  ]);
});

it("shortens the wait at random by a half at most", () => {
  for (let n = 0; n < 200; n++) {
    const wait = backoff(3);
    expect(wait).toBeGreaterThanOrEqual(2000);
    expect(wait).toBeLessThanOrEqual(4000);
  }
});
