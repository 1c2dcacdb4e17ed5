import { describe, expect, it } from "vitest";
import { added, EMPTY, ended, shortened, type Chain, type Shape } from "./chain";
import type { Spot } from "./chart";

const spot = (place: string): Spot => ({ place, at: { x: 0, y: 0 }, corners: "" });
const names = (spots: readonly Spot[] | null) => spots && spots.map((one) => one.place).join(" ");

/** Taps one after the other: what was drawn, and what is left of the chain. */
function tapped(shape: Shape, places: string): { drawn: (string | null)[]; left: string | null } {
  let chain: Chain = EMPTY;
  const drawn = places.split(" ").map((place) => {
    const turn = added(chain, shape, spot(place));
    chain = turn.chain;
    return names(turn.draw);
  });
  return { drawn: drawn.filter(Boolean), left: names(chain.points) };
}

describe("a chain of points", () => {
  it("draws a line piece by piece and goes on from its last point", () => {
    expect(tapped("line", "a b c")).toEqual({ drawn: ["a b", "b c"], left: "a b c" });
    expect(tapped("line", "a b c a"), "where it began, too").toEqual({ drawn: ["a b", "b c", "c a"], left: "a b c a" });
  });

  it("ends a line at a double tap, and begins anew after it", () => {
    expect(tapped("line", "a b b")).toEqual({ drawn: ["a b"], left: "" });
    expect(tapped("line", "a b b c d")).toEqual({ drawn: ["a b", "c d"], left: "c d" });
  });

  it("draws a box between two corners, never one of no size", () => {
    expect(tapped("rectangle", "a b")).toEqual({ drawn: ["a b"], left: "" });
    expect(tapped("rectangle", "a a")).toEqual({ drawn: [], left: "a" });
  });

  it("closes a polygon at its first point or at a double tap, once there are three corners", () => {
    expect(tapped("polygon", "a b c a")).toEqual({ drawn: ["a b c"], left: "" });
    expect(tapped("polygon", "a b c c")).toEqual({ drawn: ["a b c"], left: "" });
    expect(tapped("polygon", "a b a").drawn).toEqual([]);
  });

  it("ends by a key: a polygon is drawn if it can be, all else is only over", () => {
    const chain = { points: ["a", "b", "c"].map(spot) };
    expect(names(ended(chain, "polygon").draw)).toBe("a b c");
    expect(ended({ points: chain.points.slice(0, 2) }, "polygon")).toEqual({ chain: EMPTY, draw: null });
    expect(ended(chain, "line")).toEqual({ chain: EMPTY, draw: null });
  });

  it("loses its last point by undo, with the piece that led there, and goes on before it", () => {
    const chain = { points: ["a", "b", "c"].map(spot) };
    const turn = shortened(chain, "line");
    expect(turn.takeBack).toBe(true);
    expect(names(added(turn.chain, "line", spot("d")).draw)).toBe("b d");
    expect(shortened(chain, "polygon")).toMatchObject({ takeBack: false });
    expect(shortened({ points: [spot("a")] }, "line")).toEqual({ chain: EMPTY, draw: null, takeBack: false });
  });
});
