"""What is remembered changes nothing: the same games with a memory, without one, and followed command by command."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from battles import every_ruleset
from fireline import env
from matches import battle, chance, new_match


def games(one: Any, seeds: int) -> Iterator[tuple[Any, ...]]:
    """Games of a few seeds by random actions, everything that is seen of each step."""
    rng = chance(8)
    for seed in range(seeds):
        one.reset(seed=seed)
        for agent in one.agent_iter():
            seen, reward, ended, cut, info = one.last()
            yield agent, seen, reward, ended, cut, info
            one.step(None if ended or cut else rng.choice(info["legal"]))


def alike(one: env.Match, other: env.Match, seeds: int) -> int:
    """How many steps the games of two matches have in common, all of them; the second is told as a story."""
    steps = 0
    both = env.turn_env(one, observations="vector"), env.turn_env(other, observations="vector", render_mode="ansi")
    for mine, theirs in zip(*(games(each, seeds) for each in both), strict=True):
        np.testing.assert_equal(mine, theirs)
        steps += 1
    return steps


@pytest.mark.whole("long")
@every_ruleset
def test_what_is_remembered_changes_nothing(id_: str) -> None:
    """Played twice, so that everything is known the second time; stories are carried out command by command."""
    known = new_match(id_)
    assert alike(known, new_match(id_, remembered=0), 2) > 10
    assert alike(known, new_match(id_, remembered=20), 1) > 5


@every_ruleset
def test_pictures_are_the_same_with_a_memory_and_without(id_: str) -> None:
    known = env.turn_env(new_match(id_), observations="vector", render_mode="svg")
    other = env.turn_env(new_match(id_, remembered=0), observations="vector", render_mode="svg")
    first, again, anew = (
        [one.render() for n, _ in enumerate(games(one, 1)) if n % 8 == 0] for one in (known, known, other)
    )
    assert first == again == anew


@pytest.mark.parametrize("limits", [env.Limits(turns=1), env.Limits(turns=3, commands=7), env.Limits(commands=2)])
def test_a_limit_cuts_off_where_it_does_command_by_command(limits: env.Limits) -> None:
    known, other = (env.Match(battle("ancients"), limits=limits, remembered=number) for number in (1000, 0))
    assert alike(known, other, 4) == alike(known, other, 4)


def test_no_more_is_kept_than_there_is_room_for() -> None:
    """Situations and results, together."""
    match = new_match("ancients", remembered=30)
    one, kept = env.turn_env(match), []
    for _ in range(3):
        assert sum(1 for _ in games(one, 4))
        kept.append((len(match.memory.met), match.memory.left <= 0))
    assert kept[0] == kept[1] == kept[2]
    assert kept[0][0] <= 30
    assert kept[0][1]
