/** Changes of a battle for what a hand does on its board: pure functions from places to edits. */
import type { Battle, Edit, Editing } from "../api/shapes";
import type { Point } from "../board/things";
import { middleOf } from "../board/window";
import type { Chart, Spot } from "./chart";
import { copied, type Entry, groundAt, type Held, isSuch, type Piece, piecesOf, placeOf } from "./pieces";

export interface Board {
  forms: Editing;
  battle: Battle;
  chart: Chart;
}

/** What stands at a place. */
function piecesAt({ forms, battle }: Board, place: string): Piece[] {
  return piecesOf(forms, battle).filter((one) => placeOf(one.entry, one.list) === place);
}

/** Whether what is held is there already, so that a stroke begun there takes away. */
export function isThere(board: Board, held: Held, side: string, place: string, on = ""): boolean {
  if (held.kind === "rubber") return true;
  if (held.kind === "ground") return (board.forms.ground && groundAt(board.forms.ground, board.battle, place)) === held.value;
  if (held.kind === "brush") return false;
  const there = on ? piecesOf(board.forms, board.battle).filter((one) => one.entry.id === on) : piecesAt(board, place);
  return there.some((one) => one.list.name === held.list.name && isSuch(one.entry, held.list, held.piece, side));
}

/** What is held, put at a place; or, where a stroke takes away, gone from there. */
export function putAt(board: Board, held: Held, side: string, spot: Spot, away: boolean): Edit[] {
  const { forms, battle } = board;
  const there = piecesAt(board, spot.place);
  const ground = forms.ground ? groundAt(forms.ground, battle, spot.place) : "";
  const bare: Edit[] = ground ? [{ op: "paint", to: spot.place, value: null }] : [];
  if (held.kind === "rubber") return there.length > 0 ? there.map(removed) : bare;
  if (held.kind === "ground") return away ? (ground === held.value ? bare : []) : ground === held.value ? [] : [{ op: "paint", to: spot.place, value: held.value }];
  if (held.kind === "brush") return [{ op: "draw", path: held.brush.name, places: [spot.place] }];
  const mine = there.filter((one) => one.list.name === held.list.name);
  const same = mine.some((one) => isSuch(one.entry, held.list, held.piece, side));
  if (away) return same ? mine.map(removed) : [];
  if (same) return [];
  return [...mine.map(removed), { op: "place", path: held.list.name, unit: named(held, side), value: { ...entryOf(held, side), ...facing(board, held, side, spot) }, to: spot.place }];
}

/** What the id of a new piece begins with: whose it is, and what. */
function named({ list, piece }: Extract<Held, { kind: "piece" }>, side: string): string {
  return list.side && side ? `${side.toLowerCase().replace(/\W+/g, "-")}-${piece.stem}` : piece.stem;
}

/** A unit is set down facing the nearest enemy, or the middle of the board where there is none yet. */
function facing({ forms, battle, chart }: Board, { list }: Extract<Held, { kind: "piece" }>, side: string, { at }: Spot): Record<string, number> {
  if (!forms.facing || !list.side) return {};
  const enemies = new Set(piecesOf(forms, battle).flatMap((one) => (one.list.side && one.entry[one.list.side] !== side ? [one.entry.id] : [])));
  const away = (point: Point) => Math.hypot(point.x - at.x, point.y - at.y);
  const [near = chart.board && middleOf(chart.board)] = chart.things.filter((one) => one.kind === "unit" && enemies.has(one.id)).map((one) => one.at).sort((one, other) => away(one) - away(other));
  if (!near || away(near) === 0) return {};
  const { mark, step } = forms.facing;
  const degrees = (Math.atan2(at.y - near.y, near.x - at.x) * 180) / Math.PI;
  return { [mark]: (Math.round(degrees / step) * step + 360) % 360 };
}

/** What is held, drawn through places. */
export function drawn(held: Held, side: string, spots: readonly Spot[]): Edit[] {
  const places = spots.map((one) => one.place);
  if (held.kind === "brush") return [{ op: "draw", path: held.brush.name, places }];
  if (held.kind !== "piece") return [];
  return [{ op: "draw", path: held.list.name, unit: named(held, side), value: entryOf(held, side), places }];
}

/** A new entry of a piece: whose it is, and what the palette says of it. */
export function entryOf(held: Extract<Held, { kind: "piece" }>, side: string): Record<string, unknown> {
  return { ...(held.list.side && side ? { [held.list.side]: side } : {}), ...held.piece.entry };
}

/** Pieces moved together, whoever goes farthest ahead first, so that nobody stands in the way; null off the board. */
export function movedBy(chart: Chart, from: ReadonlyMap<string, Spot>, start: Point, end: Point): Edit[] | null {
  const way = { x: end.x - start.x, y: end.y - start.y };
  const ahead = (spot: Spot) => spot.at.x * way.x + spot.at.y * way.y;
  const all = [...from].sort(([, a], [, b]) => ahead(b) - ahead(a)).map(([id, spot]) => ({ id, spot, to: chart.beside(spot, start, end) }));
  if (all.some(({ to }) => to === null)) return null;
  return all.flatMap(({ id, spot, to }) => (to && to.place !== spot.place ? [{ op: "move" as const, unit: id, to: to.place }] : []));
}

/** Something to be put down again: an entry, and how far it lies from the first one in the drawing. */
export interface Copy {
  list: string;
  stem: string;
  entry: Record<string, unknown>;
  off: Point;
}

export function copiesOf(board: Board, from: ReadonlyMap<string, Spot>): Copy[] {
  const first = [...from.values()][0]?.at ?? { x: 0, y: 0 };
  return piecesOf(board.forms, board.battle).flatMap(({ list, entry }) => {
    const spot = from.get(entry.id);
    return spot ? [{ list: list.name, stem: stemOf(entry), entry: copied(entry), off: { x: spot.at.x - first.x, y: spot.at.y - first.y } }] : [];
  });
}

export function pasted(chart: Chart, copies: readonly Copy[], at: Spot): Edit[] | null {
  const all = copies.map((one) => ({ one, to: chart.spotAt({ x: at.at.x + one.off.x, y: at.at.y + one.off.y }) }));
  if (all.some(({ to }) => to === null)) return null;
  return all.map(({ one, to }) => ({ op: "place", path: one.list, unit: one.stem, value: one.entry, to: to?.place ?? "" }));
}

const removed = ({ entry }: Piece): Edit => ({ op: "remove", unit: entry.id });
const stemOf = (entry: Entry): string => entry.id.replace(/[ -]?\d+$/, "");
