/** The part of the board that is shown: a rectangle of the picture, moved and scaled inside the whole. */
import type { Point } from "./things";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const CLOSEST = 8;

/** A window zoomed by a factor (above 1: closer) around a point that stays where it is. */
export function zoomed(window: Box, whole: Box, factor: number, around: Point): Box {
  const width = clamp(window.width / factor, whole.width / CLOSEST, whole.width);
  const scale = width / window.width;
  return inside(
    {
      x: around.x - (around.x - window.x) * scale,
      y: around.y - (around.y - window.y) * scale,
      width,
      height: whole.height * (width / whole.width),
    },
    whole,
  );
}

/** A window moved by so much of the picture. */
export function moved(window: Box, whole: Box, dx: number, dy: number): Box {
  return inside({ ...window, x: window.x + dx, y: window.y + dy }, whole);
}

/** A window moved just as far as it must be to show a point with some air around it. */
export function showing(window: Box, whole: Box, point: Point): Box {
  const air = 0.12;
  const left = point.x - air * window.width;
  const right = point.x + air * window.width;
  const top = point.y - air * window.height;
  const low = point.y + air * window.height;
  const x = left < window.x ? left : right > window.x + window.width ? right - window.width : window.x;
  const y = top < window.y ? top : low > window.y + window.height ? low - window.height : window.y;
  return inside({ ...window, x, y }, whole);
}

/** As large as a finger needs a unit to be in pixels, and what it has to do with where many are to be seen at once. */
const FINGER = 32;
const LEAST = 24;
/** Halves of a unit that are to be seen beside its middle, with its rim; above and below it stand badge and name. */
const AIR = 1.6;

interface Spot {
  at: Point;
  half: Point;
}

/**
 * The part of a board in which a unit is as large as a finger needs, with as many of the others as go in; null where
 * the whole board does. `pixel` is how much of the drawing one pixel shows of the whole.
 */
export function framing(whole: Box, pixel: number, first: Spot, all: readonly Spot[]): Box | null {
  const own = 2 * Math.min(first.half.x, first.half.y);
  const [wanted, least] = [(FINGER * pixel) / own, (LEAST * pixel) / own];
  if (wanted <= 1.05) return null;
  const far = ({ at }: Spot) => Math.hypot(at.x - first.at.x, at.y - first.at.y);
  const nearest = all.toSorted((a, b) => far(a) - far(b));
  // As many as there is room for; the nearest of the others in any case.
  for (let count = nearest.length; count > 1; count--) {
    const box = boxAround(nearest.slice(0, count).flatMap(({ at, half }) => [{ x: at.x - AIR * half.x, y: at.y - 2 * half.y }, { x: at.x + AIR * half.x, y: at.y + 2 * half.y }]));
    const fits = Math.min(whole.width / box.width, whole.height / box.height);
    if (fits < least && count > 2) continue;
    const to = zoomed(whole, whole, Math.max(1, Math.min(wanted, fits)), first.at);
    return moved({ ...to, x: box.x + (box.width - to.width) / 2, y: box.y + (box.height - to.height) / 2 }, whole, 0, 0);
  }
  const to = zoomed(whole, whole, wanted, first.at);
  return moved({ ...to, x: first.at.x - to.width / 2, y: first.at.y - to.height / 2 }, whole, 0, 0);
}

export const middleOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

/** A box with the same middle and of this size. */
export function wider({ x, y, width, height }: Box, to: number, high: number): Box {
  return { x: x - (to - width) / 2, y: y - (high - height) / 2, width: to, height: high };
}

/** Whether a point lies in a box. */
export function holds(box: Box, { x, y }: Point): boolean {
  return x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
}

/** The smallest box that holds some points, of which there is one at least. */
export function boxAround(points: readonly Point[]): Box {
  const [left, top] = [Math.min(...points.map(({ x }) => x)), Math.min(...points.map(({ y }) => y))];
  return { x: left, y: top, width: Math.max(...points.map(({ x }) => x)) - left, height: Math.max(...points.map(({ y }) => y)) - top };
}

/** A box as a viewBox takes it. */
export function viewBox(box: Box): string {
  return [box.x, box.y, box.width, box.height].map((n) => Number(n.toFixed(2))).join(" ");
}

/** A box from the four numbers of a viewBox, or null where they are none. */
export function boxOf(text: string | null): Box | null {
  const [x, y, width, height] = (text ?? "").trim().split(/[\s,]+/).map(Number);
  if (x === undefined || y === undefined || !width || !height || [x, y, width, height].some(Number.isNaN)) return null;
  return { x, y, width, height };
}

function inside(box: Box, whole: Box): Box {
  return {
    ...box,
    x: clamp(box.x, whole.x, whole.x + whole.width - box.width),
    y: clamp(box.y, whole.y, whole.y + whole.height - box.height),
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
