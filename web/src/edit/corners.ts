/** Corners of what was drawn: which things have some, where they may be dragged, and the change that draws them anew. */
import type { Battle, Edit, Editing } from "../api/shapes";
import { numbersOf } from "../board/measure";
import { nearestIn, type Point, within } from "../board/things";
import type { Chart, Spot } from "./chart";
import { at, type Piece } from "./pieces";

/** Something drawn by its corners. */
export interface Shaped {
  title: string;
  corners: Spot[];
  /** Whether it is an outline, which may have more corners or fewer; else a line from one point to another. */
  closed: boolean;
  /** The change that draws it through other places. */
  through: (places: string[]) => Edit;
}

/** A point to drag: a corner, or the middle of a side, where a new corner comes before the one with this number. */
export interface Grip {
  n: number;
  at: Point;
  fresh: boolean;
}

const FEWEST = 3;

/** A piece that is drawn through its corners; null for any other. */
export function shapedPiece({ list, entry }: Piece, chart: Chart): Shaped | null {
  const found = list.corners.map((path) => at(entry, path.split("."))).filter(Array.isArray) as unknown[][];
  const closed = Array.isArray(found[0]?.[0]);
  const corners = spotsOf(closed ? (found[0] as unknown[][]) : found, chart);
  return corners && corners.length > 1 ? { title: entry.id, corners, closed, through: (places) => ({ op: "draw", path: list.name, value: entry, places }) } : null;
}

/** Every outline without an id, in the order of the battle file. */
export function outlinesOf({ outlines }: Editing, battle: Battle, chart: Chart): Shaped[] {
  const all = outlines ? at(battle, outlines.path.split(".")) : null;
  if (!outlines || !Array.isArray(all)) return [];
  return (all as unknown[][][]).flatMap((one, n) => {
    const corners = spotsOf(one, chart);
    const title = `${outlines.title} ${n + 1}`;
    return corners ? [{ title, corners, closed: true, through: (places: string[]): Edit => ({ op: "reshape", path: `${outlines.path}[${n}]`, places }) }] : [];
  });
}

/** The number of the outline that is meant at a point: the nearest that is no farther than so many pixels; or null. */
export function ringAt(outlines: readonly Shaped[], point: Point, near: number): number | null {
  const found = nearestIn(outlines, ({ corners }) => farFrom(corners, point), near);
  return found ? outlines.indexOf(found) : null;
}

/** Where it can be taken hold of; corners first, since a short side has its middle near to them. */
export function gripsOf({ corners, closed }: Shaped): Grip[] {
  const ends = corners.map((one, n) => ({ n, at: one.at, fresh: false }));
  const middles = corners.map((one, n) => ({ n: n + 1, at: between(one.at, corners[(n + 1) % corners.length]!.at), fresh: true }));
  return closed ? [...ends, ...middles] : ends;
}

/** The corners after one was dragged to a place, or a new one was drawn out of a side. */
export function bent({ corners }: Shaped, { n, fresh }: Grip, to: Spot): Spot[] {
  return fresh ? corners.toSpliced(n, 0, to) : corners.with(n, to);
}

/** The corners after all of it went as far as from one place to another; null where places have no numbers. */
export function gone({ corners }: Shaped, from: Spot, to: Spot, chart: Chart): Spot[] | null {
  const [a, b] = [numbersOf(from.place), numbersOf(to.place)];
  const all = corners.map((one) => {
    const here = numbersOf(one.place);
    return a && b && here ? spotOf(here.x + b.x - a.x, here.y + b.y - a.y, chart) : null;
  });
  return all.every((one) => one !== null) ? all : null;
}

/** The corners without one of them; null where too few would be left. */
export function without({ corners, closed }: Shaped, n: number): Spot[] | null {
  return closed && corners.length > FEWEST ? corners.toSpliced(n, 1) : null;
}

export function spotsOf(points: readonly unknown[][], chart: Chart): Spot[] | null {
  const all = points.map(([x, y]) => spotOf(numberOf(x), numberOf(y), chart));
  return all.every((one) => one !== null) ? all : null;
}

/** A point by its numbers, as fine as battle files tell them. */
function spotOf(x: number, y: number, chart: Chart): Spot | null {
  const place = [x, y].map((one) => Number(one.toFixed(9)) + 0).join(",");
  return chart.pointNamed(place);
}

/** A number of a battle file, which may be a fraction: "4/3". */
export function numberOf(given: unknown): number {
  const [above, below = "1"] = String(given).split("/");
  return Number(above) / Number(below);
}

const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** How far a point is from an outline, 0 inside it. */
function farFrom(corners: readonly Spot[], point: Point): number {
  const points = corners.map((one) => one.at);
  return within(points, point) ? 0 : Math.min(...points.map((a, n) => farFromLine(a, points[(n + 1) % points.length]!, point)));
}

/** How far a point is from the straight line between two others. */
export function farFromLine(a: Point, b: Point, point: Point): number {
  const way = { x: b.x - a.x, y: b.y - a.y };
  const part = ((point.x - a.x) * way.x + (point.y - a.y) * way.y) / (way.x ** 2 + way.y ** 2 || 1);
  const t = Math.max(0, Math.min(1, part));
  return Math.hypot(point.x - a.x - t * way.x, point.y - a.y - t * way.y);
}
