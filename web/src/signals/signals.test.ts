import { beforeEach, describe, expect, it, vi } from "vitest";
import { storageOf } from "../play/storage.fake";

const kept = new Map<string, string>();
let moved: unknown[];
let voices: { tone: number; start: number; end: number }[];
let motionless: boolean;

class FakeAudio {
  currentTime = 5;
  destination = {};
  resume = async () => undefined;
  createGain = () => ({
    connect: (to: unknown) => to,
    gain: { setValueAtTime: () => 0, linearRampToValueAtTime: () => 0, exponentialRampToValueAtTime: () => 0 },
  });
  createOscillator = () => {
    const voice = { tone: 0, start: 0, end: 0 };
    voices.push(voice);
    return {
      frequency: { set value(tone: number) { voice.tone = tone; } },
      connect: (to: unknown) => to,
      start: (at: number) => (voice.start = at),
      stop: (at: number) => (voice.end = at),
    };
  };
}

/** The module as a page that is opened has it. */
async function opened() {
  vi.resetModules();
  return import("./signals.svelte");
}

beforeEach(() => {
  kept.clear();
  [moved, voices, motionless] = [[], [], false];
  vi.stubGlobal("localStorage", storageOf(kept));
  vi.stubGlobal("navigator", { vibrate: (pulse: unknown) => moved.push(pulse) });
  vi.stubGlobal("matchMedia", () => ({ matches: motionless }));
  vi.stubGlobal("AudioContext", FakeAudio);
});

describe("signals", () => {
  it("are silent until somebody wants them", async () => {
    (await opened()).signals.give();
    expect([moved, voices]).toEqual([[], []]);
  });

  it("come each alone, are noticed when chosen, and are remembered", async () => {
    const { signals } = await opened();
    signals.want("vibration", true);
    expect(moved.length).toBe(1);
    expect(voices).toEqual([]);
    signals.want("sound", true);
    expect(voices.map((one) => [one.tone, one.start < one.end, one.start >= 5])).toEqual([[660, true, true], [880, true, true]]);
    signals.want("vibration", false);
    const again = (await opened()).signals;
    again.give();
    expect([moved.length, voices.length]).toEqual([1, 4]);
  });

  it("move nothing for those who want no motion", async () => {
    motionless = true;
    const { signals } = await opened();
    signals.want("vibration", true);
    signals.give();
    expect(moved).toEqual([]);
  });

  it("do without where the browser has neither", async () => {
    vi.stubGlobal("navigator", {});
    vi.stubGlobal("AudioContext", undefined);
    const { signals } = await opened();
    signals.want("vibration", true);
    signals.want("sound", true);
    signals.give();
  });

  it("come for what is new, not for what was there, was taken back or was taken back before", async () => {
    const { isNews } = await opened();
    expect([isNews(undefined, 4), isNews(0, 4), isNews(4, 4), isNews(4, 6), isNews(6, 4), isNews(6, null)]).toEqual([false, true, false, true, false, false]);
  });
});
