/** What is looked at and chosen on a board, and what the engine says of it: a battle, a shooter, a target, their odds. */
import { Asked } from "../api/asked.svelte";
import { ask, picture } from "../api/client";
import { lineOf, mayPass } from "../api/problem";
import type { Answer, Answers, Battle, Details, Reading, Shot, Targets } from "../api/shapes";
import { surveyed } from "./targets";
import type { Standing, Transport } from "./transport";
import { usual } from "./choices";
import { same } from "./packing";

export class Desk {
  /** The battle on the board: as the game stands, or an earlier one. */
  battle = $state.raw<Battle | null>(null);
  past = $state(false);
  /** Whether it is edited, and drawn for that. */
  planned = $state(false);
  shooter = $state("");
  target = $state("");
  details = $state.raw<Details>({});
  /** Whether the roles are exchanged, as if it were the target's turn: to read only. */
  swapped = $state(false);
  /** The battle in the turn of whoever is only supposed to shoot. */
  #supposed = $state.raw<Battle | null>(null);
  /** Which answers of others every number of this battle stands on. */
  answers = $state<Answers>("customary");
  /** Whether an act of one's own is on its way: nobody is chosen any more on the board that comes of it. */
  leaving = false;
  /** Other units in the order in which somebody looks at them; the board knows. */
  around: (unit: string) => string[] = () => [];

  /** The battle read, its drawing, every enemy as the shooter sees it, and the ruling. */
  readonly #read = new Asked<Reading>();
  readonly #drawn = new Asked<string>();
  readonly #seen = new Asked<Targets | null>();
  readonly #ruled = new Asked<Answer>();

  readonly #all: readonly Asked<unknown>[] = [this.#read, this.#drawn, this.#seen, this.#ruled];

  constructor(private readonly transport: Transport) {}

