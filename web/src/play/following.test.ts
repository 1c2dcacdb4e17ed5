import { expect, it } from "vitest";
import type { Choice } from "../api/shapes";
import { besides, following, lastSide } from "./following";

const choice = (n: number, command: string): Choice => ({ n, text: command, command: { command }, odds: null, cost: null });
const FIRE = choice(1, "Shoot");
const END = choice(2, "EndPhase");

it("is what may be said beside shots once there are none", () => {
  expect(besides({ commands: [FIRE, END], to_decide: null })).toEqual([END]);
  expect(following({ commands: [FIRE, END], to_decide: null })).toEqual([]);
  expect(following({ commands: [END], to_decide: null })).toEqual([END]);
});

it("names first what brings the game on", () => {
  const [aim, next] = [choice(1, "TakeAim"), choice(2, "NextTurn")];
  expect(following({ commands: [aim, next], to_decide: null })).toEqual([next, aim]);
});

it("is nothing more where one side alone is in play", () => {
  expect([["top", "bottom"], ["bottom"], []].map((in_play) => lastSide({ in_play }))).toEqual(["", "bottom", ""]);
});

it("waits for an answer that is owed", () => {
  expect(besides({ commands: [choice(1, "Answer")], to_decide: "top" })).toEqual([]);
  expect(following({ commands: [choice(1, "Answer")], to_decide: "top" })).toEqual([]);
  expect(following({ commands: [], to_decide: null })).toEqual([]);
});
