"""Commands: what a player may say.  A ruleset adds its own; these two every game has."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from fireline.game.event import Event
from fireline.game.shot import Shot


@dataclass(frozen=True, slots=True)
class Command:
    """Base of every ruleset's commands: frozen dataclasses of plain values."""

    def data(self) -> dict[str, Any]:
        """The command as it stands in a log."""
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        plain = {name: value.data() if isinstance(value, Shot) else value for name, value in values.items()}
        return {"command": type(self).__name__} | plain


@dataclass(frozen=True, slots=True)
class Shoot(Command):
    """Take this shot now."""

    shot: Shot


@dataclass(frozen=True, slots=True)
class EndPhase(Command):
    """No more shots: the phase (or, where the game has rounds, the round) ends."""


@dataclass(frozen=True, slots=True)
class PhaseEnded(Event):
    """The ranged phase, or the round, is over."""
