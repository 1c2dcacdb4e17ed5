/** What a log says of mixed dice: which seats take part, the roll that is declared, the values shown so far. */

import type { Schemas } from "../api/shapes";
import { canonical, commitmentTo, contextOf, SERVER } from "./hashes";

export type Declared = Schemas["Declared"];

const HASH = /^[0-9a-f]{64}$/;
const isHash = (value: unknown): value is string => typeof value === "string" && HASH.test(value);

/** A log whose dice could not have been fair; the message is the place in the body of an event. */
export class Unfair extends Error {}

/** Raise `Unfair` unless something is as it must be; `at` is its place in the body. */
function must(right: boolean, at: string): asserts right {
  if (!right) throw new Unfair(at);
}

export class Mixing {
  /** The number of the next roll to be declared. */
  roll = 1;
  /** The seats that take part in it, with their commitments. */
  standing: Record<string, string> = {};
  /** The roll that waits for values. */
  declared: Declared | null = null;
  values: Record<string, string> = {};

  constructor(readonly table: string) {}

  /** The seats whose value is waited for. */
  get silent(): string[] {
    return this.declared ? Object.keys(this.declared.seats).filter((seat) => !(seat in this.values)) : [];
  }

  get context(): string {
    return this.declared ? contextOf(this.table, this.declared) : "";
  }

  /** Take the body of the next event; throws `Unfair` for one that could not have been fair. */
  take(body: Record<string, any>): void {
    if (body.away !== undefined) this.#away(body.away, body.gave);
    if (body.without !== undefined) this.#without(body.without);
    if (body.joined !== undefined) this.#joined(body.joined, body.instead);
    if (body.declared !== undefined) this.#declare(body.declared);
    if (body.value !== undefined) this.#value(body.value);
    if (body.rolled !== undefined) this.#rolled(body.rolled, body.command);
    this.#same(body.next, this.standing, "next");
  }

  /** What is told again of commitments must be what is known of them. */
  #same(told: unknown, known: unknown, at: string): void {
    must(told === undefined || canonical(told) === canonical(known), at);
  }

  #joined({ seat, roll, commit }: any, instead: unknown): void {
    must(typeof seat === "string" && roll === this.roll && isHash(commit), "joined");
    this.#same(instead, this.standing[seat] ?? null, "instead");
    this.standing = { ...this.standing, [seat]: commit };
  }

  #away(seats: any, gave: unknown): void {
    const known = Array.isArray(seats) && seats.length > 0 && seats.every((seat) => Object.hasOwn(this.standing, String(seat)));
    must(known, "away");
    const [gone, left] = [true, false].map((goes) =>
      Object.fromEntries(Object.entries(this.standing).filter(([seat]) => seats.includes(seat) === goes)),
    ) as [Record<string, string>, Record<string, string>];
    this.#same(gave, gone, "gave");
    this.standing = left;
  }

  #declare(declared: any): void {
    must(this.declared === null && declared?.roll === this.roll, "declared.roll");
    must(canonical(declared.seats) === canonical(this.standing) && Object.keys(this.standing).length > 0, "declared.seats");
    must(isHash(declared.server) && isHash(declared.commit), "declared.server");
    must(isHash(declared.head) !== isHash(declared.sealed), "declared.head");
    this.declared = declared as Declared;
    this.values = {};
    this.roll += 1;
    this.standing = {};
  }

  #value({ seat, roll, context, value, next }: any): void {
    must(this.declared !== null && roll === this.declared.roll && this.silent.includes(String(seat)), "value.seat");
    must(context === this.context, "value.context");
    must(isHash(value) && commitmentTo(this.table, this.declared.roll, String(seat), value) === this.declared.seats[seat], "value.value");
    must(isHash(next), "value.next");
    this.values = { ...this.values, [seat]: value };
    this.standing = { ...this.standing, [seat]: next };
  }

  #without({ roll, seats }: any): void {
    must(this.declared !== null && roll === this.declared.roll && Array.isArray(seats), "without.roll");
    must(seats.length > 0 && canonical([...seats].sort()) === canonical(this.silent.sort()), "without.seats");
    this.declared = null;
    this.values = {};
  }

  #rolled({ roll, context, value, next }: any, command: unknown): void {
    must(this.declared !== null && roll === this.declared.roll && !this.silent.length, "rolled.roll");
    must(context === this.context, "rolled.context");
    must(canonical(command) === canonical(this.declared.command), "command");
    const fits = value === undefined || commitmentTo(this.table, this.declared.roll, SERVER, String(value)) === this.declared.server;
    must(fits, "rolled.value");
    this.#same(next, this.standing, "rolled.next");
    this.declared = null;
    this.values = {};
  }
}
