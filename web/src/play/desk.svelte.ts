/** What is looked at and chosen on a board, and what the engine says of it: a battle, a shooter, a target, their odds. */
import { edit, odds, picture, read, targets } from "../api/client";
import { Latest } from "../api/latest";
import { lineOf, mayPass } from "../api/problem";
import type { Answer, Answers, Battle, Details, Reading, Shot, Targets } from "../api/shapes";
import { surveyed } from "./surveying";
import type { Standing, Transport } from "./transport";
import { same, usual } from "./ways";

export class Desk {
  /** The battle on the board: as the game stands, or an earlier one. */
  battle = $state.raw<Battle | null>(null);
  reading = $state.raw<Reading | null>(null);
  past = $state(false);
  /** Whether it is edited, and drawn for that. */
  planned = $state(false);
  svg = $state.raw("");
  shooter = $state("");
  target = $state("");
  details = $state.raw<Details>({});
  /** Whether the roles are exchanged, as if it were the target's turn: to read only. */
  swapped = $state(false);
  /** Which answers of others every number of this battle stands on. */
  answers = $state<Answers>("customary");
  targets = $state.raw<Targets | null>(null);
  answer = $state.raw<Answer | null>(null);
  /** Whether the drawing is still that of what was looked at before. */
  draws = $state(false);
  /** Whether the answer is still that to the question before. */
  busy = $state(false);
  /** Why a question went without an answer, and whether it may get one another time. */
  failed = $state.raw<{ text: string; passes: boolean } | null>(null);
  /** Whether an act of one's own is on its way: nobody is chosen any more on the board that comes of it. */
  leaving = false;
  /** Other units in the order in which somebody looks at them; the board knows. */
  around: (unit: string) => string[] = () => [];

  readonly #reads = new Latest();
  readonly #draws = new Latest();
  readonly #surveys = new Latest();
  readonly #rules = new Latest();

  constructor(private readonly transport: Transport) {}

  /** The question as it stands. */
  readonly shot = $derived.by<Shot | null>(() => {
    const { shooter, target, details, swapped } = this;
    if (!shooter || !target) return null;
    return swapped ? { shooter: target, target: shooter } : { shooter, target, ...details };
  });
  readonly shooters = $derived(new Set(this.reading?.shooters.map((one) => one.id)));

  /** Put the game as it stands on the board; who was chosen stays chosen and is asked about anew. */
  now({ battle, reading }: Standing): void {
    this.#reads.stop();
    this.reading = reading;
    this.#put(battle, false);
    if (this.answers !== "customary") this.#read(battle);
  }

  /** Put an earlier battle on the board. */
  then(battle: Battle): void {
    this.#read(battle);
    this.#put(battle, true);
  }

  #read(battle: Battle): void {
    void this.#ask(this.#reads, (signal) => read(battle, signal, this.answers), (reading) => (this.reading = reading));
  }

  #put(battle: Battle, past: boolean): void {
    const same = past === this.past && JSON.stringify(battle) === JSON.stringify(this.battle);
    this.past = past;
    if (same) return; // talk changes no board
    this.battle = battle;
    const gone = !past && this.reading?.units.every((one) => one.id !== this.shooter);
    if (this.leaving || gone) this.#choose("");
    this.#look();
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
    // What the shooter was told of all its targets is the answer, but where it holds on its turn alone: only its drawing is asked for.
    const now = this.targets?.in_turn ? known : undefined;
    const told = now && same(this.details, usual(now));
    if (told || target !== this.target) this.answer = now ?? null;
    this.target = target;
    this.swapped = false;
    this.#draw();
    if (told) this.#ruled();
    else this.#rule();
  }

  swap(): void {
    if (!this.target) return;
    this.swapped = !this.swapped;
    this.#draw();
    this.#rule();
  }

  /** The numbers under other answers of those who owe them. */
  under(answers: Answers): void {
    this.answers = answers;
    if (this.battle) this.#read(this.battle);
    void this.#look();
  }

  /** Ask again what went unanswered. */
  again(): void {
    if (!this.failed) return;
    if (this.battle && (this.past || this.answers !== "customary")) this.#read(this.battle);
    void this.#look();
  }

  /** Nobody looks any more. */
  stop(): void {
    for (const one of [this.#reads, this.#draws, this.#surveys, this.#rules]) one.stop();
  }

  #choose(shooter: string): void {
    this.shooter = shooter;
    this.target = "";
    this.details = {};
    this.swapped = false;
    this.targets = null;
    this.answer = null;
  }

  /** Ask everything that is looked at. */
  #look(): Promise<void> {
    this.failed = null;
    this.#draw();
    this.#rule();
    return this.#survey();
  }

  /** The battle that is asked about: where the roles are exchanged, as if it were the turn of the other side. */
  async #board(signal: AbortSignal): Promise<Battle> {
    const { battle, shot, swapped } = this;
    return swapped && shot ? (await edit(battle!, [{ op: "turn", unit: shot.shooter }], signal)).battle : battle!;
  }

  #draw(): void {
    const { battle, shot, shooter } = this;
    if (!battle) return;
    const drawn = this.planned ? { kind: "plan" as const } : shot ? { shot } : this.shooters.has(shooter) ? { viewer: shooter } : {};
    this.draws = true;
    const drawing = this.#ask(this.#draws, async (signal) => picture(await this.#board(signal), drawn, signal), (svg) => (this.svg = svg));
    void drawing.then((fits) => fits === null || (this.draws = false));
  }

  /** Every enemy as the shooter sees it; where there are many, those that somebody looks at are asked about first. */
  async #survey(): Promise<void> {
    const { battle, shooter, answers, past, transport } = this;
    if (!battle || !shooter) return this.#surveys.stop();
    const asked = (signal: AbortSignal) => (only?: string[]) =>
      past ? targets(battle, shooter, signal, answers, only) : transport.targets(shooter, signal, answers, only);
    // What is known already stays while it is asked anew.
    const near = this.targets ? [] : this.around(shooter);
    const all = (signal: AbortSignal) => surveyed(near, asked(signal), (first) => signal.aborted || (this.targets = first));
    const quiet = (signal: AbortSignal) => all(signal).catch(() => null); // who has nothing to shoot with has no targets
    await this.#ask<Targets | null>(this.#surveys, this.shooters.has(shooter) ? all : quiet, (found) => (this.targets = found));
  }

  #rule(): void {
    const { battle, shot, answers, past, swapped, transport } = this;
    if (!battle || !shot) return this.#ruled();
    this.busy = true;
    const ruling = async (signal: AbortSignal) => (past || swapped ? odds(await this.#board(signal), shot, signal, answers) : transport.odds(shot, signal, answers));
    void this.#ask(this.#rules, ruling, (answer) => (this.answer = answer)).then((fits) => {
      if (fits === null) return; // somebody asks another question already
      this.busy = false;
      if (!fits) this.swapped = false;
    });
  }

  #ruled(): void {
    this.#rules.stop();
    this.busy = false;
  }

  /** Whether the answer was taken; null where somebody asked again before it came. */
  async #ask<T>(latest: Latest, question: (signal: AbortSignal) => Promise<T>, take: (answer: T) => void): Promise<boolean | null> {
    try {
      const answer = await latest.ask(question);
      if (answer === null) return null;
      take(answer);
      this.failed = null;
      return true;
    } catch (wrong) {
      this.failed = { text: lineOf(wrong), passes: mayPass(wrong) };
      return false;
    }
  }
}
