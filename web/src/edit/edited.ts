/** What an editor works on, and what it shows on the way. */
import type { Play } from "../play/play.svelte";
import type { Spot } from "./chart";
import type { Slider } from "./sliders";

/** What is shown over the board while something goes on. */
export interface Preview {
  /** Pieces on their way, and how far they have gone in the drawing. */
  moving?: { ids: string[]; dx: number; dy: number };
  spots?: Spot[];
  away?: boolean;
  box?: { x: number; y: number; width: number; height: number };
  /** The last point of a stroke, which is not drawn yet. */
  end?: Spot;
  /** Degrees that somebody is being turned to. */
  turned?: number;
  /** Corners of what is being drawn anew. */
  corners?: Spot[];
  /** A part on its way along its line, and how far along it begins. */
  slid?: { part: Slider; along: number };
}

/** The battle that is edited: somebody's own, or that of a table. */
export type Edited = Pick<Play, "own" | "battle" | "reading" | "problem" | "edit" | "become" | "undo" | "redo" | "table">;
