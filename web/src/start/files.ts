/** The largest battle file, in bytes. */
export const LARGEST = 1024 * 1024;

/** The largest log of a game, in bytes; most of a large one is the picture in it, which is not sent along. */
export const LARGEST_GAME = 24 * 1024 * 1024;

/** A file as text; what is no UTF-8 is said to be none. */
export async function textOf(file: File): Promise<string> {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error(`${file.name}: is no text file, so it is no battle, no log and no map`);
  }
}
