/** The board under an editor's hands: what presses, journeys and keys do there. */
import type { Pointed } from "../board/boardhand";
import type { Drag, Work } from "../board/hand";
import { isDirection, type Thing } from "../board/things";
import { spoken } from "../spoken.svelte";
import { say } from "../words/words.svelte";
import { added } from "./chain";
import type { Spot } from "./chart";
import type { Editor } from "./editor.svelte";
import { Gliding } from "./gliding";
import { shapeOf } from "./held";
import { Shaping } from "./shaping";
import { isThere } from "./strokes";

/** How far from a piece its handle stands, and how large it is for a finger, in pixels of the drawing. */
export const HANDLE = { far: 44, size: 20 };

export class Bench implements Work {
  readonly #shaping: Shaping;
  readonly #gliding: Gliding;
  #start: Spot | null = null;
  #away = false;
  #last: Pointed | null = null;

  constructor(readonly editor: Editor) {
    this.#shaping = new Shaping(editor);
    this.#gliding = new Gliding(editor);
  }

  cancel(): void {
    this.editor.preview = {};
    this.editor.unmeasured();
    this.#shaping.cancel();
    this.#gliding.cancel();
    this.#start = null;
  }

  /** Where a pointer hovers is where something would go, and where a copy is put. */
  hover(at: Pointed): void {
    const { editor } = this;
    const spot = this.#spot(at);
    if (spot?.place === editor.cursor?.place) return;
    editor.cursor = spot;
    this.#follow(spot);
  }

  /** The keys are on something of the board: that is where what is held or lifted would go. */
  visit(thing: Thing): void {
    if (!this.busy) return;
    const spot = this.#spotOf(thing);
    this.editor.cursor = spot;
    this.#follow(spot);
  }

  /** Whether the next place that is chosen is for what is held, lifted or measured. */
  get busy(): boolean {
    const { held, lifted, pointing } = this.editor;
    return held !== null || lifted !== null || pointing !== null;
  }

