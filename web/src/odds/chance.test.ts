import { describe, expect, it } from "vitest";
import { complement, decimal, direction, fractionOf, lengthOf, mean, percent, plus, points, ratio, short, sum } from "./chance";
import { averageOf, barsOf, distribution, distributions, expectedIn, headlined, meanOf } from "./distribution";

describe("exact chances", () => {
  it("are said as the command line says them", () => {
    expect(["11/36", "1/100000", "99999/100000", "0", "1", "1/1000", "999/1000", "1/2000"].map(percent)).toEqual([
      "30.6%",
      "< 0.1%",
      "> 99.9%",
      "0.0%",
      "100.0%",
      "0.1%",
      "99.9%",
      "< 0.1%",
    ]);
  });

  it("add up without rounding, however long they are", () => {
    const tiny = ratio("1/123456789012345678901234567890");
    expect(fractionOf(plus(tiny, tiny))).toBe("1/61728394506172839450617283945");
    expect(fractionOf(sum(["25/36", "5/18", "1/36"].map(ratio)))).toBe("1");
    expect(fractionOf(sum([]))).toBe("0");
  });

  it("have a length for a bar", () => {
    expect(lengthOf(ratio("1/4"))).toBe(0.25);
  });

  it("have a complement, and decimals that are rounded once", () => {
    expect(["11/36", "0", "1"].map(complement)).toEqual(["25/36", "1", "0"]);
    expect(["1/3", "2/3", "5/2", "0", "1/200"].map((one) => decimal(one))).toEqual(["0.33", "0.67", "2.50", "0.00", "0.01"]);
  });

  it("are left to the table where they are long", () => {
    expect(short("11/36")).toBe("11/36");
    expect(short("123456789012345678/1234567890123456789")).toBe("");
  });
});

describe("a distribution", () => {
  it("counts at least that many", () => {
    const hits = distribution("hits", { "1": "5/18", "0": "25/36", "2": "1/36" });
    expect(hits.kind).toBe("count");
    expect(hits.rows.map((row) => [row.value, row.p, row.atLeast])).toEqual([
      ["0", "25/36", "1"],
      ["1", "5/18", "11/36"],
      ["2", "1/36", "1/36"],
    ]);
  });

  it("sorts counts as numbers, that many or more last", () => {
    const rows = distribution("wounds_lost", { "10+": "1/4", "2": "1/4", "0": "1/2" }).rows;
    expect(rows.map((row) => row.value)).toEqual(["0", "2", "10+"]);
  });

  it("knows yes and no, and words", () => {
    expect(distribution("hit", { true: "1/2", false: "1/2" })).toMatchObject({ kind: "yesno", name: "hit" });
    const injury = distribution("injury", { none: "1/2", dazed: "1/2" });
    expect(injury.kind).toBe("words");
    expect(injury.rows[0]?.atLeast).toBeNull();
  });

  it("has an average where its values are plain numbers", () => {
    expect(meanOf(distribution("hits", { "0": "25/36", "1": "5/18", "2": "1/36" }))).toBe("1/3");
    expect(meanOf(distribution("hits", { "0": "1/2", "1+": "1/2" }))).toBeNull();
    expect(meanOf(distribution("hit", { true: "1/2", false: "1/2" }))).toBeNull();
  });

  it("is the one that the headline is read from, wherever it stands", () => {
    const all = distributions({ attacks_hit: { "0": "1/2", "1": "1/2" }, wounds_lost: { "0": "2/3", "1": "1/3" } });
    expect(headlined(all, "wounds_lost")?.key).toBe("wounds_lost");
    expect(headlined(all, undefined)?.key).toBe("attacks_hit");
    expect(headlined([], "hits")).toBeUndefined();
  });

  it("leaves no chance out of its bars", () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [String(n), "1/30"]));
    const { shown, rest } = barsOf(distributions({ hits: many })[0]!.rows);
    expect(shown.length + rest.length).toBe(30);
    expect(fractionOf(sum([...shown, ...rest].map((row) => ratio(row.p))))).toBe("1");
    expect(barsOf(shown).rest).toEqual([]);
  });
});


const odds = (marginals: Record<string, Record<string, string>>, of: string) => ({ headline: { name: "", p: "1/2", of }, answers: "", has_answers: false, outcomes: [], marginals });

it("says exactly what is to be expected, and nothing of what is no count", () => {
  const found = expectedIn(odds({ hits: { "0": "25/36", "1": "5/18", "2": "1/36" } }, "hits"));
  expect(found).toEqual({ of: "hits", mean: "1/3" });
  expect(averageOf(found!)).toBe("0.33 hits on average");
  expect(expectedIn(odds({ eliminated: { true: "1/2", false: "1/2" } }, "eliminated"))).toBeNull();
});


describe("differences of chances", () => {
  it.each([
    ["-1/36", "−2.8"],
    ["11/36", "+30.6"],
    ["0", "±0"],
    ["1", "+100.0"],
    ["1/100000", "+0.0"],
    ["-1/100000", "−0.0"],
  ])("says %s as %s points", (p, text) => {
    expect(points(p)).toBe(text);
  });

  it("says averages, and whether they are rounded", () => {
    expect(["5/2", "1/3", "7", "0", "1999/1000"].map(mean)).toEqual(["2.5", "≈ 0.3", "7.0", "0.0", "≈ 2.0"]);
  });

  it("knows the way it goes", () => {
    expect(["1/2", "-1/2", "0", null].map(direction)).toEqual(["up", "down", "same", "same"]);
  });
});
