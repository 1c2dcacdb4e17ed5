"""What a shot depends on, so that an event makes anew only the odds that it can change."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from fireline.game.kept import Kept
from fireline.game.shot import Shot
from fireline.rulesets.endless_horizons.pieces import borders
from fireline.rulesets.endless_horizons.state import State, Unit


class _Parts(NamedTuple):
    """Of a unit the part that its shots ask about, and the part that shots at it do: one object for all equal ones."""

    shooting: object
    hit: object


_parts: Kept[_Parts] = Kept()
_same: Kept[object] = Kept()


def depends(state: State, shot: Shot) -> tuple[object, ...]:
    """All that the dice of a shot ask: how the one shoots and the other is hit, range, aim, and what the place adds.

    Not the actions that the shooter has left, nor the hits that the target has taken.
    """
    shooter, target = state.unit(shot.shooter), state.unit(shot.target)
    aim, band = shooter.aim_at(target.id), _band(state, shooter, target.id)
    everywhere = _same.of((_same.same(state.edition), _same.same(state.environment)), object)
    return shot, everywhere, _parts_of(shooter).shooting, _parts_of(target).hit, aim, band


def _band(state: State, shooter: Unit, target: str) -> int | None:
    """The number of the range category; None where there is none to ask about."""
    (far,) = state.squares(shooter, (target,))
    if far is None or shooter.gun is None:
        return None
    return bisect_right(borders(shooter.gun.model.effective_range, state.parts), far)


def _parts_of(unit: Unit) -> _Parts:
    return _parts.of((unit,), lambda: _told_apart(unit))


def _told_apart(unit: Unit) -> _Parts:
    weapon, bearing = unit.weapon, (unit.stance, unit.own_size, unit.movement)
    armed = weapon and (weapon.model, weapon.armour_piercing, weapon.jam)
    shooting, hit = (armed, unit.check, *bearing), (*bearing, unit.cover, unit.showing)
    return _Parts(_same.of((_same.same(shooting),), object), _same.of((_same.same(hit),), object))
