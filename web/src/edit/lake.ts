/** For tests: a game that there is not. Buoys and barges on an open lake, ten pixels to the fathom, rafts that go as one, booms drawn between. */
import type { Battle, BrushLine, Editing, PieceLine, PieceList } from "../api/shapes";
import type { Thing } from "../board/things";
import { Bench } from "./bench";
import type { Shape } from "./chain";
import { type Edited, Editor } from "./editor.svelte";
import type { Held } from "./pieces";

export const listOf = (name: string, more: Partial<PieceList> = {}): PieceList => ({
  name, title: name, pieces: [], place: ["at"], side: "", needs_place: false, corners: [], together: false, sliding: null, models: false, fields: {}, ...more,
});
export const formsOf = (more: Partial<Editing> = {}): Editing => ({
  schema_url: "", place: "", sides: [], lists: [], facing: null, blank: { fireline: 1, ruleset: "lake" }, snap: 1, fields: {}, ruler: false, ground: null, outlines: null, brushes: [], ...more,
});
export const thing = (id: string, x: number, y: number, kind: Thing["kind"] = "unit"): Thing => ({ kind, id, note: "", at: { x, y }, corners: "", half: { x: 5, y: 5 } });

const BUOYS = listOf("buoys");
const BOOM: BrushLine = { name: "boom", title: "Boom", shape: "line", group: "", sample: [], onto: null, parts: [] };
const FORMS = formsOf({ sides: ["north"], lists: [BUOYS, listOf("rafts", { together: true })], facing: { mark: "facing", step: 15 } as Editing["facing"], snap: 0.5, brushes: [BOOM] });
const BATTLE: Battle = {
  fireline: 1, ruleset: "lake",
  buoys: [{ id: "adrift", kind: "buoy" }, { id: "red", kind: "buoy", at: [1, 1] }, { id: "blue", kind: "barge", at: [5, 3] }],
  rafts: [{ id: "raft", at: [2, 2] }],
};
export const [RED, BLUE, RAFT, WOOD] = [thing("red", 10, 10), thing("blue", 50, 30), thing("raft", 20, 20), thing("wood", 30, 30, "terrain")];

const buoy = (shape: Shape): PieceLine => ({ title: "Buoy", stem: "buoy", entry: { kind: "buoy" }, shape, group: "" });
/** A buoy in hand, which is put down as pieces of this shape are. */
export const held = (shape: Shape = "point"): Held => ({ kind: "piece", key: `buoy ${shape}`, title: "Buoy", list: BUOYS, piece: buoy(shape) });

/** An editor of this battle with its bench, and the steps that it made: what each changes, and whether it goes with the one before. */
export function opened() {
  const steps: string[][] = [];
  const edited = {
    own: null, battle: BATTLE, problem: "",
    reading: { battle: BATTLE, sides: ["north"], units: [{ id: "red", title: "The red buoy", marks: [{ name: "facing", value: 90 }] }, { id: "blue" }] },
    edit: async (edits: object[], _words: string, merged: boolean) => {
      const said = edits.map((one) => Object.values(one).flat().filter((value) => typeof value !== "object").join(" "));
      steps.push([...said, ...(merged ? ["merged"] : [])]);
      return ["new"];
    },
    undo: async () => ({ title: "Moved", chosen: ["blue", "sunk"] }),
    redo: async () => undefined,
  };
  const editor = new Editor(edited as unknown as Edited, FORMS);
  editor.shown([RED, BLUE, RAFT, WOOD], { origin: { x: 0, y: 0 }, x: 10, y: 10, slant: 0 });
  /** The steps so far, once those on their way are made. */
  const made = async (): Promise<string[]> => {
    await new Promise((then) => setTimeout(then));
    return steps.splice(0).map((one) => one.join(", "));
  };
  return { editor, bench: new Bench(editor), steps, made };
}
