/** Answers to the questions of maps, kept in this browser by game, so that each is asked once. */
import { browser } from "../play/storage";

export type MapAnswers = Record<string, string>;

const all = () => browser.data<Record<string, MapAnswers>>("map-answers", {});

/** The answers given to earlier maps of a game, of the questions that are asked now. */
export function keptAnswers(game: string, asked: readonly string[]): MapAnswers {
  return Object.fromEntries(Object.entries(all()[game] ?? {}).filter(([key]) => asked.includes(key)));
}

/** Keep answers for the next map; where nothing can be kept they are asked again. */
export const keepAnswers = (game: string, answers: MapAnswers): unknown =>
  browser.keep("map-answers", { ...all(), [game]: { ...all()[game], ...answers } });
