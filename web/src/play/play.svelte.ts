/** One live board: what is chosen, what is asked and what is sent, with the rights of whoever sits here. */
import { tick } from "svelte";
import { ask } from "../api/client";
import { lineOf, mayPass } from "../api/problem";
import type { Battle, Choice, CommandData, Edit, Reading, Schemas, Shot } from "../api/shapes";
import type Board from "../board/Board.svelte";
import { keysOn } from "../board/hand";
import type { Thing } from "../board/things";
import { typedFaces } from "../dice/shape";
import type { Bench } from "../edit/bench";
import { toldAt } from "../replay/entries";
import { Replay } from "../replay/player.svelte";
import { spoken } from "../spoken.svelte";
import { say } from "../words/words.svelte";
import { Acting } from "./acting.svelte";
import { badgesOf } from "./targets";
import { Desk } from "./desk.svelte";
import { costed, valueOf, waysOf } from "./choices";
import { keepingKeys } from "./keys";
import { nameOf } from "./names.svelte";
import { Pinging } from "./pinging.svelte";
import { Saying } from "./saying.svelte";
import { Sheet } from "./sheet.svelte";
import { type Along, Refusal, type Taken, type Transport } from "./transport";

/** A command that waits for faces of real dice. */
interface Waiting {
  command: CommandData | string;
  faces: (string | number)[];
  needs: Schemas["NextThrow"];
}

/** What did not happen, and what may be tried again. */
interface Trouble {
  text: string;
  again: (() => unknown) | null;
}

/** Two presses within so many milliseconds are one: a double click is no shot. */
const DOUBLE = 500;

