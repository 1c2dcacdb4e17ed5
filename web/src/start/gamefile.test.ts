import { afterEach, expect, it, vi } from "vitest";
import { begun } from "../play/game";
import { fileOf, isGame, parted } from "./gamefile";

const battle = { fireline: 1, ruleset: "x" };

afterEach(() => void vi.unstubAllGlobals());

it("tells games from battles", () => {
  expect(isGame('{"fireline_log": 1, "seed": 0}\n{}')).toBe(true);
  expect(isGame('{"events":13,"fireline_table":1}')).toBe(true);
  expect(isGame('{"fireline": 1, "ruleset": "x"}')).toBe(false);
  expect(isGame("fireline: 1\nruleset: x")).toBe(false);
});

it("parts the picture underneath from a file, and takes none that is none", async () => {
  const underlay = { file: "x.webp", x: 0, y: -1.5, width: 9, height: 6, strength: 0.8 };
  const log = { fireline_log: 1, battle };
  const text = (head: object) => `${JSON.stringify(head)}\n{"seq": 1}\n`;
  const found = parted(text({ ...log, underlay, picture: btoa("bytes") }), "a.jsonl");
  expect(found).toMatchObject({ file: text(log), underlay });
  expect(await found.picture?.text()).toBe("bytes");
  for (const plain of [text(log), "no JSON", ""]) expect(parted(plain, "a.jsonl")).toEqual({ file: plain });
  for (const wrong of [{ underlay }, { underlay, picture: "no base64!" }, { underlay: { ...underlay, x: "1" }, picture: "" }, { underlay: { ...underlay, strength: 7 }, picture: "" }]) {
    expect(() => parted(text({ ...log, ...wrong }), "a.jsonl")).toThrow("a.jsonl: line 1");
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
