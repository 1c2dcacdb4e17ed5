"""House rules in a ruling: which of its lines they made, and what they do to the odds.

A line is made by a house rule if it would be another, or none, with that number as printed; so each ruling is asked for
once more without each of them, and no rule keeps a record of what it reads.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from fireline.game.errors import BattleFileError
from fireline.game.numbers import House
from fireline.ruling import Explained, Modifier, Refusal, Ruling, all_stand

if TYPE_CHECKING:
    from fireline.game.battle import Battle
    from fireline.game.shot import Shot

Line = TypeVar("Line", Modifier, Explained, Refusal)
AnyLine = Modifier | Explained | Refusal


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

    makers = _makers(battle, lines)
    if makers is None:
        return ruling
    return ruling._replace(
        modifiers=tuple(one._replace(house=makers.of(one)) for one in ruling.modifiers),
        steps=tuple(one._replace(house=makers.of(one)) for one in ruling.steps),
        refusals=tuple(replace(one, house=makers.of(one)) for one in ruling.refusals),
        allowed=ruling.allowed and ruling.allowed._replace(house=makers.of(ruling.allowed)),
    )


def marked_refusals(
    battle: Battle, refusals: tuple[Refusal, ...], against: Callable[[Battle], tuple[Refusal, ...]]
) -> tuple[Refusal, ...]:
    """The reasons against something in a battle with the house rules that decided them."""
    makers = _makers(battle, against) if refusals else None
    return refusals if makers is None else tuple(replace(one, house=makers.of(one)) for one in refusals)


def moved_by(battle: Battle, answer: Callable[[Battle], object]) -> tuple[str, ...]:
    """The addresses of the house rules that move an answer: it is another with any of them as printed."""
    house = house_of(battle)
    if house is None or not house.changes or not all_stand():
        return ()
    here = answer(battle)
    return tuple(one for one, _ in house.changes if answer(with_house(battle, house.without(one))) != here)


@dataclass(frozen=True)
class _Makers:
    """The lines of one question, with the numbers as printed but one, and with all but one of the house rules."""

    without: Mapping[str, Collection[AnyLine]]
    only: Callable[[str], Collection[AnyLine]]

    def of(self, line: AnyLine) -> str:
        """The addresses of what made a line: it is gone without any of them, or else it is there with one alone."""
        made = [address for address, lines in self.without.items() if line not in lines]
        if not made and len(self.without) > 1 and line not in self.only(""):
            made = [address for address in self.without if line in self.only(address)]
        return ", ".join(made)


def _makers(battle: Battle, lines: Callable[[Battle], Iterable[AnyLine]]) -> _Makers | None:
    """What tells who made a line; None where no house rule is in force, or lines are set aside or noted."""
    house = house_of(battle)
    if house is None or not house.changes or not all_stand():
        return None
    kept: dict[str, Collection[AnyLine]] = {}

    def asked(numbers: House) -> Collection[AnyLine]:
        try:
            return set(lines(with_house(battle, numbers)))
        except BattleFileError:  # with the number as printed there is no such shot
            return ()

    def only(address: str) -> Collection[AnyLine]:
        if address not in kept:
            kept[address] = asked(house.only(address))
        return kept[address]

    return _Makers({address: asked(house.without(address)) for address, _ in house.changes}, only)
