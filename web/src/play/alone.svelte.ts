/** A game of one's own: its steps are kept in this browser, and whoever answers its questions carries out its commands. */
import { ask } from "../api/client";
import { Latest } from "../api/latest";
import type { Answers, Battle, CommandData, Shot } from "../api/shapes";
import { facesOf } from "../dice/shape";
import { entriesOfGame } from "../replay/entries";
import type { Underlay } from "../under/under";
import * as games from "./game";
import type { Game, Step } from "./game";
import { same } from "./packing";
import * as shelf from "./shelf";
import type { Along, Rights, Standing, Taken, Transport } from "./transport";

export class Alone implements Transport {
  game = $state.raw({} as Game);
  standing = $state.raw<Standing | null>(null);
  unread = $state.raw<unknown>(null);
  /** Why this browser does not keep the game, "" where it does. */
  unkept = $state("");
  readonly own = this;
  readonly table = null;
  readonly rights: Rights = { plays: true, all: true, sides: [], edits: true };
  readonly ended = false;
  #working = $state(0);
  readonly #read = new Latest();

  constructor(game: Game) {
    this.game = game;
  }

  readonly log = $derived.by(() => entriesOfGame(this.game));
  readonly busy = $derived(this.#working > 0);
  readonly canUndo = $derived.by(() => games.lastApplied(this.game) !== undefined);
  readonly canRedo = $derived.by(() => games.redoable(this.game) !== undefined);

  readonly id = $derived(this.game.id);
  readonly name = $derived(this.game.title);
  readonly about = $derived(this.game.about ?? "");

  /** Go on with a game that this browser keeps. */
  async resume(game: Game): Promise<void> {
    shelf.choose(game.id);
    this.game = game;
    await this.refresh();
  }

  /** What if? A game of its own that goes on from the board after a step. */
  branched(seq: number, title: string): Game {
    return games.branched(this.game, seq, Date.now().toString(36), title, Date.now());
  }

  async send(command: CommandData | string, { title = "", faces, seed: seeded, chosen = [] }: Along): Promise<null> {
    const owed = this.standing?.reading.to_decide ?? null;
    await this.#work(async () => {
      const played = await ask("/play", { battle: games.battleOf(this.game), command, dice: faces?.length ? faces : null, seed: (seeded ?? null) as number | null });
      const { story: lines, outcome, units, seed, battle: after, events } = played;
      const said = { command: played.command, events, faces: played.faces ?? [] };
      const kind = owed !== null ? "decision" : played.command.command === "Shoot" ? "shot" : "command";
      const thrown = facesOf(played.throws ?? [], said.faces);
      await this.#step({ kind, title, lines, outcome, units, faces: thrown, dice: played.thrown > 0, seed, standing: "applied", after, said, chosen: [...chosen] });
    });
    return null;
  }

  async become(after: Battle, title: string, merged = false, chosen: readonly string[] = []): Promise<void> {
    if (same(after, games.battleOf(this.game))) return;
    if (merged && games.lastApplied(this.game)?.underlay === undefined) await this.#became(games.withAfter(this.game, after));
    else await this.#step({ kind: "edit", title, lines: [], dice: false, standing: "applied", after, chosen: [...chosen] });
  }

  undo(): Promise<Taken | undefined> {
    return this.#back(games.lastApplied(this.game), games.undone);
  }

  redo(): Promise<Taken | undefined> {
    return this.#back(games.redoable(this.game), games.redone);
  }

  /** Keep the battle file as somebody wrote it. */
  write(written: games.Written): void {
    this.#keep({ ...this.game, written });
  }

  /** Lay a picture underneath the board, or take it away, as a step; `merged` makes it part of the last one. */
  underlay(underlay: Underlay | null, title: string, merged = false): void {
    this.#keep(games.withUnderlay(this.game, underlay, title, merged));
  }

  /** The battle is another one, and is read. */
  async refresh(): Promise<void> {
    const battle = games.battleOf(this.game);
    await this.#work(async () => {
      try {
        const reading = await this.#read.ask((signal) => ask("/read", { battle }, signal));
        if (!reading) return;
        this.standing = { battle, reading };
        this.unread = null;
      } catch (wrong) {
        this.unread = wrong;
      }
    });
  }

  at = async (seq: number): Promise<Battle> => games.battleAfter(this.game, seq);
  pictureAt = (seq: number | null): Underlay | null => games.underlayOf(this.game, seq);
  odds = (shot: Shot, signal: AbortSignal, answers: Answers) => ask("/odds", { battle: games.battleOf(this.game), shot, answers }, signal);
  targets = (shooter: string, signal: AbortSignal, answers: Answers, only?: string[]) =>
    ask("/targets", { battle: games.battleOf(this.game), shooter, targets: only ?? null, answers }, signal);
  luck = (signal: AbortSignal) => ask("/luck", { battle: this.game.start, steps: games.standing(this.game) }, signal);

  async #back(step: Step | undefined, how: (game: Game) => Game): Promise<Taken | undefined> {
    if (step) await this.#became(how(this.game));
    return step;
  }

  #step(step: Omit<Step, "seq">): Promise<void> {
    return this.#became(games.withStep(this.game, step));
  }

  #became(game: Game): Promise<void> {
    this.#keep(game);
    return this.refresh();
  }

  #keep(game: Game): void {
    this.game = { ...game, changed: Date.now() };
    this.unkept = shelf.store(this.game);
  }

  async #work(work: () => Promise<void>): Promise<void> {
    this.#working += 1;
    try {
      await work();
    } finally {
      this.#working -= 1;
    }
  }
}
