/** What an editor works on, and what it shows on the way. */
import type { Edit } from "../api/client";
import type { Battle, Reading } from "../api/shapes";
import type { Alone } from "../play/alone.svelte";
import type { Taken } from "../play/transport";
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
export interface Edited {
  /** The game of this browser, whose file and picture can be changed as well; null at a table. */
  readonly own: Alone | null;
  readonly battle: Battle | null;
  readonly reading: Reading | null;
  problem: string;
  /** Changes as one step; answers the ids of what was placed, null where they do not fit. */
  edit(edits: Edit[], title: string, merged?: boolean, chosen?: readonly string[]): Promise<string[] | null>;
  /** Another battle in place of this one, as one step; throws what is wrong with it. */
  become(after: Battle, title: string): Promise<void>;
  undo(): Promise<Taken | undefined>;
  redo(): Promise<Taken | undefined>;
}
