import { describe, expect, it } from "vitest";
import * as games from "./game";
import { packed, unpacked } from "./packing";

type Unit = { id: string; at: string; blocks: number; notes: string[] };
const units = (many: number): Unit[] =>
  Array.from({ length: many }, (_, n) => ({ id: `unit ${n}`, at: `${n % 40},${Math.floor(n / 40)}`, blocks: 4, notes: ["has a banner", "is in command"] }));
const battle = (standing: Unit[], more = {}) => ({ fireline: 1, ruleset: "any", units: standing, terrain: [{ kind: "wood" }, { kind: "hill" }], ...more });
const step = (after: games.Step["after"], more: Partial<games.Step> = {}): Omit<games.Step, "seq"> => ({ kind: "shot", title: "a shot", lines: [], dice: true, standing: "applied", after, ...more });

describe("a kept game", () => {
  it("comes back as it was: changed, gone, new, moved and taken back", () => {
    const [a, b, c] = units(3) as [Unit, Unit, Unit];
    const game = [
      step(battle([{ ...a, blocks: 3 }, b, c])),
      step(battle([b, c], { over: true })),
      step(battle([c, b, { ...a, id: "new" }]), { standing: "undone" }),
      step(battle([b, c], { over: true, terrain: [{ kind: "hill" }] })),
      step(battle([b, c], { over: true, terrain: [{ kind: "hill" }] })),
      step({ fireline: 1, ruleset: "other" }, { standing: "undone" }),
    ].reduce(games.withStep, games.begun("g", "A battle", battle([a, b, c]), 0));
    expect(unpacked(packed(game))).toEqual(game);
    expect(packed(unpacked(packed(game))!)).toBe(packed(game));
  });

  it("of 500 units and 200 steps leaves room for nine more of its kind in a browser's five million letters", () => {
    let game = games.begun("g", "A battle", battle(units(500)), 0);
    for (let n = 0; n < 200; n++) {
      const last = (games.battleOf(game) as unknown as { units: Unit[] }).units;
      const next = last.map((one, at) => (at === (n * 7) % last.length ? { ...one, blocks: one.blocks - 1, at: `${n},${n}` } : one));
      if (n % 4 === 0) next.splice(n % next.length, 1);
      game = games.withStep(game, step(battle(next, { turn: n }), { lines: ["It loses 1 block. ABC-5.3", "It retreats to B4. ABC-7"] }));
    }
    const text = packed(game);
    expect(JSON.stringify(game).length).toBeGreaterThan(5_000_000);
    expect(text.length).toBeLessThan(500_000);
    expect(unpacked(text)).toEqual(game);
  });

  it("is all that is taken for a game", () => {
    for (const wrong of [null, "", "{", "null", "[]", '{"id":"x"}', '{"id":"x","start":{"ruleset":"a"},"steps":[{}]}', '{"id":"x","start":{"ruleset":"a"},"steps":[{"change":{"ruleset":[1,2]}}]}']) {
      expect(unpacked(wrong)).toBeNull();
    }
  });
});
