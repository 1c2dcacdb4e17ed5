/** A game out of a file: a log of Fireline, a game of the page, or what a table was exported as; checked by the server. */
import { ask, bringPicture } from "../api/client";
import type { Battle, Schemas } from "../api/shapes";
import { facesOf } from "../dice/shape";
import { offline } from "../offline/mode";
import { underlayOf, type Game, type Said, type Step } from "../play/game";
import { say } from "../words/words.svelte";
import { isUnderlay, type Underlay } from "../under/under";
import { parsed, pictureOf } from "./files";

const FIRST = /^\s*\{"?[^\n]*"fireline_(log|game|table)"/;

/** Whether a text is that of a game and not of a battle. */
export const isGame = (text: string): boolean => FIRST.test(text);

/** A file without the picture underneath, which stands in its first line, and that; throws where it is none that can be read. */
export function parted(text: string, name: string): { file: string; underlay?: Underlay; picture?: Blob } {
  const [first = ""] = text.split("\n", 1);
  const { underlay, picture, ...head } = (parsed(first) ?? {}) as Record<string, unknown>;
  if (underlay === undefined && picture === undefined) return { file: text };
  const found = pictureOf(picture);
  if (!found || !isUnderlay(underlay)) throw new Error(`${name}: line 1: the picture underneath cannot be read`);
  return { file: JSON.stringify(head) + text.slice(first.length), underlay, picture: found };
}

/** A game out of a file's text; throws what is wrong with it. A picture in it is brought anew, so it is only what it shows. */
export async function gameFrom(text: string, name: string, id: string): Promise<Game> {
  const { file, underlay, picture } = parted(text, name);
  const found = await ask("/recall", { file, name });
  const title = typeof found.battle["name"] === "string" ? found.battle["name"] : name;
  const laid = picture && underlay && (offline ? { about: say("offline.noPicture") } : { underlay: { ...underlay, file: (await bringPicture(picture)).file } });
  return { id, title, start: found.battle, steps: found.steps.map(stepOf), changed: Date.now(), ...(laid || {}) };
}

function stepOf({ battle: after, command, events, faces, story, outcome, units }: Schemas["RecalledAnswer"]["steps"][number], n: number): Step {
  const kept = { seq: n + 1, standing: "applied" as const, after };
  if (!command) return { ...kept, kind: "edit", title: "", lines: [], dice: false };
  const said: Said = { command, events, faces };
  const kind = command.command === "Shoot" ? "shot" : "command";
  return { ...kept, kind, title: command.command, lines: story, outcome, units, faces: facesOf([], faces), dice: faces.length > 0, said };
}

/**
 * A game as a file: as a log that every part of Fireline reads, or with battles changed by hand, which the page reads.
 * The picture underneath, as it lies now, goes along in its first line; where the server has it no more, the game goes
 * alone, and `lacks` says so.
 */
export async function fileOf(game: Game, steps: (Said | { battle: Battle })[]): Promise<{ text: string; lacks: boolean }> {
  const underlay = underlayOf(game);
  const told = (beside: object) => ask("/recall", { battle: game.start, steps, ...beside });
  const { log, picture } = underlay ? await told({ underlay }).catch(() => told({})) : await told({});
  const lacks = Boolean(underlay) && !picture;
  if (log !== null) return { text: log, lacks };
  const head = { fireline_game: 1, battle: game.start, ...(picture && { underlay, picture }) };
  const text = [head, ...steps].map((row) => `${JSON.stringify(row)}\n`).join("");
  return { text, lacks };
}
