/** What a seat may do at its table now, and doing it: choose, shoot, answer, move, say a command. */
import type { CommandData, Schemas, Shot } from "../api/shapes";
import type { Pointed } from "../board/boardhand";
import type { Thing } from "../board/things";
import type { Bench } from "../edit/bench";
import { Acting, type Actor } from "../play/acting.svelte";
import { badgesOf } from "../play/badges";
import { bringsOn, lastSide } from "../play/following";
import { Sheet } from "../play/sheet.svelte";
import { waysOf } from "../play/ways";
import { following, shownSeq, type Replay } from "../replay/player";
import { say } from "../words/words.svelte";
import type { TableState } from "./api";
import { costed } from "./costed";
import { Desk } from "./desk.svelte";
import { TableBattle } from "./editing.svelte";
import { players } from "./players.svelte";
import { seatName } from "./seatName";
import type { Session } from "./session.svelte";
import { lastStep } from "./undo";

interface Waiting {
  command: CommandData | string;
  faces: (string | number)[];
  needs: Schemas["ThrowAsked"];
}

/** Two presses within so many milliseconds are one: a double click is no shot. */
const DOUBLE = 500;

export class Play implements Actor {
  readonly desk: Desk;
  replay = $state.raw<Replay>(following([]));
  /** A command that waits for faces of real dice. */
  waiting = $state.raw<Waiting | null>(null);
  /** The place that was chosen last for a unit that is added. */
  chosen = $state.raw<Thing | null>(null);
  /** Why the game master does what he does by hand; he is asked for it. */
  reason = $state("");
  /** The sheet of a phone. */
  readonly sheet = new Sheet(() => this.#asked);
  /** The editor under the game master's hands, null while nothing is edited; and the views that it needs. */
  bench = $state.raw<Bench | null>(null);
  kit = $state.raw<typeof import("../edit/EditMode") | null>(null);
  /** Where a pointer is on the board; the stage knows. */
  pointedAt: (event: PointerEvent) => Pointed | null = () => null;
  #wantsAdd = $state(false);
  #chosenAt = 0;

  constructor(
    readonly session: Session,
    private readonly now: () => TableState,
  ) {
    this.desk = new Desk(session);
  }

  readonly table = $derived.by(() => this.now());
  readonly seat = $derived(this.table.seat);
  readonly master = $derived(this.seat.may.includes("reveal"));
  readonly plays = $derived(this.seat.may.includes("command"));
  readonly busy = $derived.by(() => this.session.saying > 0);
  /** The entry that the board shows, null for the game as it stands. */
  readonly past = $derived(shownSeq(this.replay));
  /** What happened last and was told, and still stands. */
  readonly latest = $derived.by(() => this.session.entries.findLast((one) => one.lines.length > 0 && one.undoneBy === null) ?? null);
  /** What the board shows came about by this: the last of it, or the entry that the slider is at. */
  readonly told = $derived.by(() => (this.past === null ? this.latest : (this.session.entries.find((one) => one.seq === this.past && one.lines.length > 0) ?? null)));
  readonly last = $derived.by(() => lastStep(this.session.events));

  readonly units = $derived.by(() => this.desk.reading?.units ?? []);
  readonly #shooters = $derived.by(() => new Set(this.desk.reading?.shooters.map((one) => one.id) ?? []));

  /** The game master has ended the game: nobody is to act any more. */
  readonly closed = $derived(this.table.revealed);
  readonly owed = $derived(this.closed ? null : this.table.to_decide);
  /** The sides that are to act. */
  readonly toAct = $derived.by(() => {
    const { table } = this;
    if (this.closed) return [];
    if (this.owed) return [this.owed];
    const firing = [...new Set(table.shooters.map((unit) => unit.side ?? ""))].filter(Boolean);
    return firing.length ? firing : table.commands.length ? table.sides : [];
  });
  readonly mine = $derived(this.plays && (this.master || this.toAct.some((one) => this.seat.sides.includes(one))));
  readonly barred = $derived(!this.plays || this.closed || this.owed !== null || this.past !== null || this.bench !== null);
  readonly mayAdd = $derived(!this.barred && !this.master && this.table.places !== null && this.table.adding === "players");
  readonly mayEdit = $derived(this.master && !this.closed && this.past === null);
  readonly adding = $derived(this.#wantsAdd && this.mayAdd);
  readonly #commands = $derived.by(() => this.desk.reading?.commands ?? this.table.commands);
  /** What may be answered now, with costs under the answers of others that were chosen. */
  readonly answers = $derived.by(() => costed(this.table.commands, this.#commands));
  readonly badges = $derived.by(() => (this.desk.shooter && !this.closed && !this.adding ? badgesOf(this.desk.targets, this.#commands) : {}));
  readonly ways = $derived.by(() => (this.desk.shooter && this.desk.target ? waysOf(this.#commands, this.desk.shooter, this.desk.target) : []));
  /** The side that alone is left, "" before that. */
  readonly lastSide = $derived(lastSide(this.table));
  /** What begins after this phase, "" where that is not to be said now. */
  readonly #next = $derived(this.table.over ? (this.table.commands.find(bringsOn)?.text ?? "") : "");
  readonly mayShoot = $derived.by(() => {
    const { answer, shooter } = this.desk;
    if (!answer?.legal || !shooter || !this.mine || this.closed || this.owed || this.past !== null) return false;
    return this.#own(this.units.find((unit) => unit.id === shooter)?.side);
  });
  /** Whose turn it is, in words. */
  readonly turn = $derived.by(() => {
    const { owed, mine, master, toAct } = this;
    if (this.closed) return say("table.over");
    if (owed) return mine && !master ? say("table.youDecide") : say("table.decides", { who: nameOf(owed) });
    if (this.table.over) return this.#next ? say("table.next", { what: this.#next }) : say("table.phaseOver");
    if (mine && !master) return say("table.yourTurn", { what: this.table.whose });
    return toAct.length ? say("table.turnOf", { side: toAct.map(nameOf).join(", ") }) : "";
  });
  /** Why what was said last did not happen, "" where it did. */
  readonly refusal = $derived.by(() => {
    const { refused } = this.session;
    if (!refused) return "";
    if (refused.why === "stale") return say("table.stale");
    if (refused.why === "lost") return say("table.lost");
    return refused.detail || say("table.forbidden");
  });

  /** What there is to answer or to do, "" for nothing. */
  readonly #asked = $derived.by(() => {
    const { refusal, waiting, session, adding, mine, owed, latest } = this;
    if (refusal || waiting || session.undo) return `answer ${refusal} ${waiting?.faces.length} ${session.undo?.seq}`;
    return adding ? "add" : mine && owed !== null ? `step ${latest?.seq} ${owed}` : "";
  });

  readonly acting = new Acting(this);

  get battle(): TableState["battle"] | null {
    return this.desk.battle;
  }

  get reading(): Desk["reading"] {
    return this.desk.reading;
  }

  /** Who is chosen. */
  get unit(): string {
    return this.desk.shooter ?? "";
  }

  /** Whether the end of the turn is this seat's to say. */
  get ends(): boolean {
    return this.mine;
  }

  titleOf = (unit: string): string => this.units.find((one) => one.id === unit)?.title ?? unit;

  /** Begin to edit the battle of the table, or end it. */
  async edit(on: boolean): Promise<void> {
    if (this.bench && !this.bench.editor.finished()) return;
    this.bench = null;
    if (on) {
      this.kit = await import("../edit/EditMode");
      const editor = await this.kit.Editor.open(new TableBattle(this), this.table.ruleset);
      if (editor) this.bench = new this.kit.Bench(editor);
      else this.refuse(say("edit.none"));
    }
    this.desk.plan(this.bench !== null);
  }

  select(thing: Thing): void {
    if (this.bench) this.bench.tap({ x: 0, y: 0, at: thing.at, thing, type: "keys", more: false });
    else if (this.adding) this.chosen = thing;
    else if (thing.kind === "unit") this.choose(thing.id);
    else if (thing.kind === "cell") void this.acting.go(thing.id);
  }

  /** A unit chosen in any way; the target chosen once more is the shot, but never by a double click. */
  choose(unit: string): void {
    const { desk } = this;
    if (this.adding) return;
    const now = performance.now();
    if (desk.shooter && desk.target === unit) {
      if (this.mayShoot && now - this.#chosenAt > DOUBLE) void this.shoot();
      return;
    }
    this.#chosenAt = now;
    if (desk.shooter === unit) desk.aim(null);
    else if (desk.shooter && this.#isTarget(unit) && (this.#shooters.has(desk.shooter) || !this.#shooters.has(unit))) {
      desk.at(unit);
      this.sheet.raise();
    } else desk.aim(unit);
  }

  #isTarget(unit: string): boolean {
    const { targets, shooter } = this.desk;
    if (targets) return targets.targets.some((one) => one.shot.target === unit);
    const sideOf = (id: string | null) => this.units.find((one) => one.id === id)?.side;
    return sideOf(unit) !== sideOf(shooter);
  }

  pressed(event: KeyboardEvent): void {
    const { desk } = this;
    if (event.key === "Escape") this.adding ? this.addMode(false) : this.acting.open ? this.acting.stop() : desk.aim(null);
    if (event.key === "m") this.acting.move();
    const from = [...this.#shooters];
    if (event.key === "s" && from.length) desk.aim(from[(from.indexOf(desk.shooter ?? "") + 1) % from.length]!);
    const to = desk.targets?.targets.map((one) => one.shot.target) ?? [];
    if (event.key.toLowerCase() === "t" && to.length) {
      const step = event.shiftKey ? to.length - 1 : 1;
      desk.at(to[(Math.max(to.indexOf(desk.target ?? ""), event.shiftKey ? 0 : -1) + step) % to.length]!);
    }
  }

  addMode(on: boolean): void {
    this.chosen = null;
    this.#wantsAdd = on;
    if (on) {
      this.desk.aim(null);
      this.sheet.raise();
    }
  }

  /** What is said beside an act outside the rules. */
  get why(): { reason?: string } {
    const reason = this.reason.trim();
    return reason ? { reason } : {};
  }

  /** Look at a shot that was found. */
  show({ shooter, target, ...details }: Shot): void {
    this.desk.aim(shooter);
    this.desk.at(target, details);
    this.sheet.raise();
  }

  async shoot(): Promise<void> {
    const shot = this.desk.shot as Shot;
    this.sheet.fold(false);
    await this.command({ command: "Shoot", shot });
    this.acting.regain(shot.shooter);
  }

  /** A command as it is typed; whoever was told something goes on being the one that is chosen. */
  async say(command: string): Promise<boolean> {
    const { unit } = this;
    if (!(await this.command(command))) return false;
    if (unit && !/^(end|next)$/.test(command) && this.units.some((one) => one.id === unit)) this.desk.aim(unit);
    return true;
  }

  foreign(unit: string): string {
    const side = this.units.find((one) => one.id === unit)?.side;
    return !unit || this.#own(side) ? "" : say("table.foreign", { unit: this.titleOf(unit), side: nameOf(side ?? "") });
  }

  refuse(why: string): void {
    this.session.refused = { why: "bad", detail: why };
  }

  /** Say a command of the game, its text or its data; where real dice are thrown, the table asks for them. */
  async command(data: CommandData | string, faces: (string | number)[] = []): Promise<boolean> {
    const dice = this.table.dice === "server" && this.session.dice ? { dice: this.session.dice.expected() } : {};
    const body = faces.length ? { command: data, faces } : { command: data, ...dice, ...this.why };
    const answer = await this.session.say(faces.length ? "faces" : "command", body);
    const needs = answer.problem?.needs;
    if (!answer.ok && needs) {
      this.session.refused = null;
      this.waiting = { command: data, faces, needs };
      return true;
    }
    if (answer.ok || answer.why !== "bad") this.waiting = null;
    if (answer.ok) this.desk.aim(null);
    return answer.ok;
  }

  #own(side: string | null | undefined): boolean {
    return this.master || this.seat.sides.includes(side ?? "");
  }
}

/** What a side, or a seat, is called: by its player's name where that is known. */
export function nameOf(who: string): string {
  const player = players.names[who];
  return player ? `${player} (${seatName(who, say)})` : seatName(who, say);
}
