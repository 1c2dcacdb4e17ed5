/** What stands at an enemy before anybody chose it: its chance, or that it may not be shot. */
import type { Fraction } from "../api/shapes";
import type { Point } from "./things";
import { holds, type Box } from "./window";

export interface Badge {
  look: "legal" | "refused";
  text: string;
  /** The chance that the text rounds. */
  p?: Fraction;
  /** What is to be expected on average; missing where that is no number. */
  mean?: string;
  /** The whole of it, for the list and for those who listen. */
  words: string;
}

/** A badge that wants a place: how large it is, and the unit that it belongs to. */
export interface Waiting {
  id: string;
  at: Point;
  half: Point;
  size: Point;
}

/** Covering another badge costs more than covering a name, a name more than a unit, a unit more than being cut off, that more than standing off. */
const COST = { cut: 8, badge: 40, name: 20, unit: 10, step: 0.25 };
const RINGS = 5;
const AROUND = [[0, -1], [1, -1], [-1, -1], [1, 0], [-1, 0], [0, 1], [1, 1], [-1, 1]] as const;

/**
 * The middle of each badge: above its unit, or at the place near it where it covers least of badges, names and units.
 *
 * The topmost unit comes first; whoever has room keeps the usual place. `window` is the part of the board that is shown:
 * badges of units in it are not cut off where that can be helped.
 */
export function placed(waiting: readonly Waiting[], units: readonly Box[], names: readonly Box[], window: Box | null = null): Record<string, Point> {
  const found: Record<string, Point> = {};
  const taken: Box[] = [];
  for (const one of [...waiting].sort((a, b) => a.at.y - b.at.y || a.at.x - b.at.x)) {
    let best: Point | undefined;
    let least = Infinity;
    const all = spots(one);
    const [badgesNear, namesNear, unitsNear] = [taken, names, units].map((boxes) => near(boxes, all, one.size)) as [Box[], Box[], Box[]];
    for (const [number, spot] of all.entries()) {
      if (COST.step * number >= least) break; // no later place costs less
      const box = around(spot, one.size);
      const cost =
        (window && holds(window, one.at) ? COST.cut * (1 - covered(box, [window])) : 0) +
        COST.step * number + COST.badge * covered(box, badgesNear) + COST.name * covered(box, namesNear) + COST.unit * covered(box, unitsNear);
      if (cost < least) {
        best = spot;
        least = cost;
      }
    }
    if (best) {
      found[one.id] = best;
      taken.push(around(best, one.size));
    }
  }
  return found;
}

/** Where a badge may stand, the usual place first, then all round its unit, nearer places before farther ones. */
function spots({ at, half, size }: Waiting): Point[] {
  const found: Point[] = [];
  for (let ring = 0; ring < RINGS; ring++) {
    for (const [x, y] of AROUND) {
      const aside = y === 0 ? half.x + size.x / 2 : size.x / 2;
      found.push({
        x: at.x + x * (aside + ring * size.x * (y === 0 ? 1 : 0.5)),
        y: at.y + y * (half.y + size.y / 2 + ring * size.y),
      });
    }
  }
  return found;
}

/** The boxes that a badge of this size can touch at any of its places. */
function near(boxes: readonly Box[], places: readonly Point[], size: Point): Box[] {
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs) - size.x / 2, Math.max(...xs) + size.x / 2];
  const [top, bottom] = [Math.min(...ys) - size.y / 2, Math.max(...ys) + size.y / 2];
  return boxes.filter((box) => box.x < right && box.x + box.width > left && box.y < bottom && box.y + box.height > top);
}

function around(at: Point, size: Point): Box {
  return { x: at.x - size.x / 2, y: at.y - size.y / 2, width: size.x, height: size.y };
}

/** How much a box has in common with others, each time as a share of the smaller of the two. */
function covered(box: Box, others: readonly Box[]): number {
  const share = (other: Box) => {
    const across = Math.min(box.x + box.width, other.x + other.width) - Math.max(box.x, other.x);
    const down = Math.min(box.y + box.height, other.y + other.height) - Math.max(box.y, other.y);
    const smaller = Math.min(box.width * box.height, other.width * other.height);
    return across > 0 && down > 0 && smaller > 0 ? (across * down) / smaller : 0;
  };
  return others.reduce((sum, other) => sum + share(other), 0);
}
