import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Desk } from "../play/desk.svelte";
import { Session } from "./session.svelte";

const UNIT = { id: "bow", title: "Bow", side: "a" };
const battle = { fireline: 1, ruleset: "x" };
const STATE = { battle, units: [UNIT], shooters: [UNIT], head: 1, seat: { name: "a", sides: ["a"], may: [] }, seats: [], note: null, dice: "real" };

class Line {
  static last: Line;
  onopen?: () => void;
  onmessage?: (message: { data: string }) => void;
  onclose?: (close: { code: number; reason: string }) => void;
  send = vi.fn();
  close = vi.fn();

  constructor() {
    Line.last = this;
  }

  greet(): void {
    this.onopen?.();
    this.onmessage?.({ data: JSON.stringify({ hello: { head: 1, seats: [], heads: {}, seat: STATE.seat } }) });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("asks what went unanswered once for each time that the line comes back, and never by itself", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    if (path.endsWith("/targets")) asked.push(path);
    if (path.endsWith("/tables/t")) return new Response(JSON.stringify(STATE));
    if (path.includes("/events")) return new Response("[]");
    return new Response(JSON.stringify({ detail: "too busy" }), { status: 503 });
  });
  const session: Session = new Session("t", "token", null, () => desk.again());
  const desk = new Desk(session);
  await session.start();
  Line.last.greet();
  desk.now(session.standing!);
  await desk.aim("bow");
  expect([asked.length, desk.failed?.wrong]).toEqual([1, "too busy"]);
  for (const times of [2, 3]) {
    Line.last.onclose?.({ code: 1006, reason: "" });
    await vi.advanceTimersByTimeAsync(1_000);
    Line.last.greet();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked.length).toBe(times);
  }
  session.stop();
});
