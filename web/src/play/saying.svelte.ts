/** What the live board says: whose turn it is, what to do now, and what is on the sheet while that is folded. */
import { titleOf } from "../card/words";
import { say } from "../words/words.svelte";
import { bringsOn } from "./choices";
import { nameOf } from "./names.svelte";
import type { Play } from "./play.svelte";

export class Saying {
  constructor(private readonly play: Play) {}

  /** Whose turn it is, in words. */
  readonly turn = $derived.by(() => {
    const { play } = this;
    const { owed, toAct, rights, now } = play;
    if (play.closed) return say("table.over");
    if (!now) return "";
    const own = play.mine && !rights.all;
    if (owed) return own ? say("table.youDecide") : say("decide.title", { who: nameOf(owed) });
    if (now.over && play.table) {
      const next = now.commands.find(bringsOn)?.text;
      return next ? say("table.next", { what: next }) : say("table.phaseOver");
    }
    if (rights.all) return now.whose;
    return own ? say("table.yourTurn", { what: now.whose }) : toAct.length ? say("table.turnOf", { side: toAct.map(nameOf).join(", ") }) : "";
  });

  /** What to do now, in a sentence; "" where the decision or the card says it. */
  readonly lead = $derived.by(() => {
    const { play } = this;
    const { reading, past, mine } = play;
    if (!reading || (play.closed && past === null)) return "";
    if (reading.to_decide) return past === null ? "" : say("replay.owed", { who: nameOf(reading.to_decide) });
    if (play.winner !== null) return play.winner ? say("play.won", { side: nameOf(play.winner) }) : say("play.drawn");
    if (!play.rights.plays) return say("table.readOnly");
    if (reading.over) return say(!mine ? "table.phaseOver" : reading.commands.length > 0 ? "play.phaseOverNext" : "play.phaseOver");
    if (!mine) return say("table.notYours");
    if (reading.commands.some(({ command }) => command.command === "Shoot")) return say("play.pickShooter");
    return say(past === null ? "play.next" : "play.shotsGone");
  });

  /** What somebody has to answer here, though nobody here asked for it: the folded sheet says it. */
  readonly calls = $derived.by(() => {
    const { play } = this;
    const request = play.table?.request ?? null;
    if (play.past !== null || play.bench) return "";
    if (request && play.rights.plays && request.by !== play.table!.seat && !request.agreed.includes(play.table!.seat)) return say("table.asks", { who: nameOf(request.by) });
    return play.owed && play.mine ? this.turn : "";
  });
  /** What can be done with the chosen unit, or why nothing can; "" while nobody knows. */
  readonly chosen = $derived.by(() => {
    const { desk, titleOf } = this.play;
    if (desk.shoots) return say("play.pickTarget", { shooter: titleOf(desk.shooter) });
    return desk.unarmed || (desk.targets?.in_turn === false ? say("play.onItsTurn") : "");
  });
  /** What is on the sheet, said while it is folded. */
  readonly hint = $derived.by(() => {
    const { play } = this;
    const { desk, bench } = play;
    if (bench) return bench.editor.titleOf(bench.editor.piece) || say(bench.editor.adds ? "table.add" : "edit.title");
    if (this.calls) return say("decide.open", { what: this.calls });
    if (desk.answer && desk.target) return titleOf(desk.answer);
    return desk.shooter ? this.chosen || play.titleOf(desk.shooter) : this.lead || this.turn;
  });
}
