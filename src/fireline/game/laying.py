"""Laying down faces: real dice instead of thrown ones, and the errors if they do not fit the throws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from fireline.chance import Die, FixedDice, NotOnDie, Unanswered
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code

PLACE = "dice"


class FaceMissing(BattleFileError):
    """More dice are thrown than faces were laid down: `die` comes next."""

    def __init__(self, die: Die[Any], given: int, place: str) -> None:
        super().__init__(Code.WRONG_DICE, f"{given} given, but the next throw is a {die.asked}", place)
        self.die, self.given = die, given

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.die, self.given, self.place)


@contextmanager
def laying(faces: Sequence[object], place: str = PLACE) -> Iterator[None]:
    """Carry out something with these faces; see also `all_used`.

    Raises `FaceMissing` if more dice are thrown, and `BattleFileError` for a face that the die does not have.
    """
    try:
        yield
    except Unanswered as waiting:
        raise FaceMissing(waiting.die, len(faces), place) from None
    except NotOnDie as wrong:
        problem = f"{shown(wrong.face)} is no face of a {wrong.die.name}"
        raise BattleFileError(
            Code.WRONG_DICE, f"{problem}; it has {', '.join(map(str, wrong.die.faces))}", place
        ) from None


@contextmanager
def laid(faces: Sequence[object]) -> Iterator[FixedDice]:
    """Dice that show these faces, all of which are to be thrown; raises as `laying` and `all_used` do."""
    dice = FixedDice(*faces)
    with laying(faces):
        yield dice
    all_used(faces, len(faces) - len(dice.left))


def all_used(faces: Sequence[object], used: int, place: str = PLACE) -> None:
    """Raise `BattleFileError` if fewer dice were thrown than faces laid down."""
    if used < len(faces):
        raise BattleFileError(Code.WRONG_DICE, f"{len(faces)} given, but only {used} are thrown", place)
