import { expect, it } from "vitest";
import { byRuleset } from "./examples";

it("puts the versions of a game under its name alone", () => {
  const games = [
    { id: "blightmeer@2025-11", name: "Blightmeer, rules of 2025-11" },
    { id: "blightmeer@2026-07", name: "Blightmeer, rules of 2026-07" },
    { id: "ancients", name: "Commands & Colors: Ancients" },
  ];
  const example = (name: string, ruleset: string) => ({ name, ruleset, title: name, words: "", kind: "example" as const });
  const groups = byRuleset([example("a", "ancients"), example("b", "blightmeer@2026-07"), example("c", "blightmeer@2025-11")], games);
  expect(groups.map((one) => [one.id, one.name, one.examples.map((each) => each.name)])).toEqual([
    ["blightmeer", "Blightmeer", ["b", "c"]],
    ["ancients", "Commands & Colors: Ancients", ["a"]],
  ]);
});
