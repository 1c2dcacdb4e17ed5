import { expect, it } from "vitest";
import { bringsOn, lastSide } from "./following";

it("is nothing more where one side alone is in play", () => {
  expect([["top", "bottom"], ["bottom"], []].map((in_play) => lastSide({ in_play }))).toEqual(["", "bottom", ""]);
});

it("knows what ends a turn in every game", () => {
  const choice = (command: string) => ({ n: 1, text: "", actor: null, command: { command }, odds: null, cost: null });
  expect(["EndPhase", "NextTurn", "Shoot"].map((command) => bringsOn(choice(command)))).toEqual([true, true, false]);
});
