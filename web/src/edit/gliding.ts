/** Hands on parts of a piece that stand along a line: a window dragged along its wall. */
import { type Pointed, reach } from "../board/boardhand";
import { say } from "../words/words.svelte";
import type { Editor } from "./editor.svelte";
import { dragged, sliderAt, slidersOf, type Slider } from "./sliders";

export class Gliding {
  #part: Slider | null = null;
  #start: Pointed | null = null;

  constructor(readonly editor: Editor) {}

  /** The part of the chosen piece that is meant at a point; null where none is. */
  partAt(point: Pointed): Slider | null {
    const { editor } = this;
    return editor.locked ? null : sliderAt(editor.sliders, point.at, reach(point));
  }

  /** Whether a drag from there slides a part: of what is chosen, with a mouse also of a wall that stands alone. */
  takes(start: Pointed): boolean {
    return this.#meant(start) !== null;
  }

  #meant(start: Pointed): { piece: string; part: Slider } | null {
    const { editor } = this;
    const mine = this.partAt(start);
    if (mine) return { piece: editor.piece, part: mine };
    const id = start.type === "mouse" && !editor.locked ? start.thing?.id : undefined;
    const other = id !== undefined && editor.whole(id).length === 1 ? editor.pieces.find((one) => one.entry.id === id) : undefined;
    const part = other ? sliderAt(slidersOf(other, editor.chart), start.at, reach(start)) : null;
    return other && part ? { piece: other.entry.id, part } : null;
  }

  begin(start: Pointed): void {
    const meant = this.#meant(start);
    if (!meant) return;
    this.#part = meant.part;
    this.#start = start;
    if (this.editor.piece !== meant.piece) this.editor.choose([meant.piece]);
    this.editor.choosePart(meant.part.key);
  }

  drag(end: Pointed): void {
    const { editor } = this;
    if (!this.#part || !this.#start) return;
    const along = dragged(this.#part, this.#start.at, end.at);
    editor.preview = { slid: { part: this.#part, along } };
    editor.measured = { text: say("edit.slideAlong", toldOf(this.#part, along)), to: null, clear: null };
  }

  drop(end: Pointed): void {
    const [part, start] = [this.#part, this.#start];
    this.cancel();
    if (part && start) void this.editor.slide(part, dragged(part, start.at, end.at));
  }

  cancel(): void {
    this.#part = this.#start = null;
  }
}

function toldOf({ title, length, width }: Slider, along: number): { what: string; before: number; behind: number } {
  return { what: title, before: Number(along.toFixed(3)), behind: Number((length - along - width).toFixed(3)) };
}
