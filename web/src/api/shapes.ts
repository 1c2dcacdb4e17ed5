import type { components } from "../../generated/api";
import type { Schema } from "../edit/schema";

/** Answers of the engine as `--json` and the server give them. A chance is an exact fraction as text: "11/36". */
export type Fraction = string;
export type Battle = Record<string, unknown> & { fireline: number; ruleset: string };
export type Details = Record<string, unknown>;
export type Shot = { shooter: string; target: string } & Details;
export type CommandData = Record<string, unknown> & { command: string };

export interface Refusal {
  rule: string;
  message: string;
}

export interface Modifier {
  rule: string;
  name: string;
  value: number;
  applies: boolean;
  because?: string;
}

export interface Step {
  rule: string;
  text: string;
}

export interface Sight {
  clear: boolean;
  blockers: string[];
  text: string;
}

/** The one chance asked for first; `of` is the marginal that it is read from. */
export interface Headline {
  name: string;
  p: Fraction;
  of?: string;
}

export interface OddsData {
  headline: Headline;
  /** In words, which answers of other players the numbers stand on. */
  answers?: string;
  /** Whether there are any. */
  has_answers?: boolean;
  /** For values of marginals, the least and the greatest chance that other lawful answers reach. */
  bounds?: Record<string, Record<string, [Fraction, Fraction]>>;
  /** Each answer that may be given before the dice fall, with the headline that it makes. */
  ways?: (Headline & { answer: string })[];
  outcomes: (Record<string, unknown> & { p: Fraction })[];
  marginals: Record<string, Record<string, Fraction>>;
}

export interface Answer {
  ruleset: string;
  shot: Shot;
  title?: string;
  sum_name?: string;
  caveat?: string;
  legal: boolean;
  /** Which rule lets a legal target be chosen, where the game asks for a reason. */
  allowed?: Step;
  refusals: Refusal[];
  line_of_sight: Sight | null;
  cover: boolean | null;
  modifiers: Modifier[];
  summary: Record<string, unknown>;
  steps: Step[];
  odds: OddsData | null;
}

export interface Targets {
  ruleset: string;
  shooter: string;
  targets: Answer[];
}

export interface Named {
  id: string;
  title: string;
  side: string | null;
}

/** What a move by hand may set of a unit: one of the words allowed, a number from least to most, or yes and no. */
export interface Mark {
  name: string;
  value: boolean | number | string;
  allowed: string[];
  least: number | null;
  most: number | null;
}

export interface Unit extends Named {
  place?: unknown;
  marks?: Mark[];
}

/** An exact average, and what of. */
export interface Expected {
  of: string;
  mean: Fraction;
}

/** How answers are given that players owe: in the customary way, or as is best or worst for who owes them. */
export const ANSWERS = ["customary", "best", "worst"] as const;
export type Answers = (typeof ANSWERS)[number];

/** One die as it fell: what it is called, how many sides it has, what it shows. */
export interface Face {
  die: string;
  sides: number;
  face: string;
}

export interface Choice {
  n: number;
  text: string;
  command: CommandData;
  odds?: (Headline & { expected?: Expected | null }) | null;
  /** What an answer that is owed comes to for the side that owes it. */
  cost?: string | null;
}

/** A detail of a shot that is asked for at the table. */
export interface Question {
  name: string;
  question: string;
  /** The JSON Schema of its answer, {} where that is open. */
  form: Schema;
}

export interface Reading {
  battle: Battle;
  title: string;
  ruleset: string;
  shooters: Named[];
  units: Unit[];
  sides: string[];
  /** The sides that have somebody in play. */
  in_play: string[];
  turn: Record<string, unknown>;
  over: boolean;
  questions: Question[];
  to_decide: string | null;
  commands: Choice[];
  /** What places are told in, and how one is written; null where the game has none. */
  places: string | null;
  place_hint: string | null;
  /** The entry of a ruling's summary that says how far away the target is; null where the game has none. */
  distance: string | null;
  /** How each side looks: 0 blue, 1 vermillion, 2 neither. */
  looks: Record<string, number>;
  /** Whether there is a scene in three dimensions. */
  solid: boolean;
  teams: string[];
  hidden: boolean;
  /** What is odd in the battle and allowed all the same. */
  warnings: string[];
}

export interface Played {
  command: CommandData;
  events: Record<string, unknown>[];
  story: string[];
  /** What it came to, in a sentence of the story. */
  outcome: string;
  /** Every unit that the command or its events name. */
  units: string[];
  seed?: number | null;
  /** How many dice fell, or cards were drawn. */
  thrown: number;
  faces: (number | string)[] | null;
  throws: { die: string; sides: number; face: number }[] | null;
  battle: Battle;
  to_decide: string | null;
  commands: Choice[];
}

export interface Rule {
  id: string;
  says: string;
  source: string;
  reading: string;
}

export interface RulesetBook {
  id: string;
  name: string;
  rules: Rule[];
  questions?: Question[];
  versions: { id: string; title: string; edition: string }[];
  editing: Editing | null;
}

/** What the game says for an editor: its lists with palettes and forms, its ground, how units are turned. */
export type Editing = components["schemas"]["EditingForms"];
export type PieceList = components["schemas"]["PieceListLine"];
export type PieceLine = components["schemas"]["PieceLine"];
export type BrushLine = components["schemas"]["BrushLine"];
export type Ground = components["schemas"]["GroundLine"];
export type FieldFacts = components["schemas"]["FieldLine"];
export type Ready = components["schemas"]["ReadyLine"];

export type Example = components["schemas"]["ExampleLine"];

/** A battle made of a map, what its file leaves open with the answers taken, and what of it is not used. */
export type Imported = components["schemas"]["ImportAnswer"] & { battle: Battle };
