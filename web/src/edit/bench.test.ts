import { describe, expect, it } from "vitest";
import { keysOn, type Pointed } from "../board/hand";
import type { Thing } from "../board/things";
import { spoken } from "../spoken.svelte";
import type { Bench } from "./bench";
import { handleOf } from "./grabs";
import type { Held } from "./pieces";
import { BLUE, held, opened, RAFT, RED, WOOD } from "./lake";

const rubber: Held = { kind: "rubber", key: "rubber", title: "" };
const pointed = (x: number, y: number, on: Thing | null = null, more: Partial<Pointed> = {}): Pointed => ({ ...keysOn({ x, y }, on), x, y, type: "mouse", ...more });

/** A bench with something in hand. */
function holding(what: Held) {
  const all = opened();
  all.editor.held = what;
  return all;
}

/** What comes of a press that travels and is let go. */
function dragged(bench: Bench, ...way: Pointed[]): void {
  const grab = bench.grab(way[0]!, false)!;
  for (const one of way.slice(1)) grab.move([one]);
  grab.drop(way.at(-1)!);
}

describe("a tap with something in hand", () => {
  it("puts it where nothing is, also while one of its kind stands nowhere yet", async () => {
    const { bench, made } = holding(held());
    bench.tap(pointed(30, 20));
    expect(await made()).toEqual(["place buoys buoy 3,2"]);
  });

  it("takes away the same that one points at, and puts it in the place of another", async () => {
    const { bench, made } = holding(held());
    bench.tap(pointed(12, 10, RED));
    bench.tap(pointed(50, 30, BLUE));
    expect(await made()).toEqual(["remove red", "remove blue, place buoys buoy 5,3"]);
  });

  it("puts a spot down at once, and a line with its second point", async () => {
    const { bench, made, editor } = holding(held("spot"));
    bench.tap(pointed(10, 20));
    editor.held = held("line");
    bench.tap(pointed(10, 20));
    bench.tap(pointed(30, 20));
    expect(await made()).toEqual(["draw buoys buoy 1,2", "draw buoys buoy 1,2 3,2"]);
  });

  it("rubs out the piece, then what is drawn, and goes through terrain that is locked", async () => {
    const { bench, made, editor } = holding(rubber);
    bench.tap(pointed(10, 10, RED));
    bench.tap(pointed(20, 40, null, { onDrawn: () => true }));
    bench.tap(pointed(30, 30, WOOD));
    editor.locked = true;
    bench.tap(pointed(50, 30, WOOD, { onDrawn: () => false }));
    expect(await made()).toEqual(["remove red", "draw boom 2,4", "remove wood", "remove blue"]);
  });

  it("tells whoever asked for a point, and nobody else", async () => {
    const told: unknown[] = [];
    const { bench, made, editor } = holding(held());
    editor.pointing = (at) => told.push(at);
    bench.tap(pointed(12, 13));
    expect([told, await made()]).toEqual([[{ x: 12, y: 13 }], []]);
  });
});

describe("a tap with empty hands", () => {
  it("chooses a piece, leaves it, and adds to it", () => {
    const { bench, editor } = opened();
    const after = (at: Pointed) => (bench.tap(at), editor.ids.join(" "));
    expect([after(pointed(10, 10, RED)), after(pointed(50, 30, BLUE, { more: true })), after(pointed(10, 10, RED, { more: true })), after(pointed(50, 30, BLUE))]).toEqual(["red", "red blue", "blue", ""]);
  });

  it("moves what is chosen to where one taps", async () => {
    const { bench, made } = opened();
    bench.tap(pointed(30, 20));
    bench.long(pointed(10, 10, RED));
    bench.tap(pointed(30, 20));
    expect(await made()).toEqual(["move red 3,2"]);
  });

  it("goes through terrain that is locked", () => {
    const { bench, editor } = opened();
    bench.tap(pointed(30, 30, WOOD));
    expect(editor.ids).toEqual(["wood"]);
    editor.choose([]);
    editor.locked = true;
    bench.tap(pointed(30, 30, WOOD));
    expect(editor.ids).toEqual([]);
  });
});

