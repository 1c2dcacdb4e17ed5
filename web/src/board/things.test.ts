import { describe, expect, it } from "vitest";
import { type Direction, isDirection, middle, nearby, next, type Point, type Thing, unitNear } from "./things";

const HALF = 45;
const hexes = Array.from({ length: 9 }, (_, row) =>
  Array.from({ length: 9 }, (_, column) => ({ at: { x: 2 * HALF * column + HALF * (row % 2), y: 78 * row }, id: `${row},${column}` })),
).flat();
const at = (id: string) => hexes.find((hex) => hex.id === id)!;

describe("arrows on hexes", () => {
  it("go to the neighbour in the same row", () => {
    expect(next(hexes, at("3,3").at, "ArrowRight", at("3,3").at)?.id).toBe("3,4");
    expect(next(hexes, at("3,3").at, "ArrowLeft", at("3,3").at)?.id).toBe("3,2");
  });

  it("go straight up over many rows, because the walk keeps to its lane", () => {
    let here = at("8,4");
    const lane = here.at;
    const rows: string[] = [];
    for (let here_: Point = here.at, n = 0; n < 8; n += 1) {
      here = next(hexes, here_, "ArrowUp", { x: lane.x, y: here_.y })!;
      here_ = here.at;
      rows.push(here.id);
    }
    expect(rows.filter((_, n) => n % 2 === 1)).toEqual(["6,4", "4,4", "2,4", "0,4"]);
  });

  it("stop at the edge", () => {
    expect(next(hexes, at("0,0").at, "ArrowUp", at("0,0").at)).toBeUndefined();
    expect(next(hexes, at("0,0").at, "ArrowLeft", at("0,0").at)).toBeUndefined();
  });

  it("reach every hex from every other", () => {
    const ways: Direction[] = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];
    const seen = new Set(["4,4"]);
    const open = [at("4,4")];
    while (open.length > 0) {
      const here = open.pop()!;
      for (const way of ways) {
        const to = next(hexes, here.at, way, here.at);
        if (to && !seen.has(to.id)) {
          seen.add(to.id);
          open.push(to);
        }
      }
    }
    expect(seen.size).toBe(hexes.length);
  });
});

it("knows arrows from other keys", () => {
  expect(["ArrowUp", "a", "Enter"].map(isDirection)).toEqual([true, false, false]);
});

it("finds the middle of a polygon written as SVG writes it", () => {
  expect(middle("0,0 10,0 10,20 0,20")).toEqual({ x: 5, y: 10 });
});

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
