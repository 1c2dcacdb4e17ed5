import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Pointed } from "./boardhand";
import { type Drag, Hand, LONG, type Work } from "./hand";

const at = (x: number, type = "mouse"): Pointed => ({ x, y: 0, at: { x, y: 0 }, thing: null, type, more: false });

/** Writes down what the hand does. */
function noted(drag: Drag = "move") {
  const notes: string[] = [];
  const work: Work = {
    dragFrom: (_start, rested) => {
      notes.push(rested ? "rested" : "begun");
      return drag;
    },
    tap: () => undefined,
    long: () => notes.push("long"),
    begin: (what) => notes.push(`begin ${what}`),
    drag: (what, way) => notes.push(`${what} ${way.at(-1)?.x}`),
    drop: (what, end) => notes.push(`drop ${what} ${end.x}`),
    cancel: () => notes.push("cancel"),
  };
  const hand = new Hand(() => work);
  const up = (end: Pointed): void => {
    const tapped = hand.up(end);
    if (tapped) notes.push(`tap ${tapped.x}`);
  };
  return { hand, notes, up };
}

describe("a hand", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("taps where it stays, and decides at the end", () => {
    const { hand, notes, up } = noted();
    hand.down(at(0));
    expect(hand.move([at(3)])).toBe(false);
    expect(notes).toEqual([]);
    up(at(3));
    expect(notes).toEqual(["tap 3"]);
  });

  it("lets a fingertip travel farther than a mouse before it drags", () => {
    for (const [type, far] of [["mouse", 5], ["touch", 11]] as const) {
      const { hand, notes } = noted();
      hand.down(at(0, type));
      hand.move([at(far - 1, type)]);
      expect(notes).toEqual([]);
      hand.move([at(far, type)]);
      expect(notes).toEqual(["begun", "begin move", `move ${far}`]);
    }
  });

  it("drops at the end of a drag, once", () => {
    const { hand, notes, up } = noted("sweep");
    hand.down(at(0));
    hand.move([at(10), at(20)]);
    up(at(25));
    up(at(25));
    expect(notes).toEqual(["begun", "begin sweep", "sweep 20", "drop sweep 25"]);
  });

  it("lets the board be moved where a drag is none of its own", () => {
    const { hand, notes, up } = noted("pan");
    hand.down(at(0, "touch"));
    expect(hand.move([at(40, "touch")])).toBe(false);
    up(at(40, "touch"));
    expect(notes).toEqual(["begun"]);
  });

  it("knows a finger that rests: a long press is no tap, and a drag after it is another", () => {
    const { hand, notes, up } = noted("box");
    hand.down(at(0, "touch"));
    vi.advanceTimersByTime(LONG + 1);
    up(at(0, "touch"));
    hand.down(at(0, "touch"));
    vi.advanceTimersByTime(LONG + 1);
    hand.move([at(30, "touch")]);
    up(at(30, "touch"));
    expect(notes).toEqual(["long", "long", "rested", "begin box", "box 30", "drop box 30"]);
  });

  it("drops the stroke at a second finger or a lost pointer, and the finger that is left does nothing", () => {
    const { hand, notes, up } = noted("sweep");
    hand.down(at(0, "touch"));
    hand.move([at(30, "touch")]);
    hand.cancel();
    hand.move([at(60, "touch")]);
    up(at(60, "touch"));
    expect(notes).toEqual(["begun", "begin sweep", "sweep 30", "cancel"]);
  });

  it("presses long with no mouse", () => {
    const { hand, notes, up } = noted();
    hand.down(at(0));
    vi.advanceTimersByTime(2 * LONG);
    up(at(0));
    expect(notes).toEqual(["tap 0"]);
  });
});
