/** A picture underneath a board: where it lies, and how two points and a distance scale it. */
import type { Schemas } from "../api/shapes";
import { numbersAt, pointOf, type Measure } from "../board/measure";
import type { Point } from "../board/things";
import type { Box } from "../board/window";

/** Its file, its upper left corner and its size: numbers of places where the drawing measures them, else pixels of it. */
export type Underlay = Required<Schemas["Underlay"]>;

/** Whether data out of a file says where a picture lies. */
export function isUnderlay(data: unknown): data is Underlay {
  if (typeof data !== "object" || data === null) return false;
  const { file, x, y, width, height, strength } = data as Record<string, unknown>;
  const numbers = [x, y, width, height, strength].every((one) => typeof one === "number" && Number.isFinite(one));
  return numbers && typeof file === "string" && Number(width) > 0 && Number(height) > 0 && Number(strength) >= 0.05 && Number(strength) <= 1;
}

/** Where it lies in the drawing. */
export function boxOf({ x, y, width, height }: Underlay, measure: Measure | null): Box {
  const at = measure ? pointOf(measure, { x, y }) : { x, y };
  const one = unit(measure);
  return { ...at, width: width * one, height: height * one };
}

/** A picture that was just brought: as wide as the board, or as high where it would reach below it. */
export function fitted(file: string, size: { width: number; height: number }, board: Box, measure: Measure | null): Underlay {
  const by = Math.min(board.width / size.width, board.height / size.height);
  return placed({ file, strength: 1 }, { x: board.x, y: board.y, width: size.width * by, height: size.height * by }, measure);
}

/** The picture so large that its points at two points of the drawing are so many pixels apart; the first stays. */
export function scaled(under: Underlay, measure: Measure | null, [one, other]: readonly [Point, Point], length: number): Underlay {
  const by = length / Math.hypot(other.x - one.x, other.y - one.y);
  const box = boxOf(under, measure);
  const at = { x: one.x + (box.x - one.x) * by, y: one.y + (box.y - one.y) * by };
  return placed(under, { ...at, width: box.width * by, height: box.height * by }, measure);
}

/** The picture moved so that what is at one point of the drawing lies at another. */
export function shifted(under: Underlay, measure: Measure | null, [from, to]: readonly [Point, Point]): Underlay {
  const box = boxOf(under, measure);
  return placed(under, { ...box, x: box.x + to.x - from.x, y: box.y + to.y - from.y }, measure);
}

/** How many pixels of the drawing a step of the board is: one of its measure, or from a cell to the next. */
export function stepOf(measure: Measure | null, cells: readonly Point[]): number {
  if (measure) return unit(measure);
  const [first, ...others] = cells;
  if (!first || others.length === 0) return 1;
  return Math.min(...others.map((one) => Math.hypot(one.x - first.x, one.y - first.y)));
}

function placed({ file, strength }: Pick<Underlay, "file" | "strength">, box: Box, measure: Measure | null): Underlay {
  const one = unit(measure);
  const round = (number: number): number => Number(number.toFixed(4));
  const at = measure ? numbersAt(measure, box) : box;
  return { file, strength, x: round(at.x), y: round(at.y), width: round(box.width / one), height: round(box.height / one) };
}

const unit = (measure: Measure | null): number => (measure ? Math.abs(measure.x) : 1);
