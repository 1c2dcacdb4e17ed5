/** A form out of the JSON Schema of an entry, with the words and ready values that the game adds to it. */
import type { FieldFacts, PieceList, Ready } from "../api/shapes";

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
  required?: string[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  maxItems?: number;
}

/**
 * How a field is filled in: yes or no, a number, one of a few words, a text, anything as JSON, a row of numbers, some of
 * a few words, a list to add to, or fields of its own.
 */
export type Kind = "flag" | "number" | "choice" | "text" | "any" | "numbers" | "some" | "list" | "group";

export interface Field {
  /** Where it stands in the entry: "weapon.loaded". */
  path: string;
  title: string;
  unit: string;
  kind: Kind;
  value: unknown;
  /** Whether the entry says it; else `value` is the usual one. */
  said: boolean;
  /** Whether it may be left out. */
  optional: boolean;
  /** Values to choose from. */
  ready: Ready[];
  least: number | null;
  most: number | null;
  whole: boolean;
  fields: Field[];
}

type Data = Record<string, unknown>;
const MOST_NUMBERS = 3;
const BARE: FieldFacts = { title: "", unit: "", ready: [], own: "" };

/** The schema of an entry in a list of a battle file. */
export function entrySchema(battle: Schema, list: string): Schema {
  return resolved(battle, resolved(battle, battle.properties?.[list] ?? {}).items ?? {});
}

/** The fields of an entry that a form shows: not its id, not where it stands. */
export function fieldsOf(root: Schema, entry: Data, list: PieceList, battle: Data): Field[] {
  const schema = entrySchema(root, list.name);
  const asked = { root, battle, facts: list.fields, hidden: new Set(["id", ...list.place]) };
  return inside(asked, schema, entry, "");
}

/** What must be asked of a new piece beside its side and place: whatever is required and not in its entry. */
export function askedOf(root: Schema, list: PieceList, entry: Data): string[] {
  const known = ["id", list.side, ...list.place, ...Object.keys(entry)];
  return (entrySchema(root, list.name).required ?? []).filter((name) => !known.includes(name));
}

/** A name of a battle file as people read it. */
export function spelled(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Kinds to choose from: those of the game, and those that the battle names for itself. */
export function kindsOf(ready: readonly Ready[], own: string, battle: Data): Ready[] {
  const named = own && isData(battle[own]) ? Object.keys(battle[own]) : [];
  const fresh = named.filter((name) => !ready.some((one) => one.value === name));
  return [...ready, ...fresh.map((name) => ({ title: spelled(name), value: name }))];
}

interface Asked {
  root: Schema;
  battle: Data;
  facts: Record<string, FieldFacts>;
  hidden: ReadonlySet<string>;
}

function inside(asked: Asked, schema: Schema, data: Data, path: string): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, one]) => {
    if (asked.hidden.has(name)) return [];
    const field = fieldOf(asked, one, data[name], path ? `${path}.${name}` : name, (schema.required ?? []).includes(name));
    return field ? [field] : [];
  });
}

/** A field, or null where there is nothing to fill in: the entry is silent, and the game has nothing ready for it. */
function fieldOf(asked: Asked, schema: Schema, given: unknown, path: string, required: boolean): Field | null {
  const value = given === undefined ? schema.default : given;
  const [one, nullable] = branch(asked.root, schema, value);
  const { title, unit, ready: listed, own } = asked.facts[path] ?? BARE;
  const ready = kindsOf(listed, own, asked.battle);
  const name = path.slice(path.lastIndexOf(".") + 1);
  const field: Field = {
    path,
    title: title || spelled(name),
    unit,
    kind: "any",
    value,
    said: given !== undefined && given !== null,
    optional: nullable || !required,
    ready,
    least: one.minimum ?? one.exclusiveMinimum ?? null,
    most: one.maximum ?? null,
    whole: one.type === "integer",
    fields: [],
  };
  const words = one.enum ?? (one.const === undefined ? null : [one.const]);
  if (words) return { ...field, kind: "choice", ready: words.map((word) => ({ title: spelled(String(word)), value: word })) };
  if (one.type === "boolean") return { ...field, kind: "flag" };
  if (one.type === "integer" || one.type === "number") return { ...field, kind: "number" };
  if (one.type === "string") return { ...field, kind: ready.length ? "choice" : "text" };
  if (one.type === "object") return grouped(asked, one, field, nullable);
  if (one.type === "array") return listed_(asked, one, field);
  return field;
}

/** Fields of its own: those that the schema names, or the keys that the game has ready. */
function grouped(asked: Asked, schema: Schema, field: Field, nullable: boolean): Field | null {
  const { value, path, ready } = field;
  if (!schema.properties) {
    const data = isData(value) ? value : {};
    const each = typeof schema.additionalProperties === "object" ? schema.additionalProperties : {};
    const keys = [...new Set([...ready.map((one) => String(one.value)), ...Object.keys(data)])];
    const fields = keys.flatMap((key) => fieldOf(asked, each, data[key], `${path}.${key}`, false) ?? []);
    return fields.length ? { ...field, kind: "group", ready: [], fields } : null;
  }
  if (!isData(value) && nullable) return ready.length ? { ...field, kind: "choice" } : null;
  const fields = inside(asked, schema, isData(value) ? value : {}, path);
  return { ...field, kind: "group", fields };
}

function listed_(asked: Asked, schema: Schema, field: Field): Field | null {
  const [each] = branch(asked.root, schema.items ?? {}, undefined);
  const words = each.enum ?? (each.const === undefined ? null : [each.const]);
  if (words) return { ...field, kind: "some", ready: words.map((word) => ({ title: spelled(String(word)), value: word })) };
  if (each.type === "string" && field.ready.length) return { ...field, kind: "some" };
  if (each.type === "number" || each.type === "integer") {
    if (!Array.isArray(field.value) || field.value.length > MOST_NUMBERS) return null;
    return { ...field, kind: "numbers", least: each.minimum ?? null, most: each.maximum ?? null, whole: each.type === "integer" };
  }
  const some = Array.isArray(field.value) && field.value.length > 0;
  return some || field.ready.length ? { ...field, kind: "list" } : null;
}

function resolved(root: Schema, schema: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name ? (root.$defs?.[name] ?? {}) : schema;
}

/** Of all that a schema allows what the value is one of, else the first; and whether it may be null. */
function branch(root: Schema, schema: Schema, value: unknown): [Schema, boolean] {
  const all = flat(root, schema);
  const some = all.filter((one) => one.type !== "null");
  const wanted = typeOf(value);
  const fits = (one: Schema) => one.type === wanted || (wanted === "integer" && one.type === "number");
  return [some.find(fits) ?? some[0] ?? {}, some.length < all.length];
}

function flat(root: Schema, schema: Schema): Schema[] {
  const one = resolved(root, schema);
  const several = one.anyOf ?? one.oneOf;
  return several ? several.flatMap((inner) => flat(root, inner)) : [one];
}

function typeOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return "array";
  if (Number.isInteger(value)) return "integer";
  return typeof value;
}

function isData(value: unknown): value is Data {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
