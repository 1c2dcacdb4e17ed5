/** A move made by hand as a command: where to, and which marks it leaves. */
import type { CommandData, Mark, Unit } from "../api/shapes";

export type Value = Mark["value"];
export type Values = Record<string, Value>;

/** The marks of a unit as they are. */
export function valuesOf({ marks = [] }: Unit): Values {
  return Object.fromEntries(marks.map((mark) => [mark.name, mark.value]));
}

/** The command that puts a unit somewhere and sets what is changed of its marks; null where nothing is. */
export function moveOf(unit: Unit, to: string, values: Values): CommandData | null {
  const place = to.trim() === String(unit.place ?? "") ? "" : to.trim();
  const marks = Object.entries(valuesOf(unit)).flatMap(([name, now]) => {
    const value = values[name];
    return value === undefined || value === null || value === now ? [] : [[name, value]];
  });
  return place || marks.length ? { command: "MoveByHand", unit: unit.id, to: place, marks } : null;
}
