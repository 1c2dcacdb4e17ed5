/** Parts of a piece that stand along a line: where they may be slid to, and the change that slides one. */
import type { Edit } from "../api/shapes";
import { type Direction, nearestIn, type Point, STEPS } from "../board/things";
import type { Chart } from "./chart";
import { farFromLine, numberOf, spotsOf } from "./corners";
import { at, type Piece } from "./pieces";

/** A part on its line. */
export interface Slider {
  /** Its path in the entry of its piece: "wall.windows[0]". */
  key: string;
  /** Its path in the battle file. */
  path: string;
  title: string;
  /** How far along the line it begins, and how far the farthest place is at which it may. */
  along: number;
  most: number;
  width: number;
  length: number;
  snap: number;
  ends: [Point, Point];
  to: (along: number) => Edit;
}

/** Battle files tell lengths to a thousandth; a part must not stick out of its line by rounding. */
const FINE = 1000;

/** Every part of a piece that can be slid, list by list. */
export function slidersOf({ list, entry, path }: Piece, chart: Chart): Slider[] {
  const { sliding } = list;
  const line = sliding?.ends.map((one) => at(entry, one.split("."))).filter(Array.isArray) as unknown[][] | undefined;
  const ends = line?.length === 2 ? spotsOf(line, chart) : null;
  if (!sliding || !line || !ends) return [];
  const [a, b] = line.map((one) => one.map(numberOf)) as [number[], number[]];
  const length = Math.hypot(b[0]! - a[0]!, b[1]! - a[1]!);
  return Object.entries(sliding.titles).flatMap(([where, title]) => {
    const parts = at(entry, where.split("."));
    return (Array.isArray(parts) ? (parts as Record<string, unknown>[]) : []).map((part, n) => {
      const [key, along, width] = [`${where}[${n}]`, numberOf(part[sliding.along]), numberOf(part[sliding.width])];
      const most = Math.max(0, Math.floor((length - width) * FINE + 1e-6) / FINE);
      const to = (value: number): Edit => ({ op: "set", path: `${path}.${key}.${sliding.along}`, value });
      return { key, path: `${path}.${key}`, title: `${title} ${typeof part["id"] === "string" ? part["id"] : n + 1}`, along, most, width, length, snap: sliding.snap, ends: [ends[0]!.at, ends[1]!.at], to };
    });
  });
}

/** Where a part lies in the drawing if it begins so far along its line. */
export function spanOf({ ends: [a, b], length, width }: Slider, along: number): [Point, Point] {
  const point = (far: number) => ({ x: a.x + ((b.x - a.x) * far) / length, y: a.y + ((b.y - a.y) * far) / length });
  return [point(along), point(along + width)];
}

/** The part nearest to a point that is no farther than so many pixels; or null. */
export function sliderAt(all: readonly Slider[], point: Point, near: number): Slider | null {
  return nearestIn(all, (one) => farFromLine(...spanOf(one, one.along), point), near) ?? null;
}

/** How far along a part begins after it was dragged from one point of the drawing to another. */
export function dragged(part: Slider, from: Point, to: Point): number {
  const [way, size] = wayOf(part);
  const far = size && (((to.x - from.x) * way.x + (to.y - from.y) * way.y) * part.length) / size ** 2;
  return snapped(part, part.along + far);
}

/** How far along a part begins some steps on; null where its line does not run that way. */
export function stepped(part: Slider, direction: Direction, far = 1): number | null {
  const [way, size] = wayOf(part);
  const ahead = (way.x * STEPS[direction].x + way.y * STEPS[direction].y) / (size || 1);
  return Math.abs(ahead) < 0.1 ? null : snapped(part, part.along + Math.sign(ahead) * part.snap * far);
}

/** The nearest step of the snap, or the end of the line where that is nearer. */
function snapped({ snap, most }: Slider, along: number): number {
  const step = Number((Math.round(along / snap) * snap).toFixed(6));
  const nearest = Math.abs(along - most) < Math.abs(along - step) ? most : step;
  return Math.min(Math.max(nearest, 0), most);
}

function wayOf({ ends: [a, b] }: Slider): [Point, number] {
  const way = { x: b.x - a.x, y: b.y - a.y };
  return [way, Math.hypot(way.x, way.y)];
}
