/** What the chosen unit may do now, and its moves by drag, by keys or by taps; alone and at a table. */
import { ask } from "../api/client";
import { Latest } from "../api/latest";
import type { Battle, Verb } from "../api/shapes";
import type { Grab, Pointed, Work } from "../board/hand";
import type { Thing } from "../board/things";
import { toActions } from "./keys";
import type { Play } from "./play.svelte";
import { goes, gone, MARK, MOVE, moveFirst, offered, PLACE, placed, said, type Values } from "./verbs";

/** The most buttons for one unit; what is beyond them is typed. */
const MOST = 12;

export class Acting implements Work {
  verbs = $state.raw<readonly Verb[]>([]);
  /** Whether a unit that is dragged is put down outside the rules, as an edit. */
  placing = $state(false);
  /** The verb that waits for a place to be chosen on the board, "" for none. */
  waiting = $state("");
  /** What is said with that verb beside the place. */
  beside: Values = {};
  /** The unit that is dragged, and how far it has gone in the drawing; null for none. */
  held = $state.raw<{ thing: Thing; dx: number; dy: number } | null>(null);
  /** What the ruler says of the place that is pointed at. */
  ruler = $state("");
  readonly #asks = new Latest();
  readonly #measures = new Latest();
  #refused = false;

  constructor(private readonly play: Play) {}

  readonly offered = $derived.by(() => (this.placing ? this.verbs.filter((one) => one.verb === MARK) : offered(this.verbs)).slice(0, MOST));
  /** Why the chosen unit may do nothing at all, "" where it may do something. */
  readonly why = $derived.by(() => (this.offered.length > 0 ? "" : (this.verbs.toSorted(moveFirst).find((one) => one.refusals.length > 0)?.refusals[0]?.message ?? "")));
  readonly #mover = $derived.by(() => this.verbs.find((one) => one.verb === (this.placing ? PLACE : MOVE) && one.legal && goes(one)));
  /** Whether every place of the board can be chosen. */
  readonly open = $derived(this.waiting !== "" || this.held !== null);
  /** Whether a tap beside the units is a place to go to. */
  readonly ground = $derived.by(() => this.open || this.#mover !== undefined);

  /** Ask what a unit may do; the turn bar asks whenever the battle or the choice is another. */
  async ask(battle: Battle | null, unit: string): Promise<void> {
    if (!this.held) this.stop(); // what is dragged is let go by whoever drags it
    this.verbs = [];
    this.verbs = (battle && unit && (await this.#verbs(battle, unit))) || [];
  }

  async #verbs(battle: Battle, unit: string): Promise<Verb[] | undefined> {
    const answer = await this.#asks.ask((signal) => ask("/legal", { battle, unit }, signal)).catch(() => null);
    return answer?.units[0]?.commands;
  }

  /** Do it; a verb that names a place waits for one to be chosen. */
  async act(verb: Verb, values: Values): Promise<void> {
    const { unit } = this.play;
    if (!placed(verb)) return void (await this.play.say(said(unit, verb.verb, values)));
    this.#wait(verb);
  }

  /** The chosen unit waits for a place to move to, or no longer; where no place can be chosen, the keys go to its actions. */
  move(): void {
    if (this.#mover) this.#wait(this.#mover);
    else if (this.why) this.play.problem = this.why;
    else toActions(this.play);
  }

  #wait({ verb }: Verb): void {
    this.waiting = this.waiting === verb ? "" : verb;
    this.beside = {};
    if (this.waiting) this.play.board?.focusUnit(this.play.unit);
  }

  /** A place was chosen for the chosen unit, or for one that was dragged there. */
  async go(place: string, unit = this.play.unit): Promise<void> {
    const verb = this.waiting || (this.placing ? PLACE : MOVE) || "";
    const named = this.verbs.find((one) => one.verb === verb);
    const name = (named && placed(named)?.name) ?? "to";
    const beside = this.waiting ? this.beside : {};
    this.stop();
    if (unit && !this.play.busy) await this.play.say(name === "to" ? gone(unit, verb, place, beside) : said(unit, verb, { [name]: place, ...beside }));
  }

  /** What the ruler says of a place: how far it is, and whether the nearest enemy can be shot from there. */
  async over(thing: Thing | null, unit = this.held?.thing.id ?? this.play.unit): Promise<void> {
    const { battle } = this.play;
    if (!this.open || this.#refused || thing?.kind !== "cell" || !battle) return;
    const counted = !this.placing;
    const told = await this.#measures.ask((signal) => ask("/ruler", { battle, unit, to: thing.id, counted }, signal)).catch(() => null);
    if (told && this.open && !this.#refused) this.ruler = told.text;
  }

  /** Nothing waits for a place any more. */
  stop(): void {
    this.#measures.stop();
    this.waiting = this.ruler = "";
    this.held = null;
    this.#refused = false;
  }

  /** A tap chooses what is there, or a unit right beside it, or the place to go to; who waits for a place gets that. */
  tap({ thing, place, near }: Pointed): void {
    const waits = this.play.pinging.on || this.open;
    const on = thing ?? (waits ? null : near?.()) ?? (waits || this.ground ? place?.() : null);
    if (on) this.play.select(on);
  }

  /** A unit is carried to another place; with a finger only the one that waits for a place. */
  grab({ thing, type, at }: Pointed): Grab | null {
    const { barred, reading, unit } = this.play;
    if (thing?.kind !== "unit" || barred || reading?.places == null || (type !== "mouse" && !(this.open && thing.id === unit))) return null;
    let over: string | undefined;
    this.held = { thing, dx: 0, dy: 0 };
    const foreign = this.play.foreign(thing.id);
    if (foreign) this.#refuse(foreign);
    else if (!this.placing) void this.#check(thing.id);
    return {
      move: (way) => {
        const end = way.at(-1)!;
        const place = end.place?.() ?? null;
        if (place?.id !== over) void this.over(place);
        over = place?.id;
        this.held = { thing, dx: end.at.x - at.x, dy: end.at.y - at.y };
      },
      drop: (end) => {
        const place = end.place?.();
        if (place && !this.#refused) void this.go(place.id, thing.id);
        else this.stop();
      },
      cancel: () => this.stop(),
    };
  }

  /** Who may not move is told so as soon as it is dragged. */
  async #check(unit: string): Promise<void> {
    const { battle } = this.play;
    const verbs = battle && (await ask("/legal", { battle, unit }).catch(() => null))?.units[0]?.commands;
    const move = verbs && verbs.find((one) => one.verb === MOVE);
    if (this.held?.thing.id === unit && move && !move.legal) this.#refuse(move.refusals.map((one) => `${one.message} ${one.rule}`.trim()).join(" "));
  }

  #refuse(why: string): void {
    this.#refused = true;
    this.ruler = why;
    this.play.problem = why;
  }
}
