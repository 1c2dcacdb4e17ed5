/** What a board tells whoever edits it: presses and keys, and where they are. */
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
