/** What a log says about its dice: the commitment in force, the seeds given, the rolls made. */

import { commitment, type Throw, unhex } from "./proof";

const SEED_LIMIT = 64;

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
  | "throwForm"
  | "face";

/** One roll as it is claimed: where, under which commitment, and with what. */
export interface Roll {
  line: number;
  commit: string;
  roll: number;
  seeds: Record<string, string>;
  throws: Throw[];
}

export class DiceBook {
  commit = "";
  seeds: Record<string, string> = {};
  rolls = 0;
  readonly revealed = new Map<string, Uint8Array<ArrayBuffer>>();
  commits = 0;
  given = 0;

  /** Take the body of the next event; answers the roll in it, if any.  Throws `Unfair`. */
  async take(body: Record<string, any>, line: number): Promise<Roll | null> {
    if (body.reveal !== undefined) await this.#reveal(body.reveal);
    if (body.commit !== undefined) this.#commit(body.commit);
    if (body.client_seed !== undefined) this.#seed(body.client_seed);
    return body.proof === undefined ? null : this.#roll(body.proof, body.throws, line);
  }

  async #reveal(reveal: any): Promise<void> {
    if (!this.commit || reveal?.commit !== this.commit) throw new Unfair("reveal");
    const seed = typeof reveal.seed === "string" ? unhex(reveal.seed) : null;
    if (!seed || (await commitment(seed)) !== this.commit) throw new Unfair("secret");
    this.revealed.set(this.commit, seed);
    this.commit = "";
    this.seeds = {};
    this.rolls = 0;
  }

  #commit(commit: unknown): void {
    if (typeof commit !== "string" || !/^[0-9a-f]{64}$/.test(commit)) throw new Unfair("commitForm");
    if (this.commit) throw new Unfair("commitTwice");
    if (this.revealed.has(commit)) throw new Unfair("commitKnown");
    this.commit = commit;
    this.seeds = {};
    this.rolls = 0;
    this.commits += 1;
  }

  #seed(given: any): void {
    const { seat, seed } = (given ?? {}) as { seat?: unknown; seed?: unknown };
    if (!this.commit) throw new Unfair("noCommit");
    if (this.rolls) throw new Unfair("lateSeed", { seat: String(seat) });
    if (typeof seat !== "string" || typeof seed !== "string") throw new Unfair("seedForm");
    for (const text of [seat, seed]) {
      const length = [...text].length;
      if (length < 1 || length > SEED_LIMIT) throw new Unfair("seedForm");
    }
    if (Object.hasOwn(this.seeds, seat)) throw new Unfair("seedTwice", { seat });
    this.seeds = { ...this.seeds, [seat]: seed };
    this.given += 1;
  }

  #roll(proof: any, throws: unknown, line: number): Roll {
    if (!this.commit || proof?.commit !== this.commit) throw new Unfair("proofCommit");
    if (proof.roll !== this.rolls + 1) throw new Unfair("proofRoll", { roll: String(proof.roll), should: this.rolls + 1 });
    if (!sameSeeds(proof.seeds, this.seeds)) throw new Unfair("proofSeeds");
    if (!Array.isArray(throws) || !throws.length || !throws.every(isThrow)) throw new Unfair("throwForm");
    this.rolls += 1;
    return { line, commit: this.commit, roll: this.rolls, seeds: this.seeds, throws };
  }
}

/** Whether it is a throw that some die can have made. */
export function isThrow(one: any): one is Throw {
  const whole = (value: unknown, least: number, most: number): boolean =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
  if (!one || !whole(one.sides, 1, 2 ** 32)) return false;
  if (one.weights === undefined) return whole(one.face, 0, one.sides - 1);
  if (!Array.isArray(one.weights) || !one.weights.every((weight: unknown) => whole(weight, 1, 2 ** 32))) return false;
  const sum = (one.weights as number[]).reduce((all, weight) => all + weight, 0);
  return sum === one.sides && whole(one.face, 0, one.weights.length - 1);
}

function sameSeeds(told: any, ours: Record<string, string>): boolean {
  if (!told || typeof told !== "object") return false;
  const seats = Object.keys(told as object);
  return seats.length === Object.keys(ours).length && seats.every((seat) => Object.hasOwn(ours, seat) && told[seat] === ours[seat]);
}
