/** What one seat looks at and chooses at a table: the battle shown, a shooter, a target, and the engine's answers. */

import { odds, picture, read, targets } from "../api/client";
import { Latest } from "../api/latest";
import { lineOf, mayPass } from "../api/problem";
import type { Answer, Answers, Battle, Details, Reading, Shot, Targets } from "../api/shapes";
import { surveyed } from "../play/surveying";
import { usual } from "../play/ways";
import type { Session } from "./session.svelte";

export class Desk {
  /** The battle on the board: the game's own, or an earlier one. */
  battle = $state.raw<Battle | null>(null);
  past = $state(false);
  /** Whether it is edited, and drawn for that. */
  planned = $state(false);
  reading = $state.raw<Reading | null>(null);
  svg = $state("");
  shooter = $state<string | null>(null);
  target = $state<string | null>(null);
  details = $state.raw<Details>({});
  /** Which answers of others every number of this battle stands on. */
  answers = $state<Answers>("customary");
  targets = $state.raw<Targets | null>(null);
  answer = $state.raw<Answer | null>(null);
  busy = $state(false);
  wrong = $state("");
  /** Whether it may help to ask once more. */
  passes = $state(false);

  /** Whether a question about what is shown went without an answer. */
  #failed = false;
  readonly #reads = new Latest();
  readonly #draws = new Latest();
  readonly #aims = new Latest();
  readonly #rules = new Latest();

  /** Other units in the order in which somebody looks at them; the board knows. */
  around: (unit: string) => string[] = () => [];

  constructor(private readonly session: Session) {}

  readonly shot = $derived<Shot | null>(
    this.shooter && this.target ? { shooter: this.shooter, target: this.target, ...this.details } : null,
  );

  /** Put the game as it stands on the board; what was chosen stays chosen and is asked anew. */
  now(reading: Reading): void {
    this.#reads.stop();
    this.reading = reading;
    this.#put(reading.battle, false);
    if (this.answers !== "customary") this.#read(reading.battle);
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
    this.#look();
  }

  /** From now on the battle is drawn for editing, or for play; nobody is chosen then. */
  plan(planned: boolean): void {
    this.planned = planned;
    this.aim(null);
  }

  aim(shooter: string | null): void {
    this.shooter = shooter;
    this.target = null;
    this.details = {};
    this.targets = null;
    this.answer = null;
    this.#look();
  }

  at(target: string | null, details?: Details): void {
    const known = this.targets?.targets.find((one) => one.shot.target === target);
    this.target = target;
    this.details = details ?? usual(known);
    this.answer = (this.targets?.in_turn && known) || null; // what holds on its turn alone is no answer now
    this.#look();
  }

  /** The numbers under other answers of those who owe them. */
  under(answers: Answers): void {
    this.answers = answers;
    if (this.battle) this.#read(this.battle);
    this.#look();
  }

  /** Ask again what went unanswered: the line is back. */
  again(): void {
    if (!this.#failed) return;
    if (this.battle && (this.past || this.answers !== "customary")) this.#read(this.battle);
    this.#look();
  }

  /** Nobody looks any more. */
  stop(): void {
    for (const one of [this.#reads, this.#draws, this.#aims, this.#rules]) one.stop();
  }

  #look(): void {
    const { battle, shot, shooter, answers, session } = this;
    if (!battle) return;
    this.#failed = false;
    const shoots = this.reading?.shooters.some((one) => one.id === shooter);
    const drawn = this.planned ? { kind: "plan" as const } : shot ? { shot } : shooter && shoots ? { viewer: shooter } : {};
    void this.#ask(this.#draws, (signal) => picture(battle, drawn, signal), (svg) => (this.svg = svg));
    if (!shooter) {
      this.#aims.stop();
    } else {
      const asked = (signal: AbortSignal) => (only?: string[]) =>
        this.past ? targets(battle, shooter, signal, answers, only) : session.api.targets(shooter, signal, answers, only);
      // What is known already stays while it is asked anew.
      const near = this.targets ? [] : this.around(shooter);
      const all = (signal: AbortSignal) => surveyed(near, asked(signal), (first) => signal.aborted || (this.targets = first));
      const quiet = (signal: AbortSignal) => all(signal).catch(() => null); // who has nothing to shoot with has no targets
      void this.#ask<Targets | null>(this.#aims, shoots ? all : quiet, (found) => (this.targets = found));
    }
    if (!shot) {
      this.#rules.stop();
      this.busy = false;
    } else {
      this.busy = true;
      const ruled = (signal: AbortSignal) => (this.past ? odds(battle, shot, signal, answers) : session.api.odds(shot, signal, answers));
      void this.#ask(this.#rules, ruled, (answer) => (this.answer = answer)).then(() => (this.busy = false));
    }
  }

  async #ask<T>(latest: Latest, question: (signal: AbortSignal) => Promise<T>, take: (answer: T) => void): Promise<void> {
    try {
      const answer = await latest.ask(question);
      if (answer === null) return;
      take(answer);
      this.wrong = "";
    } catch (wrong) {
      this.#failed = true;
      this.wrong = lineOf(wrong);
      this.passes = mayPass(wrong);
    }
  }
}
