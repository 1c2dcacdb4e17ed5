/** The solo table: one battle, who shoots, at whom, what the engine says of it, and what was rolled. */
import * as api from "../api/client";
import { Latest } from "../api/latest";
import { lineOf, mayPass } from "../api/problem";
import type { Answer, Answers, Battle, CommandData, Details, Reading, Shot, Targets } from "../api/shapes";
import { Acting, type Actor } from "./acting.svelte";
import { badgesOf } from "./badges";
import { facesOf as facesThrown } from "../dice/shape";
import { lastSide } from "./following";
import * as games from "./game";
import type { Game } from "./game";
import * as shelf from "./shelf";
import { seatName } from "../tables/seatName";
import { signals } from "../signals/signals.svelte";
import type { Underlay } from "../under/under";
import { say } from "../words/words.svelte";
import { surveyed } from "./surveying";
import { facesOf, same, usual, valueOf, waysOf } from "./ways";

export class Solo implements Actor {
  game = $state.raw<Game | null>(null);
  reading = $state.raw<Reading | null>(null);
  shooter = $state("");
  target = $state("");
  details = $state.raw<Details>({});
  swapped = $state(false);
  /** Which answers of others every number of this battle stands on. */
  answers = $state<Answers>("customary");
  targets = $state.raw<Targets | null>(null);
  answer = $state.raw<Answer | null>(null);
  svg = $state.raw("");
  problem = $state("");
  /** Does once more what went wrong, where that may help. */
  again = $state.raw<(() => unknown) | null>(null);
  unkept = $state("");
  busy = $state(false);
  /** Faces of real dice, as somebody typed them; "" lets the server throw. */
  faces = $state("");
  /** The seed of the dice, as somebody typed it; "" lets nobody foresee them. */
  seed = $state("");
  /** The battle has changed and is being read: what was known of the old one is no longer offered. */
  reads = $state(false);

  /** The step after which the board stands while the game is replayed, 0 for its start; null for the game as it stands. */
  past = $state<number | null>(null);

  readonly battle = $derived(this.game ? (this.past === null ? games.battleOf(this.game) : games.battleAfter(this.game, this.past)) : null);
  readonly badges = $derived(this.shooter && !this.answer ? this.#badges() : this.answer && !this.swapped ? this.#badges() : {});
  readonly ways = $derived(waysOf(this.reading?.commands ?? [], this.shooter, this.target));
  readonly owed = $derived(this.past !== null ? null : (this.reading?.to_decide ?? null));
  /** The side that alone is left, "" before that. */
  readonly lastSide = $derived(this.reading ? lastSide(this.reading) : "");
  /** What to do now, in a sentence. */
  readonly lead = $derived.by(() => {
    const { reading } = this;
    if (reading?.to_decide) return say(this.past === null ? "decide.open" : "replay.owed", { who: seatName(reading.to_decide, say) });
    if (this.lastSide) return say("play.lastSide", { side: seatName(this.lastSide, say) });
    if (reading?.over) return say(reading.commands.length > 0 ? "play.phaseOverNext" : "play.phaseOver");
    const shots = reading?.commands.some(({ command }) => command.command === "Shoot");
    return say(shots ? "play.pickShooter" : this.past === null ? "play.next" : "play.shotsGone");
  });
  readonly latest = $derived.by(() => {
    if (!this.game) return undefined;
    return this.past === null ? games.latest(this.game) : games.applied(this.game).find((one) => one.seq === this.past && one.lines.length > 0);
  });
  readonly shooters = $derived(new Set(this.reading?.shooters.map((one) => one.id)));

  readonly turn = $derived.by(() => (this.owed ? say("decide.title", { who: seatName(this.owed, say) }) : (this.reading?.whose ?? "")));
  readonly barred = $derived.by(() => this.planned || this.past !== null || this.owed !== null);
  readonly ends = $derived.by(() => !this.reads);
  readonly acting = new Acting(this);

  readonly #titles = $derived(new Map(this.reading?.units.map((unit) => [unit.id, unit.title])));
  /** Other units in the order in which somebody looks at them; the board knows. */
  around: (unit: string) => string[] = () => [];
  #ready: Promise<unknown> = Promise.resolve();
  #asking: Promise<unknown> = Promise.resolve();
  #look = new Latest();
  #ask = new Latest();
  #all = new Latest();
  #read = new Latest();
  #turn = new Latest();
  /** Whether the battle is edited, and drawn for that. */
  planned = $state(false);

  /** Who is chosen. */
  get unit(): string {
    return this.shooter;
  }

  /** The question as it stands: with the roles exchanged where somebody wants to see that. */
  get shot(): Shot | null {
    if (!this.shooter || !this.target) return null;
    return this.swapped
      ? { shooter: this.target, target: this.shooter }
      : { shooter: this.shooter, target: this.target, ...this.details };
  }

  #badges() {
    return badgesOf(this.targets, this.reading?.commands ?? []);
  }

