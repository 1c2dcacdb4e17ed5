/** The order of the list of units: by side, by name, by what the shooter can do to them, by how far away they are. */
import type { Targets, Unit } from "../api/shapes";
import type { Badge } from "../board/badge";
import { byChance } from "../odds/chance";

export const ORDERS = ["side", "name", "chance", "range"] as const;
export type Order = (typeof ORDERS)[number];

/** What is known of the units beside themselves: their badges, and how far from the shooter they are. */
export interface Known {
  badges: Record<string, Badge>;
  far: Record<string, number>;
}

/** How far each target of a shooter is, by the entry of a ruling's summary that says so. */
export function rangesOf(targets: Targets | null, entry: string | null): Record<string, number> {
  const known = (targets?.targets ?? []).map(({ shot, summary }) => [shot.target, entry && summary[entry]] as const);
  return Object.fromEntries(known.filter((one): one is [string, number] => typeof one[1] === "number"));
}

/**
 * The units in groups: one for each side by side, otherwise one group for all.
 *
 * Best chances and nearest units come first, units of which nothing is known last, equal ones as the battle has them.
 * Before anybody shoots there are no chances and no distances: then the list goes by side.
 */
export function sortedBy(units: readonly Unit[], sides: readonly string[], order: Order, known: Known): { side: string; units: Unit[] }[] {
  if (order === "name") return [{ side: "", units: [...units].sort((a, b) => a.title.localeCompare(b.title, undefined, { numeric: true })) }];
  if (order === "chance" && Object.keys(known.badges).length > 0) return [{ side: "", units: chancesFirst(units, known.badges) }];
  if (order === "range" && Object.keys(known.far).length > 0) {
    const far = (unit: Unit) => known.far[unit.id] ?? Infinity;
    return [{ side: "", units: [...units].sort((a, b) => (far(a) === far(b) ? 0 : far(a) - far(b))) }];
  }
  const names = [...new Set([...sides, ...units.map((unit) => unit.side ?? "")])];
  const groups = names.map((side) => ({ side, units: units.filter((unit) => (unit.side ?? "") === side) }));
  return groups.filter((group) => group.units.length > 0);
}

/** Those who may be shot by their chances, which are compared exactly; then those who may not; then everybody else. */
function chancesFirst(units: readonly Unit[], badges: Record<string, Badge>): Unit[] {
  const rank = (unit: Unit) => (badges[unit.id]?.p ? 0 : badges[unit.id] ? 1 : 2);
  return [...units].sort((a, b) => {
    const [one, other] = [badges[a.id]?.p, badges[b.id]?.p];
    return one && other ? byChance(one, other) : rank(a) - rank(b);
  });
}
