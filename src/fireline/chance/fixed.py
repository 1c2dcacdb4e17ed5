"""Faces that are known before they are thrown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from fireline.chance.errors import Unanswered
from fireline.chance.recording import RecordingDice

if TYPE_CHECKING:
    from fireline.chance.dice import Die

F = TypeVar("F")


class FixedDice(RecordingDice):
    """Faces laid down beforehand: by a test, by a replay, or by real dice on a table.

    Raises `Unanswered` when a program asks for more, `NotOnDie` for a face that the die thrown lacks.

    >>> from fireline.chance import d6, d20
    >>> dice = FixedDice(3, 17)
    >>> dice.roll(d6), dice.roll(d20), dice.left
    (3, 17, ())
    """

    def __init__(self, *faces: object) -> None:
        super().__init__()
        self._faces = faces
        self._used = 0

    @property
    def left(self) -> tuple[Any, ...]:
        """The faces not yet thrown."""
        return self._faces[self._used :]

    def land(self, die: Die[F]) -> F:
        """The next face laid down, as the die spells it; raises `Unanswered` if none is left, and `NotOnDie`."""
        if self._used == len(self._faces):
            raise Unanswered(die)
        face = die.faces[die.place(self._faces[self._used])]
        self._used += 1
        return face

    def assert_used_up(self) -> None:
        """Raise `AssertionError` if faces are left that no rule asked for."""
        if self.left:
            raise AssertionError(
                f"{len(self.left)} of {len(self._faces)} faces were never thrown: {', '.join(map(repr, self.left))}"
            )
