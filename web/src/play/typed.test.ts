import { describe, expect, it } from "vitest";
import type { Answer, Choice, Unit } from "../api/shapes";
import { badgesOf } from "./badges";
import { fileName } from "./saving";
import { typed, unitNamed } from "./typed";
import { facesOf, same, usual, valueOf, waysOf } from "./ways";

const UNITS: Unit[] = [
  { id: "bow", title: "Light Bow (F5)", side: "bottom", place: "F5", marks: [] },
  { id: "warriors", title: "Warriors (C5)", side: "top", place: "C5", marks: [] },
  { id: "wall", title: "Heavy Infantry (A11)", side: "top", place: "A11", marks: [] },
  { id: "sanchez", title: "sanchez (0,0)", side: "white", place: "0,0", marks: [] },
];

describe("typed shots", () => {
  it.each([
    ["bow > warriors", "bow", "warriors"],
    ["F5>C5", "bow", "warriors"],
    [" f5 → c5 ", "bow", "warriors"],
    ["Light Bow (F5) > wall", "bow", "wall"],
    ["bow at warriors", "bow", "warriors"],
    ["0, 0 > a11", "sanchez", "wall"],
    ["light > warr", "bow", "warriors"],
  ])("%s", (line, shooter, target) => {
    expect(typed(line, UNITS)).toEqual({ shooter, target });
  });

  it("says what it does not understand", () => {
    expect(typed("bow", UNITS)).toEqual({ wrong: "form" });
    expect(typed("a > b > c", UNITS)).toEqual({ wrong: "form" });
    expect(typed("bow > ghost", UNITS)).toEqual({ wrong: "unknown", text: "ghost" });
  });

  it("takes no beginning that fits two", () => {
    expect(unitNamed("wa", UNITS)).toBeUndefined();
  });
});

const COMMANDS: Choice[] = [
  { n: 1, text: "bow at warriors", command: { command: "Shoot", shot: { shooter: "bow", target: "warriors" } }, odds: { name: "hit", p: "1/2" }, cost: null },
  { n: 2, text: "through the window", command: { command: "Shoot", shot: { shooter: "bow", target: "wall", peer: "w1" } }, odds: { name: "hit", p: "1/3", expected: { of: "wounds_lost", mean: "2/5" } }, cost: null },
  { n: 3, text: "end", command: { command: "EndPhase" }, odds: null, cost: null },
];
const answer = (target: string, legal: boolean): Answer =>
  ({
    shot: { shooter: "bow", target },
    legal,
    refusals: legal ? [] : [{ rule: "CCA-3.2", message: "Blocked." }],
    odds: legal ? { headline: { name: "hit", p: "1/2" }, marginals: {} } : null,
  }) as unknown as Answer;

describe("ways to take a shot", () => {
  it("are the commands of this shooter at this target", () => {
    const way = { text: "through the window", details: { peer: "w1" }, p: "1/3", expected: { of: "wounds_lost", mean: "2/5" } };
    expect(waysOf(COMMANDS, "bow", "wall")).toEqual([way]);
    expect(waysOf(COMMANDS, "bow", "nobody")).toEqual([]);
  });

  it("begin with the usual one, or the only legal one", () => {
    expect(usual(answer("warriors", true), waysOf(COMMANDS, "bow", "warriors"))).toEqual({});
    expect(usual(answer("wall", false), waysOf(COMMANDS, "bow", "wall"))).toEqual({ peer: "w1" });
    expect(usual(answer("riders", false), [])).toEqual({});
  });

  it("are the same whatever the order of their details", () => {
    expect(same({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
    expect(same({ a: 1 }, { a: 2 })).toBe(false);
  });

  it("give every enemy a badge: its chance, that of another way, or the first reason", () => {
    const targets = { ruleset: "ancients", shooter: "bow", targets: [answer("warriors", true), answer("wall", false), answer("riders", false)] };
    const badges = badgesOf(targets, COMMANDS);
    expect(badges["warriors"]).toEqual({ look: "legal", text: "50.0 %", p: "1/2", words: "50.0 % hit" });
    expect(badges["wall"]).toEqual({ look: "legal", text: "33.3 %", p: "1/3", words: "33.3 %, through the window, 0.40 wounds lost on average", mean: "0.40" });
    expect(badges["riders"]).toEqual({ look: "refused", text: "", words: "Blocked. CCA-3.2" });
    expect(badgesOf(null, [])).toEqual({});
  });
});

it("reads what stands in a field", () => {
  expect([" 3 ", "[1, 2]", "true", "2,0", "", "Tommy Gun"].map(valueOf)).toEqual([3, [1, 2], true, "2,0", undefined, "Tommy Gun"]);
});

it("reads faces of real dice", () => {
  expect(facesOf("16, 5")).toEqual([16, 5]);
  expect(facesOf("green flag")).toEqual(["green", "flag"]);
  expect(facesOf("  ")).toBeUndefined();
});

it("names files", () => {
  expect(fileName("Who may fire?")).toBe("who-may-fire");
  expect(fileName("?!")).toBe("battle");
});