describe("a drag", () => {
  it("moves the piece that it begins on, and shows on its way how far that has gone", async () => {
    const { bench, made, editor } = opened();
    const grab = bench.grab(pointed(10, 10, RED), false)!;
    grab.move([pointed(20, 20), pointed(30, 40)]);
    expect(editor.preview).toMatchObject({ moving: { ids: ["red"], dx: 20, dy: 30 }, spots: [{ place: "3,4" }] });
    grab.drop(pointed(30, 40));
    expect([await made(), editor.preview, editor.ids]).toEqual([["move red 3,4"], {}, ["red"]]);
  });

  it("takes a unit to where one points, and what is larger as far as one drags", async () => {
    const { bench, made } = opened();
    dragged(bench, pointed(14, 12, RED), pointed(40, 40));
    dragged(bench, pointed(24, 22, RAFT), pointed(44, 42));
    expect(await made()).toEqual(["move red 4,4", "move raft 2.5,2 4.5,4"]);
  });

  it("comes to nothing where it is called off", async () => {
    const { bench, made, editor } = opened();
    const grab = bench.grab(pointed(10, 10, RED), false)!;
    grab.move([pointed(30, 40)]);
    grab.cancel();
    expect([await made(), editor.preview]).toEqual([[], {}]);
  });

  it("chooses what lies in the box that it draws, in any direction", () => {
    const { bench, editor } = opened();
    dragged(bench, pointed(15, 15), pointed(5, 5));
    expect(editor.ids).toEqual(["red"]);
    dragged(bench, pointed(60, 60), pointed(45, 20, null, { more: true }));
    expect(editor.ids).toEqual(["red", "blue"]);
  });

  it("sweeps what is held over places, or away from them where it began on the same", async () => {
    const { bench, made } = holding(held());
    dragged(bench, pointed(20, 40), pointed(40, 40));
    dragged(bench, pointed(20, 10, RED), pointed(10, 10));
    expect(await made()).toEqual(["place buoys buoy 4,4", "remove red"]);
  });

  it("draws a line from press to drop", async () => {
    const { bench, made, editor } = holding(held("line"));
    dragged(bench, pointed(10, 20), pointed(40, 20));
    expect([await made(), editor.chain.points]).toEqual([["draw buoys buoy 1,2 4,2"], []]);
  });

  it("turns the chosen unit by its handle, in whole steps", async () => {
    const { bench, made, editor } = opened();
    editor.ids = ["red"];
    const handle = handleOf(editor)!;
    expect([handle.x, handle.y]).toEqual([expect.closeTo(10), expect.closeTo(10 - 44)]);
    dragged(bench, pointed(10, -34), pointed(100, 12));
    dragged(bench, pointed(10, -34), pointed(-20, -25));
    expect(await made()).toEqual(["rotate red -90", "rotate red 45"]);
    /** What a drag from there would show, null where it moves the board. */
    const shows = (at: Pointed, rested = false) => {
      const grab = bench.grab(at, rested);
      grab?.move([pointed(90, 95)]);
      return grab && Object.keys(editor.preview)[0];
    };
    expect([9, 11].map((far) => shows(pointed(10 + far, -34)))).toEqual(["turned", "box"]);
    expect([19, 21].map((far) => shows(pointed(10 + far, -34, null, { type: "touch" })))).toEqual(["turned", null]);
    expect(shows(pointed(90, 90, null, { type: "touch" }), true)).toBe("box");
  });
});

describe("keys", () => {
  const press = (bench: Bench, key: string, on: Thing | null = null, more: Partial<KeyboardEvent> = {}) => bench.key({ key, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...more } as KeyboardEvent, on);
  const ground = (x: number, y: number): Thing => ({ kind: "cell", id: "", note: "", at: { x, y }, corners: "", half: { x: 9, y: 9 } });

  it("lift a piece, carry it step by step and put it down", async () => {
    const { bench, made } = opened();
    expect(press(bench, " ", RED)).toBe(true);
    expect(spoken.polite).toMatch(/^The red buoy is picked up/);
    expect(press(bench, "ArrowRight"), "the board moves its focus, and says where it is").toBe(false);
    bench.visit(ground(20, 60));
    press(bench, "Enter", ground(20, 60));
    expect(await made()).toEqual(["move red 2,6"]);
  });

  it("are on the piece again that Escape brings back", async () => {
    const { bench, made, editor } = opened();
    editor.ids = ["red"];
    press(bench, " ", RED);
    bench.visit(ground(20, 60));
    expect(press(bench, "Escape", ground(20, 60))).toBe("red");
    expect([await made(), editor.lifted, press(bench, "Escape", RED)]).toEqual([[], null, false]);
  });

  it("put what is held where the focus is", async () => {
    const { bench, made, editor } = holding(held());
    bench.visit(ground(20, 30));
    expect(editor.cursor?.place).toBe("2,3");
    press(bench, "Enter", ground(20, 30));
    expect(await made()).toEqual(["place buoys buoy 2,3"]);
  });

  it("that mean nothing here are left to others", () => {
    const { bench } = opened();
    expect([press(bench, "x"), press(bench, "ArrowLeft"), press(bench, "Enter", RED, { ctrlKey: true })]).toEqual([false, false, false]);
  });
});
