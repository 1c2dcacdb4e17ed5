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
    tap: (end) => notes.push(`tap ${end.x}`),
    long: () => notes.push("long"),
    begin: (what) => notes.push(`begin ${what}`),
    drag: (what, way) => notes.push(`${what} ${way.at(-1)?.x}`),
    drop: (what, end) => notes.push(`drop ${what} ${end.x}`),
    cancel: () => notes.push("cancel"),
  };
  return { hand: new Hand(() => work), notes };
}

describe("a hand", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("taps where it stays, and decides at the end", () => {
    const { hand, notes } = noted();
    hand.down(at(0));
    expect(hand.move([at(3)])).toBe(false);
    expect(notes).toEqual([]);
    hand.up(at(3));
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
    const { hand, notes } = noted("sweep");
    hand.down(at(0));
    hand.move([at(10), at(20)]);
    hand.up(at(25));
    hand.up(at(25));
    expect(notes).toEqual(["begun", "begin sweep", "sweep 20", "drop sweep 25"]);
  });

  it("lets the board be moved where a drag is none of its own", () => {
    const { hand, notes } = noted("pan");
    hand.down(at(0, "touch"));
    expect(hand.move([at(40, "touch")])).toBe(false);
    hand.up(at(40, "touch"));
    expect(notes).toEqual(["begun"]);
  });

  it("knows a finger that rests: a long press is no tap, and a drag after it is another", () => {
    const { hand, notes } = noted("box");
    hand.down(at(0, "touch"));
    vi.advanceTimersByTime(LONG + 1);
    hand.up(at(0, "touch"));
    hand.down(at(0, "touch"));
    vi.advanceTimersByTime(LONG + 1);
    hand.move([at(30, "touch")]);
    hand.up(at(30, "touch"));
    expect(notes).toEqual(["long", "long", "rested", "begin box", "box 30", "drop box 30"]);
  });

  it("drops the stroke at a second finger or a lost pointer, and the finger that is left does nothing", () => {
    const { hand, notes } = noted("sweep");
    hand.down(at(0, "touch"));
    hand.move([at(30, "touch")]);
    hand.cancel();
    hand.move([at(60, "touch")]);
    hand.up(at(60, "touch"));
    expect(notes).toEqual(["begun", "begin sweep", "sweep 30", "cancel"]);
  });

  it("presses long with no mouse", () => {
    const { hand, notes } = noted();
    hand.down(at(0));
    vi.advanceTimersByTime(2 * LONG);
    hand.up(at(0));
    expect(notes).toEqual(["tap 0"]);
  });
});
