/** Answers to the questions of maps, kept in this browser by game, so that each is asked once. */

export type MapAnswers = Record<string, string>;

const KEY = "fireline.map-answers";

function all(): Record<string, MapAnswers> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Record<string, MapAnswers>) : {};
  } catch {
    return {};
  }
}

/** The answers given to earlier maps of a game, of the questions that are asked now. */
export function keptAnswers(game: string, asked: readonly string[]): MapAnswers {
  const kept = all()[game] ?? {};
  return Object.fromEntries(Object.entries(kept).filter(([key]) => asked.includes(key)));
}

/** Keep answers for the next map; where nothing can be kept they are asked again. */
export function keepAnswers(game: string, answers: MapAnswers): void {
  const kept = all();
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept, [game]: { ...kept[game], ...answers } }));
  } catch {
    // a full or forbidden storage only means that the next map asks again
  }
}
