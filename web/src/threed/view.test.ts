import { beforeEach, describe, expect, it, vi } from "vitest";
import { CylinderGeometry, Mesh, type MeshBasicMaterial, MeshLambertMaterial, type Object3D, Vector3 } from "three";
import type { Solid } from "./sceneData";
import { type Place, type Shown, View } from "./view";

/** A picture of 300 by 200 pixels that draws nothing, counts how often it was asked to and keeps what was last in it. */
const drawn: { pictures: number; last: Object3D | null } = { pictures: 0, last: null };
vi.mock("three", async (original) => {
  class WebGLRenderer {
    domElement = { clientWidth: 300, clientHeight: 200 };
    setPixelRatio = () => undefined;
    setClearColor = () => undefined;
    setSize = () => undefined;
    render = (last: Object3D) => Object.assign(drawn, { last, pictures: drawn.pictures + 1 });
  }
  return { ...(await original<object>()), WebGLRenderer };
});

const COLOURS = { paper: "#fff", ground: "#eee", ink: "#000", rule: "#ccc", terrain: "#aaa", sides: ["#f00", "#00f"], clear: "#0f0", blocked: "#f00", chosen: "#ff0" };
/** What is pressed and turned, of which nothing is heard here. */
const deaf = { addEventListener: () => undefined, removeEventListener: () => undefined };
const HAND = { ...deaf, style: {}, getRootNode: () => deaf, ownerDocument: deaf, clientHeight: 200 } as unknown as HTMLElement;
/** A triangle that lies on the table, a figure of two inches around a place. */
const flat = (name: string, x: number, y: number): Solid => ({ name, kind: "unit", side: "red", parts: [{ name: "body", role: "body", positions: [x - 1, y - 1, 1, x + 1, y - 1, 1, x, y + 1, 1] }] });
const SHOWN: Shown = {
  scene: { table: { width: 36, depth: 24 }, solids: [flat("bow", 18, 12), flat("axe", 30, 20)] } as Shown["scene"],
  shooter: "bow", target: "axe", lines: [], colourOf: () => 0,
};

let next: (() => void) | null;
let asked: number;

function opened() {
  let placeOf: (point: Vector3) => Place = () => null;
  const view = new View({} as HTMLCanvasElement, HAND, COLOURS, (place) => (placeOf = place));
  view.resize(300, 200);
  view.show(SHOWN);
  const draw = () => (next?.(), (next = null));
  draw();
  return { view, draw, place: (x: number, y: number, z = 0) => (draw(), placeOf(new Vector3(x, y, z))) };
}

describe("the table in three dimensions", () => {
  beforeEach(() => {
    [next, asked, drawn.pictures] = [null, 0, 0];
    vi.stubGlobal("window", { devicePixelRatio: 1 });
    vi.stubGlobal("requestAnimationFrame", (then: () => void) => ((next = then), (asked += 1)));
  });

  it("draws a line of sight in one piece, and in dashes where nothing is seen", () => {
    const rods = (clear: boolean | null) => {
      const { view, draw } = opened();
      view.show({ ...SHOWN, lines: [{ part: "body", from: new Vector3(18, 12, 1), to: new Vector3(27, 12, 1), clear }] });
      draw();
      const paints: string[] = [];
      drawn.last!.traverse((one) => {
        if (one instanceof Mesh && one.geometry instanceof CylinderGeometry) paints.push((one.material as MeshBasicMaterial).color.getHexString());
      });
      return [paints.length, ...new Set(paints)];
    };
    expect([rods(true), rods(false)]).toEqual([[1, "00ff00"], [10, "ff0000"]]);
  });

  it("paints figures in the colour of their side, and what stands there in that of terrain", () => {
    const { view, draw } = opened();
    const hill: Solid = { ...flat("hill", 6, 6), kind: "terrain", side: null };
    view.show({ ...SHOWN, scene: { ...SHOWN.scene, solids: [...SHOWN.scene.solids, hill] } });
    draw();
    const colours: string[] = [];
    drawn.last!.traverse((one) => one instanceof Mesh && one.material instanceof MeshLambertMaterial && colours.push(one.material.color.getHexString()));
    expect(colours.filter((one) => one !== "eeeeee")).toEqual(["ff0000", "ff0000", "aaaaaa"]);
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
    const { view, place } = opened();
    const seen = () => [place(0, 0)!, place(36, 24)!].map(({ x, y }) => [Math.round(x), Math.round(y)]);
    const first = seen();
    expect(view.key("ArrowRight", false)).toBe(true);
    const turned = seen();
    expect(turned).not.toEqual(first);
    view.show(SHOWN);
    expect(seen()).toEqual(turned);
    expect(view.key("q", false)).toBe(false);
    view.key("Home", false);
    expect(seen()).toEqual(first);
    view.key("ArrowRight", false);
    view.show({ ...SHOWN, scene: { ...SHOWN.scene, table: { width: 36, depth: 36 } } as Shown["scene"] });
    expect(place(0, 0)!.x - 150).toBeCloseTo(150 - place(36, 0)!.x);
  });

  it("goes around the table and above it, nearer, and along it as the viewer sees it, never below it", () => {
    const { view, place } = opened();
    const wide = () => place(36, 12)!.x - place(0, 12)!.x;
    const [first, corner] = [wide(), place(0, 0)!];
    expect(first, "at first the table fills two thirds of the picture").toBeGreaterThan(200);
    view.key("ArrowRight", false);
    expect(place(0, 0)!.y, "the right comes nearer, the left goes away").toBeLessThan(corner.y);
    view.key("Home", false);
    const deep = () => place(18, 0)!.y - place(18, 24)!.y;
    const depth = deep();
    view.key("ArrowUp", false);
    expect(deep()).toBeGreaterThan(depth);
    view.turn({ up: -400 });
    expect(deep()).toBeGreaterThan(0);
    view.key("Home", false);
    view.key("+", false);
    expect(wide()).toBeGreaterThan(first);
    view.turn({ near: 1e6 });
    expect(wide()).toBeGreaterThan(10);
    view.key("Home", false);
    view.key("ArrowRight", true);
    expect(place(0, 0)!.x).toBeLessThan(corner.x);
    view.key("ArrowUp", true);
    expect(place(0, 0)!.y).toBeGreaterThan(corner.y);
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
