/** The battle file as text: where a path stands in it, what of it a change of the battle changes, and how it may go on. */
import { type Document, isCollection, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from "yaml";
import type { Battle } from "../api/shapes";
import { same } from "../play/packing";
import { isData, type Schema } from "./forms";

/** A piece of text in place of another. */
export interface Splice {
  from: number;
  to: number;
  insert: string;
}

/** What of a text must change to become another: everything before and behind stays as it is. */
export function splice(old: string, fresh: string): Splice | null {
  if (old === fresh) return null;
  const least = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < least && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < least - head && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail += 1;
  return { from: head, to: old.length - tail, insert: fresh.slice(head, fresh.length - tail) };
}

/** Where a path of the battle file stands in its text: "units[3].blocks"; null where it does not. */
export function rangeOf(text: string, path: string): { from: number; to: number } | null {
  const parts = [...path.matchAll(/[^.[\]]+/g)].map(([part]) => (/^\d+$/.test(part) ? Number(part) : part));
  const counter = new LineCounter();
  const doc: Document = parseDocument(text, { lineCounter: counter, keepSourceTokens: true });
  for (let n = parts.length; n > 0; n -= 1) {
    const node = doc.getIn(parts.slice(0, n), true);
    const range = (node as { range?: [number, number, number] } | undefined)?.range;
    if (range) return { from: range[0], to: range[1] };
  }
  return null;
}

/** The keys in a text down to an offset, outermost first: what completion is asked for. */
export function pathAt(text: string, offset: number): (string | number)[] {
  const doc = parseDocument(text);
  const path: (string | number)[] = [];
  let node: unknown = doc.contents;
  for (;;) {
    if (isMap(node)) {
      const item = node.items.find((one) => covers(one.key, one.value, offset));
      if (!item) return path;
      path.push(String((item.key as { value?: unknown }).value ?? ""));
      node = item.value;
    } else if (isSeq(node)) {
      const n = node.items.findIndex((one) => covers(one, one, offset));
      if (n < 0) return path;
      path.push(n);
      node = node.items[n];
    } else return path;
  }
}

function covers(first: unknown, last: unknown, offset: number): boolean {
  const start = (first as { range?: number[] } | null)?.range?.[0];
  const end = (last as { range?: number[] } | null)?.range?.[2] ?? (first as { range?: number[] } | null)?.range?.[2];
  return start !== undefined && end !== undefined && start <= offset && offset <= end;
}

type Path = readonly (string | number)[];

/** The text with the changes that lead from the battle it says to another one; comments and order stay. */
export function rewritten(text: string, says: Battle, battle: Battle): string {
  if (same(says, battle)) return text;
  const doc = parseDocument(text);
  write(doc, [], says, battle);
  return doc.toString({ flowCollectionPadding: false, lineWidth: 0 });
}

/** Write what is new at a path; where the text has it in another form than the battle, the whole of it is written anew. */
function write(doc: Document, path: Path, old: unknown, fresh: unknown): void {
  if (same(old, fresh)) return;
  const node = path.length > 0 ? doc.getIn(path, true) : doc.contents;
  if (isMap(node) && isData(old) && isData(fresh)) {
    for (const key of Object.keys(old)) if (!(key in fresh)) doc.deleteIn([...path, key]);
    for (const [key, value] of Object.entries(fresh)) write(doc, [...path, key], old[key], value);
  } else if (isSeq(node) && Array.isArray(old) && Array.isArray(fresh) && node.items.length === old.length) {
    // An entry goes along with what is said of it wherever it stands now.
    const before = fresh.map((one, n) => old.findIndex((other, m) => keyOf(other, m) === keyOf(one, n)));
    node.items = before.map((m, n) => (m < 0 ? noded(doc, fresh[n]) : node.items[m]));
    if (fresh.length > 0 && before.every((m) => m < 0)) node.flow = false;
    for (const [n, m] of before.entries()) if (m >= 0) write(doc, [...path, n], old[m], fresh[n]);
  } else put(doc, path, fresh);
}

/** Entries with an id are known by it; others by where they stand. */
const keyOf = (entry: unknown, n: number): string => String((isData(entry) && entry["id"]) || `#${n}`);

/** A value at a path, the comment beside the old one kept. */
function put(doc: Document, path: Path, value: unknown): void {
  const old = doc.getIn(path, true) as Node | undefined;
  if (isScalar(old) && (typeof value !== "object" || value === null)) {
    old.value = value;
    delete old.source;
    return;
  }
  const node = noded(doc, value);
  if (old?.commentBefore) node.commentBefore = old.commentBefore;
  if (old?.comment) node.comment = old.comment;
  doc.setIn(path, node);
}

/** A value as the engine writes it: innermost mappings and lists on one line. */
function noded(doc: Document, value: unknown): Node {
  const node = doc.createNode(value) as Node;
  visit(node, {
    Collection: (_, one) => {
      const inner = one.items.map((item) => (isMap(one) ? (item as { value: unknown }).value : item));
      one.flow = one.items.length > 0 && !inner.some((item) => isCollection(item) && item.items.length > 0);
    },
  });
  return node;
}

/** The keys, or the values, that may stand at a path, out of the JSON Schema of battle files. */
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
