import type { components } from "../../generated/api";

/** What the server takes and answers, as it describes it itself. */
export type Schemas = components["schemas"];

/** A chance is an exact fraction as text: "11/36". */
export type Fraction = string;
export type Battle = Schemas["BattleData"];
export type Details = Record<string, unknown>;
export type Shot = Schemas["ShotData"];
export type CommandData = Schemas["CommandData"];
/** One change of a battle: to whom, and where or what to. */
export type Edit = Schemas["EditEntry"];

export type OddsData = Schemas["OddsData"];
export type Answer = Schemas["OddsAnswer"];
export type Targets = Schemas["TargetsAnswer"];

export type Unit = Schemas["UnitLine"];
export type Choice = Schemas["CommandLine"];
export type Verb = Schemas["VerbLine"];
export type Parameter = Schemas["ParameterLine"];

/** How answers are given that players owe: in the customary way, or as is best or worst for who owes them. */
export const ANSWERS = ["customary", "best", "worst"] as const satisfies readonly Schemas["ShootRequest"]["answers"][];
export type Answers = (typeof ANSWERS)[number];

/** One die as it fell: what it is called, how many sides it has, what it shows. */
export interface Face {
  die: string;
  sides: number;
  face: string;
}

export type Reading = Schemas["ReadAnswer"];

export type Rule = Schemas["Rule"];
export type RulesetBook = Schemas["RulebookAnswer"];

/** What the game says for an editor: its lists with palettes and forms, its ground, how units are turned. */
export type Editing = Schemas["EditingForms"];
export type PieceList = Schemas["PieceListLine"];
export type PieceLine = Schemas["PieceLine"];
export type BrushLine = Schemas["BrushLine"];
export type Ground = Schemas["GroundLine"];

export type Example = Schemas["ExampleLine"];

export type Threat = Schemas["ThreatAnswer"];
export type Luck = Schemas["LuckReport"];
