import { expect, it } from "vitest";
import { grouped } from "./examples";

it("puts the editions of a game under its name alone, the newest first", () => {
  const games = [
    { id: "blightmeer@2025-11", name: "Blightmeer, rules of 2025-11", takes_maps: true },
    { id: "blightmeer@2026-07", name: "Blightmeer, rules of 2026-07", takes_maps: true },
    { id: "ancients", name: "Commands & Colors: Ancients", takes_maps: true },
  ];
  const battle = (name: string, ruleset: string, kind: "example" | "setup" = "example") => ({ name, ruleset, title: name, words: "", kind });
  const groups = grouped([battle("a", "ancients"), battle("b", "blightmeer@2026-07"), battle("c", "blightmeer@2025-11", "setup")], games);
  expect(groups.map((one) => [one.name, one.editions.map((each) => each.edition), one.examples.map((each) => each.name), one.setups.map((each) => each.name)])).toEqual([
    ["Blightmeer", ["rules of 2026-07", "rules of 2025-11"], ["b"], ["c"]],
    ["Commands & Colors: Ancients", [""], ["a"], []],
  ]);
});
