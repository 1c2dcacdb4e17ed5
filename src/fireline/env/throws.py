"""Dice for what throws none."""

from __future__ import annotations

from typing import TypeVar

from fireline.chance import Die
from fireline.chance.thrown import RecordingDice
from fireline.game.errors import Code

F = TypeVar("F")


class DieThrown(Exception):
    """A die was thrown where none should be."""

    code = Code.WRONG_DICE


class NoDice(RecordingDice):
    """Dice for what throws none: whoever throws one gets `DieThrown`."""

    def land(self, die: Die[F]) -> F:
        """Raise `DieThrown`."""
        raise DieThrown
