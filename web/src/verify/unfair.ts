/** A log that could not have been fair, or was changed: why, as a key of the page's words with its blanks. */
export class Unfair extends Error {
  constructor(
    readonly why: Why,
    readonly values: Record<string, string | number> = {},
  ) {
    super(why);
  }
}

export type Why =
  | "json"
  | "header"
  | "seq"
  | "prev"
  | "hash"
  | "short"
  | "head"
  | "note"
  | "kept"
  | "noCommit"
  | "commitTwice"
  | "commitKnown"
  | "commitForm"
  | "reveal"
  | "secret"
  | "lateSeed"
  | "seedTwice"
  | "seedForm"
  | "proofCommit"
  | "proofRoll"
  | "proofSeeds"
  | "mixed"
  | "throwForm"
  | "face";
