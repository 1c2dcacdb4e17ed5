import { describe, expect, it } from "vitest";
import type { Battle, BrushLine, Editing, PieceLine, PieceList } from "../api/shapes";
import type { Pointed } from "../board/boardhand";
import type { Thing } from "../board/things";
import { spoken } from "../spoken.svelte";
import { Bench } from "./bench";
import { EMPTY, type Shape } from "./chain";
import { Chart, type Spot } from "./chart";
import type { Editor } from "./editor.svelte";
import type { Held } from "./held";
import { piecesOf } from "./pieces";

/** A game that there is not: buoys on an open lake, ten pixels to the fathom, and booms drawn between them. */
const piece = (shape: Shape): PieceLine => ({ title: "Buoy", stem: "buoy", entry: { kind: "buoy" }, shape, group: "" });
const LIST: PieceList = { name: "buoys", title: "Buoys", pieces: [], place: ["at"], side: "", needs_place: false, corners: [], together: false, sliding: null, models: false, fields: {} };
const BOOM: BrushLine = { name: "boom", title: "Boom", shape: "line", group: "", sample: [], onto: null, parts: [] };
const FORMS: Editing = {
  schema_url: "", place: "", sides: [], lists: [LIST], facing: { mark: "facing", step: 15 } as Editing["facing"], blank: { fireline: 1, ruleset: "game" }, snap: 1,
  fields: {}, ruler: false, ground: null, outlines: null, brushes: [BOOM],
};
const BATTLE: Battle = { fireline: 1, ruleset: "lake", buoys: [{ id: "adrift", kind: "buoy" }, { id: "red", kind: "buoy", at: [1, 1] }, { id: "blue", kind: "barge", at: [5, 5] }] };
const held = (shape: Shape = "point"): Held => ({ kind: "piece", key: "buoy", title: "", list: LIST, piece: piece(shape) });
const rubber: Held = { kind: "rubber", key: "rubber", title: "" };
const thing = (id: string, x: number, y: number, kind: Thing["kind"] = "unit"): Thing => ({ kind, id, note: "", at: { x, y }, corners: "", half: { x: 5, y: 5 } });
const [RED, BLUE, WOOD] = [thing("red", 10, 10), thing("blue", 50, 50), thing("wood", 30, 30, "terrain")];
const pointed = (x: number, y: number, on: Thing | null = null, more: Partial<Pointed> = {}): Pointed => ({ x, y, at: { x, y }, thing: on, type: "mouse", more: false, ...more });

/** A bench whose editor writes down what it is asked to do. */
function built(state: Record<string, unknown> = {}) {
  const notes: string[] = [];
  const chart = new Chart([RED, BLUE, WOOD], { origin: { x: 0, y: 0 }, x: 10, y: 10, slant: 0 }, 1, false);
  const places = (spots: Spot[]) => spots.map((one) => one.place).join(" ");
  const editor = {
    held: null as Held | null, side: "", ids: [] as string[], ring: null, part: "", chain: EMPTY, lifted: null, cursor: null as Spot | null, preview: {}, locked: false, pointing: null, problem: "",
    forms: FORMS, chart, outlines: [], sliders: [], slider: null, shaped: null, pieces: piecesOf(FORMS, BATTLE), board: { forms: FORMS, battle: BATTLE, chart },
    edited: { reading: { units: [{ id: "red", marks: [{ name: "facing", value: 90 }] }] } },
    get piece(): string {
      return this.ids.length === 1 ? this.ids[0]! : "";
    },
    spotOf: (id: string): Spot => chart.spotAt([RED, BLUE, WOOD].find((one) => one.id === id)!.at)!,
    spots: (): Map<string, Spot> => new Map(editor.ids.map((id) => [id, editor.spotOf(id)])),
    titleOf: (id: string) => id, whole: (id: string) => [id], together: () => [], unmeasured: () => undefined, measure: () => undefined,
    choose(ids: string[]) {
      this.ids = ids;
      notes.push(`choose ${ids.join(" ")}`.trim());
    },
    escape() {
      this.lifted = null;
      notes.push("escape");
    },
    chooseOutline: () => notes.push("no outline"),
    done: (edits: { op: string; unit?: string; path?: string; places?: string[] }[]) => notes.push(edits.map((one) => `${one.op} ${one.unit ?? `${one.path} ${one.places?.join(" ")}`}`).join()),
    put: (spots: Spot[], away: boolean) => notes.push(`${away ? "clear" : "put"} ${places(spots)}`),
    stroke: (spots: Spot[]) => notes.push(`stroke ${places(spots)}`),
    move: (ids: string[], from: Spot, to: Spot) => notes.push(`move ${ids.join(" ")} ${from.place} ${to.place}`),
    turn: (degrees: number) => notes.push(`turn ${degrees}`),
  };
  Object.assign(editor, state);
  return { bench: new Bench(editor as unknown as Editor), editor, notes };
}

