"""A declared shot: the two boats and the berths between them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from fireline.game.command import Shot, ShotWords
from fireline.game.entries import one_of, read_entry
from fireline.game.errors import BattleFileError, Code
from fireline.ruling import Sight
from fireline.ruling.sight import SightMark
from regatta.editions import RULES
from regatta.state import Boat, State

LINE = RULES.cite("RGT-1.3")


@dataclass(frozen=True)
class Shooting:
    """A shot with everything the rules ask about it; distance in berths."""

    state: State
    shooter: Boat
    target: Boat

    @property
    def distance(self) -> int:
        """How far apart the two are, in berths."""
        return abs(self.shooter.berth - self.target.berth)

    @cached_property
    def sight(self) -> Sight:
        """The line of fire along the quay (RGT-1.3)."""
        here, there = self.shooter.berth, self.target.berth
        step = 1 if here < there else -1
        marks = [self._mark(berth) for berth in range(here + step, there, step)]
        blocking = [mark for mark in marks if mark.blocks]
        return Sight(
            clear=not blocking,
            blockers=tuple(mark.places[0] for mark in blocking),
            marks=tuple(marks),
            reasons=tuple((LINE, f"{mark.obstructions[0]} is in the way.") for mark in blocking),
        )

    def _mark(self, berth: int) -> SightMark:
        boat = self.state.at(berth)
        blocks = boat is not None and (boat.afloat or self.state.edition.wrecks_block)
        start = Fraction(2 * abs(berth - self.shooter.berth) - 1, 2 * self.distance)
        end = start + Fraction(1, self.distance)
        return SightMark("crosses", (f"berth {berth}",), start, end, (str(boat or ""),), blocks)


def declare(state: State, shot: Shot) -> Shooting:
    """The shot on the quay; raises `BattleFileError` where it names no boat of the watch, or no target."""
    entry = read_entry(ShotWords, shot.data(), "shot")
    mine = [boat.id for boat in state.boats if boat.flag == state.watch]
    one_of(entry.shooter, [boat.id for boat in state.boats], "boat of this battle", "shot.shooter")
    one_of(entry.target, [boat.id for boat in state.boats], "boat of this battle", "shot.target")
    if entry.shooter not in mine:
        problem = f"{entry.shooter!r} has no watch; it is that of {state.watch}"
        raise BattleFileError(Code.NOT_NOW, problem, "shot.shooter")
    return Shooting(state, state.boat(entry.shooter), state.boat(entry.target))
