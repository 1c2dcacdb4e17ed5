import { expect, it } from "vitest";
import type { Targets } from "../api/shapes";
import { badgesOf } from "./badges";

const targets = (in_turn: boolean): Targets =>
  ({ in_turn, targets: [{ shot: { shooter: "s", target: "t" }, odds: { headline: { p: "1/2", name: "a hit" }, marginals: {} } }] }) as never;

it("says of a chance that it only holds on the shooter's turn", () => {
  expect(badgesOf(targets(true), []).t?.words).toBe("50.0% a hit");
  expect(badgesOf(targets(false), []).t?.words).toBe("50.0% a hit, if it were its turn");
});
