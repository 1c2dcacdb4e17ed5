/** The battle file as text: where a change of the battle changes it, and nothing else. */
import { type Document, isMap, isSeq, LineCounter, parseDocument } from "yaml";

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
