import { expect, it } from "vitest";
import { diceOf } from "./dice";
import type { TableEvent } from "./messages";

const event = (kind: string, body: Record<string, any>): TableEvent => ({ seq: 1, kind, actor: "top", at: "", body });
const BEGUN = [event("start", { battle: {}, commit: "c1" }), event("client_seed", { client_seed: { seat: "top", seed: "x" } })];

it("knows the commitment in force", () => {
  expect(diceOf(BEGUN)).toEqual({ commit: "c1", revealed: false });
});

it("starts anew with a new commitment, and ends with the last secret", () => {
  const turned = [...BEGUN, event("rotate_dice", { reveal: { commit: "c1" }, commit: "c2" })];
  expect(diceOf(turned)).toEqual({ commit: "c2", revealed: false });
  expect(diceOf([...turned, event("reveal", { reveal: { commit: "c2" } })])).toEqual({ commit: "", revealed: true });
  expect(diceOf([])).toEqual({ commit: "", revealed: false });
});
