/** Two soft tones, one after the other, made by the browser itself. */

const TONES = [660, 880];
const LENGTH = 0.12;
const LOUD = 0.12;

let sounds: AudioContext | undefined;

/** Sound them; where a browser has no sound, or gives none before somebody has pressed anything, nothing happens. */
export function chime(): void {
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
