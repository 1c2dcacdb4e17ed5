/** The text of a battle file after the battle has changed: what changed is written, comments and order stay. */
import type { Delta } from "jsondiffpatch";
import { type Document, isCollection, isMap, isScalar, isSeq, type Node, parseDocument, visit, type YAMLSeq } from "yaml";
import type { Battle } from "../api/shapes";
import { battles } from "../play/packing";

type Path = readonly (string | number)[];
type Nested = Record<string, unknown>;

/** The text with the changes that lead from the battle it says to another one. */
export function rewritten(text: string, says: Battle, battle: Battle): string {
  const change = battles.diff(says, battle);
  if (!change) return text;
  const doc = parseDocument(text);
  write(doc, [], change, says, battle);
  return doc.toString({ flowCollectionPadding: false, lineWidth: 0 });
}

/** Write a change at a path; where the text has it in another form than the battle, the whole of it is written anew. */
function write(doc: Document, path: Path, change: Delta, old: unknown, fresh: unknown): void {
  const node = path.length > 0 ? doc.getIn(path, true) : doc.contents;
  if (Array.isArray(change)) put(doc, path, fresh);
  else if (isSeq(node) && Array.isArray(old) && node.items.length === old.length) writeList(doc, path, node, change as Nested, old, fresh as unknown[]);
  else if (!isMap(node) || Array.isArray(old)) put(doc, path, fresh);
  else {
    for (const [key, inside] of Object.entries(change as Nested)) {
      if (Array.isArray(inside) && inside.length === 3) doc.deleteIn([...path, key]);
      else write(doc, [...path, key], inside as Delta, (old as Nested)[key], (fresh as Nested)[key]);
    }
  }
}

/** In a list, "_3" is what left place 3, for another one or for good, and "3" what is new, or changed, at place 3. */
function writeList(doc: Document, path: Path, list: YAMLSeq, change: Nested, old: unknown[], fresh: unknown[]): void {
  const gone = Object.entries(change).filter(([key]) => key.startsWith("_") && key !== "_t");
  const left = new Set(gone.map(([key]) => Number(key.slice(1))));
  const coming = new Map<number, unknown>();
  for (const [key, inside] of gone) if ((inside as unknown[])[2] === 3) coming.set((inside as number[])[1]!, list.items[Number(key.slice(1))]);
  const changed = Object.entries(change).filter(([key]) => /^\d/.test(key));
  for (const [key, inside] of changed) if (Array.isArray(inside) && inside.length === 1) coming.set(Number(key), noded(doc, fresh[Number(key)]));
  const before = old.filter((_, n) => !left.has(n));
  list.items = list.items.filter((_, n) => !left.has(n));
  for (const [n, item] of [...coming].sort(([a], [b]) => a - b)) {
    list.items.splice(n, 0, item);
    before.splice(n, 0, fresh[n]);
  }
  if (list.items.length > 0 && left.size === old.length) list.flow = false;
  for (const [key, inside] of changed) {
    const n = Number(key);
    if (!(Array.isArray(inside) && inside.length === 1)) write(doc, [...path, n], inside as Delta, before[n], fresh[n]);
  }
}

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
