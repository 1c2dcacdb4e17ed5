/** Where a replay stands, and how it goes on. */

export interface Replay {
  /** The entries at which the battle stood differently, in order, with 0 for the start. */
  stops: readonly number[];
  /** Index into `stops`; null follows the game. */
  at: number | null;
  playing: boolean;
}

/** A replay of a game that follows it until somebody moves the slider. */
export const following = (stops: readonly number[]): Replay => ({ stops, at: null, playing: false });

/** The entry that is shown, or null for the game as it stands. */
export const shownSeq = (replay: Replay): number | null => (replay.at === null ? null : (replay.stops[replay.at] ?? null));

export const index = (replay: Replay): number => replay.at ?? replay.stops.length - 1;

/** The same replay at another place; at the end it pauses there and does not follow. */
export function to(replay: Replay, at: number): Replay {
  const last = replay.stops.length - 1;
  const place = Math.max(0, Math.min(last, at));
  return { ...replay, at: place, playing: replay.playing && place < last };
}

/** At an entry of the log, or at the last stop before it. */
export function toSeq(replay: Replay, seq: number): Replay {
  let place = 0;
  replay.stops.forEach((stop, n) => {
    if (stop <= seq) place = n;
  });
  return { ...to(replay, place), playing: false };
}

/** Play on from here; from the end, from the start. */
export function play(replay: Replay): Replay {
  const from = index(replay);
  const last = replay.stops.length - 1;
  return last < 1 ? replay : { ...replay, at: from >= last ? 0 : from, playing: true };
}

export const pause = (replay: Replay): Replay => ({ ...replay, playing: false });

/** Back to the game as it stands. */
export const follow = (replay: Replay): Replay => ({ ...replay, at: null, playing: false });

/** The same replay when the game has gone on. */
export const grown = (replay: Replay, stops: readonly number[]): Replay => ({ ...replay, stops });

/** One step on. */
export const tick = (replay: Replay): Replay => (replay.playing ? to(replay, index(replay) + 1) : replay);
