import type { Key } from "../words/en";

/** What is wrong with a log: the last word of a key of the page's words. */
export type Why = Key extends infer One ? (One extends `verify.why.${infer Last}` ? Last : never) : never;

/** A log that could not have been fair, or was changed: why, with the blanks of its sentence. */
export class Unfair extends Error {
  constructor(
    readonly why: Why,
    readonly values: Record<string, string | number> = {},
  ) {
    super(why);
  }
}
