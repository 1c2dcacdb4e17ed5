/** What a seat may do at its table now, and doing it: choose, shoot, answer, move, say a command. */
import type { Choice, CommandData, Schemas, Shot } from "../api/shapes";
import type { Thing } from "../board/things";
import type { Dragging } from "../move/dragging";
import { badgesOf } from "../play/badges";
import { besides, following as comesNext, lastSide } from "../play/following";
import { Sheet } from "../play/sheet.svelte";
import { waysOf } from "../play/ways";
import { following, shownSeq, type Replay } from "../replay/player";
import { spoken } from "../spoken.svelte";
import { say } from "../words/words.svelte";
import type { TableState } from "./api";
import { costed } from "./costed";
import { Desk } from "./desk.svelte";
import { players } from "./players.svelte";
import { seatName } from "./seatName";
import type { Session } from "./session.svelte";
import { lastStep } from "./undo";

interface Waiting {
  command: CommandData;
  faces: (string | number)[];
  needs: Schemas["ThrowAsked"];
}

/** Two presses within so many milliseconds are one: a double click is no shot. */
const DOUBLE = 500;

export class Play {
  readonly desk: Desk;
  replay = $state.raw<Replay>(following([]));
  /** A command that waits for faces of real dice. */
  waiting = $state.raw<Waiting | null>(null);
  /** What was chosen last for a move by hand. */
  chosen = $state.raw<Thing | null>(null);
  /** The sheet of a phone. */
  readonly sheet = new Sheet(() => this.#asked);
  #wantsMove = $state(false);
  #wantsAdd = $state(false);
  #chosenAt = 0;
  /** Whether the move that is made began as a drag out of play. */
  #dragged = false;

  constructor(
    readonly session: Session,
    private readonly now: () => TableState,
  ) {
    this.desk = new Desk(session);
  }

  readonly table = $derived.by(() => this.now());
  readonly seat = $derived(this.table.seat);
  readonly master = $derived(this.seat.may.includes("override"));
  readonly plays = $derived(this.seat.may.includes("command"));
  readonly busy = $derived.by(() => this.session.saying > 0);
  /** The entry that the board shows, null for the game as it stands. */
  readonly past = $derived(shownSeq(this.replay));
  /** What happened last and was told, and still stands. */
  readonly latest = $derived.by(() => this.session.entries.findLast((one) => one.lines.length > 0 && one.undoneBy === null) ?? null);
  readonly last = $derived.by(() => lastStep(this.session.events));

  readonly units = $derived.by(() => this.desk.reading?.units ?? []);
  readonly #shooters = $derived.by(() => new Set(this.desk.reading?.shooters.map((one) => one.id) ?? []));

  /** The game master has ended the game: nobody is to act any more. */
  readonly closed = $derived(this.table.revealed);
  readonly owed = $derived(this.closed ? null : this.table.to_decide);
  /** The sides that are to act. */
  readonly acting = $derived.by(() => {
    const { table } = this;
    if (this.closed) return [];
    if (this.owed) return [this.owed];
    const firing = [...new Set(table.shooters.map((unit) => unit.side ?? ""))].filter(Boolean);
    return firing.length ? firing : table.commands.length ? table.sides : [];
  });
  readonly mine = $derived(this.plays && (this.master || this.acting.some((one) => this.seat.sides.includes(one))));
  readonly mayMove = $derived(this.plays && !this.closed && !this.owed && this.past === null && this.table.places !== null);
  readonly mayAdd = $derived(this.mayMove && (this.master || this.table.adding === "players"));
  readonly adding = $derived(this.#wantsAdd && this.mayAdd);
  readonly moving = $derived(this.#wantsMove && this.mayMove);
  /** Whether places are asked for on the board. */
  readonly placing = $derived(this.moving || this.adding);
  readonly movable = $derived(this.table.units.filter((unit) => this.#own(unit.side)));
  readonly #commands = $derived.by(() => this.desk.reading?.commands ?? this.table.commands);
  /** What may be answered now, with costs under the answers of others that were chosen. */
  readonly answers = $derived.by(() => costed(this.table.commands, this.#commands));
  readonly badges = $derived.by(() => (this.desk.shooter && !this.closed && !this.placing ? badgesOf(this.desk.targets, this.#commands) : {}));
  readonly ways = $derived.by(() => (this.desk.shooter && this.desk.target ? waysOf(this.#commands, this.desk.shooter, this.desk.target) : []));
  /** The side that alone is left, "" before that. */
  readonly lastSide = $derived(lastSide(this.table));
  readonly next = $derived(this.closed || this.lastSide ? [] : comesNext(this.table));
  readonly others = $derived(this.next.length ? [] : besides(this.table));
  readonly mayShoot = $derived.by(() => {
    const { answer, shooter } = this.desk;
    if (!answer?.legal || !shooter || !this.mine || this.closed || this.owed || this.past !== null) return false;
    return this.#own(this.units.find((unit) => unit.id === shooter)?.side);
  });
  /** Whose turn it is, in words. */
  readonly turn = $derived.by(() => {
    const { owed, mine, master, acting } = this;
    if (this.closed) return say("table.over");
    if (owed) return mine && !master ? say("table.youDecide") : say("table.decides", { who: nameOf(owed) });
    if (this.table.over) return this.next[0] ? say("table.next", { what: this.next[0].text }) : say("table.phaseOver");
    if (mine && !master) return say("table.yourTurn");
    return acting.length ? say("table.turnOf", { side: acting.map(nameOf).join(", ") }) : "";
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
    const { refusal, waiting, session, placing, mine, owed, next, latest } = this;
    if (refusal || waiting || session.undo) return `answer ${refusal} ${waiting?.faces.length} ${session.undo?.seq}`;
    return placing ? "place" : mine && (owed !== null || next.length > 0) ? `step ${latest?.seq} ${owed}` : "";
  });

  titleOf = (unit: string): string => this.units.find((one) => one.id === unit)?.title ?? unit;

  select(thing: Thing): void {
    if (this.placing) this.chosen = thing;
    else if (thing.kind === "unit") this.choose(thing.id);
  }

  /** A unit chosen in any way; the target chosen once more is the shot, but never by a double click. */
  choose(unit: string): void {
    const { desk } = this;
    if (this.adding) return;
    if (this.moving) {
      this.chosen = { kind: "unit", id: unit, note: "", at: { x: 0, y: 0 }, corners: "", half: { x: 0, y: 0 } };
      return;
    }
    const now = performance.now();
    if (desk.shooter && desk.target === unit) {
      if (this.mayShoot && now - this.#chosenAt > DOUBLE) void this.shoot();
      return;
    }
    this.#chosenAt = now;
    if (this.#shooters.has(unit)) desk.aim(desk.shooter === unit ? null : unit);
    else if (desk.shooter) {
      desk.at(unit);
      this.sheet.raise();
    }
  }

  pressed(event: KeyboardEvent): void {
    const { desk } = this;
    if (event.key === "Escape") this.placing ? this.moveMode(false) : desk.aim(null);
    if (event.key === "m" && this.mayMove) this.moveMode(!this.moving);
    const from = [...this.#shooters];
    if (event.key === "s" && from.length) desk.aim(from[(from.indexOf(desk.shooter ?? "") + 1) % from.length]!);
    const to = desk.targets?.targets.map((one) => one.shot.target) ?? [];
    if (event.key.toLowerCase() === "t" && to.length) {
      const step = event.shiftKey ? to.length - 1 : 1;
      desk.at(to[(Math.max(to.indexOf(desk.target ?? ""), event.shiftKey ? 0 : -1) + step) % to.length]!);
    }
  }

  /** A unit of one's own goes where it is dragged; where it was dragged out of play, play goes on. */
  readonly dragging: Dragging = {
    may: (unit, pointer) => this.mayMove && (this.moving || pointer === "mouse") && this.movable.some((one) => one.id === unit),
    begin: (unit) => {
      const before = this.moving;
      if (!before) this.moveMode(true);
      this.#dragged = !before;
      this.choose(unit);
    },
    end: (dropped) => {
      if (!dropped && this.#dragged) this.moveMode(false);
    },
  };

  moveMode(on: boolean): void {
    this.#wantsMove = on;
    this.#wantsAdd = false;
    this.#dragged = false;
    this.chosen = null;
    if (on) {
      this.desk.aim(null);
      this.sheet.raise();
    }
  }

  addMode(on: boolean): void {
    this.moveMode(false);
    this.#wantsAdd = on;
    if (on) {
      this.desk.aim(null);
      this.sheet.raise();
    }
  }

  async move(data: CommandData, title: string): Promise<boolean> {
    const answer = await this.session.say("command", { command: data });
    if (!answer.ok) return false;
    this.chosen = null;
    if (this.#dragged) this.moveMode(false);
    spoken.say(title);
    return true;
  }

  /** Look at a shot that was found. */
  show({ shooter, target, ...details }: Shot): void {
    this.desk.aim(shooter);
    this.desk.at(target, details);
    this.sheet.raise();
  }

  shoot(): Promise<void> {
    return this.command({ command: "Shoot", shot: this.desk.shot as Shot });
  }

  /** Say a command of the game; where real dice are thrown, the table asks for them. */
  async command(data: Choice["command"], faces: (string | number)[] = []): Promise<void> {
    const dice = this.table.dice === "server" && this.session.dice ? { dice: this.session.dice.expected() } : {};
    const body = faces.length ? { command: data, faces } : { command: data, ...dice };
    const answer = await this.session.say(faces.length ? "faces" : "command", body);
    const needs = answer.problem?.needs;
    if (!answer.ok && needs) {
      this.session.refused = null;
      this.waiting = { command: data, faces, needs };
      return;
    }
    if (answer.ok || answer.why !== "bad") this.waiting = null;
    if (answer.ok) this.desk.aim(null);
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
