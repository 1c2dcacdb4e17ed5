/** Questions to the analysis routes. */

import { given, post } from "../api/client";
import type { Answers, Battle, Schemas, Shot } from "../api/shapes";
import { resultOf } from "./lines";

export type Cause = Schemas["Cause"];
export type Compared = Schemas["Comparison"];
export type Column = Schemas["ColumnAsked"];

export async function compare(battle: Battle, shot: Shot, columns: Column[], signal?: AbortSignal, answers?: Answers): Promise<Compared> {
  return (await (await post("/compare", { battle, shot, columns, ...given(answers) }, signal)).json()) as Compared;
}

export type ThreatGlimpse = Schemas["ThreatGlimpse"];
export type ThreatCell = Schemas["ThreatCell"];
export type Threat = Schemas["ThreatAnswer"];
export type ThreatAsk = Schemas["ThreatRequest"];

/** A threat map; long, so it tells its progress and the places found since, and the signal calls it off. */
export async function threat(ask: ThreatAsk, progress: (share: number, found: ThreatGlimpse[]) => void, signal: AbortSignal): Promise<Threat> {
  return resultOf<Threat>(await post("/threat", ask, signal), (share, { cells = [] }) => progress(share, cells as ThreatGlimpse[]));
}

export type Tally = Schemas["LuckTally"];
export type Luck = Schemas["LuckReport"];

/** Everybody's luck in a game as this browser keeps it: where it began, and the steps that stand. */
export async function luck(battle: Battle, steps: unknown[], signal?: AbortSignal): Promise<Luck> {
  return (await (await post("/luck", { battle, steps }, signal)).json()) as Luck;
}

export type WorthLine = Schemas["LineWorth"];
export type Worth = Schemas["WorthReport"];

export async function worth(battle: Battle, shot: Shot, signal?: AbortSignal, answers?: Answers): Promise<Worth> {
  return (await (await post("/worth", { battle, shot, ...given(answers) }, signal)).json()) as Worth;
}
