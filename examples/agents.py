"""An agent that searches: exact expectimax against the simple policy, and by how much it wins.

It looks a few decisions ahead, weighs every outcome of the dice by its exact chance, takes the best action for itself
and expects the best of its enemy. Every pair of games is played with the same dice, once from each side; its score is
what the searching agent wins in both, and the simple policy against itself would score 0 on average.

Run it from anywhere: `python examples/agents.py --games 100`. It needs `pip install 'fireline[agents]'`.
"""

from __future__ import annotations

import argparse
from collections import Counter
from fractions import Fraction

import fireline
from fireline import env
from fireline.analysis.intervals import mean_of, normal
from fireline.analysis.policy import POLICIES

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
    options.add_argument("--games", type=int, default=100, help="pairs of games")
    options.add_argument("--depth", type=int, default=2, help="decisions to look ahead")
    options.add_argument("--turns", type=int, default=6, help="turns of a game")
    asked = options.parse_args()
    match = env.Match(fireline.example("ancients-ranged-combat").battle, limits=env.Limits(turns=asked.turns))
    episode, known, scores = env.Episode(match), Searched(), Counter[int]()
    for seed in range(asked.games):
        scores[int(sum(game(episode, seed, agent, asked.depth, known) for agent in (0, 1)))] += 1
    mean = mean_of(scores)
    interval = normal(mean)
    print(f"{asked.games} pairs of games of {asked.turns} turns, expectimax of depth {asked.depth} against simple")
    told = f", 95 % interval {interval.low:+.2f} to {interval.high:+.2f}" if interval else ""
    print(f"won by searching: {mean.value:+.2f} a pair{told}")
    if interval:
        print("it beats the simple policy" if interval.low > 0 else "that it beats the simple policy is not shown")


if __name__ == "__main__":
    main()
