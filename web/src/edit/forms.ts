/** A form out of the JSON Schema of an entry, with the words and ready values that the game adds to it. */
import type { Editing, FieldFacts, PieceList, Ready } from "../api/shapes";
import { branch, type Data, entrySchema, isData, isNumeric, type Schema } from "./schema";

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

const MOST_NUMBERS = 3;
const BARE: FieldFacts = { title: "", unit: "", ready: [], own: "", model: false };

/** The fields of an entry that a form shows: not its id, not where it stands. */
export function fieldsOf(root: Schema, entry: Data, list: PieceList, battle: Data): Field[] {
  const schema = entrySchema(root, list.name);
  const asked = { root, battle, facts: list.fields, hidden: new Set(["id", ...list.place]) };
  return inside(asked, schema, entry, "");
}

/** The fields of the battle as a whole: all but its pieces, and what a game does not say of itself. */
export function battleFields(root: Schema, forms: Editing, battle: Data): Field[] {
  const hidden = new Set(["fireline", "ruleset", ...forms.lists.map((list) => list.name)]);
  return inside({ root, battle, facts: forms.fields, hidden }, root, battle, "");
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
  const { title, unit, ready: listed, own } = asked.facts[path.replace(/\[\d+\]/g, "")] ?? BARE;
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
  if (isNumeric(one)) return { ...field, kind: "number" };
  if (one.type === "string") return { ...field, kind: ready.length ? "choice" : "text" };
  if (one.type === "object") return grouped(asked, one, field, nullable);
  if (one.type === "array") return severalOf(asked, one, field);
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

function severalOf(asked: Asked, schema: Schema, field: Field): Field | null {
  const [each] = branch(asked.root, schema.items ?? {}, undefined);
  const words = each.enum ?? (each.const === undefined ? null : [each.const]);
  if (words) return { ...field, kind: "some", ready: words.map((word) => ({ title: spelled(String(word)), value: word })) };
  if (each.type === "string" && field.ready.length) return { ...field, kind: "some" };
  if (each.type === "number" || each.type === "integer") {
    if (!Array.isArray(field.value) || field.value.length > MOST_NUMBERS) return null;
    return { ...field, kind: "numbers", least: each.minimum ?? null, most: each.maximum ?? null, whole: each.type === "integer" };
  }
  const entries: unknown[] = Array.isArray(field.value) ? field.value : [];
  const fields = entries.flatMap((entry, n) => (isData(entry) && each.properties ? [entryField(asked, each, field.path, entry, n)] : []));
  return entries.length > 0 || field.ready.length ? { ...field, kind: "list", fields: fields.length === entries.length ? fields : [] } : null;
}

/** An entry of a list, with fields of its own. */
function entryField(asked: Asked, schema: Schema, list: string, entry: Data, n: number): Field {
  const path = `${list}[${n}]`;
  const fields = inside(asked, schema, entry, path);
  return { path, title: shown(entry["name"] ?? entry["id"] ?? n + 1), unit: "", kind: "group", value: entry, said: true, optional: false, ready: [], least: null, most: null, whole: false, fields };
}

/** Whether two values are the same in a battle file. */
export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** A value in a line: by its name where it has one. */
export function shown(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "object") return String(value);
  const name = (value as { name?: unknown }).name;
  return typeof name === "string" ? name : JSON.stringify(value);
}
