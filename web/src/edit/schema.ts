/** JSON Schemas as far as forms read them. */

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

export type Data = Record<string, unknown>;

/** The schema of an entry in a list of a battle file. */
export function entrySchema(battle: Schema, list: string): Schema {
  return resolved(battle, resolved(battle, battle.properties?.[list] ?? {}).items ?? {});
}

function resolved(root: Schema, schema: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name ? (root.$defs?.[name] ?? {}) : schema;
}

/** Of all that a schema allows what the value is one of, else the first; and whether it may be null. */
export function branch(root: Schema, schema: Schema, value: unknown): [Schema, boolean] {
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

/** Whether a schema asks for a number. */
export function isNumeric({ type }: Schema): boolean {
  return type === "integer" || type === "number";
}

/** Whether an entry says everything that its schema requires. */
export function isWhole(entry: Data, { required = [] }: Schema): boolean {
  return required.every((name) => entry[name] !== undefined && entry[name] !== "");
}

/** Whether a value has keys of its own. */
export function isData(value: unknown): value is Data {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
