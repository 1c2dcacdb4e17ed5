import { describe, expect, it } from "vitest";
import type { Thing } from "./things";
import { nearby } from "./nearby";

const unit = (id: string, x: number): Thing => ({ kind: "unit", id, note: "", at: { x, y: 0 }, corners: "", half: { x: 1, y: 1 } });
const things = [unit("a", 0), unit("b", 10), unit("c", -2), unit("d", 3), { ...unit("x", 1), kind: "cell" as const }];

describe("whom a shooter asks about first", () => {
  it("is whoever is in view, the nearest first", () => {
    expect(nearby("a", things, null)).toEqual(["c", "d", "b"]);
    expect(nearby("a", things, { x: 0, y: -1, width: 20, height: 2 })).toEqual(["d", "b", "c"]);
    expect(nearby("nobody", things, null)).toEqual([]);
  });
});
