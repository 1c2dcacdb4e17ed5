/** Fingers and mouse on a board: what a press, its journey and its end mean. It decides at the end. */
import type { Pointed } from "./boardhand";
import type { Thing } from "./things";

/** What a drag begun at a point means. */
export type Drag = "move" | "sweep" | "stroke" | "box" | "handle" | "shape" | "slide" | "pan";

/** What the hand does its work on. */
export interface Work {
  /** What a drag from there means; `held` is whether the finger rested before it went. */
  dragFrom(start: Pointed, rested: boolean): Drag;
  tap(at: Pointed): void;
  /** Somebody pressed long on a piece. */
  long(at: Pointed): void;
  begin(drag: Drag, start: Pointed): void;
  drag(drag: Drag, way: Pointed[]): void;
  drop(drag: Drag, end: Pointed): void;
  cancel(): void;
  /** A pointer that presses nothing is there. */
  hover?(at: Pointed): void;
  /** Answers whether the key was meant for it; a piece by its id, where the keys are on that one from now on. */
  key?(event: KeyboardEvent, on: Thing | null): boolean | string;
}

/** Pixels that a press may wander and be a tap; fingers wander more. */
const SLACK: Record<string, number> = { mouse: 4, pen: 6, touch: 10 };
export const LONG = 500;

export class Hand {
  #start: Pointed | null = null;
  #drag: Drag | null = null;
  #rested = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly now: () => Work) {}

  get work(): Work {
    return this.now();
  }

  down(at: Pointed): void {
    this.cancel();
    this.#start = at;
    this.#rested = false;
    if (at.type !== "mouse") {
      this.#timer = setTimeout(() => {
        this.#rested = true;
        this.work.long(at);
      }, LONG);
    }
  }

  /** The pointer went on; answers whether the journey is the hand's and not the board's. */
  move(way: Pointed[]): boolean {
    const [start, end] = [this.#start, way.at(-1)];
    if (!start || !end) return false;
    if (!this.#drag) {
      if (Math.hypot(end.x - start.x, end.y - start.y) <= (SLACK[start.type] ?? 6)) return false;
      clearTimeout(this.#timer);
      this.#drag = this.work.dragFrom(start, this.#rested);
      if (this.#drag !== "pan") this.work.begin(this.#drag, start);
    }
    if (this.#drag === "pan") return false;
    this.work.drag(this.#drag, way);
    return true;
  }

  /** The pointer was let go; answers what was tapped, null where it was no tap. */
  up(at: Pointed): Pointed | null {
    const [start, drag, rested] = [this.#start, this.#drag, this.#rested];
    this.#over();
    if (start && drag && drag !== "pan") this.work.drop(drag, at);
    return start && !drag && !rested ? { ...at, thing: start.thing } : null;
  }

  /** A second finger, a lost pointer, Escape: nothing of it happens. */
  cancel(): void {
    const busy = this.#start !== null;
    this.#over();
    if (busy) this.work.cancel();
  }

  #over(): void {
    clearTimeout(this.#timer);
    this.#start = this.#drag = null;
  }
}
