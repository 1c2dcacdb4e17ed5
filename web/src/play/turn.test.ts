import { expect, it } from "vitest";
import { turnOf } from "./turn";

it("gives the turn to another side, and leaves alone what has none", () => {
  const hexes = { fireline: 1, ruleset: "ancients", turn: { side: "bottom", number: 2 } };
  expect(turnOf(hexes, "top")).toEqual({ ...hexes, turn: { side: "top", number: 2 } });
  expect(hexes.turn.side).toBe("bottom");
  expect(turnOf({ fireline: 1, ruleset: "duel-of-ages", team: "white" }, "black")["team"]).toBe("black");
  const free = { fireline: 1, ruleset: "endless-horizons" };
  expect(turnOf(free, "red")).toBe(free);
  expect(turnOf(hexes, null)).toBe(hexes);
});
