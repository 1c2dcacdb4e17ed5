/** A model from a file: what is said of it, how large it is on the table, and the little table that shows it. */
import { Vector3 } from "three";
import { posted, put } from "../api/client";
import type { Schemas } from "../api/shapes";
import { boxOf, type TableScene } from "../threed/sceneData";

export type Model = Schemas["ModelAnswer"];
/** What is said of a model, as in a side file. */
export type Words = Schemas["SideFile"];
export type Kind = Schemas["RegionEntry"]["kind"];
export type Axis = NonNullable<Words["up"]>;
export const KINDS: readonly Kind[] = ["body", "equipment", "pose", "base", "absent"];
export const MODEL_FILES = ".glb,.obj,.stl,.ply,.3mf";
const INCH = 25.4;
/** How high a figure usually is, in millimetres. */
const USUAL = 32;

export const bring = (file: File) => put<Model>(`/models/${encodeURIComponent(file.name)}`, file);

/** The same model with what is said of it. */
export const look = (file: string, words: Words) => posted<Model>(`/models/${file}`, words);

/** How high a model is, in millimetres: by the unit that its file says, else as high as a usual figure. */
export function heightOf(model: Model): number {
  const { inches_per_unit: inches, size } = model;
  return Number((inches ? (size[2] ?? 0) * inches * INCH : USUAL).toFixed(1));
}

/** The scale by which a model is so many millimetres high: of the file's unit, or the inches of one where it says none. */
export function scaleOf(model: Model, height: number): number {
  return Number((inchesOf(model, height) / (model.inches_per_unit ?? 1)).toPrecision(8));
}

/** The inches of one of the file's units by which a model is so many millimetres high. */
function inchesOf(model: Model, height: number): number {
  return height / INCH / (model.size[2] || 1);
}

/** What stands in a battle file for it: its file, what is said of it, and its scale unless the file says its own. */
export function entryOf(model: Model, words: Words, height: number): Record<string, unknown> {
  const own = model.inches_per_unit && heightOf(model) === height;
  return { file: model.file, ...words, ...(own ? {} : { scale: scaleOf(model, height) }) };
}

/** The model in the middle of a small table, as it will stand. */
export function sceneOf(model: Model, height: number): TableScene {
  const scale = inchesOf(model, height);
  const wide = Math.max(2, Math.ceil(Math.max(...model.size) * scale + 1));
  const box = boxOf(model.view.parts);
  const middle = box.getCenter(new Vector3());
  const off = [middle.x, middle.y, box.min.z];
  const to = [wide / 2, wide / 2, 0];
  const parts = model.view.parts.map((part) => ({
    name: part.name,
    role: part.kind,
    positions: part.positions.map((one, n) => (one - (off[n % 3] ?? 0)) * scale + (to[n % 3] ?? 0)),
  }));
  return { table: { width: wide, depth: wide }, solids: [{ name: model.name, kind: "unit", side: "", title: "", parts }] };
}
