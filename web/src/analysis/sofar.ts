/** Where the places of a threat map that is still being worked out lie on the board. */
import { numbersOf, pointOf, type Measure } from "../board/measure";
import type { Point, Thing } from "../board/things";
import { lengthOf } from "../odds/chance";
import type { ThreatGlimpse } from "../api/shapes";

export interface Patch {
  place: string;
  /** The chance, for how dark the patch is. */
  dark: number;
  at: Point;
  half: Point;
  /** The outline of a cell, "" where places are points: then it is a rectangle. */
  corners: string;
}

/** A patch for every place where the unit can stand and that can be found on the board. */
export function patches(cells: readonly ThreatGlimpse[], things: readonly Thing[], measure: Measure | null): Patch[] {
  const known = new Map(things.filter((thing) => thing.kind === "cell").map((thing) => [thing.id, thing]));
  const step = measure ? stepOf(cells) : 0;
  return cells.flatMap(({ place, p, stands }): Patch[] => {
    if (!stands) return [];
    const dark = lengthOf(p);
    const cell = known.get(place);
    if (cell) return [{ place, dark, at: cell.at, half: cell.half, corners: cell.corners }];
    const numbers = measure && numbersOf(place);
    if (!measure || !numbers) return [];
    const half = { x: Math.abs(step * measure.x) / 2, y: Math.abs(step * measure.y) / 2 };
    return [{ place, dark, at: pointOf(measure, numbers), half, corners: "" }];
  });
}

/** How far apart places that are points are: the least difference between two of them along x. */
function stepOf(cells: readonly ThreatGlimpse[]): number {
  const along = [...new Set(cells.flatMap(({ place }) => numbersOf(place)?.x ?? []))].sort((a, b) => a - b);
  const apart = along.slice(1).map((x, n) => x - along[n]!);
  return apart.length > 0 ? Math.min(...apart) : 1;
}
