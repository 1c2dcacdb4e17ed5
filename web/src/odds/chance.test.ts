import { describe, expect, it } from "vitest";
import { fractionOf, lengthOf, percent, plus, ratio, short, sum } from "./chance";
import { barsOf, distribution, distributions } from "./distribution";

describe("exact chances", () => {
  it("are said as the command line says them", () => {
    expect(["11/36", "1/100000", "99999/100000", "0", "1", "1/1000", "999/1000", "1/2000"].map(percent)).toEqual([
      "30.6 %",
      "< 0.1 %",
      "> 99.9 %",
      "0.0 %",
      "100.0 %",
      "0.1 %",
      "99.9 %",
      "< 0.1 %",
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

  it("leaves no chance out of its bars", () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [String(n), "1/30"]));
    const { shown, rest } = barsOf(distributions({ hits: many })[0]!.rows);
    expect(shown.length + rest.length).toBe(30);
    expect(fractionOf(sum([...shown, ...rest].map((row) => ratio(row.p))))).toBe("1");
    expect(barsOf(shown).rest).toEqual([]);
  });
});
