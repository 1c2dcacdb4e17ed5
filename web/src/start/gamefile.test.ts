import { afterEach, expect, it, vi } from "vitest";
import { begun } from "../play/game";
import { askedOf, fileOf, isGame, parted } from "./gamefile";

const battle = { fireline: 1, ruleset: "x" };
const shot = { command: { command: "Shoot" }, events: [{ event: "Hit" }], faces: [3] };

afterEach(() => void vi.unstubAllGlobals());

it("tells games from battles", () => {
  expect(isGame('{"fireline_log": 1, "seed": 0}\n{}')).toBe(true);
  expect(isGame('{"events":13,"fireline_table":1}')).toBe(true);
  expect(isGame('{"fireline": 1, "ruleset": "x"}')).toBe(false);
  expect(isGame("fireline: 1\nruleset: x")).toBe(false);
});

it("asks about the lines of a log, and about the steps of a game", () => {
  const log = [{ fireline_log: 1, battle }, { seq: 1 }];
  expect(askedOf(log)).toEqual({ log });
  expect(askedOf([{ fireline_game: 1, battle }, shot, { battle }])).toEqual({ battle, steps: [shot, { battle }] });
});

it("takes of a table what stands", () => {
  const rows = [
    { fireline_table: 1 },
    { seq: 1, body: { battle } },
    { seq: 2, body: { commit: "x" } },
    { seq: 3, body: shot },
    { seq: 4, body: shot },
    { seq: 5, body: { undoes: 4 } },
    { seq: 6, body: { battle, changes: [] } },
    { seq: 7, body: { text: "hello" } },
    { signature: "x" },
  ];
  expect(askedOf(rows)).toEqual({ battle, steps: [shot, { battle }] });
});

it("parts the picture underneath from a log, and takes none that is none", async () => {
  const underlay = { file: "x.webp", x: 0, y: -1.5, width: 9, height: 6, strength: 0.8 };
  const log = { fireline_log: 1, battle };
  const found = parted([{ ...log, underlay, picture: btoa("bytes") }, shot], "a.jsonl");
  expect(found.rows).toEqual([log, shot]);
  expect(found.underlay).toEqual(underlay);
  expect(await found.picture?.text()).toBe("bytes");
  expect(parted([log, shot], "a.jsonl")).toEqual({ rows: [log, shot] });
  for (const wrong of [{ underlay }, { underlay, picture: "no base64!" }, { underlay: { ...underlay, x: "1" }, picture: "" }, { underlay: { ...underlay, strength: 7 }, picture: "" }]) {
    expect(() => parted([{ ...log, ...wrong }], "a.jsonl")).toThrow("a.jsonl: line 1");
  }
});

it("saves a game without a picture that the server has no more, and says so", async () => {
  const underlay = { file: "x.webp", x: 0, y: 0, width: 9, height: 6, strength: 1 };
  const answer = vi.fn(async (_path: unknown, { body }: { body: string }) =>
    body.includes("x.webp")
      ? new Response(JSON.stringify({ detail: "the picture was not brought to this server" }), { status: 404 })
      : new Response(JSON.stringify({ battle, steps: [], log: "the log", picture: null })),
  );
  vi.stubGlobal("fetch", answer);
  const game = begun("a", "A", battle, 0);
  expect(await fileOf({ ...game, underlay }, [])).toEqual({ text: "the log", lacks: true });
  expect(answer).toHaveBeenCalledTimes(2);
  expect(await fileOf(game, [])).toEqual({ text: "the log", lacks: false });
});
