import { beforeEach, expect, it, vi } from "vitest";
import { guided, isGuided } from "./remembered";
import { storageOf } from "./storage.fake";

beforeEach(() => void vi.stubGlobal("localStorage", storageOf()));

it("is shown once for each game, whatever its edition", () => {
  expect(isGuided("boats")).toBe(false);
  guided("boats@2026-01");
  expect([isGuided("boats"), isGuided("boats@2026-07"), isGuided("carts")]).toEqual([true, true, false]);
});
