/** Typed shots: `E5 > C5`, `bow > warriors`, by id, by name, or by place. */
import type { Unit } from "../api/shapes";

export type Typed = { shooter: string; target: string } | { wrong: "form" } | { wrong: "unknown"; text: string };

/** Who shoots at whom in a typed line. */
export function typed(line: string, units: readonly Unit[]): Typed {
  const [first = "", second = "", ...more] = line.split(/>|→|\bat\b/i).map((part) => part.trim());
  if (!first || !second || more.length > 0) return { wrong: "form" };
  const shooter = unitNamed(first, units);
  if (!shooter) return { wrong: "unknown", text: first };
  const target = unitNamed(second, units);
  return target ? { shooter: shooter.id, target: target.id } : { wrong: "unknown", text: second };
}

/** The unit that a text names: exactly, or as the only one that begins so. */
export function unitNamed(text: string, units: readonly Unit[]): Unit | undefined {
  const wanted = plain(text);
  const names = (unit: Unit) => [unit.id, unit.title, ...(unit.place ? [String(unit.place)] : [])].map(plain);
  const exact = units.find((unit) => names(unit).includes(wanted));
  if (exact) return exact;
  const begin = units.filter((unit) => names(unit).some((name) => name.startsWith(wanted)));
  return begin.length === 1 ? begin[0] : undefined;
}

function plain(text: string): string {
  return text.trim().toLowerCase().replace(/\s*,\s*/g, ",").replace(/\s+/g, " ");
}
