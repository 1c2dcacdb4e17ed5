/** Fingers, mouse and wheel on a board: what a press, its journey and its end mean. It decides at the end. */
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
  /** The place there: a cell, or a point of measured ground; null beside the board. */
  place?: () => Thing | null;
  /** The unit that a finger means which lands beside it on measured ground; null where none is so near. */
  near?: () => Thing | null;
}

/** Where the keys are, as if something were pointed at. */
export const keysOn = (at: Point, thing: Thing | null = null): Pointed => ({ x: 0, y: 0, at, thing, type: "keys", more: false });

/** A drag that somebody wants; every other one moves the board. */
export interface Grab {
  /** The pointer went on: the points on its way, the last of them where it is now. */
  move(way: readonly Pointed[]): void;
  drop(end: Pointed): void;
  /** A second finger, or a lost pointer: nothing of it happens. */
  cancel(): void;
}

/** What the hand does its work on. */
export interface Work {
  /** The drag that begins there, null for none; `rested` is whether the finger rested before it went. */
  grab(start: Pointed, rested: boolean): Grab | null;
  tap(at: Pointed): void;
  /** Somebody pressed long. */
  long?(at: Pointed): void;
  /** A pointer that presses nothing is there. */
  hover?(at: Pointed): void;
  /** Answers whether the key was meant for it; a piece by its id, where the keys are on that one from now on. */
  key?(event: KeyboardEvent, on: Thing | null): boolean | string;
}

/** What moves the board. */
export interface Moves {
  zoom(factor: number, x: number, y: number): void;
  pan(dx: number, dy: number): void;
  /** Whether a drag moves anything: a board that is seen whole stays where it is, and the page scrolls. */
  movable(): boolean;
}

/** How near one has to point at something small, in pixels of the screen: with a mouse, with a finger. */
const NEAR = { mouse: 9, finger: 18 };
/** Pixels that a press may wander and be a tap; fingers wander more. */
const SLACK: Record<string, number> = { mouse: 4, pen: 6, touch: 10 };
export const LONG = 500;

/** How near that is in the drawing. */
export const reach = ({ type, pixel = 1 }: Pick<Pointed, "type" | "pixel">): number => pixel * (type === "mouse" ? NEAR.mouse : NEAR.finger);

export class Hand {
  /** Where on the screen each finger is, and how far two are from each other. */
  readonly #fingers = new Map<number, Point>();
  #apart = 0;
  #start: Pointed | null = null;
  /** What the press has become once it has gone far enough: a drag, or null for one that moves the board. */
  #grab: Grab | null | undefined;
  #rested = false;
  #tapped: Pointed | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting: PointerEvent | null = null;
  #frame = 0;

  constructor(
    private readonly work: () => Work,
    private readonly moves: Moves,
    private readonly pointedOf: (event: PointerEvent, x?: number, y?: number) => Pointed,
    /** Somebody presses long, whatever that does; null where something else begins. */
    private readonly rests: (at: Pointed | null) => void,
  ) {}

  wheel(event: WheelEvent): void {
    this.rests(null);
    if (!event.ctrlKey && !this.moves.movable() && event.deltaY > 0) return;
    event.preventDefault();
    this.moves.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), event.clientX, event.clientY);
  }

  down(event: PointerEvent): void {
    this.rests(null);
    this.#tapped = null;
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.#apart = this.#distance();
    this.#leave();
    if (this.#fingers.size > 1 || event.button !== 0) return;
    const at = (this.#start = this.pointedOf(event));
    this.#rested = false;
    if (at.type !== "mouse") this.#timer = setTimeout(() => this.#rest(at), LONG);
  }

  #rest(at: Pointed): void {
    this.#rested = true;
    this.rests(at);
    this.work().long?.(at);
  }

  move(event: PointerEvent): void {
    if (this.#fingers.size === 0) this.work().hover?.(this.pointedOf(event));
    else if (this.#fingers.size > 1) this.#pinch(event);
    else {
      this.#waiting = event;
      const board = event.currentTarget as Element;
      this.#frame ||= requestAnimationFrame(() => this.#moveOn(board));
    }
  }

  /** One move a frame; on the way the points between, which brushes need. */
  #moveOn(board: Element): void {
    const event = this.#waiting;
    [this.#frame, this.#waiting] = [0, null];
    if (!event || this.#fingers.size !== 1 || !this.#fingers.has(event.pointerId)) return;
    const all = event.getCoalescedEvents?.() ?? [];
    const way = (all.length > 0 ? all : [event]).map((one) => this.pointedOf(event, one.clientX, one.clientY));
    if (this.#start && this.#grab === undefined && !this.#goes(this.#start, way.at(-1)!)) return;
    if (!this.#grab) return this.#pan(event);
    this.#grab.move(way);
    // Captured late: a press that stays a tap is told to what it is on.
    if (event.isTrusted && !board.hasPointerCapture(event.pointerId)) board.setPointerCapture(event.pointerId);
  }

  /** Whether the press has become a drag, which is decided once. */
  #goes(start: Pointed, end: Pointed): boolean {
    if (Math.hypot(end.x - start.x, end.y - start.y) <= (SLACK[start.type] ?? 6)) return false;
    clearTimeout(this.#timer);
    this.#grab = this.work().grab(start, this.#rested);
    return true;
  }

  #pan({ pointerId, clientX: x, clientY: y }: PointerEvent): void {
    const before = this.#fingers.get(pointerId);
    this.#fingers.set(pointerId, { x, y });
    if (before && this.moves.movable()) this.moves.pan(x - before.x, y - before.y);
  }

  #pinch({ pointerId, clientX: x, clientY: y }: PointerEvent): void {
    if (!this.#fingers.has(pointerId)) return;
    this.#fingers.set(pointerId, { x, y });
    const [apart, [a, b]] = [this.#distance(), [...this.#fingers.values()]];
    if (this.#apart > 0 && apart > 0 && a && b) this.moves.zoom(apart / this.#apart, (a.x + b.x) / 2, (a.y + b.y) / 2);
    this.#apart = apart;
  }

  up(event: PointerEvent, lost = false): void {
    cancelAnimationFrame(this.#frame);
    this.#moveOn(event.currentTarget as Element);
    this.#fingers.delete(event.pointerId);
    this.#apart = this.#distance();
    const [start, grab] = [this.#start, this.#grab];
    if (!start) return;
    if (lost) return this.#leave();
    this.#over();
    const end = this.pointedOf(event);
    if (grab) grab.drop(end);
    else if (grab === undefined && !this.#rested) this.#tapped = { ...end, thing: start.thing };
  }

  /** A tap is one once its click is there: what it opens must not lie under that. */
  click(): void {
    const tapped = this.#tapped;
    this.#tapped = null;
    if (tapped) this.work().tap(tapped);
  }

  /** Nothing comes of the press. */
  #leave(): void {
    const grab = this.#grab;
    this.#over();
    grab?.cancel();
  }

  #over(): void {
    clearTimeout(this.#timer);
    this.#start = null;
    this.#grab = undefined;
  }

  #distance(): number {
    const [a, b] = [...this.#fingers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }
}
