/** Where a battle is played: alone in this browser, or at a table of a server. Whatever differs between the two stands here. */
import type { Answer, Answers, Battle, CommandData, Luck, Reading, Schemas, Shot, Targets } from "../api/shapes";
import type { Entry } from "../replay/entries";
import type { Session } from "../tables/session.svelte";
import type { Underlay } from "../under/under";
import type { Alone } from "./alone.svelte";
import type { Step } from "./game";

/** The battle as it stands, and what a reader sees in it. */
export interface Standing {
  battle: Battle;
  reading: Reading;
}

/** What whoever sits here may do. */
export interface Rights {
  /** Whether commands may be given; else one only looks. */
  plays: boolean;
  /** Whether every side is theirs. */
  all: boolean;
  sides: readonly string[];
  /** Whether the battle may be changed by hand, as a game master does. */
  edits: boolean;
}

/** What goes along with a command. */
export interface Along {
  /** What the command is called in the log. */
  title?: string;
  /** Faces of real dice. */
  faces?: (string | number)[] | undefined;
  seed?: unknown;
  /** Who is chosen: who shoots, and at whom. */
  chosen?: readonly string[];
  /** Why it is done, where it is outside the rules. */
  reason?: string;
}

/** A step that was taken back or brought back. */
export type Taken = Pick<Step, "kind" | "title" | "dice" | "chosen">;

/** Why a table did not do what was said. */
export class Refusal extends Error {
  constructor(
    readonly why: Schemas["NackMessage"]["why"] | "lost",
    message: string,
  ) {
    super(message);
  }
}

/** Every method throws what is wrong with what it was asked for. */
export interface Transport {
  readonly id: string;
  /** The game of this browser, or the seat at a table: what only one of them can do. */
  readonly own: Alone | null;
  readonly table: Session | null;

  readonly standing: Standing | null;
  readonly name: string;
  /** What the scenario says of itself, "" where it says nothing. */
  readonly about: string;
  readonly log: readonly Entry[];
  readonly rights: Rights;
  /** Whether the game has been ended: nobody is to act any more. */
  readonly ended: boolean;
  /** Whether something that was said is on its way. */
  readonly busy: boolean;
  /** Why the battle could not be read, null where it could. */
  readonly unread: unknown;

  /** Carry out a command; answers the throw that it waits for, where real dice are thrown. */
  send(command: CommandData | string, along: Along): Promise<Schemas["NextThrow"] | null>;
  /** Another battle in place of this one, as one step; `merged` makes it part of the last one. */
  become(after: Battle, title: string, merged: boolean, chosen: readonly string[]): Promise<void>;
  undo(reason: string): Promise<Taken | undefined>;
  redo(): Promise<Taken | undefined>;
  /** Ask anew for what stands. */
  refresh(): Promise<void>;

  /** The battle after an entry, and what lay underneath then; of the last one without a number. */
  at(seq: number): Promise<Battle>;
  pictureAt(seq: number | null): Underlay | null;
  odds(shot: Shot, signal: AbortSignal, answers: Answers): Promise<Answer>;
  targets(shooter: string, signal: AbortSignal, answers: Answers, only?: string[]): Promise<Targets>;
  luck(signal: AbortSignal): Promise<Luck>;
}
