import { describe, expect, it } from "vitest";
import { follow, following, grown, index, pause, play, shownSeq, tick, to, toSeq } from "./player";

const STOPS = [0, 1, 3, 4, 8];

describe("a replay", () => {
  it("follows the game until somebody moves it", () => {
    const replay = following(STOPS);
    expect(shownSeq(replay)).toBeNull();
    expect(index(grown(replay, [...STOPS, 9]))).toBe(5);
    expect(shownSeq(to(replay, 2))).toBe(3);
    expect(shownSeq(grown(to(replay, 2), [...STOPS, 9]))).toBe(3);
    expect(shownSeq(follow(to(replay, 2)))).toBeNull();
  });

  it("keeps inside its ends", () => {
    expect(shownSeq(to(following(STOPS), -3))).toBe(0);
    expect(shownSeq(to(following(STOPS), 99))).toBe(8);
  });

  it("goes to an entry, or to the board as it stood then", () => {
    expect(shownSeq(toSeq(following(STOPS), 4))).toBe(4);
    expect(shownSeq(toSeq(following(STOPS), 7))).toBe(4);
    expect(toSeq(play(following(STOPS)), 4).playing).toBe(false);
  });

  it("plays to the end and stops there; from the end it plays from the start", () => {
    let replay = play(following(STOPS));
    expect(shownSeq(replay)).toBe(0);
    const seen = [];
    while (replay.playing) {
      replay = tick(replay);
      seen.push(shownSeq(replay));
    }
    expect(seen).toEqual([1, 3, 4, 8]);
    expect(tick(replay)).toBe(replay);
    expect(shownSeq(play(to(replay, 2)))).toBe(3);
    expect(pause(play(to(replay, 2))).playing).toBe(false);
  });

  it("has nothing to play where nothing has happened", () => {
    expect(play(following([0])).playing).toBe(false);
  });
});
