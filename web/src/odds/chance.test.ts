import { describe, expect, it } from "vitest";
import { averageOf, barsOf, byChance, decimal, direction, distributions, lengthOf, percent, points, short } from "./chance";

describe("exact chances", () => {
  it("are said as the command line says them", () => {
    const said = { "11/36": "30.6%", "1/100000": "< 0.1%", "99999/100000": "> 99.9%", "0": "0.0%", "1": "100.0%", "1/1000": "0.1%", "1/2000": "0.1%", "1999/2000": "100.0%" };
    expect(Object.keys(said).map(percent)).toEqual(Object.values(said));
    expect(["1/3", "2/3", "5/2", "0", "1/200", "1/8", "3/8"].map((one) => decimal(one))).toEqual(["0.33", "0.67", "2.50", "0.00", "0.00", "0.12", "0.38"]);
    expect(["-1/36", "11/36", "0", "1", "1/100000", "-1/100000"].map(points)).toEqual(["−2.8", "+30.6", "0", "+100.0", "+<0.1", "−<0.1"]);
  });

  it("have an order, a direction, and a length for a bar, however long they are", () => {
    expect(["1/3", "33333333333333333/99999999999999998", "1/2"].toSorted(byChance)).toEqual(["1/2", "33333333333333333/99999999999999998", "1/3"]);
    expect(["1/2", "-1/2", "0", null].map(direction)).toEqual(["up", "down", "same", "same"]);
    expect(lengthOf("1/4")).toBe(0.25);
  });

  it("are left to the table where they are long", () => {
    expect(short("11/36")).toBe("11/36");
    expect(short("123456789012345678/1234567890123456789")).toBe("");
  });
});

describe("a distribution", () => {
  const numbers = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [String(n), `1/${count}`]));

  it("counts at least that many where the engine tells it, and knows words", () => {
    const [lost, injury] = distributions({ marginals: { blocks_lost: { "0": "25/36", "1": "11/36" }, injury: { none: "1/2", dazed: "1/2" } }, at_least: { blocks_lost: { "0": "1", "1": "11/36" } } });
    expect(lost).toEqual({ name: "blocks lost", counts: true, rows: [{ value: "0", p: "25/36", atLeast: "1" }, { value: "1", p: "11/36", atLeast: "11/36" }] });
    expect(injury).toMatchObject({ counts: false, rows: [{ atLeast: null }, { atLeast: null }] });
  });

  it("leaves no chance out of its bars", () => {
    const [many] = distributions({ marginals: { hits: numbers(30) }, at_least: { hits: { ...numbers(30), "8": "11/15" } } });
    expect(barsOf(many!)).toHaveLength(9);
    expect(barsOf(many!).at(-1)).toEqual({ value: "8+", p: "11/15", atLeast: "11/15" });
    expect(barsOf({ ...many!, counts: false })).toHaveLength(30);
  });
});

it("says an average in words", () => {
  expect(averageOf({ of: "blocks_lost", mean: "1/3" })).toBe("0.33 blocks lost on average");
});
