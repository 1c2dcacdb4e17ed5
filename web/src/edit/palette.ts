/** The palette: everything that can be held, and a picture of all of it as the game draws it on a board of its own. */
import { ask, picture } from "../api/client";
import type { Battle, BrushLine, Edit, Editing } from "../api/shapes";
import { drawingOf, thingsOf } from "../board/svgboard";
import { cornersOf, type Thing } from "../board/things";
import { type Box, boxAround, boxOf, holds, viewBox, wider } from "../board/window";
import { Chart, type Spot } from "./chart";
import { kindsOf, spelled } from "./forms";
import { type Held, piecesOf, placeOf } from "./pieces";
import { entryOf } from "./strokes";

export interface Group {
  title: string;
  items: Held[];
  /** Whether the side of its pieces is chosen here. */
  sided: boolean;
  /** Whether it is folded away until somebody asks for it. */
  folded: boolean;
}

/** Everything there is to hold, group by group. */
export function groupsOf(forms: Editing, battle: Battle): Group[] {
  const lists = forms.lists.flatMap((list) => {
    const all = list.pieces.map((piece, n): Held => ({ kind: "piece", key: `${list.name}-${n}`, title: piece.title, list, piece }));
    const [plain, ...ready] = parted(all, list.pieces, list.title);
    return [...(plain ? [{ ...plain, sided: list.side !== "" }] : []), ...ready];
  });
  const { ground } = forms;
  const kinds = ground ? kindsOf(ground.kinds, ground.own, battle) : [];
  const painted = kinds.map((one, n): Held => ({ kind: "ground", key: `ground-${n}`, title: spelled(one.title), value: one.value }));
  const brushes = forms.brushes.map((brush): Held => ({ kind: "brush", key: `brush-${brush.name}`, title: brush.title, brush }));
  const [plain, ...ready] = parted(brushes, forms.brushes, ground?.title ?? "");
  const drawn = [...painted, ...(plain?.items ?? [])];
  const terrain = drawn.length > 0 ? [{ title: ground?.title ?? "", sided: false, folded: false, items: drawn }] : [];
  return [...lists, ...terrain, ...ready];
}

/** What is always seen, under the title of all, and behind it the groups that are folded away. */
function parted(items: Held[], lines: readonly { group: string }[], title: string): Group[] {
  const groups = new Map<string, Held[]>([["", []]]);
  items.forEach((one, n) => {
    const name = lines[n]?.group ?? "";
    groups.set(name, [...(groups.get(name) ?? []), one]);
  });
  return [...groups].map(([name, inside]) => ({ title: name || title, sided: false, folded: name !== "", items: inside }));
}

/** The picture of a palette, which part of it shows what, and what of that are units, drawn without the board under them. */
export interface Sampler {
  board: SVGSVGElement;
  units: SVGSVGElement;
  boxes: Map<string, { box: string; unit: boolean }>;
}

