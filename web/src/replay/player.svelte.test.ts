import { describe, expect, it } from "vitest";
import { Replay } from "./player.svelte";

const STOPS = [0, 1, 3, 4, 8];

/** A replay of a game that grows, moved somehow. */
function moved(how: (replay: Replay) => void = () => undefined, given: number[] = STOPS) {
  const stops = $state([...given]);
  const replay = new Replay(() => stops);
  how(replay);
  return { replay, stops };
}

describe("a replay", () => {
  it("follows the game until somebody moves it", () => {
    const { replay, stops } = moved();
    stops.push(9);
    expect([replay.seq, replay.index]).toEqual([null, 5]);
    replay.to(2);
    stops.push(11);
    expect(replay.seq).toBe(3);
    replay.follow();
    expect(replay.seq).toBeNull();
  });

  it("keeps inside its ends", () => {
    expect(moved((replay) => replay.to(-3)).replay).toMatchObject({ seq: 0, atStart: true });
    expect(moved((replay) => replay.to(99)).replay).toMatchObject({ seq: 8, atStart: false });
  });

  it("goes to an entry, or to the board as it stood then", () => {
    expect([4, 7, -1].map((seq) => moved((replay) => (replay.play(), replay.toSeq(seq))).replay)).toMatchObject([{ seq: 4, playing: false }, { seq: 4 }, { seq: 0 }]);
  });

  it("plays to the end and stops there; from the end it plays from the start", () => {
    const { replay } = moved((one) => one.play());
    const seen = [replay.seq];
    while (replay.playing) {
      replay.tick();
      seen.push(replay.seq);
    }
    expect(seen).toEqual(STOPS);
    expect(moved((one) => (one.to(2), one.play())).replay).toMatchObject({ seq: 3, playing: true });
  });

  it("has nothing to play where nothing has happened", () => {
    expect(moved((one) => one.play(), [0]).replay).toMatchObject({ seq: null, playing: false });
  });
});