/** What comes of a press that travels and is let go. */
function dragged(bench: Bench, ...way: Pointed[]): void {
  const start = way[0]!;
  const drag = bench.dragFrom(start, false);
  bench.begin(drag, start);
  for (const one of way.slice(1)) bench.drag(drag, [one]);
  bench.drop(drag, way.at(-1)!);
}

describe("a tap with something in hand", () => {
  it("puts it where nothing is, also while one of its kind stands nowhere yet", () => {
    const { bench, notes } = built({ held: held() });
    bench.tap(pointed(30, 20));
    expect(notes).toEqual(["put 3,2"]);
  });

  it("takes away the same that one points at, and puts it on another", () => {
    const { bench, notes } = built({ held: held() });
    bench.tap(pointed(12, 10, RED));
    bench.tap(pointed(50, 50, BLUE));
    expect(notes).toEqual(["remove red", "put 5,5"]);
  });

  it("puts a spot down at once, and a line with its second point", () => {
    const { bench, notes, editor } = built({ held: held("spot") });
    bench.tap(pointed(10, 20));
    editor.held = held("line");
    bench.tap(pointed(10, 20));
    bench.tap(pointed(30, 20));
    expect(notes).toEqual(["stroke 1,2", "stroke 1,2 3,2"]);
  });

  it("rubs out the piece, then what is drawn, then the ground", () => {
    const { bench, notes, editor } = built({ held: rubber });
    bench.tap(pointed(10, 10, RED));
    bench.tap(pointed(20, 20, null, { onDrawn: () => true }));
    bench.tap(pointed(20, 20, null, { onDrawn: () => false }));
    editor.locked = true;
    bench.tap(pointed(30, 30, WOOD, { onDrawn: () => false }));
    expect(notes).toEqual(["remove red", "draw boom 2,2", "clear 2,2", "clear 3,3"]);
  });

  it("tells whoever asked for a point, and nobody else", () => {
    const told: unknown[] = [];
    const { bench, notes } = built({ held: held(), pointing: (at: unknown) => told.push(at) });
    bench.tap(pointed(12, 13));
    expect([told, notes]).toEqual([[{ x: 12, y: 13 }], []]);
  });
});

describe("a tap with empty hands", () => {
  it("chooses a piece, leaves it, and adds to it", () => {
    const { bench, notes } = built();
    bench.tap(pointed(10, 10, RED));
    bench.tap(pointed(50, 50, BLUE, { more: true }));
    bench.tap(pointed(10, 10, RED, { more: true }));
    bench.tap(pointed(50, 50, BLUE));
    expect(notes).toEqual(["choose red", "choose red blue", "choose blue", "choose"]);
  });

  it("moves what is chosen to where one taps, and else looks for an outline", () => {
    const { bench, notes } = built();
    bench.tap(pointed(30, 20));
    bench.long(pointed(10, 10, RED));
    bench.tap(pointed(30, 20));
    expect(notes).toEqual(["no outline", "choose red", "move red 1,1 3,2"]);
  });

  it("goes through terrain that is locked", () => {
    const { bench, editor, notes } = built();
    bench.tap(pointed(30, 30, WOOD));
    editor.locked = true;
    editor.ids = [];
    bench.tap(pointed(30, 30, WOOD));
    expect(notes).toEqual(["choose wood", "no outline"]);
  });
});

