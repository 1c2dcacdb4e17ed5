import { beforeEach, expect, it, vi } from "vitest";
import { guided, isGuided, stepOf } from "./guide";

beforeEach(() => {
  const store = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => store.set(key, value) });
});

it("walks from the shooter to what came of it", () => {
  const at = { shooter: false, target: false, done: false };
  expect(stepOf(at)).toBe("shooter");
  expect(stepOf({ ...at, shooter: true })).toBe("target");
  expect(stepOf({ ...at, shooter: true, target: true })).toBe("shoot");
  expect(stepOf({ ...at, done: true })).toBe("done");
});

it("is shown once for each game, whatever its edition", () => {
  expect(isGuided("boats")).toBe(false);
  guided("boats@2026-01");
  expect([isGuided("boats"), isGuided("boats@2026-07"), isGuided("carts")]).toEqual([true, true, false]);
});
