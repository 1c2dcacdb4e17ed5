/** The first shot of a game, walked through once: how far it is, and whether it has been shown. */
import { browser } from "./storage";

export const STEPS = ["shooter", "target", "shoot", "done"] as const;
export type GuideStep = (typeof STEPS)[number];

export interface Situation {
  shooter: boolean;
  target: boolean;
  /** A shot has been taken. */
  done: boolean;
}

/** Where the walk stands. */
export function stepOf({ shooter, target, done }: Situation): GuideStep {
  if (done) return "done";
  if (!shooter) return "shooter";
  return target ? "shoot" : "target";
}

const LIST = "guided";

function shown(): string[] {
  return (browser.kept(LIST) ?? "").split(" ").filter(Boolean);
}

/** A game without its edition: who knows one edition knows the others. */
const family = (ruleset: string): string => ruleset.split("@")[0] ?? ruleset;

/** Whether the walk through this game has been shown or skipped. */
export const isGuided = (ruleset: string): boolean => shown().includes(family(ruleset));

/** Remember that it has. */
export function guided(ruleset: string): void {
  if (!isGuided(ruleset)) browser.keep(LIST, [...shown(), family(ruleset)].join(" "));
}
