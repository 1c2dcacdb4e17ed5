/** The engine's drawing as the page uses it: its own frame, its hooks, and nothing that the page shows elsewhere; made into the next one. */
import { darken } from "../theme/dark";
import { type Measure, measureOf } from "./measure";
import { middle, type Point, type Thing } from "./things";
import { type Box, boxOf } from "./window";

export interface Drawing {
  svg: SVGSVGElement;
  /** Where the board lies; card and legend are outside. */
  board: Box;
  /** The whole drawing up to the card, with the legend. */
  all: Box;
  /** Where places lie that are named by two numbers; null on boards of cells. */
  measure: Measure | null;
}

/** What was found out about parts of drawings, as long as these stay as they are. */
const found = new WeakMap<Element, Thing>();
const named = new WeakMap<Element, Box>();

/** The drawing out of the server's text, its ids made its owner's where one is given; throws where it is no SVG. */
export function drawingOf(text: string, owner = ""): Drawing {
  const read = new DOMParser().parseFromString((owner ? owned(text, owner) : text).replace(/>\n\s*</g, "><"), "image/svg+xml");
  const root = read.documentElement;
  if (root.nodeName !== "svg") throw new Error("The server sent no picture.");
  const svg = root as unknown as SVGSVGElement;
  for (const wild of svg.querySelectorAll("script, foreignObject, a")) wild.remove();
  for (const part of svg.querySelectorAll(".card, .paper, :scope > text")) part.remove();
  const whole = boxOf(svg.getAttribute("viewBox")) ?? { x: 0, y: 0, width: 100, height: 100 };
  const board = boxOf(svg.getAttribute("data-board")) ?? whole;
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  const low = Math.max(whole.height, board.y + board.height);
  const measure = measureOf(svg.getAttribute("data-measure"));
  darken(text);
  return { svg, board, measure, all: { x: board.x, y: board.y, width: board.width, height: low - board.y } };
}

/** What a drawing says of itself: a ruling line by line, every line with its rule, and the odds. */
export const wordsOf = (text: string): string => new DOMParser().parseFromString(text, "image/svg+xml").querySelector("desc")?.textContent ?? "";

/** Ids end in a mark of the drawing's title; with their owner's instead the same part is the same in its next drawing. */
function owned(text: string, owner: string): string {
  const mark = /aria-labelledby="title-(\w+) /.exec(text)?.[1];
  return mark ? text.replace(new RegExp(`-${mark}(?=[") ])`, "g"), `-${owner}`) : text;
}

/** Put a drawing into a host, into the one that is there where both are of the same board, so that what is the same is not laid out again; answers the one that is shown. */
export function redrawn(host: Element, fresh: SVGSVGElement, old: SVGSVGElement | undefined): SVGSVGElement {
  if (old && alike(old, fresh)) {
    redraw(old, fresh, (element) => [found, named].forEach((known) => known.delete(element)));
    return old;
  }
  host.replaceChildren(fresh);
  return fresh;
}

/** Everything that can be chosen, in reading order; the drawing must be in the page, since sizes are asked for. */
export function thingsOf(svg: SVGSVGElement): Thing[] {
  const cells = [...svg.querySelectorAll<SVGPolygonElement>("[data-cell]")].map((item) => known(found, item, cellOf));
  const units = [...svg.querySelectorAll<SVGGraphicsElement>("[data-unit]")].map((item) => known(found, item, roundOf("unit")));
  const terrain = [...svg.querySelectorAll<SVGGraphicsElement>("g[data-terrain]")].map((item) => known(found, item, roundOf("terrain")));
  return [...cells, ...terrain, ...units];
}

/** Where names stand that belong to no token and to no cell; the drawing must be in the page. */
export function namesOf(svg: SVGSVGElement): Box[] {
  const cells = new Set([...svg.querySelectorAll<SVGElement>("[data-cell]")].map((cell) => cell.dataset["cell"]));
  const isName = (text: SVGTextElement) => !text.closest("[data-unit]") && !cells.has(text.textContent?.trim());
  return [...svg.querySelectorAll<SVGTextElement>("text")].filter(isName).map((text) => known(named, text, nameOf(svg)));
}

/** What is known of a part, or found out now; of one that is hidden nothing is remembered. */
function known<Part extends SVGGraphicsElement, Found>(all: WeakMap<Element, Found>, part: Part, find: (part: Part) => Found): Found {
  const before = all.get(part);
  if (before) return before;
  const now = find(part);
  if (part.checkVisibility()) all.set(part, now);
  return now;
}

function cellOf(cell: SVGPolygonElement): Thing {
  const corners = cell.getAttribute("points") ?? "";
  return { kind: "cell", id: cell.dataset["cell"] ?? "", note: noteOf(cell), at: middle(corners), corners, half: { x: 0, y: 0 } };
}

function roundOf(kind: "unit" | "terrain") {
  return (item: SVGGraphicsElement): Thing => {
    const box = item.getBBox();
    const moved = shiftOf(item);
    return {
      kind,
      id: item.getAttribute(`data-${kind}`) ?? "",
      note: noteOf(item),
      at: { x: moved.x + box.x + box.width / 2, y: moved.y + box.y + box.height / 2 },
      corners: "",
      half: { x: Math.max(14, box.width / 2), y: Math.max(14, box.height / 2) },
    };
  };
}

function nameOf(svg: SVGSVGElement) {
  return (text: SVGTextElement): Box => {
    const { x, y, width, height } = text.getBBox();
    let box = { x, y, width, height };
    for (let above: Element | null = text; above && above !== svg; above = above.parentElement) {
      const by = shiftOf(above);
      box = { ...box, x: box.x + by.x, y: box.y + by.y };
    }
    return box;
  };
}

function noteOf(item: Element): string {
  return item.querySelector(":scope > title")?.textContent?.trim() ?? "";
}

function shiftOf(item: Element): Point {
  const found = /translate\(\s*([-\d.]+)[\s,]+([-\d.]+)/.exec(item.getAttribute("transform") ?? "");
  return { x: Number(found?.[1] ?? 0), y: Number(found?.[2] ?? 0) };
}

/** Whether two elements are the same but for what is in them. */
function alike(one: Element, other: Element): boolean {
  return outside(one) === outside(other);
}

/**
 * Put into `old` what `fresh` holds, which must be alike; what differs is taken out of `fresh`.
 *
 * Only children that are alike stay, so whatever stays inherits what it inherited before. `changed` is told every
 * element that stays but no longer holds the same.
 */
function redraw(old: Element, fresh: Element, changed: (element: Element) => void): void {
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
