import { say } from "../words/words.svelte";

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
