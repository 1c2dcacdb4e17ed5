import { describe, expect, it } from "vitest";
import type { PieceList } from "../api/shapes";
import { Chart } from "./chart";
import { dragged, slidersOf, sliderAt, spanOf, stepped } from "./sliders";

/** A step along x is 10 pixels to the right, one along y 10 up. */
const CHART = new Chart([], { origin: { x: 0, y: 0 }, x: 10, y: -10, slant: 0 }, 0.5, false);
const sliding = { titles: { "pier.gaps": "Gap", "pier.steps": "Step" }, ends: ["pier.from", "pier.to"] as [string, string], along: "at", width: "wide", snap: 0.25 };
const LIST = { name: "banks", corners: [], sliding } as unknown as PieceList;
const entry = { id: "pier", pier: { from: [1, 1], to: [1, 6], gaps: [{ at: 1, wide: 2 }], steps: [{ at: "7/2", wide: 0.4 }] } };
const parts = slidersOf({ list: LIST, entry, path: "banks[3]" }, CHART);
const [gap, step] = parts as [(typeof parts)[number], (typeof parts)[number]];

describe("parts on a line", () => {
  it("are read of every list, and lie where the battle says", () => {
    expect(parts.map((one) => [one.key, one.title, one.along, one.most])).toEqual([["pier.gaps[0]", "Gap 1", 1, 3], ["pier.steps[0]", "Step 1", 3.5, 4.6]]);
    expect(spanOf(gap, 1)).toEqual([{ x: 10, y: -20 }, { x: 10, y: -40 }]);
    expect(gap.to(2)).toEqual({ op: "set", path: "banks[3].pier.gaps[0].at", value: 2 });
    expect(slidersOf({ list: { ...LIST, sliding: null }, entry, path: "" }, CHART)).toEqual([]);
    expect(slidersOf({ list: LIST, entry: { id: "rock" }, path: "" }, CHART)).toEqual([]);
  });

  it("are meant where one points near to them", () => {
    expect(sliderAt(parts, { x: 15, y: -30 }, 8)?.key).toBe(gap.key);
    expect(sliderAt(parts, { x: 10, y: -46 }, 8)?.key).toBe(step.key);
    expect(sliderAt(parts, { x: 40, y: -30 }, 8)).toBeNull();
  });

  it("go along their line by steps, and no farther than its ends", () => {
    expect(dragged(gap, { x: 10, y: -30 }, { x: 90, y: -36 })).toBe(1.5);
    expect(dragged(gap, { x: 10, y: -30 }, { x: 10, y: -200 })).toBe(3);
    expect(dragged(step, { x: 0, y: 0 }, { x: 0, y: -10.6 })).toBe(4.6);
    expect(dragged(gap, { x: 10, y: -30 }, { x: 10, y: 90 })).toBe(0);
    expect(stepped(gap, "ArrowUp")).toBe(1.25);
    expect(stepped(gap, "ArrowDown", 2)).toBe(0.5);
    expect(stepped(gap, "ArrowLeft")).toBeNull();
  });
});
