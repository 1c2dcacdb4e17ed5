/** What a log says about its dice: the commitment in force, the seeds given, the rolls made. */

import { type Declared, Mixing } from "./mixing";
import { commitment, message, type Throw, unhex, Words } from "./proof";
import { Unfair } from "./unfair";
import { commitmentTo, ownValue, SERVER, streamOf } from "./values";

const SEED_LIMIT = 64;

/** One roll as it is claimed: where, under which commitment, and with what. */
export interface Roll {
  line: number;
  commit: string;
  /** The seats that mixed a fresh value into it; none where it rests on the server's word. */
  seats: string[];
  throws: Throw[];
  /** The words that its faces are made from, if what is secret of them is known.  Throws `Unfair`. */
  words(secret: Uint8Array | undefined): Words | null;
}

export class DiceBook {
  commit = "";
  seeds: Record<string, string> = {};
  rolls = 0;
  readonly revealed = new Map<string, Uint8Array>();
  readonly mixing: Mixing;
  commits = 0;
  given = 0;
  /** How often a roll was given up because a seat was silent. */
  repeated = 0;
  #kept = new Set<string>();

  /** Of a `whole` log, whatever the dice are made of is named again by what makes it known; older logs say less. */
  constructor(
    private readonly table: string,
    private readonly whole = false,
  ) {
    this.mixing = new Mixing(table);
  }

  /** Take the next event; answers the roll in it, if any.  Throws `Unfair`. */
  take(kind: unknown, body: Record<string, any>, line: number): Roll | null {
    const seeds = this.seeds;
    if (this.whole) this.#names(kind, body);
    if (this.mixing.declared && (body.reveal !== undefined || body.commit !== undefined)) throw new Unfair("mixed", { at: "reveal" });
    if (body.reveal !== undefined) this.#reveal(body.reveal);
    if (body.seeds !== undefined && !sameSeeds(body.seeds, seeds)) throw new Unfair("proofSeeds");
    if (body.commit !== undefined) this.#commit(body.commit, body.seeds === undefined ? {} : seeds);
    if (body.client_seed !== undefined) this.#seed(body.client_seed);
    const { declared, values, context } = this.mixing;
    this.mixing.take(body);
    if (body.declared !== undefined && this.mixing.declared?.commit !== this.commit) throw new Unfair("mixed", { at: "declared.commit" });
    this.repeated += Number(body.without !== undefined);
    if (body.rolled !== undefined && declared) return this.#mixed(declared, values, context, body, line);
    return body.proof === undefined ? null : this.#roll(body.proof, body.throws, line);
  }

  #reveal(reveal: any): void {
    if (!this.commit || reveal?.commit !== this.commit) throw new Unfair("reveal");
    const seed = typeof reveal.seed === "string" ? unhex(reveal.seed) : null;
    if (!seed || commitment(seed) !== this.commit) throw new Unfair("secret");
    this.revealed.set(this.commit, seed);
    this.commit = "";
    this.seeds = {};
    this.rolls = 0;
  }

  /** Whether an event names what such an event has to name, and nothing that there is not. */
  #names(kind: unknown, body: Record<string, any>): void {
    const { standing } = this.mixing;
    const must = (at: string, named: boolean, told: unknown): void => {
      if (named !== (told !== undefined)) throw new Unfair("mixed", { at });
    };
    if (kind === "reveal" || kind === "rotate_dice") {
      must("reveal", this.commit !== "", body.reveal);
      must("seeds", this.commit !== "" && Object.keys(this.seeds).length > 0, body.seeds);
    }
    if (kind === "reveal") must("next", Object.keys(standing).length > 0, body.next);
    if (kind === "dice_joined") must("instead", Object.hasOwn(standing, String(body.joined?.seat)), body.instead);
    if (kind === "dice_away") must("gave", true, body.gave);
    if (body.rolled !== undefined) must("rolled.next", true, body.rolled.next);
  }

  #commit(commit: unknown, kept: Record<string, string>): void {
    if (typeof commit !== "string" || !/^[0-9a-f]{64}$/.test(commit)) throw new Unfair("commitForm");
    if (this.commit) throw new Unfair("commitTwice");
    if (this.revealed.has(commit)) throw new Unfair("commitKnown");
    this.commit = commit;
    this.seeds = kept;
    this.#kept = new Set(Object.keys(this.seeds));
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
    if (Object.hasOwn(this.seeds, seat) && !this.#kept.delete(seat)) throw new Unfair("seedTwice", { seat });
    this.seeds = { ...this.seeds, [seat]: seed };
    this.given += 1;
  }

  #mixed(declared: Declared, values: Record<string, string>, context: string, body: Record<string, any>, line: number): Roll {
    if (!Array.isArray(body.throws) || !body.throws.every(isThrow)) throw new Unfair("throwForm");
    const words = (secret: Uint8Array | undefined): Words | null => {
      const told = body.rolled.value as string | undefined;
      const made = secret ? ownValue(secret, this.table, declared.roll) : told;
      if (made === undefined) return null;
      const fits = commitmentTo(this.table, declared.roll, SERVER, made) === declared.server;
      if (!fits || (told !== undefined && told !== made)) throw new Unfair("mixed", { at: "rolled.value" });
      return streamOf(context, values, made);
    };
    return { line, commit: declared.commit, seats: Object.keys(declared.seats).sort(), throws: body.throws, words };
  }

  #roll(proof: any, throws: unknown, line: number): Roll {
    if (!this.commit || proof?.commit !== this.commit) throw new Unfair("proofCommit");
    if (proof.roll !== this.rolls + 1) throw new Unfair("proofRoll", { roll: String(proof.roll), should: this.rolls + 1 });
    if (!sameSeeds(proof.seeds, this.seeds)) throw new Unfair("proofSeeds");
    if (!Array.isArray(throws) || !throws.length || !throws.every(isThrow)) throw new Unfair("throwForm");
    this.rolls += 1;
    const said = message(this.table, this.rolls, this.seeds);
    return { line, commit: this.commit, seats: [], throws, words: (secret) => secret ? new Words(secret, said) : null };
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
