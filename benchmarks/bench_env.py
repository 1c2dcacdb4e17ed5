"""Environments: steps of random agents in every game, beside environments that others ship.

Each figure stands beside a peer in the same run, rounds interleaved, with observations and masks read: PettingZoo's own
Connect Four through the same loop, Gymnasium's Blackjack under `SyncVectorEnv` beside `many_games_env`, and the same
battle played command by command through `Battle.play`.  What is stepped is first shown to add up to nothing.

Goals: steps a second of processor time on the first battle of each game, games going on from match to match as in
training.  `cold` is the first round of a fresh match, `later` the median of the others.

A step is not the same everywhere: of `turn_env` it is one decision of whoever's turn it is, of `many_games_env` one
decision of the agent and all those of the others after it.  How many that are stands below, with their rate.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import Any
from unittest.mock import patch

import gymnasium
import numpy as np
import pettingzoo
from pettingzoo.classic.connect_four.connect_four import raw_env

import fireline
from fireline import env
from fireline.game.battle import Battle
from fireline.game.registry import starter

GOALS = {"ancients": 5_000, "endless-horizons": 2_000, "duel-of-ages": 2_000, "blightmeer": 800}
ROUND = 1.0
ROUNDS = 5
GAMES = 64
Steps = Iterator[int]
"""Steps taken one lot after another: how many in each."""


def one_by_one(one: Any) -> Steps:
    """Random agents through `last` and `step`, observing in every step; legal actions as the environment lists them."""
    rng = Random(1)  # noqa: S311 - agents
    for seed in count():
        one.reset(seed=seed)
        for _ in one.agent_iter():
            seen, _, ended, cut, info = one.last()
            if ended or cut:
                one.step(None)
                continue
            legal = info["legal"] if "legal" in info else np.flatnonzero(seen["action_mask"]).tolist()
            one.step(rng.choice(legal))
            yield 1


def together(many: Any, choose: Callable[[dict[str, Any], Random], Any]) -> Steps:
    """Random agents in many games at once."""
    rng = Random(1)  # noqa: S311 - agents
    _, infos = many.reset(seed=1)
    while True:
        *_, infos = many.step(choose(infos, rng))
        yield many.num_envs


def listed(infos: dict[str, Any], rng: Random) -> Any:
    """One of the legal actions of every game."""
    return np.array([rng.choice(legal) for legal in infos["legal"]])


def cards(_: dict[str, Any], rng: Random) -> Any:
    """Hit or stick."""
    return np.array([rng.randrange(2) for _ in range(GAMES)])


def commands(battle: Battle) -> Steps:
    """Random commands through `Battle.play`, up to the same limit of turns; nothing is observed."""
    rng = Random(1)  # noqa: S311 - agents
    for seed in count():
        here, turns = battle, 0
        while turns < env.Limits().turns and (legal := here.legal()):
            chosen = rng.choice(legal)
            turns += isinstance(chosen, fireline.NextTurn)
            here = here.play(chosen, seed=seed).battle
            yield 1


def rate(steps: Steps) -> float:
    """Steps a second of processor time, for one round."""
    taken, start = 0, time.process_time()
    while time.process_time() - start < ROUND:
        taken += next(steps)
    return taken / (time.process_time() - start)


def check(match: env.Match) -> None:
    """Rewards add up to nothing, and games end."""
    rng = Random(2)  # noqa: S311 - agents
    episode = env.Episode(match)
    for seed in range(20):
        won = list(episode.reset(seed))
        while episode.agent is not None:
            won = [a + b for a, b in zip(won, episode.play(rng.choice(episode.position.legal)), strict=True)]
        assert sum(won) == 0
        assert episode.over != episode.truncated


def decisions(match: env.Match) -> float:
    """How many decisions a step of many games takes: the agent's own, and those of the others after it."""
    steps = together(env.many_games_env(match, GAMES, policy="random"), listed)
    with patch.object(env.Episode, "play", autospec=True, side_effect=env.Episode.play) as play:
        taken = sum(next(steps) for _ in range(20))
    return play.call_count / taken


def told(name: str, battle: Battle, goal: int) -> None:
    """The figures of one battle beside its goal, the peers in between."""
    check(env.Match(battle))
    match = env.Match
    runs: dict[str, Steps] = {
        "turn_env, an agent for each side": one_by_one(env.turn_env(match(battle), observations="vector")),
        "peer: PettingZoo's Connect Four, the same loop": one_by_one(raw_env()),
        f"many_games_env, {GAMES} games against random": together(
            env.many_games_env(match(battle), GAMES, policy="random"), listed
        ),
        f"peer: Gymnasium's Blackjack, SyncVectorEnv of {GAMES}": together(
            gymnasium.make_vec("Blackjack-v1", num_envs=GAMES, vectorization_mode="sync"), cards
        ),
        "peer: Battle.play, command by command": commands(battle),
    }
    rates: dict[str, list[float]] = {run: [] for run in runs}
    gc.collect()  # what the battle before left behind is cleared away in nobody's round
    for _ in range(ROUNDS):
        for run, steps in runs.items():
            rates[run].append(rate(steps))
    print(f"{name}, {len(battle.units)} units, steps/s on one core")
    later = {run: statistics.median(found[1:]) for run, found in rates.items()}
    for run, found in rates.items():
        verdict = "" if run.startswith("peer") else f"   goal {goal:,}: {'met' if later[run] >= goal else 'MISSED'}"
        print(f"  {run:<55} cold {found[0]:10,.0f}   later {later[run]:10,.0f}{verdict}")
    alone, connect, many, cards_, plain = later.values()
    each = decisions(match(battle))
    print(f"  a step of many_games_env is {each:.2f} decisions, which makes {many * each:,.0f} decisions/s")
    print(f"  turn_env against Connect Four {alone / connect:.2f} times, against Battle.play {alone / plain:.2f} times")
    print(f"  many_games_env against Blackjack under SyncVectorEnv {many / cards_:.2f} times")


if __name__ == "__main__":
    print(f"PettingZoo {pettingzoo.__version__}, Gymnasium {gymnasium.__version__}")
    for game, goal in GOALS.items():
        told(f"the starter of {game}", fireline.loads(starter(game)), goal)
