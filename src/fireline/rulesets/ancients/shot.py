"""A declared shot on the board: the two parties, their distance and the line between them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from pydantic import Field

from fireline.game.command import Shot, ShotWords
from fireline.game.entries import read_entry, shown, suggestion
from fireline.game.errors import BattleFileError, Code
from fireline.geometry.hexes import distance
from fireline.rulesets.ancients.sight import is_clear, line_of_sight
from fireline.rulesets.ancients.state import Leader, State, Unit
from fireline.ruling import Sight

MOST_EXTRA_DICE = 4


class ShotEntry(ShotWords):
    """What a shot may say in this game."""

    extra_dice: Annotated[int, Field(title="How many dice does a command card add?", ge=0, le=MOST_EXTRA_DICE)] = 0


@dataclass(frozen=True)
class Shooting:
    """A shot with everything the rules ask about it; distance in hexes."""

    state: State
    shooter: Unit
    target: Unit | Leader
    extra_dice: int = 0
    """Dice that a command card adds (CCA-4.6)."""

    @cached_property
    def distance(self) -> int:
        """Hexes from firer to target, the target's included and the firer's not (CCA-2.1)."""
        return distance(self.shooter.hex, self.target.hex)

    @cached_property
    def clear(self) -> bool:
        """Whether nothing blocks that line, without saying what, unless somebody has asked what."""
        if "sight" in vars(self):
            return self.sight.clear
        return is_clear(self.state, self.shooter.hex, self.target.hex)

    @cached_property
    def sight(self) -> Sight:
        """The line of sight between the two (CCA-3)."""
        return line_of_sight(self.state, self.shooter.hex, self.target.hex)


def declare(state: State, shot: Shot) -> Shooting:
    """The shot on the board; raises `BattleFileError` where it names no unit of the side that fires, or no target."""
    plain = not shot.details and type(shot.shooter) is str and type(shot.target) is str
    extra_dice = 0 if plain else read_entry(ShotEntry, shot.data(), "shot").extra_dice
    shooter, target = state.find(shot.shooter), state.find(shot.target)
    if not isinstance(shooter, Unit):
        what = "is a leader; leaders do not fire" if shooter else "is no unit of this battle"
        instead = suggestion(shot.shooter, _firing(state))
        raise BattleFileError(Code.UNKNOWN_NAME, f"{shown(shot.shooter)} {what}; {instead}", "shot.shooter")
    if shooter.side is not state.turn:
        turn = f"it is the turn of {state.turn} to fire; {suggestion(shot.shooter, _firing(state))}"
        problem = f"{shooter.id!r} belongs to {shooter.side}, but {turn}"
        raise BattleFileError(Code.NOT_NOW, problem, "shot.shooter")
    if target is None:
        known = [piece.id for piece in state.pieces if piece.side is not state.turn]
        problem = f"{shown(shot.target)} is no unit or leader of this battle; {suggestion(shot.target, known)}"
        raise BattleFileError(Code.UNKNOWN_NAME, problem, "shot.target")
    return Shooting(state, shooter, target, extra_dice)


def should_ask(state: State, _shot: Shot, _detail: str) -> bool:
    """Whether command cards are played, so that one may add dice."""
    return state.cards


def _firing(state: State) -> list[str]:
    return [unit.id for unit in state.units if unit.side is state.turn]
