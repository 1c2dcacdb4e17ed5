import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Hand, keysOn, LONG, reach, type Work } from "./hand";

/** An event of a finger or the mouse, which is told to a board that cannot be captured. */
const press = (x: number, type = "mouse", pointerId = 1, y = 0) => ({ pointerId, clientX: x, clientY: y, button: 0, pointerType: type, currentTarget: null }) as unknown as PointerEvent;

let next: (() => void) | null;

/** A hand, and what it does: with its work, whose drags it may want or not, and with a board that may be movable. */
function noted({ grabs = true, movable = true } = {}) {
  const notes: string[] = [];
  const work: Work = {
    grab: (start, rested) => {
      notes.push(`${rested ? "rested" : "from"} ${start.x}`);
      return grabs ? { move: (way) => notes.push(`to ${way.at(-1)!.x}`), drop: (end) => notes.push(`drop ${end.x}`), cancel: () => notes.push("cancel") } : null;
    },
    tap: ({ x }) => notes.push(`tap ${x}`),
    long: () => notes.push("long"),
    hover: ({ x }) => notes.push(`over ${x}`),
  };
  const moves = { zoom: (...how: number[]) => notes.push(`zoom ${how.join(" ")}`), pan: (...how: number[]) => notes.push(`pan ${how.join(" ")}`), movable: () => movable };
  const hand = new Hand(() => work, moves, (event, x = event.clientX, y = event.clientY) => ({ ...keysOn({ x, y }), x, y, type: event.pointerType }), (at) => at && notes.push("tells"));
  const did = () => notes.splice(0);
  return {
    hand,
    did,
    move: (event: PointerEvent) => (hand.move(event), next?.(), (next = null)),
    up: (event: PointerEvent, lost = false) => (hand.up(event, lost), hand.click()),
    /** A turn of the wheel, and whether the page was kept from scrolling. */
    wheel: (deltaY: number, ctrlKey = false) => {
      let kept = false;
      hand.wheel({ deltaY, ctrlKey, clientX: 5, clientY: 7, preventDefault: () => (kept = true) } as unknown as WheelEvent);
      return kept;
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (then: () => void) => ((next = then), 1));
  vi.stubGlobal("cancelAnimationFrame", () => (next = null));
});
afterEach(() => void vi.useRealTimers());

describe("a hand with work to do", () => {
  it("taps where it stays, and decides at the end; a mouse presses never long", () => {
    const { hand, move, up, did } = noted();
    move(press(7));
    expect(did()).toEqual(["over 7"]);
    hand.down(press(0));
    move(press(3));
    vi.advanceTimersByTime(2 * LONG);
    expect(did()).toEqual([]);
    up(press(3));
    expect(did()).toEqual(["tap 3"]);
  });

  it.each([["mouse", 5], ["touch", 11]])("lets a press by %s travel less than %i pixels before it drags", (type, far) => {
    const { hand, move, did } = noted();
    hand.down(press(0, type));
    move(press(far - 1, type));
    expect(did()).toEqual([]);
    move(press(far, type));
    expect(did()).toEqual(["from 0", `to ${far}`]);
    expect(reach({ type: "mouse" })).toBeLessThan(reach({ type: "touch" }));
  });

  it("drops at the end of a drag, once, with the way that was not shown yet", () => {
    const { hand, move, up, did } = noted();
    hand.down(press(0));
    move(press(20));
    hand.move(press(24));
    up(press(25));
    up(press(25));
    expect(did()).toEqual(["from 0", "to 20", "to 24", "drop 25"]);
  });

  it("knows a finger that rests: a long press is no tap, and a drag after it is another", () => {
    const { hand, move, up, did } = noted();
    hand.down(press(0, "touch"));
    vi.advanceTimersByTime(LONG + 1);
    up(press(0, "touch"));
    expect(did()).toEqual(["tells", "long"]);
    hand.down(press(0, "touch"));
    vi.advanceTimersByTime(LONG + 1);
    move(press(30, "touch"));
    up(press(30, "touch"));
    expect(did()).toEqual(["tells", "long", "rested 0", "to 30", "drop 30"]);
  });

  it.each(["second finger", "lost pointer"])("drops nothing after a %s", (what) => {
    const { hand, move, up, did } = noted({ movable: false });
    hand.down(press(0, "touch"));
    move(press(30, "touch"));
    if (what === "lost pointer") up(press(30, "touch"), true);
    else hand.down(press(50, "touch", 2));
    expect(did()).toEqual(["from 0", "to 30", "cancel"]);
    up(press(50, "touch", 2));
    move(press(60, "touch"));
    up(press(60, "touch"));
    expect(did().filter((note) => !note.startsWith("over"))).toEqual([]);
  });
});

describe("a hand on the board itself", () => {
  it("drags it along once it has gone farther than a tap, and not where all of it is seen", () => {
    const { hand, move, up, did } = noted({ grabs: false });
    hand.down(press(0));
    move(press(4));
    expect(did()).toEqual([]);
    move(press(6, "mouse", 1, 3));
    move(press(9, "mouse", 1, 3));
    up(press(9));
    expect(did()).toEqual(["from 0", "pan 6 3", "pan 3 0"]);
    const whole = noted({ grabs: false, movable: false });
    whole.hand.down(press(0));
    whole.move(press(50));
    whole.up(press(50));
    expect(whole.did()).toEqual(["from 0"]);
  });

  it("zooms with two fingers around the middle between them; one that stays drags on", () => {
    const { hand, move, up, did } = noted();
    hand.down(press(0, "touch", 1));
    hand.down(press(30, "touch", 2, 40));
    move(press(60, "touch", 2, 80));
    expect(did()).toEqual(["zoom 2 30 40"]);
    up(press(60, "touch", 2, 80));
    move(press(20, "touch", 1));
    expect(did()).toEqual(["pan 20 0"]);
  });

  it("zooms by the wheel, and lets the page scroll down where the board is seen whole", () => {
    const { wheel, did } = noted();
    expect([wheel(100), wheel(-100)]).toEqual([true, true]);
    expect(did()).toEqual([`zoom ${Math.exp(-0.15)} 5 7`, `zoom ${Math.exp(0.15)} 5 7`]);
    const whole = noted({ movable: false });
    expect([whole.wheel(100), whole.wheel(-100), whole.wheel(10, true)]).toEqual([false, true, true]);
    expect(whole.did().at(-1)).toBe(`zoom ${Math.exp(-0.1)} 5 7`);
  });
});
