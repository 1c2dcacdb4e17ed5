"""Set-ups: battles that a game gives to be played from their beginning; each is whole, drawn, and can be played."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from fireline.chance import SeededDice
from fireline.draw import plan
from fireline.formats.examples import Example, setups
from fireline.game.battle import Battle
from fireline.game.log import GameLog
from fireline.game.registry import ruleset

COMMANDS = 20


def setups_of(id_: str) -> list[Example]:
    """The set-ups of a game; a game without any promises nothing, and the newest version of a game has them."""
    found = [one for one in setups().values() if ruleset(one.data["ruleset"]).id == id_]
    return found or pytest.skip(f"{id_} gives no set-ups")


@pytest.mark.whole("long")
def test_every_set_up_says_what_it_is_and_looks_like_no_mistake(id_: str) -> None:
    for one in setups_of(id_):
        assert one.data.get("name"), f"{one.file} has no name"
        assert one.words, f"{one.file} does not begin with a comment on what happens"
        assert not one.named(), f"{one.name} names files, which are not there where it is played"
        assert one.battle.ruleset.warnings(one.battle.state) == ()
        assert plan(one.battle).startswith("<svg")


@pytest.mark.whole("long")
def test_set_ups_grow(id_: str) -> None:
    sizes = [len(one.battle.units) for one in setups_of(id_)]
    assert all(less <= more for less, more in pairwise(sizes)), f"their file names put {sizes} in this order"


@pytest.mark.whole("long")
def test_both_sides_of_a_set_up_can_shoot(id_: str) -> None:
    for one in setups_of(id_):
        battle = one.battle
        shooting = {unit.side for unit in battle.units if can_shoot(battle, unit.id)}
        assert len(shooting) > 1, f"in {one.name} only {shooting} can shoot"


def can_shoot(battle: Battle, unit: str) -> bool:
    """Whether a unit has a legal shot once it is its side's turn."""
    game, state = battle.ruleset, battle.with_turn_of(unit).state
    if unit not in game.shooters(state):
        return False
    if game.legal_shots is not None:
        return any(True for _ in game.legal_shots(state, (unit,), None))
    ways = (way for target in game.targets(state, unit) for way in game.shots(state, unit, target))
    return any(not game.against(game.declare(state, way)) for way in ways)


@pytest.mark.whole("long")
def test_a_set_up_is_played_without_an_error(id_: str) -> None:
    for one in setups_of(id_):
        log, random = GameLog(one.battle), Random(5)  # noqa: S311 - it chooses commands, it throws no dice
        for _ in range(COMMANDS):
            if not (commands := log.battle.legal()):
                break
            log, _ = log.play(random.choice(commands), SeededDice.for_event(5, log.next_seq))
        assert log.entries, f"nothing can be done in {one.name}"
