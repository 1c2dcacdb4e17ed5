import { describe, expect, it } from "vitest";
import { Gestures } from "./gestures";

const press = (x: number, y = 0, pointerId = 1) => ({ pointerId, clientX: x, clientY: y }) as PointerEvent;

/** Gestures on a board that may be movable, and what they did. */
function hand(movable = true) {
  const did: unknown[] = [];
  const gestures = new Gestures({ zoom: (...how) => did.push(["zoom", ...how]), pan: (...how) => did.push(["pan", ...how]), movable: () => movable });
  return { gestures, did };
}

/** A turn of the wheel, and whether the page was kept from scrolling. */
function wheel(gestures: Gestures, deltaY: number, ctrlKey = false): boolean {
  let kept = false;
  gestures.wheel({ deltaY, ctrlKey, clientX: 5, clientY: 7, preventDefault: () => (kept = true) } as unknown as WheelEvent);
  return kept;
}

describe("a finger or a mouse on the board", () => {
  it("leaves the board where it moves six pixels, and drags it where it moves more", () => {
    const { gestures, did } = hand();
    gestures.down(press(0));
    gestures.move(press(4, 0));
    gestures.move(press(6, 0));
    expect(did).toEqual([]);
    gestures.move(press(6, 3));
    expect(did).toEqual([["pan", 0, 3]]);
    gestures.up(press(6, 3));
    gestures.move(press(90));
    expect(did).toHaveLength(1);
    gestures.down(press(0));
    gestures.move(press(5));
    expect(did, "the next press begins anew").toHaveLength(1);
  });

  it("leaves a board that is seen whole where it is", () => {
    const { gestures, did } = hand(false);
    gestures.down(press(0));
    gestures.move(press(50));
    expect(did).toEqual([]);
  });

  it("zooms with two fingers around the middle between them", () => {
    const { gestures, did } = hand();
    gestures.down(press(0, 0, 1));
    gestures.down(press(30, 40, 2));
    gestures.move(press(60, 80, 2));
    expect(did).toEqual([["zoom", 2, 30, 40]]);
    gestures.up(press(60, 80, 2));
    gestures.move(press(20, 0, 1));
    expect(did.at(-1), "one finger that stays drags on").toEqual(["pan", 20, 0]);
  });

  it("zooms by the wheel, and lets the page scroll down where the board is seen whole", () => {
    const { gestures, did } = hand();
    expect([wheel(gestures, 100), wheel(gestures, -100)]).toEqual([true, true]);
    expect(did).toEqual([["zoom", Math.exp(-0.15), 5, 7], ["zoom", Math.exp(0.15), 5, 7]]);
    const whole = hand(false);
    expect([wheel(whole.gestures, 100), wheel(whole.gestures, -100), wheel(whole.gestures, 10, true)]).toEqual([false, true, true]);
    expect(whole.did.at(-1)).toEqual(["zoom", Math.exp(-0.1), 5, 7]);
  });
});