  readonly reading = $derived(this.#read.found);
  readonly svg = $derived(this.#drawn.found ?? "");
  readonly targets = $derived(this.#seen.found);
  readonly answer = $derived(this.#ruled.found);
  /** Whether the drawing is still that of what was looked at before. */
  readonly draws = $derived(this.#drawn.busy);
  /** Whether the answer is still that to the question before. */
  readonly busy = $derived(this.#ruled.busy);
  /** A question that went without an answer, with why, and whether it may get one another time. */
  readonly failed = $derived(this.#all.find((one) => one.wrong !== "" && !(one === this.#seen && this.unarmed)));

  /** The question as it stands. */
  readonly shot = $derived.by<Shot | null>(() => {
    const { shooter, target, details, swapped } = this;
    if (!shooter || !target) return null;
    return swapped ? { shooter: target, target: shooter } : { shooter, target, ...details };
  });
  readonly shooters = $derived(new Set(this.reading?.shooters.map((one) => one.id)));
  /** Whether the chosen unit may shoot now; else it is only looked at. */
  readonly shoots = $derived(this.shooters.has(this.shooter));
  /** Why the chosen unit has no targets at all; "" where it may have some. */
  readonly unarmed = $derived(this.shoots || mayPass(this.#seen.problem) ? "" : lineOf(this.#seen.problem ?? "", true));
  /** Whether the shot is only to be looked at: as if it were the turn of whoever shoots. */
  readonly supposed = $derived(this.shot !== null && (this.swapped || (!this.shoots && this.targets?.in_turn === false)));
  /** The battle that the shot is asked about. */
  readonly asked = $derived(this.supposed ? this.#supposed : this.battle);

  /** Put the game as it stands on the board; who was chosen stays chosen and is asked about anew, until the turn passes. */
  now({ battle, reading }: Standing): void {
    const passed = !this.past && this.reading !== null && this.reading.whose !== reading.whose;
    this.#read.forget(reading);
    this.#put(battle, false, passed);
    if (this.answers !== "customary") void this.#reads(battle);
  }

  /** Put an earlier battle on the board, once it is known whether who is chosen is there already. */
  async then(battle: Battle): Promise<void> {
    const read = this.#reads(battle);
    if (this.shooter && !(await read)) return; // another battle is looked at by now, or what is wrong is told
    this.#put(battle, true);
  }

  #reads(battle: Battle): Promise<Reading | null> {
    return this.#read.ask((signal) => ask("/read", { battle, answers: this.answers }, signal));
  }

  #put(battle: Battle, past: boolean, passed = false): void {
    const same = past === this.past && JSON.stringify(battle) === JSON.stringify(this.battle);
    this.past = past;
    if (same) return; // talk changes no board
    this.battle = battle;
    const there = new Set(this.reading?.units.map((one) => one.id));
    if (this.leaving || passed || !there.has(this.shooter)) this.#choose("");
    else if (this.target && !there.has(this.target)) this.#choose(this.shooter);
    void this.#look();
  }

  /** From now on the battle is drawn for editing, or for play; nobody is chosen then. */
  plan(planned: boolean): void {
    this.planned = planned;
    void this.aim("");
  }

  /** This one acts, or nobody; comes back once every enemy says whether it may be shot. */
  aim(shooter: string): Promise<void> {
    this.#choose(shooter);
    return this.#look();
  }

  /** At this one, in the best way, or as it is declared. */
  at(target: string, details?: Details): void {
    const known = this.targets?.targets.find((one) => one.shot.target === target);
    this.details = details ?? usual(known);
    // What the shooter was told of all its targets is the answer, but where it may shoot out of its turn: only its drawing is asked for.
    const now = this.targets?.in_turn || !this.shoots ? known : undefined;
    const told = now && same(this.details, usual(now));
    if (told || target !== this.target) this.#ruled.forget(now ?? null);
    this.target = target;
    this.swapped = false;
    this.#draw();
    if (!told) void this.#rule();
  }

  swap(): void {
    if (!this.target) return;
    this.swapped = !this.swapped;
    this.#draw();
    void this.#rule();
  }

  /** The numbers under other answers of those who owe them. */
  under(answers: Answers): void {
    this.answers = answers;
    if (this.battle) void this.#reads(this.battle);
    void this.#look();
  }

  /** Ask again what went unanswered. */
  again(): void {
    if (!this.failed) return;
    if (this.battle && (this.past || this.answers !== "customary")) void this.#reads(this.battle);
    void this.#look();
  }

  /** Nobody looks any more, and what is still on its way asks nothing. */
  stop(): void {
    this.battle = null;
    for (const one of this.#all) one.stop();
  }

  #choose(shooter: string): void {
    this.shooter = shooter;
    this.target = "";
    this.details = {};
    this.swapped = false;
    this.#supposed = null;
    this.#seen.forget();
    this.#ruled.forget();
  }

  /** Ask everything that is looked at. */
  #look(): Promise<void> {
    this.#draw();
    void this.#rule();
    return this.#survey();
  }

  /** The battle that is asked about: where the shot is only supposed, in the turn of whoever shoots. */
  async #board(signal: AbortSignal): Promise<Battle> {
    const { battle, shot, supposed } = this;
    if (!supposed) return battle!;
    return (this.#supposed = (await ask("/edit", { battle: battle!, edits: [{ op: "turn", unit: shot!.shooter }] }, signal)).battle);
  }

  #draw(): void {
    const { battle, shot, shooter } = this;
    if (!battle) return;
    const drawn = this.planned ? { kind: "plan" as const } : shot ? { shot } : this.shoots ? { viewer: shooter } : {};
    void this.#drawn.ask(async (signal) => picture(await this.#board(signal), drawn, signal));
  }

  /** Every enemy as the shooter sees it; where there are many, those that somebody looks at are asked about first. */
  async #survey(): Promise<void> {
    const { battle, shooter, answers, past, transport } = this;
    if (!battle || !shooter) return this.#seen.forget();
    const asked = (signal: AbortSignal) => (only?: string[]) =>
      past ? ask("/targets", { battle, shooter, targets: only ?? null, answers }, signal) : transport.targets(shooter, signal, answers, only);
    // What is known already stays while it is asked anew.
    const near = this.targets ? [] : this.around(shooter);
    const all = (signal: AbortSignal) => surveyed(near, asked(signal), (first) => signal.aborted || (this.#seen.found = first));
    await this.#seen.ask(all);
  }

  async #rule(): Promise<void> {
    const { battle, shot, answers, past, supposed, transport } = this;
    if (!battle || !shot) return this.#ruled.forget();
    await this.#ruled.ask(async (signal) => (past || supposed ? ask("/odds", { battle: await this.#board(signal), shot, answers }, signal) : transport.odds(shot, signal, answers)));
    if (this.#ruled.wrong && !this.#ruled.busy) this.swapped = false;
  }
}
