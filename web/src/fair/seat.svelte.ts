/** What the page of a seat does about the dice: takes part, checks every event, shows each value once and for one roll. */

import type { Schemas } from "../api/shapes";
import type { TableEvent } from "../tables/api";
import { canonical, commitmentTo, face, ownValue, sha256, streamOf, type Throw } from "./hashes";
import type { Drawer } from "./keeping";
import { type Declared, Mixing, Unfair } from "./mixing";
import { type Head, readNote } from "./notes";

export type DiceWord = Pick<Schemas["SayDiceValue"], "kind" | "body">;

/** What an honest player has to see. */
export interface Trouble {
  what: "without" | "device" | "faces" | "fork" | "key" | "other" | "back";
  roll: number;
  seq: number;
}

export class SeatDice {
  readonly mixing: Mixing;
  trouble = $state.raw<readonly Trouble[]>([]);
  /** Nothing is shown any more: the log is not the one that was told before. */
  fork = false;
  takingPart = false;
  #hashes = [""];
  #whole = true;
  #strict = false;
  #told = 0;
  #key = "";
  /** Heads of others that go further than what was heard so far, and sealed ones of one's own by their event. */
  #others = new Map<string, Head>();
  #sealed = new Map<number, string>();

  constructor(
    private readonly table: string,
    private readonly seat: string,
    private readonly drawer: Drawer,
  ) {
    this.mixing = new Mixing(table);
  }

  /** The last event that was heard. */
  get heard(): number {
    return this.#hashes.length - 1;
  }

  /** Whether the values of this seat come from another device, with another secret. */
  get elsewhere(): boolean {
    const { roll, standing } = this.mixing;
    return standing[this.seat] !== undefined && standing[this.seat] !== this.#commit(roll);
  }

  /** What a command for which dice are thrown names of them. */
  expected(): { roll: number; seats: string[] } {
    return { roll: this.mixing.roll, seats: Object.keys(this.mixing.standing) };
  }

  /** Take in the next event. */
  hear(event: TableEvent): void {
    const { declared, values, context } = this.mixing;
    this.#strict ||= event.body.joined !== undefined;
    this.#chain(event);
    this.#compare();
    try {
      this.mixing.take(event.body);
    } catch (wrong) {
      if (!(wrong instanceof Unfair)) throw wrong;
      this.#forked(event.seq);
    }
    const { rolled, throws } = event.body;
    if (rolled?.value === undefined || !declared || this.fork) return;
    const words = streamOf(context, values, String(rolled.value));
    const fits = (throws as Throw[]).every((one) => face(words, one) === one.face);
    if (!fits) this.#troubled("faces", declared.roll);
  }

  /** What is to be said, now that everything has been heard: this seat's value, or that it takes part. */
  toSay(): DiceWord[] {
    if (!this.fork && this.heard < this.drawer.kept.seq) this.#forked(this.heard);
    if (this.fork || !this.takingPart) return [];
    const { declared, silent, standing, roll } = this.mixing;
    if (declared && silent.includes(this.seat)) return this.#value(declared);
    if (declared && !Object.hasOwn(declared.seats, this.seat)) this.#once("without", declared.roll);
    if (Object.hasOwn(standing, this.seat)) return [];
    return [{ kind: "dice_value", body: { roll, commit: this.#commit(roll) } }];
  }

  /** Say again that this page gives the seat's values, for a server that may think it has left. */
  again(): DiceWord[] {
    if (!this.takingPart || this.fork || this.elsewhere || !Object.hasOwn(this.mixing.standing, this.seat)) return [];
    return [{ kind: "dice_value", body: { roll: this.mixing.roll, commit: this.mixing.standing[this.seat]! } }];
  }

  /** Keep a signed head; one that is not of this log, or of another key than before, is trouble. */
  takeNote(text: string): void {
    const head = readNote(text);
    if (!head || head.table !== this.table) return this.#forked(this.heard);
    if (this.#key && head.key !== this.#key) this.#troubled("key", 0);
    this.#key = head.key;
    const known = !head.sealed && head.seq <= this.heard && this.#hashes[head.seq];
    if (known && known !== head.hash) return this.#forked(head.seq);
    const before = readNote(this.drawer.kept.note);
    if (before && before.seq > head.seq) return this.#forked(head.seq);
    if (head.sealed) this.#sealed.set(head.seq, head.hash);
    if (!this.fork) this.drawer.keep({ note: text });
  }

  /** See a head that another seat holds; `end` is where the log ends, if that is known. */
  takeOther(seat: string, text: string, end?: number): void {
    const head = readNote(text);
    if (!head || head.table !== this.table) return;
    if (end !== undefined && head.seq > end) return this.#forked(head.seq, "back");
    this.#others.set(seat, head);
    this.#compare();
  }

  /** Compare the heads of others with what was heard, as far as that goes. */
  #compare(): void {
    for (const [seat, head] of this.#others) {
      const heard = !head.sealed && head.seq <= this.heard;
      const known = head.sealed ? this.#sealed.get(head.seq) : heard ? this.#hashes[head.seq] : "";
      if (heard) this.#others.delete(seat);
      if (known && known !== head.hash) this.#forked(head.seq, "other");
    }
  }

  #commit(roll: number): string {
    return commitmentTo(this.table, roll, this.seat, ownValue(this.drawer.secret, this.table, roll));
  }

  /** See that this is the next event of the log that was told before, where the hashes are told. */
  #chain(event: TableEvent): void {
    const hash = event.hash ?? "";
    if (hash && this.#whole) {
      const { actor, at, body, cmd_id = null, kind, prev, seq, state } = event;
      // An earlier version wrote its events another way; it knew no fresh values, so whoever takes part is strict.
      const own = !this.#strict || sha256(canonical({ actor, at, body, cmd_id, kind, prev, seq, state })) === hash;
      if (!own || (this.heard && prev !== this.#hashes.at(-1))) this.#forked(seq);
    }
    this.#whole &&= hash !== "";
    const { kept } = this.drawer;
    if (event.seq === kept.seq && hash && kept.hash && hash !== kept.hash) this.#forked(event.seq);
    this.#hashes.push(hash);
    if (event.seq > kept.seq && !this.fork) this.drawer.keep({ seq: event.seq, hash });
  }

  /** Show this seat's value, if everything is as it must be. */
  #value(declared: Declared): DiceWord[] {
    const { roll } = declared;
    const { context } = this.mixing;
    const { kept } = this.drawer;
    if (declared.seats[this.seat] !== this.#commit(roll)) {
      this.#once("device", roll);
      return [];
    }
    const other = declared.head !== undefined && declared.head !== this.#hashes[declared.seen];
    if (other || roll < kept.roll || (roll === kept.roll && context !== kept.context)) {
      this.#forked(this.heard);
      return [];
    }
    this.drawer.keep({ roll, context }); // before it is said: whatever happens, this roll is for nothing else
    const value = ownValue(this.drawer.secret, this.table, roll);
    return [{ kind: "dice_value", body: { roll, context, value, commit: this.#commit(roll + 1) } }];
  }

  #once(what: Trouble["what"], roll: number): void {
    if (this.#told !== roll) this.#troubled(what, roll);
    this.#told = roll;
  }

  #forked(seq: number, what: Trouble["what"] = "fork"): void {
    if (!this.fork) this.trouble = [...this.trouble, { what, roll: 0, seq }];
    this.fork = true;
  }

  #troubled(what: Trouble["what"], roll: number): void {
    this.trouble = [...this.trouble, { what, roll, seq: this.heard }];
  }
}
