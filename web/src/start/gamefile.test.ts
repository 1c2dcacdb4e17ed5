import { expect, it } from "vitest";
import { askedOf, isGame } from "./gamefile";

const battle = { fireline: 1, ruleset: "x" };
const shot = { command: { command: "Shoot" }, events: [{ event: "Hit" }], faces: [3] };

it("tells games from battles", () => {
  expect(isGame('{"fireline_log": 1, "seed": 0}\n{}')).toBe(true);
  expect(isGame('{"events":13,"fireline_table":1}')).toBe(true);
  expect(isGame('{"fireline": 1, "ruleset": "x"}')).toBe(false);
  expect(isGame("fireline: 1\nruleset: x")).toBe(false);
});

it("asks about the lines of a log, and about the steps of a game", () => {
  const log = [{ fireline_log: 1, battle }, { seq: 1 }];
  expect(askedOf(log)).toEqual({ log });
  expect(askedOf([{ fireline_game: 1, battle }, shot, { battle }])).toEqual({ battle, steps: [shot, { battle }] });
});

it("takes of a table what stands", () => {
  const rows = [
    { fireline_table: 1 },
    { seq: 1, body: { battle } },
    { seq: 2, body: { commit: "x" } },
    { seq: 3, body: shot },
    { seq: 4, body: shot },
    { seq: 5, body: { undoes: 4 } },
    { seq: 6, body: { battle, changes: [] } },
    { seq: 7, body: { text: "hello" } },
    { signature: "x" },
  ];
  expect(askedOf(rows)).toEqual({ battle, steps: [shot, { battle }] });
});
