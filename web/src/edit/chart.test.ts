import { describe, expect, it } from "vitest";
import type { Measure } from "../board/measure";
import type { Thing } from "../board/things";
import { Chart } from "./chart";

const hex = (q: number, r: number): Thing => {
  const at = { x: 90 * q + 45 * r, y: 78 * r };
  const corners = [[45, 26], [0, 52], [-45, 26], [-45, -26], [0, -52], [45, -26]].map(([dx, dy]) => `${at.x + dx!},${at.y + dy!}`).join(" ");
  return { kind: "cell", id: `${q},${r}`, note: "", at, corners, half: { x: 0, y: 0 } };
};
const SLANTED: Measure = { origin: { x: 0, y: 0 }, x: 90, y: 78, slant: 45 };
const hexes = new Chart([hex(0, 0), hex(1, 0), hex(2, 0), hex(0, 1), hex(1, 1)], SLANTED, 0.5, true);
const table = new Chart([], { origin: { x: 0, y: 100 }, x: 10, y: -10, slant: 0 }, 0.5, false);

describe("a board of cells", () => {
  it("names the cell that a point lies in, none beside the board", () => {
    expect(hexes.spotAt({ x: 84, y: 10 })?.place).toBe("1,0");
    expect(hexes.spotAt({ x: 44, y: 40 })?.place).toBe("0,1");
    expect(hexes.spotAt({ x: -80, y: 0 })).toBeNull();
  });

  it("names places off the board that may be painted, drawn like the others", () => {
    const spot = hexes.groundAt({ x: -88, y: 3 });
    expect(spot?.place).toBe("-1,0");
    expect(spot?.corners.split(" ").length).toBeGreaterThan(5);
    expect(new Chart([hex(0, 0)], SLANTED, 1, true).groundAt({ x: 88, y: 3 })?.place, "beside a single cell").toBe("1,0");
    expect(new Chart(hexes.things, SLANTED, 1, false).groundAt({ x: -88, y: 3 })).toBeNull();
  });

  it("finds the two cells beside a side, that of the pointer first", () => {
    expect(hexes.besideAt({ x: 40, y: 0 })?.map((one) => one.place)).toEqual(["0,0", "1,0"]);
    expect(hexes.besideAt({ x: 50, y: 0 })?.map((one) => one.place)).toEqual(["1,0", "0,0"]);
  });

  it("finds every cell on a quick stroke", () => {
    const way = hexes.wayOf({ x: 0, y: 0 }, { x: 180, y: 0 }, (at) => hexes.spotAt(at));
    expect(way.map((one) => one.place)).toEqual(["0,0", "1,0", "2,0"]);
    const down = hexes.wayOf({ x: 60, y: 100 }, { x: 100, y: 0 }, (at) => hexes.spotAt(at));
    expect(down.map((one) => one.place)).toEqual(["0,1", "1,0"]);
  });

  it("carries a piece by as much on a row that is indented", () => {
    const [a, b] = [hexes.named("0,0")!, hexes.named("0,1")!];
    expect(hexes.beside(hexes.named("1,0")!, a.at, b.at)?.place).toBe("1,1");
  });

  it("goes from cell to cell by arrows", () => {
    expect(hexes.step(hexes.named("0,0")!, "ArrowRight")?.place).toBe("1,0");
    expect(hexes.step(hexes.named("0,0")!, "ArrowLeft")).toBeNull();
  });

  it("has points inside its cells as well", () => {
    expect(hexes.pointAt({ x: 46, y: 1 })?.place).toBe("0.5,0");
  });
});

describe("a board of points", () => {
  it("snaps, and steps by the snap, up being up", () => {
    expect(table.spotAt({ x: 51, y: 52 })?.place).toBe("5,5");
    const here = table.named("5,5")!;
    expect(table.step(here, "ArrowUp")?.place).toBe("5,5.5");
    expect(table.step(here, "ArrowRight", 5)?.place).toBe("7.5,5");
  });
});
