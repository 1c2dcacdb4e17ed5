/** Questions to the analysis routes. */

import { given, post } from "../api/client";
import type { Answer, Answers, Battle, Fraction, Shot } from "../api/shapes";
import { resultOf } from "./lines";

/** One thing in which two rulings differ. */
export interface Cause {
  rules: string[];
  what: string;
  before: string;
  after: string;
  /** Whether it changes this shot, alone or on top of all else. */
  matters: boolean;
}

export interface Compared {
  columns: (Answer & { label: string })[];
  differences: {
    label: string;
    headline: Fraction | null;
    marginals: Record<string, Record<string, Fraction>>;
    causes: Cause[];
  }[];
  /** Columns that could not be asked, and what is wrong with each. */
  problems: Record<string, string>;
}

export interface Column {
  label?: string;
  changes: Record<string, unknown>;
}

export async function compare(battle: Battle, shot: Shot, columns: Column[], signal?: AbortSignal, answers?: Answers): Promise<Compared> {
  return (await (await post("/compare", { battle, shot, columns, ...given(answers) }, signal)).json()) as Compared;
}

/** A place of a threat map that is still being worked out. */
export interface ThreatGlimpse {
  place: string;
  p: Fraction;
  stands: boolean;
}

/** One place of a threat map: the exact chance there, whether the unit can stand there, and every reason. */
export interface ThreatCell extends ThreatGlimpse {
  why: string[];
}

export interface Threat {
  ruleset: string;
  unit: string;
  shooters: string[];
  what: string;
  here: string;
  /** In words, what the numbers stand on. */
  stands_on: string;
  cells: ThreatCell[];
  svg: string;
}

export interface ThreatAsk {
  battle: Battle;
  unit: string;
  /** Danger for the unit, or its own reach at one enemy. */
  direction?: "against" | "by";
  target?: string;
  /** Of these alone, in their order; all its enemies where there are none. */
  shooters?: string[];
  at_least?: number;
  answers?: Answers;
}

/** A threat map; long, so it tells its progress and the places found since, and the signal calls it off. */
export async function threat(ask: ThreatAsk, progress: (share: number, found: ThreatGlimpse[]) => void, signal: AbortSignal): Promise<Threat> {
  return resultOf<Threat>(await post("/threat", ask, signal), (share, { cells = [] }) => progress(share, cells as ThreatGlimpse[]));
}

/** One count of one player over a game: what it came to, what was to be expected, and how lucky that is. */
export interface Tally {
  who: string;
  kind: string;
  rolls: number;
  count: number;
  expected: Fraction;
  fewer: Fraction;
  same: Fraction;
  percentile: Fraction;
}

/** Everybody's luck in a game as this browser keeps it: where it began, and the steps that stand. */
export async function luck(battle: Battle, steps: unknown[], signal?: AbortSignal): Promise<Luck> {
  return (await (await post("/luck", { battle, steps }, signal)).json()) as Luck;
}

export interface Luck {
  tallies: Tally[];
  dice: { who: string; die: string; thrown: number; faces: { face: string; count: number; expected: Fraction }[] }[];
  uncounted: string[];
  left_out: number;
}

/** What one line or option is worth: the headline with it less that without it, in exact fractions. */
export interface WorthLine {
  rule: string;
  name: string;
  value: unknown;
  headline: Fraction | null;
  changes: boolean;
  without: { legal: boolean; headline: Fraction | null };
}

export interface Worth {
  ruleset: string;
  legal: boolean;
  headline: { name: string; p: Fraction } | null;
  lines: WorthLine[];
  options: WorthLine[];
  forbidden: { rule: string; messages: string[]; headline: Fraction | null }[];
  unforbidden: Fraction | null;
  remedies: { kind: string; text: string; shot: Shot; headline: Fraction; gain: Fraction }[];
}

export async function worth(battle: Battle, shot: Shot, signal?: AbortSignal, answers?: Answers): Promise<Worth> {
  return (await (await post("/worth", { battle, shot, ...given(answers) }, signal)).json()) as Worth;
}
