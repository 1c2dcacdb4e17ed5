/** Wheel, drag and pinch on a board. A tap stays a tap: only what moved some pixels is a drag. */
export interface Moves {
  zoom(factor: number, x: number, y: number): void;
  pan(dx: number, dy: number): void;
  /** Whether a drag moves anything: a board that is seen whole stays where it is, and the page scrolls. */
  movable(): boolean;
}

const SLACK = 6;

export class Gestures {
  #fingers = new Map<number, { x: number; y: number }>();
  #apart = 0;
  #way = 0;
  readonly #moves: Moves;

  constructor(moves: Moves) {
    this.#moves = moves;
  }

  wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !this.#moves.movable() && event.deltaY > 0) return;
    event.preventDefault();
    this.#moves.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), event.clientX, event.clientY);
  }

  down(event: PointerEvent): void {
    if (this.#fingers.size === 0) this.#way = 0;
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.#apart = this.#distance();
  }

  move(event: PointerEvent): void {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    this.#fingers.set(event.pointerId, now);
    if (this.#fingers.size === 2) {
      const apart = this.#distance();
      const [a, b] = [...this.#fingers.values()];
      if (this.#apart > 0 && apart > 0 && a && b) this.#moves.zoom(apart / this.#apart, (a.x + b.x) / 2, (a.y + b.y) / 2);
      this.#apart = apart;
      return;
    }
    this.#way += Math.hypot(now.x - before.x, now.y - before.y);
    if (this.#way > SLACK && this.#moves.movable()) this.#moves.pan(now.x - before.x, now.y - before.y);
  }

  up(event: PointerEvent): void {
    this.#fingers.delete(event.pointerId);
    this.#apart = this.#distance();
  }

  #distance(): number {
    const [a, b] = [...this.#fingers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }
}
