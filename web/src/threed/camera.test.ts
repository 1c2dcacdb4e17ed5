import { describe, expect, it } from "vitest";
import { above, eyeOf, FIELD, keyed, moved, whole } from "./camera";

const near = (a: readonly number[], b: readonly number[]): void =>
  a.forEach((value, n) => expect(value).toBeCloseTo(b[n]!, 9));

describe("a look at the table", () => {
  it("starts at the front edge and above the table", () => {
    const eye = eyeOf(whole(36, 24));
    expect(eye[0]).toBeCloseTo(18);
    expect(eye[1]).toBeLessThan(0);
    expect(eye[2]).toBeGreaterThan(0);
  });

  it("looks straight down from above", () => {
    const [x, y, z] = eyeOf(above(36, 24, 1.5));
    near([x, y], [18, 12]);
    expect(Math.atan(12 / z) * 2).toBeLessThan((FIELD * Math.PI) / 180);
  });

  it("steps back until a narrow picture holds the table", () => {
    expect(above(36, 24, 0.5).away).toBeGreaterThan(above(36, 24, 2).away);
    expect(whole(36, 24, 0.5).away).toBeGreaterThan(whole(36, 24, 2).away);
  });

  it("goes around the table counterclockwise", () => {
    const orbit = { at: [0, 0, 0] as [number, number, number], around: 0, up: 2, away: 10 };
    expect(eyeOf(moved(orbit, { around: 90 }))[0]).toBeGreaterThan(9.9);
    expect(moved(orbit, { around: -10 }).around).toBe(350);
  });

  it("keeps above the table and within reach", () => {
    const orbit = whole(36, 36);
    expect(moved(orbit, { up: 400 }).up).toBe(90);
    expect(moved(orbit, { up: -400 }).up).toBe(2);
    expect(moved(orbit, { near: 0 }).away).toBe(3);
    expect(moved(orbit, { near: 1e6 }).away).toBe(400);
  });

  it("moves along the table as the viewer sees it", () => {
    const orbit = { at: [0, 0, 0] as [number, number, number], around: 90, up: 45, away: 20 };
    near(keyed(orbit, "ArrowUp", true)!.at, [-1, 0, 0]);
    near(keyed(orbit, "ArrowRight", true)!.at, [0, 1, 0]);
  });

  it.each(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "+", "-"])("answers %s and nothing it does not know", (key) => {
    const orbit = whole(36, 36);
    expect(keyed(orbit, key, false)).not.toEqual(orbit);
    expect(keyed(orbit, "x", false)).toBeNull();
    expect(keyed(orbit, "Home", true)).toBeNull();
  });
});
