/** What stands at an enemy before anybody chose it: its chance, or that it may not be shot. */
import type { Fraction } from "../api/shapes";
import type { Point } from "./things";
import type { Box } from "./window";

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

/** Covering another badge costs more than covering a name, a name more than a unit, a unit more than standing off. */
const COST = { badge: 40, name: 20, unit: 10, step: 0.25 };
const RINGS = 5;
const AROUND = [
  [0, -1],
  [1, -1],
  [-1, -1],
  [1, 0],
  [-1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
] as const;

/**
 * The middle of each badge: above its unit, or at the place near it where it covers least of badges, names and units.
 *
 * The topmost unit comes first; whoever has room keeps the usual place.
 */
export function placed(waiting: readonly Waiting[], units: readonly Box[], names: readonly Box[]): Record<string, Point> {
  const found: Record<string, Point> = {};
  const taken: Box[] = [];
  for (const one of [...waiting].sort((a, b) => a.at.y - b.at.y || a.at.x - b.at.x)) {
    let best: Point | undefined;
    let least = Infinity;
    for (const [number, spot] of spots(one).entries()) {
      const box = around(spot, one.size);
      const cost =
        COST.step * number + COST.badge * covered(box, taken) + COST.name * covered(box, names) + COST.unit * covered(box, units);
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
