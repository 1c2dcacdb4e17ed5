/** Words and values of forms, which the engine tells field by field. */
import type { Schemas } from "../api/shapes";

export type Field = Schemas["FormLine"];

/** What is given for a field: null leaves it out; `more` adds the value to those of a list. */
export type Fill = (field: Field, value: unknown, more?: boolean) => void;

/** A name of a battle file as people read it. */
export function spelled(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Kinds to choose from: those of the game, and those that the battle names for itself. */
export function kindsOf(ready: readonly Schemas["PresetLine"][], own: string, battle: Data): Schemas["PresetLine"][] {
  const named = own && isData(battle[own]) ? Object.keys(battle[own]) : [];
  const fresh = named.filter((name) => !ready.some((one) => one.value === name));
  return [...ready, ...fresh.map((name) => ({ title: spelled(name), value: name }))];
}

/** A value in a line: by its name where it has one. */
export function shown(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "object") return String(value);
  const name = (value as { name?: unknown }).name;
  return typeof name === "string" ? name : JSON.stringify(value);
}

/** Data with a value at a path in it, such as `modifiers[0].name`; null takes away what stands there. */
export function filled(data: Data, path: string, value: unknown): Data {
  const [head = "", ...rest] = path.match(/[^.[\]]+/g) ?? [];
  const inside = rest.length > 0 ? inner(data[head], rest, value) : value;
  const { [head]: _old, ...others } = data;
  return inside === null ? others : { ...others, [head]: inside };
}

function inner(old: unknown, [head = "", ...rest]: string[], value: unknown): unknown {
  if (!Array.isArray(old)) return filled(isData(old) ? old : {}, [head, ...rest].join("."), value);
  return old.map((one: unknown, n) => (n !== Number(head) ? one : rest.length > 0 ? inner(one, rest, value) : value));
}

/** The JSON Schema of a battle file, as far as the text of one is completed with it. */
export interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  $ref?: string;
  $defs?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
}

export type Data = Record<string, unknown>;

/** Whether a value has keys of its own. */
export function isData(value: unknown): value is Data {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
