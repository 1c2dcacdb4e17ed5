/** A drawing made into the next one: what is the same stays where it is, and is neither styled nor laid out again. */

/** Whether two elements are the same but for what is in them. */
export function alike(one: Element, other: Element): boolean {
  return outside(one) === outside(other);
}

/**
 * Put into `old` what `fresh` holds, which must be alike; what differs is taken out of `fresh`.
 *
 * Only children that are alike stay, so whatever stays inherits what it inherited before. `changed` is told every
 * element that stays but no longer holds the same.
 */
export function redraw(old: Element, fresh: Element, changed: (element: Element) => void): void {
  changed(old);
  const left = new Map<string, ChildNode[]>();
  for (const child of old.childNodes) {
    const key = outside(child);
    const equals = left.get(key);
    if (equals) equals.push(child);
    else left.set(key, [child]);
  }
  const next = [...fresh.childNodes].map((child) => {
    const kept = left.get(outside(child))?.shift();
    if (!kept) return child;
    if (!kept.isEqualNode(child)) redraw(kept as Element, child as Element, changed);
    return kept;
  });
  for (const gone of [...left.values()].flat()) gone.remove();
  let at = old.firstChild;
  for (const child of next) {
    if (child === at) at = at.nextSibling;
    else old.insertBefore(child, at);
  }
}

/** A node without its children: its name with all attributes, or its text. */
function outside(node: Node): string {
  const attributes = node instanceof Element ? Array.from(node.attributes, ({ name, value }) => `${name}=${value}`) : [];
  return [node.nodeName, node.nodeValue, ...attributes].join("\n");
}