  #spotOf(thing: Thing): Spot | null {
    return this.#spot({ x: 0, y: 0, at: thing.at, thing, type: "keys", more: false });
  }

  /** What is lifted goes along. */
  #follow(spot: Spot | null): void {
    const { editor } = this;
    if (editor.chain.points.length > 0 && spot) editor.preview = { end: spot };
    if (!editor.lifted || !spot) return;
    editor.lifted = { ...editor.lifted, to: spot };
    this.#going(editor.ids, editor.lifted.from, spot);
  }

  #going(ids: string[], from: Spot, to: Spot): void {
    const { editor } = this;
    editor.preview = { ...editor.preview, moving: { ids, dx: to.at.x - from.at.x, dy: to.at.y - from.at.y }, spots: [to] };
    if (ids.length === 1) void editor.measure(ids[0] ?? "", to.place);
  }

  /** The place that is meant at a point by what is held. */
  #spot({ at }: Pointed): Spot | null {
    const { chart, held } = this.editor;
    if (held?.kind === "ground") return chart.groundAt(at);
    if (held && shapeOf(held) !== "point" && shapeOf(held) !== "between") return chart.pointAt(at);
    return chart.spotAt(at);
  }

  dragFrom(start: Pointed, rested: boolean): Drag {
    const { editor } = this;
    if (editor.held) return ["point", "between"].includes(shapeOf(editor.held)) ? "sweep" : "stroke";
    if (this.#onHandle(start)) return "handle";
    if (this.#shaping.grips(start)) return "shape";
    if (this.#gliding.takes(start)) return "slide";
    if (this.#shaping.takes(start, rested)) return "shape";
    if (this.#piece(start)) return "move";
    return start.type !== "mouse" && !rested ? "pan" : "box";
  }

  #onHandle({ at, type }: Pointed): boolean {
    const handle = this.handle();
    return handle !== null && Math.hypot(handle.x - at.x, handle.y - at.y) < (type === "mouse" ? HANDLE.size / 2 : HANDLE.size);
  }

  /** Where the handle is that turns the chosen unit; null where nothing turns. */
  handle(): { x: number; y: number; from: Spot; facing: number } | null {
    const { editor } = this;
    const unit = editor.edited.reading?.units.find((one) => one.id === editor.piece);
    const facing = editor.preview.turned ?? unit?.marks?.find((one) => one.name === editor.forms.facing?.mark)?.value;
    const from = typeof facing === "number" ? editor.spotOf(editor.piece) : null;
    if (!from || typeof facing !== "number") return null;
    const turn = (facing * Math.PI) / 180;
    return { x: from.at.x + HANDLE.far * Math.cos(turn), y: from.at.y - HANDLE.far * Math.sin(turn), from, facing };
  }

  begin(drag: Drag, start: Pointed): void {
    const { editor } = this;
    this.#start = this.#spot(start);
    const piece = this.#piece(start);
    if (drag === "move" && piece) {
      if (!editor.ids.includes(piece.id)) editor.choose([...(start.more ? editor.ids : []), ...editor.whole(piece.id)]);
      // A unit goes where one points; what is larger goes as far as one drags.
      if (editor.together([piece.id]).length === 0) this.#start = editor.spotOf(piece.id);
    } else if (drag === "shape") this.#shaping.begin(start);
    else if (drag === "slide") this.#gliding.begin(start);
    else if (drag === "sweep" && editor.held) {
      this.#away = this.#start !== null && isThere(editor.board, editor.held, editor.side, this.#start.place, this.#on(start));
      editor.preview = { spots: this.#start ? [this.#start] : [], away: this.#away };
    } else if (drag === "stroke" && editor.held && this.#start && (editor.chain.points.length === 0 || shapeOf(editor.held) !== "polygon")) {
      editor.chain = { points: [this.#start] };
    }
    this.#last = start;
  }

  drag(drag: Drag, way: Pointed[]): void {
    const { editor } = this;
    const end = way.at(-1);
    if (!end) return;
    const spot = this.#spot(end);
    if (drag === "move" && this.#start && spot) this.#going(editor.ids, this.#start, spot);
    else if (drag === "shape") this.#shaping.drag(end);
    else if (drag === "slide") this.#gliding.drag(end);
    else if (drag === "sweep") this.#sweep(way);
    else if (drag === "stroke" && spot) editor.preview = { end: spot };
    else if (drag === "box" && this.#last) editor.preview = { box: boxOf(this.#last, end) };
    else if (drag === "handle") this.#turn(end);
  }

  #sweep(way: Pointed[]): void {
    const { editor } = this;
    const { held, chart } = editor;
    const end = way.at(-1);
    if (!held || !end) return;
    let spots = editor.preview.spots ?? [];
    if (shapeOf(held) === "between") {
      const two = chart.besideAt(end.at);
      if (two) spots = two;
    } else if (chart.free || held.kind === "brush") spots = [this.#spot(end)].filter((one) => one !== null);
    else {
      for (const next of way) {
        for (const spot of chart.wayOf(this.#last?.at ?? next.at, next.at, (at) => this.#spot({ ...next, at }))) {
          if (!spots.some((one) => one.place === spot.place)) spots = [...spots, spot];
        }
        this.#last = next;
      }
    }
    editor.preview = { spots, away: this.#away };
  }

  #turn(end: Pointed): void {
    const handle = this.handle();
    const step = this.editor.forms.facing?.step ?? 15;
    if (!handle) return;
    const degrees = (Math.atan2(handle.from.at.y - end.at.y, end.at.x - handle.from.at.x) * 180) / Math.PI;
    this.editor.preview = { turned: (Math.round(degrees / step) * step + 360) % 360 };
  }

  drop(drag: Drag, end: Pointed): void {
    const { editor } = this;
    const { preview } = editor;
    const spot = this.#spot(end);
    editor.preview = {};
    editor.unmeasured();
    if (drag === "move" && this.#start && spot) void editor.move(editor.ids, this.#start, spot);
    else if (drag === "move") editor.problem = say("edit.offBoard");
    else if (drag === "shape") this.#shaping.drop(end);
    else if (drag === "slide") this.#gliding.drop(end);
    else if (drag === "sweep") this.#swept(preview.spots ?? []);
    else if (drag === "stroke" && spot) this.#add(spot, true);
    else if (drag === "box" && preview.box) this.#boxed(preview.box, end.more);
    else if (drag === "handle" && preview.turned !== undefined) {
      const now = this.handle()?.facing ?? 0;
      void editor.turn(preview.turned - now);
    }
    this.#start = null;
  }

  #swept(spots: Spot[]): void {
    const { editor } = this;
    if (!editor.held) return;
    if (shapeOf(editor.held) === "between") void editor.stroke(spots);
    else void editor.put(spots, this.#away);
  }

  /** A point of a line, a box, a polygon; a stroke from press to drop is both of its ends. */
  #add(spot: Spot, dragged = false): void {
    const { editor } = this;
    if (!editor.held) return;
    const shape = shapeOf(editor.held);
    if (shape === "spot") {
      editor.chain = { points: [] };
      void editor.stroke([spot]);
      return;
    }
    const turn = added(editor.chain, shape, spot);
    editor.chain = dragged && shape === "line" ? { points: [] } : turn.chain;
    editor.preview = {};
    if (turn.draw) void editor.stroke(turn.draw);
  }

  #boxed(box: { x: number; y: number; width: number; height: number }, more: boolean): void {
    const { editor } = this;
    const inside = ({ at }: Thing) => at.x >= box.x && at.x <= box.x + box.width && at.y >= box.y && at.y <= box.y + box.height;
    const ids = editor.chart.things.filter((one) => one.kind !== "cell" && inside(one)).map((one) => one.id);
    editor.choose(more ? [...new Set([...editor.ids, ...ids])] : ids);
  }

  #on(at: Pointed): string {
    return this.editor.chart.free ? (this.#piece(at)?.id ?? "") : "";
  }

  tap(at: Pointed): void {
    const { editor } = this;
    if (editor.pointing) return editor.pointing(at.at);
    const spot = this.#spot(at);
    const { held } = editor;
    editor.cursor = spot;
    if (held) this.#tapHeld(at, spot);
    else if (this.#piece(at) && !editor.lifted) this.#tapPiece(this.#piece(at)!, at.more, this.#gliding.partAt(at)?.key);
    else if (editor.ids.length === 0 && !editor.lifted && at.type !== "keys") editor.chooseOutline(this.#shaping.ringAt(at));
    else if (spot) this.#tapPlace(spot);
  }

  #tapHeld(at: Pointed, spot: Spot | null): void {
    const { editor } = this;
    const { held, board } = editor;
    if (!held) return;
    const shape = shapeOf(held);
    const on = this.#on(at);
    if (shape === "between") {
      const two = editor.chart.besideAt(at.at);
      if (two) void editor.stroke(two);
    } else if (held.kind === "rubber") this.#rub(at, spot, on || (this.#piece(at)?.id ?? ""));
    else if (held.kind === "piece" && on && isThere(board, held, editor.side, "", on)) void editor.done([{ op: "remove", unit: on }], say("edit.removed", { what: editor.titleOf(on) }));
    else if (!spot) editor.problem = say("edit.offBoard");
    else if (shape === "point") void editor.put([spot], isThere(board, held, editor.side, spot.place, ""));
    else this.#add(spot);
  }

  /** The piece that a pointer is on; terrain that is locked is none. */
  #piece({ thing }: Pointed): Thing | null {
    return thing && thing.kind !== "cell" && !(this.editor.locked && thing.kind === "terrain") ? thing : null;
  }

  /** Whatever is there goes: a drawn drawn, a piece, the ground. */
  #rub(at: Pointed, spot: Spot | null, on: string): void {
    const { editor } = this;
    const drawn = editor.forms.brushes.find((one) => one.shape === "line" || one.shape === "polygon");
    const point = drawn && at.onDrawn?.() ? editor.chart.pointAt(at.at) : null;
    if (on) void editor.done([{ op: "remove", unit: on }], say("edit.removed", { what: editor.titleOf(on) }));
    else if (drawn && point) void editor.done([{ op: "draw", path: drawn.name, places: [point.place] }], say("edit.removed", { what: drawn.title }));
    else if (spot) void editor.put([spot], true);
  }

  #tapPiece(thing: Thing, more: boolean, part?: string): void {
    const { editor } = this;
    if (part && !more && editor.piece === thing.id && editor.part !== part) editor.choosePart(part);
    else if (more) editor.choose(editor.ids.includes(thing.id) ? editor.ids.filter((id) => id !== thing.id) : [...editor.ids, thing.id]);
    else editor.choose(this.#next(thing.id));
  }

  /** A tap chooses all of a building, one more the part that is tapped, and the next one nothing. */
  #next(id: string): string[] {
    const { editor } = this;
    const whole = editor.whole(id);
    if (editor.piece === id) return [];
    return whole.length > 1 && whole.length === editor.ids.length && whole.every((one) => editor.ids.includes(one)) ? [id] : whole;
  }

  #tapPlace(spot: Spot): void {
    const { editor } = this;
    const from = editor.lifted?.from ?? editor.spots().values().next().value;
    editor.lifted = null;
    editor.preview = {};
    editor.unmeasured();
    if (from && editor.ids.length > 0) void editor.move(editor.ids, from, spot);
  }

  long(at: Pointed): void {
    const piece = this.#piece(at);
    if (piece) this.#tapPiece(piece, true);
  }

  /** Pick up what is chosen, to be put down by the next tap or by Enter. */
  pickUp(): void {
    const { editor } = this;
    const from = editor.spots().values().next().value;
    if (!from) return;
    editor.lifted = { from, to: from };
    editor.cursor = from;
    spoken.say(say("edit.pickedUp", { what: editor.titleOf(editor.ids[0] ?? "") }));
  }

  key(event: KeyboardEvent, on: Thing | null): boolean | string {
    const { editor, busy } = this;
    if (event.ctrlKey || event.metaKey) return false;
    if (event.key === "Escape" && editor.lifted) {
      editor.escape();
      return editor.ids[0] ?? true;
    }
    if (isDirection(event.key) && (event.altKey || editor.slider) && (editor.ids.length > 0 || editor.ring !== null)) void editor.nudge(event.key, event.shiftKey ? 5 : 1);
    else if ((event.key === "Enter" || event.key === " ") && busy) this.#drop(event.key, on);
    else if (event.key === " " && on && on.kind !== "cell") {
      if (!editor.ids.includes(on.id)) editor.choose([on.id]);
      this.pickUp();
    } else if (event.key === "Enter" && on) {
      if (on.kind === "cell") this.#tapPlace({ place: on.id, at: on.at, corners: on.corners });
      else this.#tapPiece(on, event.shiftKey);
    } else return false;
    return true;
  }

  #drop(key: string, on: Thing | null): void {
    const { editor } = this;
    const spot = on && this.#spotOf(on);
    if (editor.pointing && spot) editor.pointing(spot.at);
    else if (editor.lifted && spot) this.#tapPlace(spot);
    else if (key === "Enter" && editor.chain.points.length > 2 && editor.held) {
      editor.finished();
    } else if (spot) this.#tapHeld({ x: 0, y: 0, at: spot.at, thing: null, type: "keys", more: false }, spot);
  }

  /** Keys of the whole page while a battle is edited; answers whether one was meant for the editor. */
  pressed(event: KeyboardEvent): boolean {
    const { editor } = this;
    const mod = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (mod && key === "z") void (event.shiftKey ? editor.redo() : editor.undo());
    else if (mod && key === "y") void editor.redo();
    else if (mod && key === "c") editor.copy();
    else if (mod && key === "v") void editor.paste();
    else if (mod && key === "a") editor.choose(editor.pieces.map((one) => one.entry.id));
    else if (!mod && (event.key === "Delete" || event.key === "Backspace") && (editor.ids.length > 0 || editor.ring !== null)) void editor.remove();
    else if (!mod && isDirection(event.key) && editor.slider) void editor.nudge(event.key, event.shiftKey ? 5 : 1);
    else if (event.key === "Escape") return editor.escape();
    else return false;
    return true;
  }
}

function boxOf(a: Pointed, b: Pointed): { x: number; y: number; width: number; height: number } {
  const [x, y] = [Math.min(a.at.x, b.at.x), Math.min(a.at.y, b.at.y)];
  return { x, y, width: Math.abs(a.at.x - b.at.x), height: Math.abs(a.at.y - b.at.y) };
}
