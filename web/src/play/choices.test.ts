import { expect, it } from "vitest";
import type { Choice } from "../api/shapes";
import { bringsOn, costed } from "./choices";

it("knows what ends a turn in every game", () => {
  const choice = (command: string) => ({ n: 1, text: "", actor: null, command: { command }, odds: null, cost: null });
  expect(["EndPhase", "NextTurn", "Shoot"].map((command) => bringsOn(choice(command)))).toEqual([true, true, false]);
});

const answer = (n: number, to: string, p: string): Choice => ({
  n,
  actor: null,
  text: `retreat to ${to}`,
  command: { command: "Retreat", to },
  places: [to],
  odds: { name: "any blocks lost", p, of: "" },
  cost: `any blocks lost ${p}`,
});

it("says what an answer costs under the answers chosen", () => {
  const [first, second] = costed([answer(1, "A1", "1/2"), answer(2, "A2", "1/3")], [answer(7, "A2", "5/6")]);
  expect(first).toEqual(answer(1, "A1", "1/2"));
  expect(second).toEqual({ ...answer(2, "A2", "5/6"), n: 2 });
});