/** All of it drawn on the blank board of the game, each in a place of its own; null where that cannot be. */
export async function sampled(forms: Editing, groups: readonly Group[], sides: readonly string[], side: string): Promise<Sampler | null> {
  const blank = forms.blank as Battle;
  const bare = shownIn(await picture(blank, { kind: "plan" }));
  bare.svg.remove();
  const chart = new Chart(bare.things, bare.measure, forms.snap, false);
  const all = groups.flatMap((group) => group.items);
  const others = sides.slice(0, Math.max(0, sides.indexOf(side)));
  const taken = new Set(piecesOf(forms, blank).map((one) => placeOf(one.entry, one.list)));
  const cell = boxAround(chart.cells[0] ? cornersOf(chart.cells[0].corners) : [{ x: 0, y: 0 }]);
  const drawnOn = all.flatMap((one) => {
    const box = one.kind === "brush" && boxOf(around(one.brush.sample, chart));
    return box ? [wider(box, box.width + cell.width, box.height + cell.height)] : [];
  });
  const besideBrushes = ({ at }: Spot): number => Number(drawnOn.some((box) => holds(box, at)));
  const untaken = spotsOf(chart, bare.board, all.length + others.length).filter(({ place }) => !taken.has(place));
  const free = untaken.toSorted((a, b) => besideBrushes(a) - besideBrushes(b)).map(({ place }) => place);
  const edits: Edit[] = [];
  const first = all.find((one) => one.kind === "piece" && one.list.side !== "");
  for (const other of others) if (first?.kind === "piece") edits.push(placed(first, other, "palette-side", free.pop() ?? ""));
  const where = new Map<string, { id: string; place: string }>();
  const used = new Set(piecesOf(forms, blank).map((one) => one.entry.id));
  for (const held of all) {
    if (held.kind === "brush") edits.push(...sampleOf(held.brush));
    else {
      const stem = held.kind === "piece" ? held.piece.stem : held.key;
      const id = used.has(stem) ? `${stem}-${where.size}` : stem;
      used.add(id);
      const place = free.shift() ?? "";
      where.set(held.key, { id, place });
      edits.push(held.kind === "piece" ? placed(held, side, id, place) : { op: "paint", to: place, value: held.kind === "ground" ? held.value : null });
    }
  }
  const { battle } = await ask("/edit", { battle: blank, edits });
  const drawn = shownIn(await picture(battle, { kind: "plan" }));
  const full = new Chart(drawn.things, drawn.measure, forms.snap, false);
  const boxes: Sampler["boxes"] = new Map();
  for (const held of all) {
    const thing = thingAt(full, where.get(held.key));
    const box = held.kind === "brush" ? around(held.brush.sample, full) : thing && boxAt(thing);
    if (box) boxes.set(held.key, { box, unit: thing?.kind === "unit" });
  }
  const { svg } = drawn;
  svg.remove();
  const [x, y, width, height] = (svg.getAttribute("viewBox") ?? "").split(" ");
  for (const [name, value] of Object.entries({ x, y, width, height })) svg.setAttribute(name, value ?? "0");
  for (const text of svg.querySelectorAll("text")) if (full.named(text.textContent?.trim() ?? "")) text.remove();
  const units = svg.cloneNode() as SVGSVGElement;
  units.append(...svg.querySelectorAll("[data-unit]"));
  return { board: svg, units, boxes };
}

/** A brush drawn through its sample places, on what has to be there first. */
function sampleOf({ name, onto, sample }: BrushLine): Edit[] {
  const before: Edit[] = onto ? [{ op: "place", path: onto.path, unit: `palette-${name}`, value: onto.entry, to: sample[0] ?? "" }] : [];
  return [...before, { op: "draw", path: name, places: sample }];
}

function placed(held: Extract<Held, { kind: "piece" }>, side: string, id: string, to: string): Edit {
  return { op: "place", path: held.list.name, value: { id, ...entryOf(held, side) }, to };
}

/** A drawing put into the page for a moment, since only there are its sizes known. */
function shownIn(text: string) {
  const { svg, measure, board } = drawingOf(text);
  svg.classList.add("drawing", "sampler");
  document.body.append(svg);
  const things = thingsOf(svg);
  svg.classList.remove("sampler");
  return { svg, measure, board, things };
}

/** Places, those far enough from each other first: cells, or the middles of squares of the board. */
function spotsOf(chart: Chart, board: Box, count: number): Spot[] {
  if (!chart.free) {
    const all = chart.cells.map(({ id, ...one }) => ({ ...one, place: id }));
    return [0, 1].flatMap((odd) => all.filter((_, n) => n % 2 === odd));
  }
  const across = Math.ceil(Math.sqrt(count + 1));
  const squares = Array.from({ length: across * across }, (_, n) => ({ x: (n % across) + 0.5, y: Math.floor(n / across) + 0.5 }));
  const spots = squares.map(({ x, y }) => chart.spotAt({ x: board.x + 30 + (x * (board.width - 60)) / across, y: board.y + 30 + (y * (board.height - 70)) / across }));
  return spots.filter((spot) => spot !== null);
}

/** A piece, or the painted cell. */
function thingAt(chart: Chart, at: { id: string; place: string } | undefined): Thing | undefined {
  return at && (chart.things.find((one) => one.kind !== "cell" && one.id === at.id) ?? chart.cells.find((one) => one.id === at.place));
}

/** The part of a drawing around it. */
function boxAt(thing: Thing): string {
  const { width, height } = boxAround(thing.corners ? cornersOf(thing.corners) : [thing.at]);
  return viewBox(thing.corners ? wider(boxAround([thing.at]), 0.86 * width, 0.57 * height) : wider(boxAround([thing.at]), 2 * thing.half.x + 6, 2 * thing.half.y + 6));
}

/** A square around places, with some air. */
function around(places: readonly string[], chart: Chart): string | null {
  const points = places.flatMap((place) => (chart.pointNamed(place) ?? chart.named(place))?.at ?? []);
  if (points.length === 0) return null;
  const box = boxAround(points);
  const side = Math.max(72, Math.hypot(box.width, box.height) + 28);
  return viewBox(wider(box, side, side));
}
