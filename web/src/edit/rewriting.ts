/** The text of a battle file after the battle has changed: what changed is written, comments and order stay. */
import { type Document, isCollection, isMap, isScalar, isSeq, type Node, parseDocument, visit } from "yaml";
import type { Battle } from "../api/shapes";
import { same } from "./forms";
import { isData } from "./schema";

type Path = readonly (string | number)[];

/** The text with the changes that lead from the battle it says to another one. */
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
