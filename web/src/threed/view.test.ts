import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Solid } from "./sceneData";
import { type Place, type Shown, View } from "./view";

/** A picture of 300 by 200 pixels that draws nothing and counts how often it was asked to. */
const drawn = { pictures: 0 };
vi.mock("three", async (original) => {
  class WebGLRenderer {
    domElement = { clientWidth: 300, clientHeight: 200 };
    setPixelRatio = () => undefined;
    setClearColor = () => undefined;
    setSize = () => undefined;
    render = () => (drawn.pictures += 1);
  }
  return { ...(await original<object>()), WebGLRenderer };
});

const COLOURS = { paper: "#fff", ground: "#eee", ink: "#000", rule: "#ccc", terrain: "#aaa", sides: ["#f00", "#00f"], clear: "#0f0", blocked: "#f00", chosen: "#ff0" };
/** A triangle that lies on the table, a figure of two inches around a place. */
const flat = (name: string, x: number, y: number): Solid => ({ name, kind: "unit", side: "red", parts: [{ name: "body", role: "body", positions: [x - 1, y - 1, 1, x + 1, y - 1, 1, x, y + 1, 1] }] });
const SHOWN: Shown = {
  scene: { table: { width: 36, depth: 24 }, solids: [flat("bow", 18, 12), flat("axe", 30, 20)] } as Shown["scene"],
  shooter: "bow", target: "axe", lines: [], colourOf: () => 0,
};

let next: (() => void) | null;
let asked: number;

function opened() {
  let placeOf: (point: [number, number, number]) => Place = () => null;
  const view = new View({} as HTMLCanvasElement, COLOURS, (place) => (placeOf = place));
  view.resize(300, 200);
  view.show(SHOWN);
  const draw = () => (next?.(), (next = null));
  draw();
  return { view, draw, place: (x: number, y: number, z = 0) => (draw(), placeOf([x, y, z])) };
}

describe("the table in three dimensions", () => {
  beforeEach(() => {
    [next, asked, drawn.pictures] = [null, 0, 0];
    vi.stubGlobal("window", { devicePixelRatio: 1 });
    vi.stubGlobal("requestAnimationFrame", (then: () => void) => ((next = then), (asked += 1)));
  });

  it("names a place by pixels of its picture, the middle of the table in its middle", () => {
    const { view, place } = opened();
    view.fromAbove();
    const [middle, right, back] = [place(18, 12)!, place(36, 12)!, place(18, 24)!];
    expect([middle.x, middle.y]).toEqual([expect.closeTo(150), expect.closeTo(100)]);
    // An inch is as long across as down, and the table with its margin of 8% fills the picture: 36 by 24, as 300 by 200.
    expect([right.x - 150, right.y]).toEqual([expect.closeTo(150 / 1.08), expect.closeTo(100)]);
    expect([back.x, 100 - back.y]).toEqual([expect.closeTo(150), expect.closeTo(100 / 1.08)]);
    expect(place(18, 12, 1000), "behind the viewer").toBeNull();
  });

  it("says which unit is seen at a place of the picture", () => {
    const { view, draw, place } = opened();
    view.fromAbove();
    draw();
    const axe = place(30, 20, 1)!;
    expect(view.unitAt(0, 0)).toBe("bow");
    expect(view.unitAt(axe.x / 150 - 1, 1 - axe.y / 100)).toBe("axe");
    expect(view.unitAt(-0.9, 0.9)).toBeNull();
  });

  it("keeps the look that somebody chose until the table is another", () => {
    const { view } = opened();
    expect(view.orbit.up).toBe(45);
    expect(view.key("ArrowRight", false)).toBe(true);
    const look = view.orbit;
    expect(look.around).toBe(10);
    view.show(SHOWN);
    view.resize(200, 200);
    expect(view.orbit).toEqual(look);
    expect(view.key("q", false)).toBe(false);
    view.key("t", false);
    expect(view.orbit.up).toBe(90);
    view.key("Home", false);
    expect(view.orbit.up).toBe(45);
    view.key("ArrowRight", false);
    for (const table of [{ width: 48, depth: 24 }, { width: 48, depth: 36 }]) {
      view.turn({ around: 10 });
      view.show({ ...SHOWN, scene: { ...SHOWN.scene, table } as Shown["scene"] });
      expect([view.orbit.around, view.orbit.at[1]]).toEqual([0, table.depth / 2]);
    }
  });

  it("draws one picture however often it is asked, and none too small to be seen", () => {
    const { view, draw } = opened();
    expect([asked, drawn.pictures]).toEqual([1, 1]);
    view.draw();
    view.draw();
    draw();
    expect([asked, drawn.pictures]).toEqual([2, 2]);
    for (const [width, height] of [[0, 200], [300, 0]] as const) view.resize(width, height);
    expect(asked).toBe(2);
    view.resize(1, 1);
    expect(asked).toBe(3);
  });
});
