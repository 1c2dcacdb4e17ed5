/** Words to go on with in a battle file, out of its JSON Schema. */
import { isData, type Schema } from "./schema";

/** The keys, or the values, that may stand at a path. */
export function wordsAt(root: Schema, path: readonly (string | number)[], values: boolean): string[] {
  const at = values ? path : path.at(-1) !== undefined && typeof path.at(-1) === "string" ? path.slice(0, -1) : path;
  const found = at.reduce<Schema[]>((all, part) => all.flatMap((one) => within(root, one, part)), [root]);
  const all = found.flatMap((one) => branches(root, one));
  const words = values
    ? all.flatMap((one) => [...(one.enum ?? []), ...(one.const === undefined ? [] : [one.const]), ...(one.type === "boolean" ? ["true", "false"] : [])])
    : all.flatMap((one) => Object.keys(one.properties ?? {}));
  return [...new Set(words.map(String))];
}

function within(root: Schema, schema: Schema, part: string | number): Schema[] {
  return branches(root, schema).flatMap((one) => {
    if (typeof part === "number") return one.items ? [one.items] : [];
    const named = one.properties?.[part];
    if (named) return [named];
    return isData(one.additionalProperties) ? [one.additionalProperties as Schema] : [];
  });
}

function branches(root: Schema, schema: Schema): Schema[] {
  const name = schema.$ref?.split("/").at(-1);
  const one = name ? (root.$defs?.[name] ?? {}) : schema;
  const several = one.anyOf ?? one.oneOf;
  return several ? several.flatMap((inner) => branches(root, inner)) : [one];
}
