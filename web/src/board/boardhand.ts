/** What a board tells whoever edits it: presses and keys, and where they are. */
import type { Gestures } from "./gestures";
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

/** Who takes presses and keys while the board is edited. */
export interface BoardHand {
  down(at: Pointed): void;
  /** Answers whether the journey is its own; else the board is moved. */
  move(way: Pointed[]): boolean;
  up(at: Pointed): void;
  cancel(): void;
  hover(at: Pointed): void;
  /** Answers whether the key was meant for it; a piece by its id, where the keys are on that one from now on. */
  key(event: KeyboardEvent, on: Thing | null): boolean | string;
}

/** The presses on a board: with a hand one finger is the hand's, as far as it wants it, and all else moves the board. */
export class Presses {
  readonly #fingers = new Set<number>();
  #waiting: PointerEvent | null = null;
  #frame = 0;

  constructor(
    private readonly gestures: Gestures,
    private readonly pointedOf: (event: PointerEvent, x?: number, y?: number) => Pointed,
    private readonly hand: () => BoardHand | null,
  ) {}

  down(event: PointerEvent): void {
    this.gestures.down(event);
    const hand = this.hand();
    if (!hand || !(event.target as Element).closest(".overlay")) return;
    this.#fingers.add(event.pointerId);
    if (this.#fingers.size > 1) hand.cancel();
    else if (event.button === 0) hand.down(this.pointedOf(event));
  }

  move(event: PointerEvent): void {
    const hand = this.hand();
    if (!hand || this.#fingers.size !== 1) {
      this.gestures.move(event);
      if (hand && this.#fingers.size === 0) hand.hover(this.pointedOf(event));
      return;
    }
    this.#waiting = event;
    const board = event.currentTarget as Element;
    this.#frame ||= requestAnimationFrame(() => this.#moveOn(board));
  }

  /** One move a frame; on the way the points between, which brushes need. */
  #moveOn(board: Element): void {
    const [event, hand] = [this.#waiting, this.hand()];
    [this.#frame, this.#waiting] = [0, null];
    if (!event || !hand) return;
    const way = event.getCoalescedEvents?.() ?? [];
    const all = (way.length > 0 ? way : [event]).map((one) => this.pointedOf(event, one.clientX, one.clientY));
    if (!hand.move(all)) this.gestures.move(event);
    // Captured late: a press that stays a tap is told to what it is on.
    else if (event.isTrusted && !board.hasPointerCapture(event.pointerId)) board.setPointerCapture(event.pointerId);
  }

  up(event: PointerEvent, lost = false): void {
    cancelAnimationFrame(this.#frame);
    const hand = this.hand();
    if (hand && this.#fingers.size === 1 && this.#fingers.has(event.pointerId)) {
      this.#moveOn(event.currentTarget as Element);
      if (lost) hand.cancel();
      else hand.up(this.pointedOf(event));
    }
    [this.#frame, this.#waiting] = [0, null];
    this.#fingers.delete(event.pointerId);
    this.gestures.up(event);
  }
}
