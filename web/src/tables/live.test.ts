import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, backoff, Live, type Status, type Wire } from "./live";
import type { TableEvent } from "./api";

class Line implements Wire {
  onopen: ((event?: unknown) => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onclose: ((close: { code: number; reason: string }) => void) | null = null;
  said: any[] = [];
  closed = false;

  constructor(readonly after: number) {}

  send(text: string): void {
    this.said.push(JSON.parse(text));
  }

  close(): void {
    this.closed = true;
  }

  hear(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  break(code = 1006, reason = ""): void {
    this.onclose?.({ code, reason });
  }

  get commands(): any[] {
    return this.said.filter((one) => one.cmd_id);
  }
}

function event(seq: number): TableEvent {
  return { seq, kind: "chat", actor: "gm", at: "", body: { text: String(seq) } };
}

function start(after = 0) {
  const lines: Line[] = [];
  const seen: number[] = [];
  const statuses: Status[] = [];
  const live = new Live(
    (from) => {
      const line = new Line(from);
      lines.push(line);
      return line;
    },
    "secret",
    {
      status: (status) => statuses.push(status),
      hello: () => undefined,
      event: ({ seq }) => seen.push(seq),
      presence: () => undefined,
      note: () => undefined,
      head: () => undefined,
    },
    after,
  );
  live.start();
  const last = (): Line => lines[lines.length - 1]!;
  const greet = (head = live.head): void => {
    last().onopen?.();
    last().hear({ hello: { head, seats: [] } });
  };
  return { live, lines, seen, statuses, last, greet };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a line to a table", () => {
  it("says who it is before anything else, and asks for what came after its last entry", () => {
    const { live, lines, greet } = start(7);
    void live.say({ kind: "chat", body: { text: "hello" } });
    expect(lines[0]!.after).toBe(7);
    greet();
    expect(lines[0]!.said[0]).toEqual({ auth: "secret" });
    expect(lines[0]!.said[1]).toMatchObject({ kind: "chat", expect: 7 });
  });

  it("passes every entry on once and in order", () => {
    const { seen, last, greet } = start();
    greet();
    for (const seq of [1, 2, 2, 1, 3]) last().hear({ event: event(seq) });
    expect(seen).toEqual([1, 2, 3]);
  });

  it("connects again from the last good entry where one is missing", () => {
    const { seen, lines, last, greet } = start();
    greet();
    last().hear({ event: event(1) });
    last().hear({ event: event(3) });
    expect(lines[0]!.closed).toBe(true);
    vi.advanceTimersByTime(1_000);
    expect(last().after).toBe(1);
    greet();
    for (const seq of [2, 3]) last().hear({ event: event(seq) });
    expect(seen).toEqual([1, 2, 3]);
  });

  it("says a command again, the very same, until it is answered", async () => {
    const { live, last, greet } = start();
    greet();
    const answer = live.say({ kind: "command", body: { command: { command: "EndPhase" } } });
    vi.advanceTimersByTime(8_000);
    const said = last().commands;
    expect(said.length).toBeGreaterThanOrEqual(3);
    expect(new Set(said.map((one) => JSON.stringify(one))).size).toBe(1);
    last().hear({ ack: said[0].cmd_id, seq: 4, result: { story: [] }, dup: true });
    expect(await answer).toEqual({ ok: true, seq: 4, result: { story: [] } });
    vi.advanceTimersByTime(10_000);
    expect(last().commands.length).toBe(said.length);
  });

  it("says what was never answered once more after the line broke", async () => {
    const { live, lines, last, greet } = start();
    greet();
    const answer = live.say({ kind: "chat", body: { text: "hello" } });
    last().break();
    vi.advanceTimersByTime(1_000);
    expect(lines.length).toBe(2);
    expect(last().commands).toEqual([]);
    greet();
    expect(last().commands[0]).toEqual(lines[0]!.commands[0]);
    last().hear({ ack: last().commands[0].cmd_id, seq: 1 });
    expect((await answer).ok).toBe(true);
  });

  it("tells why a command was refused, with the head of the game", async () => {
    const { live, last, greet } = start();
    greet();
    const answer = live.say({ kind: "command", body: {} });
    last().hear({ nack: last().commands[0].cmd_id, why: "stale", head: 9, problem: { detail: "The board changed." } });
    expect(await answer).toEqual({ ok: false, why: "stale", seq: 9, problem: { detail: "The board changed." } });
  });

  it("tries again later and later, and at once when it is woken", () => {
    const { live, lines, last, statuses } = start();
    for (let n = 0; n < 4; n++) {
      last().break();
      vi.advanceTimersByTime(10_000);
    }
    expect(lines.length).toBe(5);
    last().break();
    expect(lines.length).toBe(5);
    live.wake();
    expect(lines.length).toBe(6);
    expect(statuses).toEqual(["connecting", "offline"]);
  });

  it("hangs up a line that has gone dead, and hears again on the next", () => {
    const { lines, last, greet } = start();
    greet();
    vi.advanceTimersByTime(22_000);
    expect(last().said.at(-1)).toEqual({ ping: 1 });
    last().hear({ pong: 1 });
    vi.advanceTimersByTime(22_000);
    expect(lines.length).toBe(1);
    vi.advanceTimersByTime(12_000);
    expect(lines.length).toBe(2);
  });

  it("says at once that the network is gone where the browser does", () => {
    const { live, lines, last, greet, statuses } = start();
    greet();
    const first = last();
    live.doubt();
    expect(first.closed).toBe(true);
    vi.advanceTimersByTime(500);
    expect(lines.length).toBe(2);
    greet();
    expect(statuses).toEqual(["connecting", "live", "offline", "live"]);
  });

  it.each([4401, 4403, 4404])("does not knock again where it was refused (%i)", async (code) => {
    const { live, lines, last, greet, statuses } = start();
    greet();
    const answer = live.say({ kind: "chat", body: {} });
    last().break(code, "no seat");
    vi.advanceTimersByTime(60_000);
    live.wake();
    expect(lines.length).toBe(1);
    expect(statuses.at(-1)).toBe("refused");
    expect(await answer).toEqual({ ok: false, why: "forbidden" });
  });

  it("takes no harm from what is no message", () => {
    const { seen, last, greet } = start();
    greet();
    last().onmessage?.({ data: "{" });
    last().onmessage?.({ data: "[]" });
    last().onmessage?.({ data: new ArrayBuffer(4) });
    last().hear({ event: event(1) });
    expect(seen).toEqual([1]);
  });

  it("tells whoever waits that the answer is lost when it is hung up", async () => {
    const { live, greet, lines } = start();
    greet();
    const answer: Promise<Answer> = live.say({ kind: "chat", body: {} });
    live.stop();
    vi.advanceTimersByTime(60_000);
    expect(await answer).toEqual({ ok: false, why: "lost" });
    expect(lines.length).toBe(1);
  });
});

describe("a line through a network that loses, doubles and breaks", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])("brings every command through exactly once (seed %i)", async (seed) => {
    // The server keeps the rules of the contract: it stores a command id once, answers it alike for ever, and tells
    // entries in order from where a line asked; the network drops and doubles messages and cuts lines.
    let state = seed * 2654435761;
    const random = (): number => {
      state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) >>> 0;
      return state / 2 ** 32;
    };
    const stored: TableEvent[] = [];
    const byId = new Map<string, number>();
    const { live, lines, seen } = start();
    const told = new Map<Line, number>();
    const answers: Answer[] = [];
    for (let n = 0; n < 30; n++) void live.say({ kind: "chat", body: { n } }).then((answer) => answers.push(answer));
    const greeted = new Set<Line>();
    const done = new WeakMap<Line, number>();
    for (let step = 0; step < 4_000 && (answers.length < 30 || seen.length < 30); step++) {
      const line = lines.at(-1)!;
      if (!line.closed) {
        if (!greeted.has(line)) {
          greeted.add(line);
          told.set(line, line.after);
          line.onopen?.();
          line.hear({ hello: { head: stored.length, seats: [] } });
        }
        for (const one of line.said.slice(done.get(line) ?? 0)) {
          if (!one.cmd_id || random() < 0.3) continue;
          const dup = byId.has(one.cmd_id);
          if (!dup) {
            stored.push({ ...event(stored.length + 1), body: one.body });
            byId.set(one.cmd_id, stored.length);
          }
          if (random() < 0.7) line.hear({ ack: one.cmd_id, seq: byId.get(one.cmd_id), dup });
        }
        done.set(line, line.said.length);
        while (told.get(line)! < stored.length) {
          const next = stored[told.get(line)!]!;
          told.set(line, next.seq);
          if (random() < 0.9) line.hear({ event: next });
          if (random() < 0.1) line.hear({ event: next });
        }
        if (random() < 0.05) line.break();
      }
      vi.advanceTimersByTime(400);
      await Promise.resolve();
      // A last entry that was dropped shows no gap; the server's next presence would not either, a new line does.
      if (stored.length === 30 && seen.length < 30 && random() < 0.1 && !line.closed) line.break();
    }
    expect(answers.length).toBe(30);
    expect(answers.every((answer) => answer.ok)).toBe(true);
    expect(seen).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
    expect(stored.map((one) => one.body.n).sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n));
  });
});

it("waits twice as long each time, up to ten seconds", () => {
  expect([0, 1, 2, 3, 4, 5, 6, 50].map((tries) => backoff(tries, () => 0))).toEqual([
    500, 1000, 2000, 4000, 8000, 10000, 10000, 10000,
  ]);
});

it("shortens the wait at random by a half at most", () => {
  for (let n = 0; n < 200; n++) {
    const wait = backoff(3);
    expect(wait).toBeGreaterThanOrEqual(2000);
    expect(wait).toBeLessThanOrEqual(4000);
  }
});
