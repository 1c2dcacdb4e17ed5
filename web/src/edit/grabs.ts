/** Drags on the board while it is edited: what each begins with, what it shows on its way, and what it changes at its end. */
import { type Grab, type Pointed, reach } from "../board/hand";
import { nearestIn, type Thing } from "../board/things";
import { boxAround, holds } from "../board/window";
import { say } from "../words/words.svelte";
import { added } from "./chain";
import type { Spot } from "./chart";
import { bent, gone, type Grip, gripsOf, ringAt } from "./corners";
import type { Editor } from "./editor.svelte";
import { type Held, shapeOf } from "./pieces";
import { dragged, type Slider, sliderAt, slidersOf } from "./sliders";
import { isThere } from "./strokes";

/** How far from a piece its handle stands, and how large it is for a finger, in pixels of the drawing. */
export const HANDLE = { far: 44, size: 20 };

/** A drag as one kind of it is written: shown on its way, and carried out where it ends. */
interface Way {
  move(end: Pointed, way: readonly Pointed[]): void;
  drop(end: Pointed): void;
}

/** The drag that begins at a point; null where the board is moved. */
export function grabAt(editor: Editor, start: Pointed, rested: boolean): Grab | null {
  const way = wayFrom(editor, start, rested);
  const over = (): void => {
    editor.preview = {};
    editor.unmeasured();
  };
  if (!way) return null;
  return {
    move: (all) => way.move(all.at(-1)!, all),
    drop: (end) => {
      over();
      way.drop(end);
    },
    cancel: over,
  };
}

/** What is held goes first; then what can be taken hold of, the smallest first; then pieces, and at last a box. */
function wayFrom(editor: Editor, start: Pointed, rested: boolean): Way | null {
  const { held } = editor;
  if (held) return ["point", "between"].includes(shapeOf(held)) ? sweeping(editor, held, start) : stroking(editor, held, start);
  const handle = handleOf(editor);
  if (handle && Math.hypot(handle.x - start.at.x, handle.y - start.at.y) < (start.type === "mouse" ? HANDLE.size / 2 : HANDLE.size)) return turning(editor, handle);
  const grip = gripAt(editor, start);
  if (grip) return bending(editor, start, grip);
  const part = partFrom(editor, start);
  if (part) return sliding(editor, start, part);
  const ring = ringOf(editor, start);
  if (ring !== null && !start.thing?.half.x && (start.type === "mouse" || rested || ring === editor.ring)) {
    if (ring !== editor.ring) editor.chooseOutline(ring);
    return bending(editor, start, null);
  }
  const piece = pieceAt(editor, start);
  if (piece) return moving(editor, start, piece);
  return start.type !== "mouse" && !rested ? null : boxing(editor, start);
}

/** The place that is meant at a point by what is held. */
export function spotAt({ chart, held }: Editor, { at }: Pick<Pointed, "at">): Spot | null {
  if (held?.kind === "ground") return chart.groundAt(at);
  if (held && shapeOf(held) !== "point" && shapeOf(held) !== "between") return chart.pointAt(at);
  return chart.spotAt(at);
}

/** The piece that a pointer is on; terrain that is locked is none. */
export function pieceAt({ locked }: Editor, { thing }: Pointed): Thing | null {
  return thing && thing.kind !== "cell" && !(locked && thing.kind === "terrain") ? thing : null;
}

/** The piece on which something is put down or taken away, where places are points; "" for none. */
export const onPiece = (editor: Editor, at: Pointed): string => (editor.chart.free ? (pieceAt(editor, at)?.id ?? "") : "");

/** Where the handle is that turns the chosen unit; null where nothing turns. */
export function handleOf(editor: Editor): { x: number; y: number; from: Spot; facing: number } | null {
  const unit = editor.edited.reading?.units.find((one) => one.id === editor.piece);
  const facing = editor.preview.turned ?? unit?.marks?.find((one) => one.name === editor.forms.facing?.mark)?.value;
  const from = typeof facing === "number" ? editor.spotOf(editor.piece) : null;
  if (!from || typeof facing !== "number") return null;
  const turn = (facing * Math.PI) / 180;
  return { x: from.at.x + HANDLE.far * Math.cos(turn), y: from.at.y - HANDLE.far * Math.sin(turn), from, facing };
}

/** The outline that is meant at a point; null where none is. */
export function ringOf({ locked, outlines }: Editor, point: Pointed): number | null {
  return locked ? null : ringAt(outlines, point.at, reach(point));
}

/** The part of the chosen piece that is meant at a point; null where none is. */
export function partAt({ locked, sliders }: Editor, point: Pointed): Slider | null {
  return locked ? null : sliderAt(sliders, point.at, reach(point));
}

/** The part that a drag from there slides: of what is chosen, with a mouse also of a wall that stands alone, which is chosen then. */
function partFrom(editor: Editor, start: Pointed): Slider | null {
  const mine = partAt(editor, start);
  const id = !mine && start.type === "mouse" && !editor.locked ? start.thing?.id : undefined;
  const other = id !== undefined && editor.whole(id).length === 1 ? editor.pieces.find((one) => one.entry.id === id) : undefined;
  const part = mine ?? (other ? sliderAt(slidersOf(other, editor.chart), start.at, reach(start)) : null);
  if (part && other) editor.choose([other.entry.id]);
  return part;
}

/** The corner that is meant at a point, or the middle of a side. */
function gripAt({ shaped }: Editor, point: Pointed): Grip | null {
  const away = ({ at }: Grip): number => Math.hypot(at.x - point.at.x, at.y - point.at.y);
  return nearestIn(shaped ? gripsOf(shaped) : [], away, reach(point)) ?? null;
}

