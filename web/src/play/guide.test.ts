import { beforeEach, expect, it, vi } from "vitest";
import { guided, isGuided } from "./guide";

beforeEach(() => {
  const store = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => store.set(key, value) });
});

it("is shown once for each game, whatever its edition", () => {
  expect(isGuided("boats")).toBe(false);
  guided("boats@2026-01");
  expect([isGuided("boats"), isGuided("boats@2026-07"), isGuided("carts")]).toEqual([true, true, false]);
});
