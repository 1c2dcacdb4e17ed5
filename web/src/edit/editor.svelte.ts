/** What the editor is at: which task, which piece, which place, and what came of the last change. */
import { schema, type Edit } from "../api/client";
import type { Battle, Editing } from "../api/shapes";
import type { Thing } from "../board/things";
import { bookOf } from "../card/rules";
import type { Solo } from "../play/solo.svelte";
import { spoken } from "../spoken.svelte";
import { say } from "../words/words.svelte";
import type { Schema } from "./schema";

export type Task = "change" | "add" | "paint";

export class Editor {
  task = $state<Task>("change");
  /** The piece to change, by its id. */
  piece = $state("");
  /** Where it goes, as the game writes places. */
  to = $state("");
  told = $state("");
  /** The place chosen last, to be marked on the board. */
  marked = $state.raw<Thing | null>(null);
  /** Carried out where a place is chosen for a new piece, or for paint. */
  onplace: ((place: string) => void) | null = null;

  constructor(
    readonly solo: Solo,
    readonly forms: Editing,
    readonly schema: Schema,
  ) {}

  /** The editor of a game; null for one that has nothing to be edited with. */
  static async open(solo: Solo, ruleset: string): Promise<Editor | null> {
    const { editing } = await bookOf(ruleset);
    return editing && new Editor(solo, editing, await schema<Schema>(editing.schema_url));
  }

  /** The battle in normal form, with the usual values that a file may leave out. */
  get battle(): Battle | null {
    return this.solo.reading?.battle ?? null;
  }

  begin(task: Task): void {
    this.task = task;
    this.to = this.told = this.solo.problem = "";
    this.marked = null;
  }

  /** Whether something on the board can be chosen for the task: pieces to change, else only places. */
  takes(thing: Thing): boolean {
    return this.task === "change" || thing.kind === "cell";
  }

  /** Something was chosen on the board or in the list beside it. */
  choose(thing: Thing): void {
    if (thing.kind !== "cell") {
      this.begin("change");
      this.piece = thing.id;
      return;
    }
    this.to = thing.id;
    if (this.task === "change") this.marked = thing;
    else this.onplace?.(thing.id);
  }

  /** Make changes as one step; the ids of new pieces, or null where they do not fit. */
  async done(edits: Edit[], words: string): Promise<string[] | null> {
    const added = await this.solo.edit(edits, words);
    this.told = added ? words : "";
    if (!added) return null;
    this.to = "";
    this.marked = null;
    spoken.say(words);
    return added;
  }

  /** What people call a piece. */
  titleOf(id: string): string {
    return this.solo.reading?.units.find((one) => one.id === id)?.title ?? id;
  }

  /** The words for where something goes. */
  put(what: string, where: string): string {
    return say("edit.moved", { what, where });
  }
}
