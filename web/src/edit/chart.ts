/** Where things can be put on a board: the place at a point, what lies beside it, and the way between two. */
import { numbersAt, numbersOf, placeAt, pointOf, type Measure } from "../board/measure";
import type { Box } from "../board/window";
import { cornersOf, type Direction, nearest, next, type Point, STEPS, type Thing, within } from "../board/things";

/** A place as the game names it, and where it lies in the drawing. */
export interface Spot {
  place: string;
  at: Point;
  /** The corners of its cell, "" for a point. */
  corners: string;
}

export class Chart {
  readonly cells: Thing[];
  readonly #byId: Map<string, Thing>;

  constructor(
    readonly things: readonly Thing[],
    readonly measure: Measure | null,
    readonly snap: number,
    /** Whether places off the board can be painted. */
    readonly beyond: boolean,
    readonly board: Box | null = null,
  ) {
    this.cells = things.filter((thing) => thing.kind === "cell");
    this.#byId = new Map(this.cells.map((cell) => [cell.id, cell]));
  }

  /** Whether places are points, not cells. */
  get free(): boolean {
    return this.cells.length === 0;
  }

  /** The place at a point of the drawing; null off the board. */
  spotAt(point: Point): Spot | null {
    if (this.free) return this.pointAt(point);
    const cell = this.cells.find((one) => within(cornersOf(one.corners), point));
    return cell ? spot(cell) : null;
  }

  /** The point nearest to a point of the drawing, also inside cells, where the board is measured. */
  pointAt(point: Point): Spot | null {
    return this.measure && spot(placeAt(this.measure, point, this.snap));
  }

  /** A point by its numbers, also inside cells; null where the board is not measured. */
  pointNamed(place: string): Spot | null {
    const numbers = numbersOf(place);
    return numbers && this.measure && { place, at: pointOf(this.measure, numbers), corners: "" };
  }

  /** A place that may become part of the board. */
  groundAt(point: Point): Spot | null {
    const known = this.spotAt(point);
    const sample = this.cells[0];
    if (known || !this.beyond || !this.measure || !sample) return known;
    const near = nearestPlace(this.measure, point);
    const shift = { x: near.at.x - sample.at.x, y: near.at.y - sample.at.y };
    return { ...near, corners: shifted(sample.corners, shift) };
  }

  /** The two places next to each other between which a point lies, that which it is in first. */
  besideAt(point: Point): [Spot, Spot] | null {
    const far = (cell: Thing) => Math.hypot(cell.at.x - point.x, cell.at.y - point.y);
    const [first, second] = [...this.cells].sort((a, b) => far(a) - far(b));
    return first && second && this.spotAt(point) ? [spot(first), spot(second)] : null;
  }

  /** A place by its name; null where the drawing does not show where it lies. */
  named(place: string): Spot | null {
    const cell = this.#byId.get(place);
    return cell ? spot(cell) : this.free ? this.pointNamed(place) : null;
  }

  /** The place as far from another as two points are from each other. */
  beside(from: Spot, start: Point, end: Point): Spot | null {
    return this.spotAt({ x: from.at.x + end.x - start.x, y: from.at.y + end.y - start.y });
  }

  /** Every place between two points of a stroke, both included. */
  wayOf(start: Point, end: Point, at: (point: Point) => Spot | null): Spot[] {
    const steps = Math.max(1, Math.ceil(Math.hypot(end.x - start.x, end.y - start.y) / 12));
    const way = Array.from({ length: steps + 1 }, (_, n) => at({ x: start.x + ((end.x - start.x) * n) / steps, y: start.y + ((end.y - start.y) * n) / steps }));
    return way.filter((one, n): one is Spot => one !== null && way.findIndex((other) => other?.place === one.place) === n);
  }

  /** The next place in a direction, by the snap where places are points. */
  step(from: Spot, way: Direction, far = 1): Spot | null {
    if (this.free) return this.stepPoint(from, way, far);
    const cell = next(this.cells, from.at, way, from.at);
    return cell ? spot(cell) : null;
  }

  /** The next point of the snap in a direction, also inside cells. */
  stepPoint(from: Spot, way: Direction, far = 1): Spot | null {
    const here = numbersOf(from.place);
    if (!this.measure || !here) return null;
    const by = STEPS[way];
    const sign = { x: Math.sign(this.measure.x), y: Math.sign(this.measure.y) };
    const to = { x: here.x + by.x * sign.x * this.snap * far, y: here.y + by.y * sign.y * this.snap * far };
    return spot(placeAt(this.measure, pointOf(this.measure, to), this.snap));
  }
}

function spot({ id, at, corners }: Thing): Spot {
  return { place: id, at, corners };
}

/** The nearest place named by two whole numbers. */
function nearestPlace(measure: Measure, point: Point): Spot {
  const { x, y } = numbersAt(measure, point);
  const around = [0, 1].flatMap((dx) => [0, 1].map((dy) => ({ x: Math.floor(x) + dx, y: Math.floor(y) + dy })));
  const spots = around.map((place) => ({ place: `${place.x},${place.y}`, at: pointOf(measure, place), corners: "" }));
  return nearest(spots, point)!;
}

function shifted(corners: string, by: Point): string {
  return cornersOf(corners).map(({ x, y }) => `${(x + by.x).toFixed(2)},${(y + by.y).toFixed(2)}`).join(" ");
}
