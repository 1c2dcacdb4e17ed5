import { describe, expect, it } from "vitest";
import { boxOf, moved, showing, viewBox, zoomed } from "./window";

const WHOLE = { x: 10, y: 20, width: 800, height: 400 };

describe("the window on the board", () => {
  it("keeps the point under the pointer where it is", () => {
    const point = { x: 300, y: 200 };
    const close = zoomed(WHOLE, WHOLE, 2, point);
    expect((point.x - close.x) / close.width).toBeCloseTo((point.x - WHOLE.x) / WHOLE.width);
    expect((point.y - close.y) / close.height).toBeCloseTo((point.y - WHOLE.y) / WHOLE.height);
    expect(close.width).toBe(400);
  });

  it("never shows more than the board, and never less than an eighth", () => {
    expect(zoomed(WHOLE, WHOLE, 0.1, { x: 50, y: 50 })).toEqual(WHOLE);
    expect(zoomed(WHOLE, WHOLE, 1000, { x: 50, y: 50 }).width).toBe(100);
  });

  it("stops at the edges", () => {
    const close = zoomed(WHOLE, WHOLE, 2, { x: 400, y: 200 });
    expect(moved(close, WHOLE, -5000, -5000)).toMatchObject({ x: 10, y: 20 });
    expect(moved(close, WHOLE, 5000, 5000)).toMatchObject({ x: 410, y: 220 });
  });

  it("moves only as far as a point needs", () => {
    const close = { x: 10, y: 20, width: 400, height: 200 };
    expect(showing(close, WHOLE, { x: 200, y: 100 })).toEqual(close);
    const far = showing(close, WHOLE, { x: 700, y: 100 });
    expect(far.x).toBeGreaterThan(close.x);
    expect(far.x + far.width).toBeGreaterThanOrEqual(700);
  });

  it("is written and read as a viewBox", () => {
    expect(boxOf(viewBox(WHOLE))).toEqual(WHOLE);
    expect(boxOf("0 0 0 10")).toBeNull();
    expect(boxOf("a b c d")).toBeNull();
    expect(boxOf(null)).toBeNull();
  });
});
