/** Who was chosen to shoot at whom, kept for as long as the tab is open: whoever reads a rule finds it on coming back. */
import { tab } from "./storage";

export interface Pair {
  shooter: string;
  target: string;
}

const NOBODY: Pair = { shooter: "", target: "" };

export const keepPair = (game: string, chosen: Pair): unknown =>
  chosen.shooter ? tab.keep(`chosen.${game}`, chosen) : tab.forget(`chosen.${game}`);

/** The pair that was kept for a game; nobody where there is none. */
export const keptPair = (game: string): Pair =>
  tab.data(`chosen.${game}`, NOBODY, ({ shooter, target }) => typeof shooter === "string" && typeof target === "string");