/** What is chosen is on its way, and the ruler measures for one. */
export function going(editor: Editor, ids: string[], from: Spot, to: Spot): void {
  editor.preview = { ...editor.preview, moving: { ids, dx: to.at.x - from.at.x, dy: to.at.y - from.at.y }, spots: [to] };
  if (ids.length === 1) void editor.measure(ids[0] ?? "", to.place);
}

function moving(editor: Editor, start: Pointed, piece: Thing): Way {
  if (!editor.ids.includes(piece.id)) editor.choose([...(start.more ? editor.ids : []), ...editor.whole(piece.id)]);
  // A unit goes where one points; what is larger goes as far as one drags.
  const from = editor.together([piece.id]).length === 0 ? editor.spotOf(piece.id) : spotAt(editor, start);
  return {
    move: (end) => {
      const to = spotAt(editor, end);
      if (from && to) going(editor, editor.ids, from, to);
    },
    drop: (end) => {
      const to = spotAt(editor, end);
      if (from && to) void editor.move(editor.ids, from, to);
      else editor.problem = say("edit.offBoard");
    },
  };
}

/** What is held is put at every place on the way; or taken away, where the drag begins on the same. */
function sweeping(editor: Editor, held: Held, start: Pointed): Way {
  const { chart } = editor;
  const first = spotAt(editor, start);
  const away = first !== null && isThere(editor.board, held, editor.side, first.place, onPiece(editor, start));
  let spots = first ? [first] : [];
  let last = start.at;
  editor.preview = { spots, away };
  return {
    move: (end, way) => {
      if (shapeOf(held) === "between") spots = chart.besideAt(end.at) ?? spots;
      else if (chart.free || held.kind === "brush") spots = [spotAt(editor, end)].filter((one) => one !== null);
      else {
        for (const { at } of way) {
          for (const spot of chart.wayOf(last, at, (point) => spotAt(editor, { at: point }))) {
            if (!spots.some((one) => one.place === spot.place)) spots = [...spots, spot];
          }
          last = at;
        }
      }
      editor.preview = { spots, away };
    },
    drop: () => void (shapeOf(held) === "between" ? editor.stroke(spots) : editor.put(spots, away)),
  };
}

/** From press to drop: both ends of a line or a box, or the next point of an outline. */
function stroking(editor: Editor, held: Held, start: Pointed): Way {
  const first = spotAt(editor, start);
  if (first && (editor.chain.points.length === 0 || shapeOf(held) !== "polygon")) editor.chain = { points: [first] };
  return {
    move: (end) => {
      const spot = spotAt(editor, end);
      if (spot) editor.preview = { end: spot };
    },
    drop: (end) => {
      const spot = spotAt(editor, end);
      if (spot) addPoint(editor, spot, true);
    },
  };
}

/** A point of a line, a box, a polygon; a stroke from press to drop is both of its ends. */
export function addPoint(editor: Editor, spot: Spot, whole = false): void {
  if (!editor.held) return;
  const shape = shapeOf(editor.held);
  if (shape === "spot") {
    editor.chain = { points: [] };
    void editor.stroke([spot]);
    return;
  }
  const turn = added(editor.chain, shape, spot);
  editor.chain = whole && shape === "line" ? { points: [] } : turn.chain;
  editor.preview = {};
  if (turn.draw) void editor.stroke(turn.draw);
}

function turning(editor: Editor, { from, facing }: { from: Spot; facing: number }): Way {
  const step = editor.forms.facing?.step ?? 15;
  const bearing = ({ at }: Pointed): number => {
    const degrees = (Math.atan2(from.at.y - at.y, at.x - from.at.x) * 180) / Math.PI;
    return (Math.round(degrees / step) * step + 360) % 360;
  };
  return {
    move: (end) => (editor.preview = { turned: bearing(end) }),
    drop: (end) => void editor.turn(bearing(end) - facing),
  };
}

/** A corner goes elsewhere, a new one comes out of a side; or, without either, all of an outline moves. */
function bending(editor: Editor, start: Pointed, grip: Grip | null): Way {
  const from = editor.chart.pointAt(start.at);
  const corners = ({ at }: Pointed): Spot[] | null => {
    const { shaped, chart } = editor;
    const to = chart.pointAt(at);
    if (!shaped || !to) return null;
    return grip ? bent(shaped, grip, to) : from && gone(shaped, from, to, chart);
  };
  return {
    move: (end) => {
      const now = corners(end);
      if (now) editor.preview = { corners: now };
    },
    drop: (end) => {
      const now = corners(end);
      if (now) void editor.draw(now.map((one) => one.place), grip === null);
      else editor.problem = say("edit.offBoard");
    },
  };
}

/** A window along its wall, which is told how much of it is left before and behind. */
function sliding(editor: Editor, start: Pointed, part: Slider): Way {
  editor.choosePart(part.key);
  return {
    move: (end) => {
      const along = dragged(part, start.at, end.at);
      const [before, behind] = [along, part.length - along - part.width].map((one) => Number(one.toFixed(3)));
      editor.preview = { slid: { part, along } };
      editor.measured = { text: say("edit.slideAlong", { what: part.title, before: before!, behind: behind! }), to: null, clear: null };
    },
    drop: (end) => void editor.slide(part, dragged(part, start.at, end.at)),
  };
}

/** All pieces in a box are chosen. */
function boxing(editor: Editor, start: Pointed): Way {
  const boxTo = ({ at }: Pointed) => boxAround([start.at, at]);
  return {
    move: (end) => (editor.preview = { box: boxTo(end) }),
    drop: (end) => {
      const ids = editor.chart.things.filter((one) => one.kind !== "cell" && holds(boxTo(end), one.at)).map((one) => one.id);
      editor.choose(end.more ? [...new Set([...editor.ids, ...ids])] : ids);
    },
  };
}
