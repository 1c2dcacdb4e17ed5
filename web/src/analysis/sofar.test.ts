import { describe, expect, it } from "vitest";
import type { Thing } from "../board/things";
import { patches } from "./sofar";

const cell = (id: string): Thing => ({ kind: "cell", id, note: "", at: { x: 7, y: 8 }, corners: "0,0 1,0 1,1", half: { x: 3, y: 4 } });
const measure = { origin: { x: 100, y: 200 }, x: 10, y: -20, slant: 0 };

describe("a threat map on its way", () => {
  it("lies on the cells of the board, where the unit can stand", () => {
    const cells = [{ place: "A1", p: "1/4", stands: true }, { place: "A2", p: "0", stands: false }, { place: "Z9", p: "1", stands: true }];
    expect(patches(cells, [cell("A1"), cell("A2")], null)).toEqual([{ place: "A1", dark: 0.25, at: { x: 7, y: 8 }, half: { x: 3, y: 4 }, corners: "0,0 1,0 1,1" }]);
  });

  it("lies in squares of the step where places are points", () => {
    const cells = ["0.5,0.5", "2.5,0.5", "8.5,2.5"].map((place) => ({ place, p: "1", stands: true }));
    const found = patches(cells, [], measure);
    expect(found.map((one) => [one.at.x, one.at.y])).toEqual([[105, 190], [125, 190], [185, 150]]);
    expect(found[0]!.half).toEqual({ x: 10, y: 20 });
    expect(patches(cells.slice(0, 1), [], measure)[0]!.half).toEqual({ x: 5, y: 10 });
  });

  it("is not drawn where places are distances", () => {
    expect(patches([{ place: "100", p: "1", stands: true }], [], measure)).toEqual([]);
  });
});
