import { beforeEach, describe, expect, it, vi } from "vitest";
import { held, opened, thing } from "./lake";

const HELD = held();
let now: number;

describe("an editor", () => {
  beforeEach(() => {
    now = 10_000;
    vi.spyOn(performance, "now").mockImplementation(() => now);
  });

  it("has two sides at least, those of the game first", () => {
    expect(opened().editor.sides).toEqual(["north", "red", "blue"]);
  });

  it("holds one thing or chooses, never both; what is held twice is let go", () => {
    const { editor } = opened();
    editor.choose(["red"]);
    expect(editor.piece).toBe("red");
    editor.hold(HELD);
    expect([editor.held?.key, editor.ids, editor.piece]).toEqual([HELD.key, [], ""]);
    editor.choose(["red", "blue"]);
    expect([editor.held, editor.piece]).toEqual([null, ""]);
    editor.hold(HELD);
    editor.hold({ ...HELD });
    expect(editor.held).toBeNull();
  });

  it("is left step by step by Escape, and says when nothing is left", () => {
    const { editor } = opened();
    editor.hold(HELD);
    editor.chain = { points: [editor.spotOf("red")!] };
    editor.pointing = () => undefined;
    const left = () => [editor.pointing !== null, editor.chain.points.length, editor.held !== null];
    const seen = [1, 2, 3].map(() => (editor.escape(), left()));
    expect(seen).toEqual([[false, 1, true], [false, 0, true], [false, 0, false]]);
    editor.choose(["red"]);
    expect([editor.escape(), editor.ids, editor.escape()]).toEqual([true, [], false]);
  });

  it("puts down what is held and clears it, each as one step, and nothing for no change", async () => {
    const { editor, steps } = opened();
    const [a, b] = [editor.chart.named("3,3")!, editor.chart.named("4,4")!];
    expect(await editor.put([a], false), "with empty hands").toBeNull();
    editor.hold(HELD);
    expect(await editor.put([a, b], false)).toEqual(["new"]);
    expect(await editor.put([a], true)).toEqual([]);
    expect(steps).toEqual([["place buoys buoy 3,3", "place buoys buoy 4,4"]]);
  });

  it("moves each piece as far, and those that go as one by one change", async () => {
    const { editor, steps } = opened();
    const [from, to] = [editor.chart.named("1,1")!, editor.chart.named("2,1")!];
    await editor.move(["red", "blue", "raft"], from, to);
    await editor.move(["raft"], from, from);
    expect(steps).toEqual([["move blue 6,3", "move red 2,1", "move raft 1,1 2,1"]]);
  });

  it("nudges by the snap; nudges in a row are one step", async () => {
    const { editor, steps } = opened();
    await editor.nudge("ArrowRight");
    editor.choose(["red"]);
    await editor.nudge("ArrowRight");
    now += 499;
    await editor.nudge("ArrowRight", 5);
    now += 500;
    await editor.nudge("ArrowDown");
    expect(steps).toEqual([["move red 1.5,1"], ["move red 3.5,1", "merged"], ["move red 1,1.5"]]);
  });

  it("lines pieces up with the first that was chosen", async () => {
    const { editor, steps } = opened();
    editor.choose(["red", "blue"]);
    await editor.align("x");
    await editor.align("y");
    expect(steps).toEqual([["move blue 1,3"], ["move blue 5,1"]]);
  });

  it("turns who has a facing and what goes as one, and removes what is chosen", async () => {
    const { editor, steps } = opened();
    editor.choose(["red", "blue", "raft"]);
    await editor.turn(90);
    await editor.remove();
    expect(steps).toEqual([["rotate red 90", "rotate raft 90"], ["remove red", "remove blue", "remove raft"]]);
    expect(editor.ids).toEqual([]);
  });

  it("copies what is chosen and chooses the copy", async () => {
    const { editor, steps } = opened();
    expect(editor.canPaste).toBe(false);
    editor.choose(["red"]);
    editor.copy();
    expect(editor.canPaste).toBe(true);
    await editor.paste(null);
    expect([steps, editor.problem === ""]).toEqual([[], false]);
    await editor.paste(editor.chart.named("8,8"));
    expect([steps, editor.ids]).toEqual([[["place buoys red 8,8"]], ["new"]]);
  });

  it("chooses again what a step was about, as far as it is there, but not with something in hand", async () => {
    const { editor } = opened();
    await editor.undo();
    expect([editor.ids, editor.told.endsWith(": Moved")]).toEqual([["blue"], true]);
    editor.hold(HELD);
    await editor.undo();
    expect(editor.ids).toEqual([]);
  });

  it("forgets who is gone from the board", () => {
    const { editor } = opened();
    editor.choose(["red", "sunk"]);
    editor.shown([thing("red", 10, 10)], null);
    expect(editor.ids).toEqual(["red"]);
    expect(editor.titleOf("red")).toBe("The red buoy");
  });
});
