/** Opening a battle, a log or a map, wherever on the page it is chosen, dropped or pasted. */
import { ask } from "../api/client";
import { lineOf, mayPass } from "../api/problem";
import type { Battle } from "../api/shapes";
import { begun, type Game } from "../play/game";
import * as shelf from "../play/shelf";
import { router } from "../router/router.svelte";
import { spoken } from "../spoken.svelte";
import { freshId } from "../tables/api";
import { say } from "../words/words.svelte";
import { LARGEST, LARGEST_GAME, mapAmong, type MapText, textOf, tooLarge } from "./files";

class Opening {
  /** A map that waits for whoever says which game is played on it. */
  map = $state.raw<MapText | null>(null);
  wrong = $state("");
  /** Whether something is being opened, and takes a while. */
  busy = $state(false);
  /** Does once more what went wrong, where that may help. */
  again = $state.raw<(() => unknown) | null>(null);
  /** The view that takes files for something else than to open them. */
  taker: ((files: File[]) => unknown) | null = null;
  /** How many games were opened: a view that shows one begins anew with the next. */
  count = $state(0);

  /** Do it, and say what goes wrong. */
  async tried(work: () => Promise<void>): Promise<void> {
    this.wrong = "";
    this.again = null;
    const slow = setTimeout(() => (this.busy = true), 700);
    try {
      await work();
    } catch (problem) {
      this.wrong = lineOf(problem);
      this.again = mayPass(problem) ? () => this.tried(work) : null;
      spoken.alarm(this.wrong);
    }
    clearTimeout(slow);
    this.busy = false;
  }

  begin(title: string, battle: Battle, about = "", path = "/play", more: Pick<Game, "underlay" | "written"> = {}): void {
    this.open({ ...begun(freshId(), title, battle, Date.now(), about), ...more }, path);
  }

  open(game: Game, path = "/play"): void {
    const why = shelf.store(game);
    if (why) return void ([this.wrong, this.again] = [say("play.notSaved", { why }), null]);
    this.count += 1;
    router.go(path);
  }

  /** Open what is in these files: a map asks which game is played on it, on the start page. */
  readonly files = (files: File[]): Promise<void> =>
    this.tried(async () => {
      if (this.taker) return void (await this.taker(files));
      const [given] = files;
      const map = await mapAmong(files);
      if (map) {
        this.map = map;
        if (router.route.page !== "start") router.go("/");
      }
      if (map || !given) return;
      const wrong = tooLarge(given, given.name.endsWith(".jsonl") ? LARGEST_GAME : LARGEST);
      if (wrong) throw new Error(wrong);
      const text = await textOf(given);
      const { gameFrom, isGame } = await import("./gamefile");
      if (isGame(text)) return this.open(await gameFrom(text, given.name, freshId()));
      const reading = await ask("/read", { text, name: given.name });
      const yaml = !given.name.endsWith(".json");
      this.begin(reading.title, reading.battle, "", "/play", yaml ? { written: { text, says: reading.battle } } : {});
    });
}

export const opening = new Opening();
