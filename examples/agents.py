"""An agent that searches: exact expectimax against the simple policy, and by how much it wins.

It looks some decisions ahead, weighs every outcome of the dice by its exact chance, takes the best action for itself,
and expects the best of its enemy. Every pair of games is played with the same dice, once from each side; its score is
what the searching agent wins in both. The simple policy against itself scores 0 in every pair. It always takes the
shot that is worth most, so the bow spends itself on the slingers, whom the javelins could hit as well, while nobody
else reaches the warriors.

Run it from anywhere: `python examples/agents.py --games 2000`. It needs no more than Fireline itself.
"""

from __future__ import annotations

import argparse
from collections import Counter
from fractions import Fraction

import fireline
from fireline import env
from fireline.analysis.intervals import mean_of, normal
from fireline.analysis.policy import POLICIES

SKIRMISH = """
fireline: 1
ruleset: ancients
turn: {side: bottom}
units:
  - {id: bow, side: bottom, type: light_bow_infantry, hex: F5}
  - {id: javelins, side: bottom, type: light_infantry, hex: E6}
  - {id: auxilia, side: bottom, type: auxilia, hex: F8, blocks: 1}
  - {id: archers, side: top, type: light_bow_infantry, hex: D8}
  - {id: slingers, side: top, type: light_infantry, hex: C5, blocks: 1}
  - {id: warriors, side: top, type: warrior, hex: C4}
"""
Searched = dict[tuple[env.Position, int], tuple[Fraction, int]]


def best(position: env.Position, depth: int, known: Searched) -> tuple[Fraction, int]:
    """What the first agent wins from here within so many decisions, if both play well, and the action for it."""
    agent = position.agent
    if agent is None or not depth:
        return Fraction(0), env.PASS
    if (position, depth) not in known:
        sign = 1 if agent == 0 else -1
        found = [(value(position, action, depth, known), action) for action in position.legal]
        known[position, depth] = max(found, key=lambda one: sign * one[0])
    return known[position, depth]


def value(position: env.Position, action: int, depth: int, known: Searched) -> Fraction:
    """The exact expectation of an action: what it wins at once, and what can be won after it."""
    led = position.transitions(action)
    return led.mean(lambda one: one.rewards[0] + best(one.position, depth - 1, known)[0])


def game(episode: env.Episode, seed: int, searching: int, depth: int, known: Searched) -> Fraction:
    """What the searching agent wins in one game against the simple policy."""
    won = Fraction(episode.reset(seed)[searching])
    while episode.agent is not None:
        if episode.agent == searching:
            _, action = best(episode.position, depth, known)
        else:
            action = episode.position.situation.choice(POLICIES["simple"], episode.dice)
        won += episode.play(action)[searching]
    return won


def main() -> None:
    """Play pairs of games, and print what the searching agent wins, with its interval."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=2000, help="pairs of games")
    options.add_argument("--depth", type=int, default=4, help="decisions to look ahead")
    options.add_argument("--turns", type=int, default=2, help="turns of a game")
    asked = options.parse_args()
    match = env.Match(fireline.loads(SKIRMISH), limits=env.Limits(turns=asked.turns))
    episode, known, scores = env.Episode(match), Searched(), Counter[int]()
    for seed in range(asked.games):
        scores[int(sum(game(episode, seed, agent, asked.depth, known) for agent in (0, 1)))] += 1
    mean = mean_of(scores)
    interval = normal(mean)
    print(f"{asked.games} pairs of games of {asked.turns} turns, expectimax of depth {asked.depth} against simple")
    told = f", 95% interval {interval.low:+.2f} to {interval.high:+.2f}" if interval else ""
    print(f"won by searching: {mean.value:+.2f} a pair{told}")
    if interval:
        print("it beats the simple policy" if interval.low > 0 else "that it beats the simple policy is not shown")


if __name__ == "__main__":
    main()
