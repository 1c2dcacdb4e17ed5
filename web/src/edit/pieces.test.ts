import { describe, expect, it } from "vitest";
import type { Battle, Ground } from "../api/shapes";
import { formsOf, listOf } from "./lake";
import { copied, groundAt, piecesOf, wholeOf } from "./pieces";

const FORMS = formsOf({ lists: [listOf("boats"), listOf("rocks")] });
const BATTLE: Battle = { fireline: 1, ruleset: "regatta", boats: [{ id: "dory", crew: 2 }, { id: "yawl", guns: [{ id: "bow gun", shots: 1 }] }], rocks: [{ id: "reef" }] };

describe("pieces of a battle", () => {
  it("are found in every list that the game names, with their paths", () => {
    expect(piecesOf(FORMS, BATTLE).map((one) => [one.entry.id, one.path])).toEqual([
      ["dory", "boats[0]"],
      ["yawl", "boats[1]"],
      ["reef", "rocks[0]"],
    ]);
  });

  it("are copied without any id, since those belong to the first", () => {
    expect(copied({ id: "yawl", guns: [{ id: "bow gun", shots: 1 }] })).toEqual({ guns: [{ shots: 1 }] });
  });
});

describe("the ground", () => {
  const ground: Ground = { title: "Water", kinds: [], bare: "", own: "", beyond: false, paths: [["sea", "{place}", "depth"], ["sea", "{place}"]] };

  it("is read from the most particular path at which something stands", () => {
    const battle: Battle = { fireline: 1, ruleset: "regatta", sea: { "1,0": "deep", "2,0": { depth: "shoal", buoy: true } } };
    expect(["1,0", "2,0", "3,0"].map((place) => groundAt(ground, battle, place))).toEqual(["deep", "shoal", ""]);
    expect(groundAt(ground, { fireline: 1, ruleset: "regatta" }, "1,0")).toBe("");
  });
});

it("tells what belongs together: all parts of a whole under one name, whatever number it has", () => {
  const forms = formsOf({ brushes: [{ name: "pier", title: "Pier", shape: "point", group: "", sample: [], onto: null, parts: ["", " steps", " lamp"] }] });
  const ids = ["pier", "pier steps", "pier 2", "pier 2 steps", "pier 2 lamp", "pierrot", "pierrot steps", "pier 2 north", "buoy"];
  expect(wholeOf(forms, ids, "pier steps")).toEqual(["pier", "pier steps"]);
  expect(wholeOf(forms, ids, "pier 2")).toEqual(["pier 2", "pier 2 steps", "pier 2 lamp"]);
  expect(wholeOf(forms, ids, "pierrot steps")).toEqual(["pierrot steps"]);
  expect(wholeOf(forms, ids, "pier 2 north")).toEqual(["pier 2 north"]);
  expect(wholeOf(forms, ids, "buoy")).toEqual(["buoy"]);
});