describe("a drag", () => {
  it("moves the piece that it begins on", () => {
    const { bench, notes, editor } = built();
    dragged(bench, pointed(10, 10, RED), pointed(30, 40));
    expect(notes).toEqual(["choose red", "move red 1,1 3,4"]);
    expect(editor.preview).toEqual({});
  });

  it("shows on its way how far the piece has gone", () => {
    const { bench, editor } = built();
    bench.begin("move", pointed(10, 10, RED));
    bench.drag("move", [pointed(20, 20), pointed(30, 40)]);
    expect(editor.preview).toMatchObject({ moving: { ids: ["red"], dx: 20, dy: 30 }, spots: [{ place: "3,4" }] });
  });

  it("chooses what lies in the box that it draws, in any direction", () => {
    const { bench, notes } = built();
    dragged(bench, pointed(20, 20), pointed(5, 10));
    dragged(bench, pointed(60, 60), pointed(50, 40, null, { more: true }));
    expect(notes).toEqual(["choose red", "choose red blue"]);
  });

  it("sweeps what is held over places, or away from them where it began on the same", () => {
    const { bench, notes } = built({ held: held() });
    dragged(bench, pointed(20, 20), pointed(40, 20));
    dragged(bench, pointed(10, 10, RED), pointed(20, 10));
    expect(notes).toEqual(["put 4,2", "clear 2,1"]);
  });

  it("draws a line from press to drop", () => {
    const { bench, notes, editor } = built({ held: held("line") });
    dragged(bench, pointed(10, 20), pointed(40, 20));
    expect([notes, editor.chain.points]).toEqual([["stroke 1,2 4,2"], []]);
  });

  it("turns the chosen unit by its handle, in whole steps", () => {
    const { bench, notes } = built({ ids: ["red"] });
    const handle = bench.handle()!;
    expect([handle.x, handle.y]).toEqual([expect.closeTo(10), expect.closeTo(10 - 44)]);
    dragged(bench, pointed(10, -34), pointed(100, 12));
    dragged(bench, pointed(10, -34), pointed(-20, -25));
    expect(notes).toEqual(["turn -90", "turn 45"]);
    expect([9, 11].map((far) => bench.dragFrom(pointed(10 + far, -34), false))).toEqual(["handle", "box"]);
    expect([19, 21].map((far) => bench.dragFrom(pointed(10 + far, -34, null, { type: "touch" }), false))).toEqual(["handle", "pan"]);
    expect(bench.dragFrom(pointed(90, 90, null, { type: "touch" }), true)).toBe("box");
  });
});

describe("keys", () => {
  const press = (bench: Bench, key: string, on: Thing | null = null, more: Partial<KeyboardEvent> = {}) => bench.key({ key, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...more } as KeyboardEvent, on);

  const ground = (x: number, y: number): Thing => ({ kind: "cell", id: "", note: "", at: { x, y }, corners: "", half: { x: 9, y: 9 } });

  it("lift a piece, carry it step by step and put it down", () => {
    const { bench, notes } = built();
    expect(press(bench, " ", RED)).toBe(true);
    expect(spoken.polite).toMatch(/^red is picked up/);
    expect(press(bench, "ArrowRight"), "the board moves its focus, and says where it is").toBe(false);
    bench.visit(ground(20, 60));
    press(bench, "Enter", ground(20, 60));
    expect(notes).toEqual(["choose red", "move red 1,1 2,6"]);
  });

  it("are on the piece again that Escape brings back", () => {
    const { bench, notes, editor } = built();
    editor.ids = ["red"];
    press(bench, " ", RED);
    bench.visit(ground(20, 60));
    expect(press(bench, "Escape", ground(20, 60))).toBe("red");
    expect([notes, press(bench, "Escape", RED)]).toEqual([["escape"], false]);
  });

  it("put what is held where the focus is", () => {
    const { bench, notes, editor } = built({ held: held() });
    bench.visit(ground(20, 30));
    expect(editor.cursor?.place).toBe("2,3");
    press(bench, "Enter", ground(20, 30));
    expect(notes).toEqual(["put 2,3"]);
  });

  it("that mean nothing here are left to others", () => {
    const { bench } = built();
    expect([press(bench, "x"), press(bench, "ArrowLeft"), press(bench, "Enter", RED, { ctrlKey: true })]).toEqual([false, false, false]);
  });
});
