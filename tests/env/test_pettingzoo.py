"""What PettingZoo's own tests ask of environments, for every game, and what they forget to ask."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from battles import every_ruleset
from fireline import env
from fireline.game.battle import Battle
from matches import chance, match, new_match

pytestmark = pytest.mark.whole("extra")

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # of PettingZoo's own examples, which its tests import
    from pettingzoo.test import api_test, parallel_api_test, render_test


@contextmanager
def dict_observations_allowed() -> Iterator[None]:
    """PettingZoo exempts only its own games from these two warnings about observations that hold a mask."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        yield


@every_ruleset
def test_the_agents_of_a_match_pass_the_api_test(id_: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env.turn_env(match(id_), observations="vector", render_mode="svg"), num_cycles=20)
    with dict_observations_allowed():
        api_test(env.turn_env(match(id_)), num_cycles=20)
    assert capsys.readouterr().out.count("Passed API test") == 2


@every_ruleset
def test_side_by_side_they_pass_the_parallel_api_test(id_: str, capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(env.side_by_side_env(match(id_)), num_cycles=60)
    assert "Passed Parallel API test" in capsys.readouterr().out


def games(one: Any, seed: int, choose: int) -> Iterator[tuple[Any, ...]]:
    """Two games of a seed side by side, everything that is seen of them, by random actions that are legal."""
    rng = chance(choose)
    for again in (seed, None):
        seen, infos = one.reset(seed=again)
        while one.agents:
            actions = {agent: rng.choice(infos[agent]["legal"]) for agent in one.agents}
            seen, *rest, infos = one.step(actions)
            yield actions, seen, *rest, infos


@every_ruleset
def test_in_lockstep_two_environments_of_a_seed_never_part(id_: str) -> None:
    """What `parallel_seed_test` is meant for; it stops after one step."""
    both = [games(env.side_by_side_env(new_match(id_)), 7, 1) for _ in range(2)]
    steps = 0
    for mine, theirs in zip(*both, strict=True):
        np.testing.assert_equal(mine, theirs)
        steps += 1
    assert steps > 10


@every_ruleset
def test_pictures_and_stories_are_rendered_as_pettingzoo_asks(id_: str) -> None:
    def new(render_mode: str | None = None) -> Any:
        return env.turn_env(match(id_), render_mode=render_mode)

    render_test(new, custom_tests={"svg": lambda text: text.startswith("<svg") and text.rstrip().endswith("</svg>")})


@every_ruleset
@pytest.mark.parametrize("observations", ["dict", "vector"])
def test_games_end_and_every_step_adds_up_to_nothing(id_: str, observations: Any) -> None:
    one, rng = env.turn_env(match(id_), observations=observations), chance(3)
    for seed in range(3):
        one.reset(seed=seed)
        for agent in one.agent_iter(5000):
            seen, _, ended, cut, info = one.last()
            assert seen is not None
            assert one.observation_space(agent).contains(seen)
            mask = seen["action_mask"] if observations == "dict" else info["action_mask"]
            assert mask.dtype == np.int8
            if ended or cut:
                one.step(None)
                continue
            assert np.flatnonzero(mask).tolist() == sorted(info["legal"])
            one.step(rng.choice(info["legal"]))
            assert sum(one.rewards.values()) == pytest.approx(0)
            assert all(one.infos[other]["legal"] == [env.PASS] for other in one.agents if other != one.agent_selection)
        assert not one.agents


def test_an_illegal_action_forfeits_the_game_and_says_why() -> None:
    one = env.turn_env(match("ancients"), render_mode="ansi")
    one.reset(seed=1)
    mine, theirs = one.match.slots.units(0)
    battle = one.episode.position.battle
    left = sum((unit.left or 0) + 1 for unit in battle.units if unit.id in mine and not unit.out)
    illegal = 1 + one.match.slots.ways * next(
        n for n, target in enumerate(theirs) if not legal(battle, mine[0], target)
    )
    one.step(illegal)
    assert one.rewards == {"side_0": -left, "side_1": left}
    assert all(one.terminations.values())
    assert "CCA-" in one.infos["side_0"]["refused"]
    assert str(one.render()).startswith("Forfeited. ")


def legal(battle: Battle, shooter: str, target: str) -> bool:
    return (shooter, target) in battle.survey().pairs
