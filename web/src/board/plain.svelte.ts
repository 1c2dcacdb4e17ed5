/** What presses mean on a board that nobody edits: a tap chooses, a unit may be carried, and all else moves the board. */
import type { Carrying, Pointed } from "./boardhand";
import type { Drag, Work } from "./hand";
import type { Point, Thing } from "./things";

export class Plain implements Work {
  /** Where a unit that is carried was pressed, where it is now, and the place there. */
  held = $state.raw<{ from: Point; to: Point; place: Thing | null } | null>(null);

  constructor(
    private readonly carrying: () => Carrying | null,
    private readonly placeOf: (at: Pointed) => Thing | null,
    readonly tap: (at: Pointed) => void,
  ) {}

  dragFrom({ thing, type }: Pointed): Drag {
    return thing?.kind === "unit" && this.carrying()?.may(thing.id, type) ? "move" : "pan";
  }

  long(): void {
    // What is pressed long says what it is, and nothing more.
  }

  begin(_drag: Drag, { thing, at }: Pointed): void {
    this.held = { from: at, to: at, place: null };
    this.carrying()?.begin(thing?.id ?? "");
  }

  drag(_drag: Drag, way: Pointed[]): void {
    const end = way.at(-1);
    if (!end || !this.held) return;
    const place = this.placeOf(end);
    if (place?.id !== this.held.place?.id) this.carrying()?.over(place);
    this.held = { from: this.held.from, to: end.at, place };
  }

  drop(_drag: Drag, end: Pointed): void {
    this.#put(this.placeOf(end));
  }

  cancel(): void {
    this.#put(null);
  }

  #put(place: Thing | null): void {
    if (this.held) this.carrying()?.end(place);
    this.held = null;
  }
}
