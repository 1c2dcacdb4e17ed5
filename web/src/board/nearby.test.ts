import { describe, expect, it } from "vitest";
import type { Thing } from "./things";
import { nearby, unitNear } from "./nearby";

const unit = (id: string, x: number): Thing => ({ kind: "unit", id, note: "", at: { x, y: 0 }, corners: "", half: { x: 1, y: 1 } });
const things = [unit("a", 0), unit("b", 10), unit("c", -2), unit("d", 3), { ...unit("x", 1), kind: "cell" as const }];

describe("whom a shooter asks about first", () => {
  it("is whoever is in view, the nearest first", () => {
    expect(nearby("a", things, null)).toEqual(["c", "d", "b"]);
    expect(nearby("a", things, { x: 0, y: -1, width: 20, height: 2 })).toEqual(["d", "b", "c"]);
    expect(nearby("nobody", things, null)).toEqual([]);
  });
});

describe("whom a finger means that lands beside every unit", () => {
  it("is the one whose outline is nearest, within reach", () => {
    expect(unitNear(things, { x: 11.5, y: 0 }, 1)?.id).toBe("b");
    expect(unitNear(things, { x: 12.5, y: 0 }, 1)).toBeNull();
    expect(unitNear(things, { x: 1.4, y: 0 }, 1)?.id).toBe("a");
    expect(unitNear([{ ...unit("wide", 0), half: { x: 3, y: 1 } }, unit("small", 5)], { x: 3.5, y: 0 }, 9)?.id).toBe("small");
  });
});
