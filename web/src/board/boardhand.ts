/** What a board tells whoever has it under their hands: presses, and where they are. */
import type { Gestures } from "./gestures";
import type { Hand } from "./hand";
import type { Point, Thing } from "./things";

/** Where a pointer is: on the screen, in the drawing, and on what. */
export interface Pointed {
  x: number;
  y: number;
  at: Point;
  thing: Thing | null;
  type: string;
  /** Whether the key is held that adds to what is chosen. */
  more: boolean;
  /** How long a pixel of the screen is in the drawing; 1 where nobody says. */
  pixel?: number;
  /** Whether something drawn lies there, which cannot be chosen. */
  onDrawn?: () => boolean;
}

/** How near one has to point at something small, in pixels of the screen: with a mouse, with a finger. */
const NEAR = { mouse: 9, finger: 18 };

/** How near that is in the drawing. */
export const reach = ({ type, pixel = 1 }: Pointed): number => pixel * (type === "mouse" ? NEAR.mouse : NEAR.finger);

/** A unit that is carried to another place of the board. */
export interface Carrying {
  /** The unit that is on its way, "" for none. */
  readonly dragged: string;
  /** Whether this unit may be carried with such a pointer. */
  may: (unit: string, pointer: string) => boolean;
  begin: (unit: string) => void;
  /** It is held over a place now, or over none. */
  over: (place: Thing | null) => void;
  /** It was let go over a place, or nowhere. */
  end: (place: Thing | null) => void;
}

/** The presses on a board: one finger is the hand's, as far as it wants it, and all else moves the board. */
export class Presses {
  readonly #fingers = new Set<number>();
  #waiting: PointerEvent | null = null;
  #frame = 0;
  #tapped: Pointed | null = null;

  constructor(
    private readonly gestures: Gestures,
    private readonly pointedOf: (event: PointerEvent, x?: number, y?: number) => Pointed,
    private readonly hand: Hand,
  ) {}

  down(event: PointerEvent): void {
    this.gestures.down(event);
    this.#tapped = null;
    if (!(event.target as Element).closest(".overlay")) return;
    this.#fingers.add(event.pointerId);
    if (this.#fingers.size > 1) this.hand.cancel();
    else if (event.button === 0) this.hand.down(this.pointedOf(event));
  }

  move(event: PointerEvent): void {
    if (this.#fingers.size !== 1) {
      this.gestures.move(event);
      if (this.#fingers.size === 0 && this.hand.work.hover) this.hand.work.hover(this.pointedOf(event));
      return;
    }
    this.#waiting = event;
    const board = event.currentTarget as Element;
    this.#frame ||= requestAnimationFrame(() => this.#moveOn(board));
  }

  /** One move a frame; on the way the points between, which brushes need. */
  #moveOn(board: Element): void {
    const event = this.#waiting;
    [this.#frame, this.#waiting] = [0, null];
    if (!event) return;
    const way = event.getCoalescedEvents?.() ?? [];
    const all = (way.length > 0 ? way : [event]).map((one) => this.pointedOf(event, one.clientX, one.clientY));
    if (!this.hand.move(all)) this.gestures.move(event);
    // Captured late: a press that stays a tap is told to what it is on.
    else if (event.isTrusted && !board.hasPointerCapture(event.pointerId)) board.setPointerCapture(event.pointerId);
  }

  up(event: PointerEvent, lost = false): void {
    cancelAnimationFrame(this.#frame);
    if (this.#fingers.size === 1 && this.#fingers.has(event.pointerId)) {
      this.#moveOn(event.currentTarget as Element);
      if (lost) this.hand.cancel();
      else this.#tapped = this.hand.up(this.pointedOf(event));
    }
    [this.#frame, this.#waiting] = [0, null];
    this.#fingers.delete(event.pointerId);
    this.gestures.up(event);
  }

  /** A tap is one once its click is there: what it opens must not lie under that. */
  click(): void {
    const tapped = this.#tapped;
    this.#tapped = null;
    if (tapped) this.hand.work.tap(tapped);
  }
}
