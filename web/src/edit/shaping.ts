/** Hands on what was drawn: a corner dragged, a new one drawn out of a side, an outline moved as a whole. */
import { type Pointed, reach } from "../board/boardhand";
import { say } from "../words/words.svelte";
import type { Spot } from "./chart";
import { bent, gone, type Grip, gripsOf, ringAt } from "./corners";
import type { Editor } from "./editor.svelte";

export class Shaping {
  #grip: Grip | null = null;
  #from: Spot | null = null;

  constructor(readonly editor: Editor) {}

  /** The outline that is meant at a point; null where none is. */
  ringAt(point: Pointed): number | null {
    const { editor } = this;
    return editor.locked ? null : ringAt(editor.outlines, point.at, reach(point));
  }

  #gripAt(point: Pointed): Grip | null {
    const [{ shaped }, { at }] = [this.editor, point];
    const away = (one: Grip): number => Math.hypot(one.at.x - at.x, one.at.y - at.y);
    const near = shaped ? gripsOf(shaped).filter((one) => away(one) <= reach(point)) : [];
    return near.reduce<Grip | null>((best, one) => (best && away(best) <= away(one) ? best : one), null);
  }

  /** Whether a corner is meant at a point, or the middle of a side. */
  grips(point: Pointed): boolean {
    return this.#gripAt(point) !== null;
  }

  /** Whether a drag from there, where no corner is, is one of an outline; a finger drags only what is chosen. */
  takes(start: Pointed, rested: boolean): boolean {
    const n = this.ringAt(start);
    return n !== null && !start.thing?.half.x && (start.type === "mouse" || rested || n === this.editor.ring);
  }

  begin(start: Pointed): void {
    const { editor } = this;
    this.#grip = this.#gripAt(start);
    if (!this.#grip && this.ringAt(start) !== editor.ring) editor.chooseOutline(this.ringAt(start));
    this.#from = editor.chart.pointAt(start.at);
  }

  drag(end: Pointed): void {
    const bent = this.#bent(end);
    if (bent) this.editor.preview = { corners: bent };
  }

  drop(end: Pointed): void {
    const { editor } = this;
    const corners = this.#bent(end);
    const moved = this.#grip === null;
    this.cancel();
    if (corners) void editor.draw(corners.map((one) => one.place), moved);
    else editor.problem = say("edit.offBoard");
  }

  cancel(): void {
    this.#grip = this.#from = null;
  }

  #bent({ at }: Pointed): Spot[] | null {
    const { shaped, chart } = this.editor;
    const to = chart.pointAt(at);
    if (!shaped || !to) return null;
    if (this.#grip) return bent(shaped, this.#grip, to);
    return this.#from && gone(shaped, this.#from, to, chart);
  }
}
