import { describe, expect, it } from "vitest";
import { entriesOfGame, toldAt } from "../replay/entries";
import * as games from "./game";
import type { Game } from "./game";

const battle = (n: number) => ({ fireline: 1, ruleset: "ancients", n });
const step = (n: number, more: Partial<games.Step> = {}): Omit<games.Step, "seq"> => ({
  kind: "edit",
  title: `step ${n}`,
  lines: [],
  dice: false,
  standing: "applied",
  after: battle(n),
  ...more,
});
const start = games.begun("g", "A battle", battle(0), 0);
const played = (...steps: Omit<games.Step, "seq">[]) => steps.reduce(games.withStep, start);

describe("the picture underneath", () => {
  const laid = (x: number) => ({ file: "a.webp", x, y: 0, width: 4, height: 3, strength: 1 });

  it("is laid, moved and taken away by steps that can be undone, and leaves the log as it is", () => {
    const game = [laid(1), laid(2), null].reduce<games.Game>((so, under) => games.withUnderlay(so, under, "under", false), played(step(1)));
    expect(game.steps).toHaveLength(4);
    expect(games.underlayOf(game)).toBeNull();
    expect(games.underlayOf(games.undone(game))?.x).toBe(2);
    expect(games.underlayOf(games.undone(games.undone(game)))?.x).toBe(1);
    expect(games.underlayOf(game, 2)?.x).toBe(1);
    expect(games.standing(game)).toEqual([{ battle: battle(1) }]);
    expect(games.battleOf(game)).toEqual(battle(1));
  });

  it("may be there from the start, and a slider on its way is one step", () => {
    const begun = { ...start, underlay: laid(0) };
    expect(games.underlayOf(begun)?.x).toBe(0);
    const first = games.withUnderlay(begun, laid(1), "under", false);
    const slid = games.withUnderlay(first, { ...laid(1), strength: 0.5 }, "under", true);
    expect(slid.steps).toHaveLength(1);
    expect(games.underlayOf(slid)?.strength).toBe(0.5);
    expect(games.underlayOf(games.undone(slid))?.x).toBe(0);
  });
});

describe("a solo game", () => {
  it("stands where its last applied step left it", () => {
    expect(games.battleOf(start)).toEqual(battle(0));
    expect(games.battleOf(played(step(1), step(2)))).toEqual(battle(2));
  });

  it("undoes and redoes step by step", () => {
    let game = played(step(1), step(2), step(3));
    game = games.undone(games.undone(game));
    expect(games.battleOf(game)).toEqual(battle(1));
    game = games.redone(game);
    expect(games.battleOf(game)).toEqual(battle(2));
    game = games.redone(game);
    expect(games.battleOf(game)).toEqual(battle(3));
    expect(games.redoable(game)).toBeUndefined();
  });

  it("keeps a step with dice in the log when something else happens after its undo", () => {
    const game = games.withStep(games.undone(played(step(1), step(2, { dice: true }))), step(3));
    expect(game.steps.map((one) => [one.title, one.standing])).toEqual([
      ["step 1", "applied"],
      ["step 2", "undone"],
      ["step 3", "applied"],
    ]);
    expect(games.redoable(game)).toBeUndefined();
  });

  it("forgets a step without dice then, and uses no number twice", () => {
    const game = games.withStep(games.undone(played(step(1), step(2))), step(3));
    expect(game.steps.map((one) => one.title)).toEqual(["step 1", "step 3"]);
    expect(game.steps.map((one) => one.seq)).toEqual([1, 3]);
  });

  it("tells the server what stands, and of battles changed by hand only the last", () => {
    const said = (n: number, faces: string[]) => ({ command: { command: `say ${n}` }, events: [{ event: "said", n }], faces });
    const rolled = step(3, { dice: true, said: said(3, ["red"]) });
    const game = played(step(1), step(2), rolled, step(4, { said: said(4, []) }), step(5), step(6, { standing: "undone" }));
    expect(games.standing(game)).toEqual([{ battle: battle(2) }, said(3, ["red"]), said(4, []), { battle: battle(5) }]);
    expect(games.standing(start)).toEqual([]);
  });

  it("is a log as people read it: what happened last is told as long as it stands, of edits nothing", () => {
    const told = { lines: ["It loses 1 block. CCA-5.3"], outcome: "It loses 1 block.", dice: true };
    const latest = (game: Game, at: number | null = null) => toldAt(entriesOfGame(game), at)?.outcome;
    expect(latest(played(step(1), step(2, told)))).toBe("It loses 1 block.");
    expect(latest(games.undone(played(step(1), step(2, told))))).toBeUndefined();
    expect(latest(played(step(1, told), step(2)))).toBeUndefined();
    expect(latest(played(step(1, told), step(2)), 1)).toBe("It loses 1 block.");
    const log = entriesOfGame(games.undone(games.undone(played(step(1, told), step(2)))));
    expect(log.map((one) => [one.seq, one.undoneBy])).toEqual([[0, null], [1, 0]]);
    expect(log[1]?.lines).toEqual([{ text: "It loses 1 block.", rules: ["CCA-5.3"] }]);
  });
});