  /** Begin a game of its own with a battle. */
  async begin(title: string, battle: Battle): Promise<void> {
    const id = `${Date.now().toString(36)}-${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? ""}`;
    this.#became(games.begun(id, title, battle, Date.now()));
    await this.#fresh();
  }

  /** Go on with a game that this browser keeps. */
  async resume(game: Game, planned = false): Promise<void> {
    this.planned = planned;
    shelf.choose(game.id);
    this.game = game;
    await this.#fresh();
  }

  /** Look at the board after a step, or at the game as it stands. */
  async look(seq: number | null): Promise<void> {
    if (this.past === seq) return;
    this.past = seq;
    await this.#fresh();
  }

  /** What if? A game of its own goes on from the board that is looked at; answers its title. */
  async branch(): Promise<string> {
    if (!this.game || this.past === null) return "";
    const title = say("replay.whatIfTitle", { name: this.game.title, seq: this.past });
    const fresh = games.branched(this.game, this.past, Date.now().toString(36), title, Date.now());
    this.past = null;
    this.#became(fresh);
    await this.#fresh();
    return title;
  }

  name(id: string): string {
    return this.#titles.get(id) ?? id;
  }

  /** Somebody chose a unit: to act, or as the target of the one that acts. */
  async choose(id: string): Promise<void> {
    await this.#ready; // a click on a board that is drawn before everything is known counts all the same
    if (this.owed) return;
    if (id === this.shooter) return this.clear();
    if (this.shooter && !this.shooters.has(id)) await this.#asking; // an enemy that is not asked about yet
    if (this.isTarget(id) && (this.shooters.has(this.shooter) || !this.shooters.has(id))) return this.aim(id);
    await this.take(id);
  }

  /** Whether a unit is somebody that the shooter could name. */
  isTarget(id: string): boolean {
    return this.targets?.targets.some((one) => one.shot.target === id) ?? false;
  }

  /** This one acts: every enemy says at once whether it may be shot. */
  async take(shooter: string): Promise<void> {
    this.#reset();
    this.shooter = shooter;
    const battle = this.battle;
    if (!battle) return;
    await this.#guard(async () => {
      const shoots = this.shooters.has(shooter);
      const asking = this.#survey(battle, shooter);
      this.#asking = shoots ? asking : asking.catch(() => undefined); // who has nothing to shoot with has no targets
      await Promise.all([this.#asking, this.#draw(shoots ? { viewer: shooter } : {})]);
    }, () => this.take(shooter));
  }