export class Play {
  readonly desk: Desk;
  /** The game of this browser, or the seat at a table: what only one of them can do. */
  readonly own: Transport["own"];
  readonly table: Transport["table"];
  readonly acting = new Acting(this);
  readonly pinging = new Pinging(this);
  readonly says = new Saying(this);
  /** The sheet of a phone: it opens for what comes of one's own acts, and for nothing else. */
  readonly sheet = new Sheet(() => this.#asks);
  readonly replay = new Replay(() => this.stops);
  waiting = $state.raw<Waiting | null>(null);
  /** Faces of real dice, as somebody typed them, and the seed of others; "" lets nobody foresee them. */
  faces = $state("");
  seed = $state("");
  /** Why something is done outside the rules. */
  reason = $state("");
  /** The editor under somebody's hands, null while nothing is edited; and the views that it needs. */
  bench = $state.raw<Bench | null>(null);
  kit = $state.raw<typeof import("../edit/EditMode") | null>(null);
  board = $state.raw<Board | null>(null);
  /** The answer that is pointed at, by its number. */
  pointed = $state<number | null>(null);
  /** Whether the log is open. */
  log = $state(false);
  /** Where a command is typed, and the bar with what may be done. */
  typing = $state<HTMLInputElement>();
  turnBar = $state<HTMLElement>();
  #failed = $state.raw<Trouble | null>(null);
  #chosenAt = 0;

  constructor(readonly transport: Transport) {
    this.desk = new Desk(transport);
    [this.own, this.table] = [transport.own, transport.table];
    this.desk.around = (unit) => this.board?.around(unit) ?? [];
  }

  readonly rights = $derived.by(() => this.transport.rights);
  readonly entries = $derived.by(() => this.transport.log);
  readonly busy = $derived.by(() => this.transport.busy);
  /** The game has been ended: nobody is to act any more. */
  readonly closed = $derived.by(() => this.transport.ended);
  readonly battle = $derived.by<Battle | null>(() => this.desk.battle);
  readonly reading = $derived.by<Reading | null>(() => this.desk.reading);
  readonly units = $derived.by(() => this.desk.reading?.units ?? []);
  /** The game as it stands, whatever the board shows. */
  readonly now = $derived.by(() => this.transport.standing?.reading ?? null);

  /** The entry that the board shows, null for the game as it stands. */
  readonly past = $derived.by(() => this.replay.seq);
  readonly stops = $derived.by(() => this.entries.filter((one) => one.level === "play").map((one) => one.seq));
  /** What the board shows came about by this: the last of it, or the entry that the slider is at. */
  readonly told = $derived.by(() => toldAt(this.entries, this.past));
  /** Whether anybody has shot here. */
  readonly shot = $derived.by(() => this.entries.some((one) => one.command?.command === "Shoot" && one.undoneBy === null));

  readonly owed = $derived.by(() => (this.closed ? null : (this.now?.to_decide ?? null)));
  /** The sides that are to act. */
  readonly toAct = $derived.by(() => (this.closed || !this.now ? [] : this.now.to_act));
  readonly mine = $derived.by(() => this.rights.plays && (this.rights.all || this.toAct.some((one) => this.rights.sides.includes(one))));
  /** Whether no unit may be told anything now: an answer is owed, the board shows the past, or is edited. */
  readonly barred = $derived.by(() => !this.rights.plays || this.closed || this.owed !== null || this.past !== null || this.bench !== null);
  readonly mayEdit = $derived.by(() => this.rights.edits && !this.closed && this.past === null);
  /** Whether a player may add units of their own side, by the same palette as whoever edits. */
  readonly mayAdd = $derived.by(() => !this.barred && !this.rights.all && this.reading?.places != null && this.table?.state?.adding === "players");
  readonly #commands = $derived.by<readonly Choice[]>(() => this.reading?.commands ?? []);
  /** What may be answered now, with costs under the answers of others that were chosen. */
  readonly answers = $derived.by(() => costed(this.now?.commands ?? [], this.#commands));
  readonly badges = $derived.by(() => {
    const { desk } = this;
    // While something is on its way, what was known before it is no longer offered.
    if (!desk.shooter || desk.swapped || this.busy || this.closed || this.bench) return {};
    return badgesOf(desk.targets, this.#commands);
  });
  readonly ways = $derived.by(() => waysOf(this.#commands, this.desk.shooter, this.desk.target));
  /** Who has won, "" where nobody is left; null before that, and while the board shows the past. */
  readonly winner = $derived.by(() => (this.past === null ? (this.now?.winner ?? null) : null));
  readonly mayShoot = $derived.by(() => {
    const { answer, shooter, supposed } = this.desk;
    return Boolean(answer?.legal) && !supposed && this.mine && !this.closed && !this.owed && this.past === null && this.#owns(shooter);
  });

  /** Whether an editor has more to show than its palette: what is chosen, or what went wrong. */
  readonly formed = $derived.by(() => {
    const editor = this.bench?.editor;
    return editor !== undefined && ((editor.ids.length > 0 && editor.held === null) || editor.problem !== "");
  });
  /** What one's own acts have led to and is to be filled in, "" for nothing. */
  readonly #asks = $derived.by(() => {
    if (this.formed) return `edit ${this.bench?.editor.problem}`;
    return this.waiting ? `faces ${this.waiting.faces.length}` : "";
  });

  /** What did not happen or was not answered, and what may be tried again. */
  readonly trouble = $derived.by<Trouble | null>(() => {
    const { failed } = this.desk;
    const { unread } = this.transport;
    if (this.#failed) return this.#failed;
    if (failed) return { text: failed.wrong, again: failed.again && (() => this.desk.again()) };
    return unread ? { text: lineOf(unread), again: mayPass(unread) ? () => this.transport.refresh() : null } : null;
  });

  get problem(): string {
    return this.#failed?.text ?? "";
  }

  set problem(text: string) {
    this.#failed = text ? { text, again: null } : null;
  }

  /** Who is chosen. */
  readonly unit = $derived.by(() => this.desk.shooter);

  titleOf = (unit: string): string => this.units.find((one) => one.id === unit)?.title ?? unit;

  /** Why a unit is not this player's to move, "" where it is. */
  foreign(unit: string): string {
    const side = this.units.find((one) => one.id === unit)?.side;
    return !unit || this.#owns(unit) ? "" : say("table.foreign", { unit: this.titleOf(unit), side: nameOf(side ?? "") });
  }

  #owns(unit: string): boolean {
    return this.rights.all || this.rights.sides.includes(this.units.find((one) => one.id === unit)?.side ?? "");
  }

  /** Begin to edit the battle, or go back to play. */
  async editMode(on: boolean): Promise<void> {
    if (on === (this.bench !== null) || (this.bench && !this.bench.editor.finished())) return;
    const { shooter } = this.desk;
    if (on && !this.rights.edits) this.sheet.fold(false); // that is where the button for it stands
    if (on) await this.tried(() => this.#bring());
    else {
      this.bench = null;
      this.board?.near([]);
    }
    this.desk.plan(this.bench !== null);
    if (shooter && this.rights.edits) this.bench?.editor.choose([shooter]);
  }

  async #bring(): Promise<void> {
    const kit = (this.kit = await import("../edit/EditMode"));
    const editor = await kit.Editor.open(this, this.now?.ruleset ?? "", this.rights.edits ? null : this.rights.sides);
    if (!editor) throw new Error(say("edit.none"));
    this.bench = new kit.Bench(editor);
  }

  select(thing: Thing): void {
    if (this.bench) this.bench.tap(keysOn(thing.at, thing));
    else if (this.pinging.on) void this.pinging.at(thing);
    else if (thing.kind === "unit") this.choose(thing.id);
    else if (thing.kind === "cell") void this.acting.go(thing.id);
  }

  /** A unit chosen in any way; the target chosen once more is the shot, but never by a double click. */
  choose(unit: string): void {
    const { desk } = this;
    const now = performance.now();
    if (desk.shooter && desk.target === unit && !desk.supposed) {
      if (now - this.#chosenAt > DOUBLE) void this.shoot();
      return;
    }
    this.#chosenAt = now;
    if (desk.shooter === unit) this.clear();
    else if (desk.shooter && this.#isTarget(unit) && (desk.shoots || !desk.shooters.has(unit))) this.aimAt(unit);
    else this.take(unit);
  }

  /** Choose a unit by its key: the keys go to it on the board. */
  visit(unit: string | undefined, choose: (unit: string) => unknown): void {
    if (!unit) return;
    this.#chosenAt = 0;
    this.board?.focusUnit(unit);
    choose(unit);
  }

  #isTarget(unit: string): boolean {
    const { targets, shooter } = this.desk;
    if (targets) return targets.targets.some((one) => one.shot.target === unit);
    const sideOf = (id: string) => this.units.find((one) => one.id === id)?.side;
    return sideOf(unit) !== sideOf(shooter);
  }

  /** This one acts. */
  take(unit: string): Promise<void> {
    this.faces = this.seed = this.problem = "";
    return this.desk.aim(unit);
  }

  clear(): void {
    void this.take("");
  }

  /** At this one. */
  aimAt(unit: string): void {
    this.desk.at(unit);
    this.sheet.raise();
  }

  /** Look at a shot that was found. */
  show({ shooter, target, ...details }: Shot): void {
    void this.take(shooter);
    this.desk.at(target, Object.keys(details).length > 0 ? details : undefined);
    this.sheet.raise();
  }

  /** Whoever was chosen before is chosen again, where they are still there. */
  async recall(shooter = "", target = ""): Promise<void> {
    if (!this.units.some((one) => one.id === shooter)) return;
    await this.desk.aim(shooter);
    if (target && this.desk.shooter === shooter && this.desk.targets?.targets.some((one) => one.shot.target === target)) this.desk.at(target);
  }

  /** The log and the sheet of a phone would leave the board no height. */
  logMode(on: boolean): void {
    this.log = on;
    if (on) this.sheet.fold(false);
  }

  /** The dice fall; what they say stands on the board, so whatever lies over it is folded. */
  async shoot(): Promise<void> {
    const { shot, answer } = this.desk;
    if (!shot || !this.mayShoot) return;
    this.sheet.fold(false);
    await this.command({ command: "Shoot", shot }, { title: answer?.title ?? "", faces: typedFaces(this.faces), seed: valueOf(this.seed) });
  }

  /** An answer that was owed; it has been given, so the sheet lies no longer over the board. */
  async answer(choice: Choice): Promise<void> {
    this.sheet.fold(false);
    await this.command(choice.command, { title: choice.text });
  }

  /** A command as it is typed, told in the words of a choice if it was one; whoever was told something goes on being the one that is chosen. */
  async say(command: string, title = command): Promise<boolean> {
    const { unit } = this;
    if (!(await this.command(command, { title }))) return false;
    if (unit && !this.barred && !/^(end|next)$/.test(command)) await this.recall(unit);
    return true;
  }

  /** Carry out a command; where real dice are thrown, the table asks for them. Answers whether that was done. */
  async command(command: CommandData | string, along: Along = {}): Promise<boolean> {
    if (this.busy || this.past !== null) return false;
    return keepingKeys(this, this.unit, () => this.#command(command, along));
  }

  async #command(command: CommandData | string, along: Along): Promise<boolean> {
    const reason = this.reason.trim();
    const chosen = [this.desk.shooter, this.desk.target].filter(Boolean);
    let needs: Schemas["NextThrow"] | null = null;
    const done = await this.#acted(
      async () => void (needs = await this.transport.send(command, { ...along, chosen, ...(reason && { reason }) })),
      () => this.command(command, along),
    );
    if (needs) {
      this.waiting = { command, faces: (along.faces ?? []) as Waiting["faces"], needs };
      return true;
    }
    if (!done) {
      if (!this.desk.shooter) await this.recall(...chosen); // somebody else's act came first, and was taken for this one
      return false;
    }
    this.faces = this.seed = "";
    if (this.desk.shooter) void this.desk.aim("");
    return true;
  }

  /** Say something else to the table; answers whether it was taken. */
  tell(kind: string, body: Record<string, unknown> = {}): Promise<boolean> {
    return this.tried(async () => void (await this.table!.say(kind, body)));
  }

  /** Changes of the battle by hand, as one step: the ids of the pieces placed, null where the changes do not fit. */
  async edit(edits: Edit[], title: string, merged = false, chosen: readonly string[] = []): Promise<string[] | null> {
    const battle = this.transport.standing?.battle;
    if (!battle || this.past !== null) return null;
    if (!this.rights.edits) return this.#add(edits);
    let placed: string[] = [];
    const fits = await this.tried(async () => {
      const { battle: after, added } = await ask("/edit", { battle, edits });
      placed = added;
      await this.become(after, title, merged, [...chosen, ...added]);
    });
    return fits ? placed : null;
  }

  /** A player adds units one by one; nothing else of the battle is theirs to change. */
  async #add(edits: Edit[]): Promise<string[] | null> {
    for (const { op, path, unit, value, to } of edits) {
      if (op !== "place") this.problem = say("table.forbidden");
      if (op !== "place" || !(await this.tell("add", { piece: value, path, stem: unit, to }))) return null;
    }
    return [];
  }

  /** Another battle in place of this one, as one step. */
  async become(after: Battle, title: string, merged = false, chosen: readonly string[] = []): Promise<void> {
    await this.transport.become(after, title, merged, chosen);
    await tick();
  }

  /** Take the last step back; whoever was chosen when it was taken is chosen again. */
  async undo(reason = ""): Promise<Taken | undefined> {
    let step: Taken | undefined;
    const why = reason || (this.table && this.bench ? say("play.undo") : "");
    const done = await this.#acted(async () => void (step = await this.transport.undo(why)));
    if (!this.bench) {
      if (done) spoken.say(step ? (step.dice && this.own ? say("play.undoDice") : `${say("play.undo")}: ${step.title}`) : say("play.undoNothing"));
      if (step && step.kind !== "edit") await this.recall(...(step.chosen ?? []));
    }
    return step;
  }

  async redo(): Promise<Taken | undefined> {
    let step: Taken | undefined;
    await this.#acted(async () => void (step = await this.transport.redo()));
    if (step && !this.bench) spoken.say(`${say("play.redo")}: ${step.title}`);
    return step;
  }

  /** Do something of one's own: nobody is chosen any more on the board that comes of it. */
  async #acted(work: () => Promise<void>, again?: () => unknown): Promise<boolean> {
    this.desk.leaving = true;
    const done = await this.tried(work, again);
    await tick();
    this.desk.leaving = false;
    return done;
  }

  /** Do it, and say what goes wrong; answers whether it was done. */
  async tried(work: () => Promise<void>, again: () => unknown = () => this.tried(work)): Promise<boolean> {
    this.#failed = null;
    try {
      await work();
      this.waiting = null;
      return true;
    } catch (wrong) {
      if (!(wrong instanceof Refusal && wrong.why === "bad")) this.waiting = null;
      this.#failed = { text: lineOf(wrong), again: mayPass(wrong) ? again : null };
      return false;
    }
  }
}
