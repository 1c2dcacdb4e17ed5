/** What a seat keeps in this browser for its dice: its secret, how far the game went, what it showed, a signed head. */

import { freshId } from "../tables/messages";

type Place = Pick<Storage, "getItem" | "setItem">;

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
    private readonly place: Place,
  ) {
    this.#name = `fireline.dice.${table}.${seat}`;
    const known = given ?? this.#read("secret");
    this.secret = known && SECRET.test(known) ? known : freshId() + freshId();
    this.#write("secret", this.secret);
    try {
      Object.assign(this.kept, JSON.parse(this.#read("kept") ?? "{}"));
    } catch {
      // Somebody else wrote there; we begin anew.
    }
  }

  keep(change: Partial<Kept>): void {
    this.kept = { ...this.kept, ...change };
    this.#write("kept", JSON.stringify(this.kept));
  }

  #read(what: string): string | null {
    try {
      return this.place.getItem(`${this.#name}.${what}`);
    } catch {
      return null;
    }
  }

  #write(what: string, text: string): void {
    try {
      this.place.setItem(`${this.#name}.${what}`, text);
    } catch {
      // as above
    }
  }
}