  /** Every enemy as the shooter sees it; where there are many, those that somebody looks at are asked about first. */
  async #survey(battle: Battle, shooter: string): Promise<void> {
    const near = this.around(shooter);
    const targets = await this.#all.ask((signal) => {
      const asked = (only?: string[]) => api.targets(battle, shooter, signal, this.answers, only);
      return surveyed(near, asked, (first) => signal.aborted || (this.targets = first));
    });
    if (targets) this.targets = targets;
  }

  /** At this one, in the best way. */
  async aim(target: string, details?: Details): Promise<void> {
    this.target = target;
    this.swapped = false;
    const known = this.targets?.targets.find((one) => one.shot.target === target);
    this.details = details ?? usual(known);
    // What the shooter was told of all its targets is the answer; only its drawing is asked for.
    this.answer = known && this.targets?.in_turn && same(this.details, usual(known)) ? known : this.answer;
    await this.#see(this.answer === known);
  }

  async declare(details: Details): Promise<void> {
    this.details = details;
    await this.#see();
  }

  /** The numbers under other answers of those who owe them. */
  async under(answers: Answers): Promise<void> {
    this.answers = answers;
    const { battle, shooter } = this;
    if (!battle) return;
    await this.#guard(async () => {
      const told = shooter ? this.#all.ask((signal) => api.targets(battle, shooter, signal, answers)) : null;
      const [reading, targets] = await Promise.all([this.#read.ask((signal) => api.read(battle, signal, answers)), told, this.#see()]);
      if (reading) this.reading = reading;
      if (targets) this.targets = targets;
    }, () => this.under(answers));
  }

  async swap(): Promise<void> {
    if (!this.target) return;
    this.swapped = !this.swapped;
    await this.#see();
  }

  async clear(): Promise<void> {
    this.#reset();
    await this.#guard(() => this.#draw({}));
  }

  /** The dice fall, and what they say is so; Undo takes it back. */
  async shoot(): Promise<void> {
    const shot = this.shot;
    if (!shot || this.swapped || !this.answer?.legal) return;
    await this.command({ command: "Shoot", shot }, this.answer.title ?? "", facesOf(this.faces), valueOf(this.seed));
    this.acting.regain(shot.shooter);
  }

  /** A command as it is typed; whoever was told something goes on being the one that is chosen. */
  async say(command: string): Promise<boolean> {
    const { unit } = this;
    if (!(await this.command(command, command))) return false;
    if (unit && !this.barred && !/^(end|next)$/.test(command) && this.reading?.units.some((one) => one.id === unit)) await this.take(unit);
    return true;
  }

  foreign = (): string => "";

  refuse(why: string): void {
    this.problem = why;
  }

  /** Carry out a command; answers whether that was done. */
  async command(command: CommandData | string, title: string, faces?: unknown[], seeded?: unknown): Promise<boolean> {
    const battle = this.battle;
    if (!battle || this.busy || this.past !== null) return false;
    this.busy = true;
    const done = await this.#guard(async () => {
      const played = await api.play(battle, command, faces, seeded);
      const dice = played.thrown > 0;
      const { story: lines, outcome, units, seed = null, battle: after } = played;
      const thrown = facesThrown(played.throws ?? [], played.faces ?? []);
      const said = { command: played.command, events: played.events, faces: played.faces ?? [] };
      const chosen = [this.shooter, this.target].filter(Boolean);
      const kind = this.owed ? "decision" : played.command.command === "Shoot" ? "shot" : "command";
      this.#step({ kind, title, lines, outcome, units, faces: thrown, dice, seed, standing: "applied", after, said, chosen });
      if (outcome) signals.give();
      await this.#fresh();
    }, () => this.command(command, title, faces, seeded));
    this.busy = false;
    return done;
  }

  /** Whoever was chosen before is chosen again, where they are still there. */
  async recall(shooter: string, target: string): Promise<void> {
    if (!this.#titles.has(shooter)) return;
    await this.take(shooter);
    if (this.isTarget(target)) await this.aim(target);
  }

  /** Take the last step back; whoever was chosen when it was taken is chosen again. */
  async undo(): Promise<games.Step | undefined> {
    const step = await this.#back(games.undoable, games.undone);
    const [shooter = "", target = ""] = (step?.kind !== "edit" && step?.chosen) || [];
    await this.recall(shooter, target);
    return step;
  }

  async redo(): Promise<games.Step | undefined> {
    return this.#back(games.redoable, games.redone);
  }

  /** Changes of the battle by hand, as one step: the ids of the pieces placed, null where the changes do not fit. */
  async edit(edits: api.Edit[], title: string, merged = false, chosen: readonly string[] = []): Promise<string[] | null> {
    const battle = this.battle;
    if (!battle || this.past !== null) return null;
    let placed: string[] = [];
    const fits = await this.#guard(async () => {
      const { battle: after, added } = await api.edit(battle, edits);
      placed = added;
      await this.become(after, title, merged, [...chosen, ...added]);
    });
    return fits ? placed : null;
  }

  /** Another battle in place of this one, as one step; `merged` makes it part of the last one. */
  async become(after: Battle, title: string, merged = false, chosen: readonly string[] = []): Promise<void> {
    if (!this.game || JSON.stringify(after) === JSON.stringify(this.battle)) return;
    if (merged && games.undoable(this.game)?.underlay === undefined) this.#became(games.withAfter(this.game, after));
    else this.#step({ kind: "edit", title, lines: [], dice: false, standing: "applied", after, chosen: [...chosen] });
    await this.#fresh();
  }

  /** From now on the battle is drawn for editing, or for play; nobody is chosen then. */
  async plan(plan: boolean): Promise<void> {
    this.planned = plan;
    await this.clear();
  }

  async #back(which: typeof games.undoable, how: typeof games.undone): Promise<games.Step | undefined> {
    const step = this.game && which(this.game);
    if (!this.game || !step || this.past !== null) return undefined;
    this.#became(how(this.game));
    await this.#fresh();
    return step;
  }

  #step(step: Omit<games.Step, "seq">): void {
    if (this.game) this.#became(games.withStep(this.game, step));
  }

  /** Keep the battle file as somebody wrote it. */
  write(written: games.Written): void {
    if (this.game) this.#became({ ...this.game, written });
  }

  /** The picture underneath the board that is looked at. */
  get picture(): Underlay | null {
    return this.game && games.underlayOf(this.game, this.past);
  }

  /** Lay a picture underneath the board, or take it away, as a step; `merged` makes it part of the last one. */
  underlay(underlay: Underlay | null, title: string, merged = false): void {
    if (this.game && this.past === null) this.#became(games.withUnderlay(this.game, underlay, title, merged));
  }

  #became(game: Game): void {
    this.game = { ...game, changed: Date.now() };
    this.unkept = shelf.store(this.game);
  }

  #reset(): void {
    this.#ask.stop();
    this.#all.stop();
    this.#turn.stop();
    this.shooter = "";
    this.target = "";
    this.details = {};
    this.swapped = false;
    this.targets = null;
    this.answer = null;
    this.faces = "";
    this.seed = "";
    this.problem = "";
    this.again = null;
  }

  /** The battle is another one: nothing that was said of the old one holds. */
  async #fresh(): Promise<void> {
    this.#reset();
    const battle = this.battle;
    if (!battle) return;
    this.reads = true;
    const asking = (this.#ready = this.#guard(async () => {
      const asked = this.#read.ask((signal) => api.read(battle, signal, this.answers)).then((reading) => {
        if (reading && this.battle === battle) this.reading = reading;
      });
      await Promise.all([asked, this.#draw({})]);
    }, () => this.#fresh()));
    const known = await asking;
    if (this.battle === battle) this.reads = !known;
  }

  async #see(answered = false): Promise<void> {
    const [now, shot] = [this.battle, this.shot];
    if (!now || !shot) return;
    const fits = await this.#guard(async () => {
      const battle = this.swapped ? await this.#turnOf(shot.shooter, now) : now;
      if (!battle) return;
      if (answered) {
        this.#ask.stop();
        await this.#draw({ shot }, battle);
        return;
      }
      const asked = this.#ask.ask((signal) => api.odds(battle, shot, signal, this.answers)).then((answer) => {
        if (answer) this.answer = answer;
      });
      await Promise.all([asked, this.#draw({ shot }, battle)]);
    }, () => this.#see());
    if (!fits) this.swapped = false;
  }

  /** The battle as if it were the turn of a unit's side: what could they do to me? Null where that is stale. */
  async #turnOf(unit: string, battle: Battle): Promise<Battle | null> {
    const turned = await this.#turn.ask((signal) => api.edit(battle, [{ op: "turn", unit }], signal));
    return turned && this.swapped && this.battle === battle ? turned.battle : null;
  }

  async #draw(what: { shot?: Shot; viewer?: string }, battle = this.battle): Promise<void> {
    if (!battle) return;
    const how = this.planned ? { kind: "plan" as const } : what;
    const svg = await this.#look.ask((signal) => api.picture(battle, how, signal));
    if (svg !== null) this.svg = svg;
  }

  async #guard(work: () => Promise<void>, again: () => unknown = () => this.#guard(work)): Promise<boolean> {
    this.problem = "";
    this.again = null;
    try {
      await work();
      return true;
    } catch (wrong) {
      this.problem = lineOf(wrong);
      this.again = mayPass(wrong) ? again : null;
      return false;
    }
  }
}
