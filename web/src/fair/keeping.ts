/** What a seat keeps in this browser for its dice: its secret, how far the game went, what it showed, a signed head. */

import type { Keeping } from "../play/storage";
import { freshId } from "../tables/api";

export interface Kept {
  /** The last event that was heard, and its hash. */
  seq: number;
  hash: string;
  /** The last roll that a value was shown for, and for what. */
  roll: number;
  context: string;
  note: string;
}

const SECRET = /^[0-9a-f]{64}$/;

/** One seat's drawer. A browser may refuse to keep anything; then it lasts as long as the page. */
export class Drawer {
  readonly secret: string;
  kept: Kept = { seq: 0, hash: "", roll: 0, context: "", note: "" };
  readonly #name: string;

  /** `given` is a secret that came with the seat's link from another device. */
  constructor(
    table: string,
    seat: string,
    given: string | null,
    private readonly place: Keeping,
  ) {
    this.#name = `dice.${table}.${seat}`;
    const known = given ?? place.kept(`${this.#name}.secret`);
    this.secret = known && SECRET.test(known) ? known : freshId() + freshId();
    place.keep(`${this.#name}.secret`, this.secret);
    Object.assign(this.kept, place.data(`${this.#name}.kept`, {}));
  }

  keep(change: Partial<Kept>): void {
    this.kept = { ...this.kept, ...change };
    this.place.keep(`${this.#name}.kept`, this.kept);
  }
}
