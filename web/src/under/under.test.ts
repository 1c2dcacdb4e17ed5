import { describe, expect, it } from "vitest";
import { boxOf, fitted, scaled, shifted, stepOf } from "./under";

const FILE = `${"0".repeat(64)}.webp`;
const BOARD = { x: 20, y: 40, width: 400, height: 300 };
/** Inches: 10 pixels each, y away from the reader. */
const INCHES = { origin: { x: 50, y: 340 }, x: 10, y: -10, slant: 0 };
/** Spaces whose rows are shifted. */
const SPACES = { origin: { x: 0, y: 0 }, x: 60, y: 52, slant: 30 };

describe.each([["pixels", null], ["inches", INCHES], ["spaces", SPACES]] as const)("in %s", (_, measure) => {
  const under = fitted(FILE, { width: 2000, height: 1000 }, BOARD, measure);

  it("is as wide as the board at first", () => {
    const box = boxOf(under, measure);
    expect(box.x).toBeCloseTo(20);
    expect(box.y).toBeCloseTo(40);
    expect(box.width).toBeCloseTo(400);
    expect(box.height).toBeCloseTo(200);
  });

  it("is scaled about the first point, so that both are as far apart as said", () => {
    const box = boxOf(scaled(under, measure, [{ x: 120, y: 90 }, { x: 220, y: 90 }], 50), measure);
    expect(box.width).toBeCloseTo(200, 1);
    expect(120 - box.x).toBeCloseTo((120 - 20) / 2, 1);
    expect(90 - box.y).toBeCloseTo((90 - 40) / 2, 1);
  });

  it("is moved from one point to another", () => {
    const box = boxOf(shifted(under, measure, [{ x: 0, y: 0 }, { x: 30, y: -10 }]), measure);
    expect(box.x).toBeCloseTo(50, 1);
    expect(box.y).toBeCloseTo(30, 1);
  });
});

it("reaches no lower than the board", () => {
  expect(boxOf(fitted(FILE, { width: 100, height: 300 }, BOARD, null), null)).toEqual({ x: 20, y: 40, width: 100, height: 300 });
});

it("counts steps by the measure, or from cell to cell", () => {
  expect(stepOf(INCHES, [])).toBe(10);
  expect(stepOf(null, [{ x: 0, y: 0 }, { x: 90, y: 0 }, { x: 30, y: 40 }])).toBe(50);
});
