/** The table in three dimensions as the server describes it: inches, x to the right, y away, z up. */
import { Box3, Vector3 } from "three";
import type { Schemas } from "../api/shapes";

export type Part = Schemas["ScenePart"];
/** What stands on the table; the page may show it under a title, which the server does not say. */
export type Solid = Schemas["SceneSolid"] & { title?: string };
export type TableScene = Omit<Schemas["SceneAnswer"], "solids"> & { solids: Solid[] };

/** The smallest box around all corners of some parts; an empty one where they have none. */
export function boxOf(parts: readonly Pick<Part, "positions">[]): Box3 {
  return parts.reduce((box, { positions }) => box.union(new Box3().setFromArray(positions)), new Box3());
}

/** What the ruling says of the sight: how much of each part is seen, and from where. */
export type Seen = Partial<Pick<Schemas["Visibility"], "parts" | "eye">>;

/** One line from an eye to the middle of a part of the target's body. */
export interface Line {
  part: string;
  from: Vector3;
  to: Vector3;
  /** Whether some of the part is seen; null where the ruling does not say. */
  clear: boolean | null;
}

/** Where sight lines go: from the shooter's eye, or the point it peers from, to each part of the target's body. */
export function sightLines(scene: TableScene, shooter: string, target: string, seen: Seen): Line[] {
  const unit = (name: string) => scene.solids.find((one) => one.kind === "unit" && one.name === name);
  const eye = seen.eye ?? unit(shooter)?.eye;
  if (!eye) return [];
  return (unit(target)?.parts ?? []).flatMap((part) => {
    const box = boxOf([part]);
    if (part.role !== "body" || box.isEmpty()) return [];
    const share = seen.parts?.[part.name];
    return [{ part: part.name, from: new Vector3(...eye), to: box.getCenter(new Vector3()), clear: share === undefined ? null : share > 0 }];
  });
}
