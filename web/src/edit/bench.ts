/** The board under an editor's hands: what presses, journeys and keys do there. */
import { keysOn, type Pointed, type Work } from "../board/hand";
import { isDirection, type Thing } from "../board/things";
import { spoken } from "../spoken.svelte";
import { say } from "../words/words.svelte";
import type { Spot } from "./chart";
import type { Editor } from "./editor.svelte";
import { addPoint, going, grabAt, onPiece, partAt, pieceAt, ringOf, spotAt } from "./grabs";
import { shapeOf } from "./pieces";
import { isThere } from "./strokes";

export class Bench implements Work {
  constructor(readonly editor: Editor) {}

  grab = (start: Pointed, rested: boolean) => (this.#looks ? null : grabAt(this.editor, start, rested));

  /** Whether the board is only looked at: who adds units has none in hand. */
  get #looks(): boolean {
    return this.editor.adds && !this.editor.held;
  }

  /** Where a pointer hovers is where something would go, and where a copy is put. */
  hover(at: Pointed): void {
    const { editor } = this;
    const spot = spotAt(editor, at);
    if (spot?.place === editor.cursor?.place) return;
    editor.cursor = spot;
    this.#follow(spot);
  }

  /** The keys are on something of the board: that is where what is held or lifted would go. */
  visit(thing: Thing): void {
    if (!this.busy) return;
    const spot = spotAt(this.editor, thing);
    this.editor.cursor = spot;
    this.#follow(spot);
  }

  /** Whether the next place that is chosen is for what is held, lifted or measured. */
  get busy(): boolean {
    const { held, lifted, pointing } = this.editor;
    return held !== null || lifted !== null || pointing !== null;
  }

  /** What is lifted goes along. */
  #follow(spot: Spot | null): void {
    const { editor } = this;
    if (editor.chain.points.length > 0 && spot) editor.preview = { end: spot };
    if (!editor.lifted || !spot) return;
    editor.lifted = { ...editor.lifted, to: spot };
    going(editor, editor.ids, editor.lifted.from, spot);
  }

  tap(at: Pointed): void {
    const { editor } = this;
    if (this.#looks) return;
    if (editor.pointing) return editor.pointing(at.at);
    const spot = spotAt(editor, at);
    const { held } = editor;
    editor.cursor = spot;
    if (held) this.#tapHeld(at, spot);
    else if (pieceAt(editor, at) && !editor.lifted) this.#tapPiece(pieceAt(editor, at)!, at.more, partAt(editor, at)?.key);
    else if (editor.ids.length === 0 && !editor.lifted && at.type !== "keys") editor.chooseOutline(ringOf(editor, at));
    else if (spot) this.#tapPlace(spot);
  }

  #tapHeld(at: Pointed, spot: Spot | null): void {
    const { editor } = this;
    const { held, board } = editor;
    if (!held) return;
    const shape = shapeOf(held);
    const on = onPiece(editor, at);
    if (shape === "between") {
      const two = editor.chart.besideAt(at.at);
      if (two) void editor.stroke(two);
    } else if (held.kind === "rubber") this.#rub(at, spot, on || (pieceAt(editor, at)?.id ?? ""));
    else if (held.kind === "piece" && on && isThere(board, held, editor.side, "", on)) void editor.done([{ op: "remove", unit: on }], say("edit.removed", { what: editor.titleOf(on) }));
    else if (!spot) editor.problem = say("edit.offBoard");
    else if (shape === "point") void editor.put([spot], isThere(board, held, editor.side, spot.place, ""));
    else addPoint(editor, spot);
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
    const piece = this.editor.adds ? null : pieceAt(this.editor, at);
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
    if (event.ctrlKey || event.metaKey || this.#looks) return false;
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
    const spot = on && spotAt(editor, on);
    if (editor.pointing && spot) editor.pointing(spot.at);
    else if (editor.lifted && spot) this.#tapPlace(spot);
    else if (key === "Enter" && editor.chain.points.length > 2 && editor.held) {
      editor.finished();
    } else if (spot) this.#tapHeld(keysOn(spot.at), spot);
  }

  /** Keys of the whole page while a battle is edited; answers whether one was meant for the editor. */
  pressed(event: KeyboardEvent): boolean {
    const { editor } = this;
    if (editor.adds) return event.key === "Escape" && editor.escape();
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
