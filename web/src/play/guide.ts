/** The first shot of a game, walked through once: whether that has been shown. */
import { family } from "../start/examples";
import { browser } from "./storage";

const LIST = "guided";

function shown(): string[] {
  return (browser.kept(LIST) ?? "").split(" ").filter(Boolean);
}

/** Whether the walk through this game has been shown or skipped: who knows one edition knows the others. */
export const isGuided = (ruleset: string): boolean => shown().includes(family(ruleset));

/** Remember that it has. */
export function guided(ruleset: string): void {
  if (!isGuided(ruleset)) browser.keep(LIST, [...shown(), family(ruleset)].join(" "));
}
