/** Which units are asked about first: those in view, the nearest before the others. */
import { holds, type Box } from "./window";
import type { Thing } from "./things";

/** The other units on a board, those in view before the others, the nearest to a unit first. */
export function nearby(unit: string, things: readonly Thing[], view: Box | null): string[] {
  const units = things.filter((thing) => thing.kind === "unit");
  const here = units.find((thing) => thing.id === unit);
  if (!here) return [];
  const order = ({ at }: Thing) => ({ hidden: view && !holds(view, at) ? 1 : 0, far: Math.hypot(at.x - here.at.x, at.y - here.at.y) });
  const known = units.filter((thing) => thing !== here).map((thing) => ({ id: thing.id, ...order(thing) }));
  return known.sort((a, b) => a.hidden - b.hidden || a.far - b.far).map((one) => one.id);
}
