/** Which units are near: to another unit, those in view first, and to where a finger lands. */
import { holds, type Box } from "./window";
import { nearestIn, type Point, type Thing } from "./things";

/** The other units on a board, those in view before the others, the nearest to a unit first. */
export function nearby(unit: string, things: readonly Thing[], view: Box | null): string[] {
  const units = things.filter((thing) => thing.kind === "unit");
  const here = units.find((thing) => thing.id === unit);
  if (!here) return [];
  const order = ({ at }: Thing) => ({ hidden: view && !holds(view, at) ? 1 : 0, far: Math.hypot(at.x - here.at.x, at.y - here.at.y) });
  const known = units.filter((thing) => thing !== here).map((thing) => ({ id: thing.id, ...order(thing) }));
  return known.sort((a, b) => a.hidden - b.hidden || a.far - b.far).map((one) => one.id);
}

/** The unit whose outline is nearest to a point, and no farther than `most`; null where there is none. */
export function unitNear(things: readonly Thing[], at: Point, most: number): Thing | null {
  const away = (unit: Thing): number => Math.hypot(unit.at.x - at.x, unit.at.y - at.y) - Math.min(unit.half.x, unit.half.y);
  return nearestIn(things.filter(({ kind }) => kind === "unit"), away, most) ?? null;
}
