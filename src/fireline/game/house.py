"""House rules in a ruling: which of its lines they made, and what they do to the odds.

A line is made by a house rule if it would be another, or none, with that number as printed; so each ruling is asked for
once more without each of them, and no rule keeps a record of what it reads.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from fireline.game.errors import BattleFileError
from fireline.game.numbers import House
from fireline.ruling import Explained, Modifier, Refusal, Ruling, all_stand

if TYPE_CHECKING:
    from fireline.game.battle import Battle
    from fireline.game.shot import Shot

AnyLine = Modifier | Explained


def house_of(battle: Battle) -> House | None:
    """The numbers that a battle is played with; None for a game that lists none."""
    game = battle.ruleset
    if game.numbers is None or game.versions is None:
        return None
    found: House = game.versions.played(battle.state).house
    return found


def with_house(battle: Battle, house: House) -> Battle:
    """The same battle where its table plays with other numbers."""
    versions = battle.ruleset.versions
    assert versions is not None, "what has numbers has versions"  # noqa: S101
    rules = replace(versions.played(battle.state), house=house)
    return battle.with_state(versions.under(battle.state, rules))


def marked_ruling(battle: Battle, shot: Shot, ruling: Ruling) -> Ruling:
    """The ruling on a shot with the house rules that made its lines."""

    def lines(other: Battle) -> Iterable[AnyLine]:
        found = other.ruleset.rule(other.ruleset.declare(other.state, shot))
        return *found.modifiers, *found.steps, *found.refusals, *([found.allowed] if found.allowed else [])

    made_by = _maker(battle, lines)
    if made_by is None:
        return ruling
    return ruling._replace(
        modifiers=tuple(one._replace(house=made_by(one)) for one in ruling.modifiers),
        steps=tuple(replace(one, house=made_by(one)) for one in ruling.steps),
        refusals=tuple(replace(one, house=made_by(one)) for one in ruling.refusals),
        allowed=ruling.allowed and replace(ruling.allowed, house=made_by(ruling.allowed)),
    )


def marked_refusals(
    battle: Battle, refusals: tuple[Refusal, ...], against: Callable[[Battle], tuple[Refusal, ...]]
) -> tuple[Refusal, ...]:
    """The reasons against something in a battle with the house rules that decided them."""
    made_by = _maker(battle, against) if refusals else None
    return refusals if made_by is None else tuple(replace(one, house=made_by(one)) for one in refusals)


def moved_by(battle: Battle, answer: Callable[[Battle], object]) -> tuple[str, ...]:
    """The addresses of the house rules that move an answer: it is another with any of them as printed."""
    house = house_of(battle)
    if house is None or not house.changes or not all_stand():
        return ()
    here = answer(battle)
    return tuple(one for one, _ in house.changes if answer(with_house(battle, house.without(one))) != here)


def _maker(battle: Battle, lines: Callable[[Battle], Iterable[AnyLine]]) -> Callable[[AnyLine], str] | None:
    """What tells who made a line of a question; None where no house rule is in force, or lines are set aside or noted.

    It gives the addresses of those without any of which the line is gone or, if there are none, with one alone of which
    it is there.
    """
    house = house_of(battle)
    if house is None or not house.changes or not all_stand():
        return None

    def asked(numbers: House) -> Collection[AnyLine]:
        try:
            return set(lines(with_house(battle, numbers)))
        except BattleFileError:  # with the number as printed there is no such shot
            return ()

    without = {address: asked(house.without(address)) for address, _ in house.changes}
    only = cache(lambda address: asked(house.only(address)))

    def made_by(line: AnyLine) -> str:
        made = [address for address, known in without.items() if line not in known]
        if not made and len(without) > 1 and line not in only(""):
            made = [address for address in without if line in only(address)]
        return ", ".join(made)

    return made_by
