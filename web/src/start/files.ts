/** Files that somebody opens: battles and games as texts, and maps of other programs, with what was answered to their questions. */
import type { Schemas } from "../api/shapes";
import { browser } from "../play/storage";
import { say } from "../words/words.svelte";

/** Files that somebody opens: battles and games as texts, and maps of other programs, with what was answered to their questions. */

/** The largest battle file, and the largest log of a game, in MiB; most of a large one is the picture in it, which is not sent along. */
export const LARGEST = 1;
export const LARGEST_GAME = 24;
const MIB = 1024 * 1024;

/** That a file has more than so many MiB, "" where it has not. */
export const tooLarge = ({ name, size }: File, most: number): string =>
  size > most * MIB ? say("file.tooLarge", { name, size: Math.ceil((10 * size) / MIB) / 10, most }) : "";

/** A file as text; what is no UTF-8 is said to be none. */
export async function textOf(file: File): Promise<string> {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error(`${file.name}: is no text file, so it is no battle, no log and no map`);
  }
}

/** Maps of other programs: which files are one, what of them is sent, and what was answered to their questions. */

/** The largest map file, in MiB; most of one is a picture, which is not sent. */
const LARGEST_MAP = 64;
/** What is left of a map without its picture, in characters. */
const LARGEST_SENT = 7 * 1024 * 1024;
export const MAP_FILES = ".uvtt,.dd2vtt,.df2vtt,.tmx,.tmj,.board,.db,.tsx,.tsj";
const MAP = /\.(uvtt|dd2vtt|df2vtt|tmx|tmj|board|db)$/i;
const TILESET = /\.(tsx|tsj)$/i;

/** A map as it is sent: the name of its file, its text, and the tilesets given with it. */
export type MapText = Required<Pick<Schemas["ImportRequest"], "name" | "map" | "tilesets">> & {
  /** The picture in it, which is not sent with it; missing where there is none. */
  picture?: Blob;
};

/** Whether the data of a JSON file is a map and no battle. */
export function isMapData(data: unknown): boolean {
  if (Array.isArray(data)) return data.some(isMapData);
  if (typeof data !== "object" || data === null || "fireline" in data) return false;
  return "walls" in data || "line_of_sight" in data || "layers" in data || "scenes" in data;
}

/** The text of a map without the picture in it, and that, null where there is none that can be read; anything but JSON stays as it is. */
export function parted(text: string): { map: string; picture: Blob | null } {
  const data = parsed(text);
  if (typeof data !== "object" || data === null || !("image" in data)) return { map: text, picture: null };
  return { map: JSON.stringify({ ...data, image: undefined }), picture: pictureOf(data.image) };
}

/** A picture written as base64, null where it is none. */
export function pictureOf(data: unknown): Blob | null {
  if (typeof data !== "string") return null;
  try {
    return new Blob([Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))]);
  } catch {
    return null;
  }
}

/** The map among files that were opened together, null where there is none. */
export async function mapAmong(files: readonly File[]): Promise<MapText | null> {
  const file = files.find((one) => MAP.test(one.name)) ?? files.find((one) => /\.json$/i.test(one.name));
  if (!file) return null;
  const wrong = tooLarge(file, LARGEST_MAP);
  if (wrong && MAP.test(file.name)) throw new Error(wrong);
  if (wrong) return null;
  const text = await textOf(file);
  if (!MAP.test(file.name) && !isMapData(parsed(text) ?? parsed(text.slice(0, text.indexOf("\n"))))) return null;
  const { map, picture } = parted(text);
  if (map.length > LARGEST_SENT) throw new Error(say("map.tooLarge", { name: file.name }));
  const tilesets: Record<string, string> = {};
  for (const one of files.filter((other) => TILESET.test(other.name))) tilesets[one.name] = await textOf(one);
  return { name: file.name, map, tilesets, ...(picture && picture.size > 0 && { picture }) };
}

/** The data in a text of JSON, null where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export type MapAnswers = Record<string, string>;

const all = () => browser.data<Record<string, MapAnswers>>("map-answers", {});

/** The answers given to earlier maps of a game, of the questions that are asked now. */
export function keptAnswers(game: string, asked: readonly string[]): MapAnswers {
  return Object.fromEntries(Object.entries(all()[game] ?? {}).filter(([key]) => asked.includes(key)));
}

/** Keep answers for the next map; where nothing can be kept they are asked again. */
export const keepAnswers = (game: string, answers: MapAnswers): unknown =>
  browser.keep("map-answers", { ...all(), [game]: { ...all()[game], ...answers } });
