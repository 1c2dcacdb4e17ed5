import { describe, expect, it } from "vitest";
import { boxOf, framing, moved, showing, viewBox, zoomed } from "./window";

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

describe("coming near", () => {
  const whole = { x: 0, y: 0, width: 1000, height: 700 };
  const spot = (x: number, y: number) => ({ at: { x, y }, half: { x: 30, y: 20 } });

  it("leaves a board alone on which a unit is large enough", () => {
    expect(framing(whole, 1, spot(500, 300), [spot(500, 300)])).toBeNull();
  });

  it("makes a unit as large as a finger, with its target in sight", () => {
    const box = framing(whole, 2.5, spot(500, 300), [spot(500, 300), spot(600, 400)])!;
    expect(whole.width / box.width).toBeCloseTo(2);
    expect(box.x).toBeLessThan(470);
    expect(box.x + box.width).toBeGreaterThan(630);
  });

  it("stands back for the others as far as they can still be told, and leaves those out that are too far away", () => {
    const wide = framing(whole, 2.5, spot(200, 300), [spot(200, 300), spot(760, 300)])!;
    expect(whole.width / wide.width).toBeGreaterThan(1.5);
    expect(wide.x + wide.width).toBeGreaterThan(789);
    const some = framing(whole, 2.5, spot(100, 300), [spot(100, 300), spot(960, 300), spot(300, 300)])!;
    expect(whole.width / some.width).toBeCloseTo(2);
    expect(some.x + some.width).toBeLessThan(960);
  });

  it("shows one target, wherever it is", () => {
    const far = framing(whole, 2.5, spot(100, 300), [spot(100, 300), spot(960, 300)])!;
    expect(far.x + far.width).toBeGreaterThanOrEqual(990);
  });
});
