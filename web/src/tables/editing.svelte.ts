/** The battle of a table under the hands of the game master: each change is an entry that says what was changed. */
import { edit, type Edit } from "../api/client";
import { lineOf } from "../api/problem";
import type { Battle, Reading } from "../api/shapes";
import type { Edited, Taken } from "../edit/editor.svelte";
import { say } from "../words/words.svelte";
import type { Play } from "./play.svelte";

export class TableBattle implements Edited {
  problem = $state("");
  readonly reads = false;

  constructor(private readonly play: Play) {}

  get battle(): Battle | null {
    return this.play.desk.battle;
  }

  get reading(): Reading | null {
    return this.play.desk.reading;
  }

  async edit(edits: Edit[], title: string): Promise<string[] | null> {
    const { battle } = this;
    if (!battle) return null;
    try {
      const { battle: after, added } = await edit(battle, edits);
      const { ok } = await this.play.session.say("override", { battle: after, reason: title });
      this.problem = ok ? "" : this.play.refusal;
      return ok ? added : null;
    } catch (wrong) {
      this.problem = lineOf(wrong);
      return null;
    }
  }

  async undo(): Promise<Taken | undefined> {
    const { last, session } = this.play;
    if (!last) return undefined;
    const { ok } = await session.say("undo_request", { seq: last.seq, reason: say("play.undo") });
    return ok ? { kind: "edit", title: say("entry.undo", { seq: last.seq }) } : undefined;
  }

  /** What was taken back at a table is done anew. */
  async redo(): Promise<undefined> {
    return undefined;
  }
}
