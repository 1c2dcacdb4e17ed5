"""What differs between two ways to play a game: the choices that its rulebook lists, and its numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from fireline.game.numbers import House, Number
from fireline.ruling import Difference, Rulebook
from fireline.ruling.rulebook import Option


def options_apart(book: Rulebook, before: Any, after: Any) -> Iterator[Option]:
    """The choices that two editions of a game make otherwise, in the order of their fields."""
    known = (book.choices.get(field.name) for field in fields(before))
    return (one for one in known if one and getattr(before, one.name) != getattr(after, one.name))


def numbers_apart(before: Any, after: Any) -> Iterator[Number]:
    """The numbers that both have and play otherwise."""
    mine, theirs = getattr(before, "house", None), getattr(after, "house", None)
    if isinstance(mine, House) and isinstance(theirs, House):
        shared = (number for address, number in mine.numbers.items() if address in theirs.numbers)
        yield from (one for one in shared if mine.value(one.address) != theirs.value(one.address))


def differences(book: Rulebook, before: Any, after: Any) -> Iterator[Difference]:
    """Everything in which two editions differ, in words."""
    for option in options_apart(book, before, after):
        yield option.difference(getattr(before, option.name), getattr(after, option.name))
    for number in numbers_apart(before, after):
        yield number.difference(before.house, after.house)
