/** A vibration and a sound when a result arrives, each only where somebody wants it; kept in the browser. */
import { browser } from "../play/storage";
import { still } from "../theme/theme.svelte";

const TONES = [660, 880];
const LENGTH = 0.12;
const LOUD = 0.12;

let sounds: AudioContext | undefined;

/** Sound two soft tones, one after the other; where a browser has no sound, or gives none before somebody has pressed anything, nothing happens. */
function chime(): void {
  const Context = globalThis.AudioContext;
  if (!Context) return;
  const out = (sounds ??= new Context());
  void out.resume().catch(() => undefined);
  TONES.forEach((tone, n) => {
    const [start, end] = [out.currentTime + n * LENGTH, out.currentTime + (n + 2) * LENGTH];
    const [voice, level] = [out.createOscillator(), out.createGain()];
    voice.frequency.value = tone;
    level.gain.setValueAtTime(0, start);
    level.gain.linearRampToValueAtTime(LOUD, start + 0.01); // from nothing and back to it, or it would click
    level.gain.exponentialRampToValueAtTime(0.001, end);
    voice.connect(level).connect(out.destination);
    voice.start(start);
    voice.stop(end);
  });
}

export const SIGNALS = ["vibration", "sound"] as const;
type Signal = (typeof SIGNALS)[number];

const PULSE = [40, 60, 40];

class Signals {
  wanted = $state<Record<Signal, boolean>>({ vibration: browser.kept("vibration") === "on", sound: browser.kept("sound") === "on" });

  /** Choose, and notice at once what was chosen. */
  want(signal: Signal, on: boolean): void {
    this.wanted[signal] = on;
    browser.keep(signal, on ? "on" : "off");
    if (on) this.#give(signal);
  }

  /** A result is there. */
  give(): void {
    for (const signal of SIGNALS) if (this.wanted[signal]) this.#give(signal);
  }

  #give(signal: Signal): void {
    if (signal === "sound") chime();
    else if (!still()) navigator.vibrate?.(PULSE); // whoever wants no motion wants none of the phone either
  }
}

export const signals = new Signals();

/** Whether an entry is news: later than any before; what was there when somebody came is none. */
export const isNews = (before: number | undefined, now: number | null): boolean => before !== undefined && now !== null && now > before;
