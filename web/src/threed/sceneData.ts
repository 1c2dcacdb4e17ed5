/** The table in three dimensions as the server describes it: inches, x to the right, y away, z up. */

import type { Schemas } from "../api/shapes";

export type Point = [number, number, number];
export type Part = Schemas["ScenePart"];
/** What stands on the table; the page may show it under a title, which the server does not say. */
export type Solid = Schemas["SceneSolid"] & { title?: string };
export type TableScene = Omit<Schemas["SceneAnswer"], "solids"> & { solids: Solid[] };

/** The smallest box around all of a solid's corners. */
export function boxOf(solid: Solid): { low: Point; high: Point } {
  const low: Point = [Infinity, Infinity, Infinity];
  const high: Point = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of solid.parts)
    for (let n = 0; n < positions.length; n++) {
      const axis = (n % 3) as 0 | 1 | 2;
      low[axis] = Math.min(low[axis], positions[n]!);
      high[axis] = Math.max(high[axis], positions[n]!);
    }
  return { low, high };
}

/** The middle of a solid, or null where it has no corners. */
export function middleOf(solid: Solid): Point | null {
  const { low, high } = boxOf(solid);
  return low[0] > high[0] ? null : [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
}

/** The middle of one part of a solid. */
export function middleOfPart(part: Part): Point | null {
  return middleOf({ name: "", kind: "unit", parts: [part] });
}

/** What the ruling says of the sight: how much of each part is seen, and from where. */
export type Seen = Partial<Pick<Schemas["Visibility"], "parts" | "eye">>;

/** One line from an eye to the middle of a part of the target's body. */
export interface Line {
  part: string;
  from: Point;
  to: Point;
  /** Whether some of the part is seen; null where the ruling does not say. */
  clear: boolean | null;
}

/** Where sight lines go: from the shooter's eye, or the point it peers from, to each part of the target's body. */
export function sightLines(scene: TableScene, shooter: string, target: string, seen: Seen = {}): Line[] {
  const unit = (name: string) => scene.solids.find((one) => one.kind === "unit" && one.name === name);
  const from = seen.eye ?? unit(shooter)?.eye;
  if (!from) return [];
  return (unit(target)?.parts ?? [])
    .filter((part) => part.role === "body")
    .flatMap((part) => {
      const to = middleOfPart(part);
      if (!to) return [];
      const share = seen.parts?.[part.name];
      return [{ part: part.name, from, to, clear: share === undefined ? null : share > 0 }];
    });
}
