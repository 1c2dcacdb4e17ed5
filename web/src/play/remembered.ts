/** What this browser remembers of whoever plays: the games that were explained, and who was chosen to shoot at whom. */
import { family } from "../start/examples";
import { browser, tab } from "./storage";

const GUIDED = "guided";

function shown(): string[] {
  return (browser.kept(GUIDED) ?? "").split(" ").filter(Boolean);
}

/** Whether the walk through this game has been shown or skipped: who knows one edition knows the others. */
export const isGuided = (ruleset: string): boolean => shown().includes(family(ruleset));

/** Remember that it has. */
export function guided(ruleset: string): void {
  if (!isGuided(ruleset)) browser.keep(GUIDED, [...shown(), family(ruleset)].join(" "));
}

export interface Pair {
  shooter: string;
  target: string;
}

const NOBODY: Pair = { shooter: "", target: "" };

export const keepPair = (game: string, chosen: Pair): unknown =>
  chosen.shooter ? tab.keep(`chosen.${game}`, chosen) : tab.forget(`chosen.${game}`);

/** The pair that was kept for a game, as long as the tab is open: whoever reads a rule finds it on coming back; nobody where there is none. */
export const keptPair = (game: string): Pair =>
  tab.data(`chosen.${game}`, NOBODY, ({ shooter, target }) => typeof shooter === "string" && typeof target === "string");
