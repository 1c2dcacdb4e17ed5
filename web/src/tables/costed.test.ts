import { expect, test } from "vitest";
import type { Choice } from "../api/shapes";
import { costed } from "./costed";

const choice = (n: number, to: string, p: string): Choice => ({
  n,
  actor: null,
  text: `retreat to ${to}`,
  command: { command: "Retreat", to },
  odds: { name: "any blocks lost", p, of: "" },
  cost: `any blocks lost ${p}`,
});

test("an answer costs what it does under the answers chosen", () => {
  const [first, second] = costed([choice(1, "A1", "1/2"), choice(2, "A2", "1/3")], [choice(7, "A2", "5/6")]);
  expect(first).toEqual(choice(1, "A1", "1/2"));
  expect(second).toEqual({ ...choice(2, "A2", "5/6"), n: 2 });
});
