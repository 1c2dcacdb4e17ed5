"""What may be said in the round, for everybody at once: who is at fault himself is asked once, then pair by pair."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fireline.game.command import Command
from fireline.game.kept import Kept
from fireline.game.shot import Shot
from fireline.rulesets.endless_horizons.commands import (
    ChangeMovement,
    ChangeStance,
    Clear,
    Cycle,
    Doing,
    Draw,
    GiveUp,
    Hide,
    Reload,
    Search,
    StopSuppressing,
    TakeCover,
    Uncover,
)
from fireline.rulesets.endless_horizons.pieces import MATERIALS, Movement, Stance
from fireline.rulesets.endless_horizons.rows import Rows
from fireline.rulesets.endless_horizons.state import State, Unit
from fireline.rulesets.endless_horizons.ways import is_allowed
from fireline.ruling import all_stand

_own = Kept[tuple[tuple[Command, ...], tuple[Command, ...]]]()


def legal_shots(state: State, firing: tuple[str, ...], at: frozenset[str] | None = None) -> Iterator[Shot]:
    """The legal shots of some units, at some targets or at any, in their order and in the lengths worth choosing."""
    rows = Rows(state, at)
    for shooter in firing:
        yield from rows.shots(state.unit(shooter))


def doings(state: State, units: Iterable[Unit]) -> Iterator[Command]:
    """What units may do beside shooting."""
    rows = Rows(state)
    hiding = [unit for unit in state.units if any(one.hidden is not None for one in unit.carried)]
    for unit in units:
        before, after = _alone(state, unit)
        yield from before
        yield from rows.of(unit).others(state)
        yield from after
        for enemy in hiding:
            if unit.is_enemy_of(enemy) and not enemy.out:
                yield from _allowed(state, Search(unit.id, enemy.id), Search(unit.id, enemy.id, touching=False))


def _alone(state: State, unit: Unit) -> tuple[tuple[Command, ...], tuple[Command, ...]]:
    """What a unit may do with its weapons, and what else, where nobody else matters."""
    if not all_stand():
        return _commands(state, unit)
    things = (state.edition, state.environment, state.distances, state.round, state.over, unit)
    return _own.of(tuple(map(_own.same, things)), lambda: _commands(state, unit))


def _commands(state: State, unit: Unit) -> tuple[tuple[Command, ...], tuple[Command, ...]]:
    id_, names = unit.id, dict.fromkeys(str(one.weapon) for one in unit.carried)
    small = dict.fromkeys(str(one.weapon) for one in unit.carried if one.hidden is None and one.weapon.model.small)
    weapons: tuple[Doing, ...] = (
        Clear(unit.id),
        Cycle(unit.id),
        Reload(unit.id),
        *(Draw(unit.id, name) for name in names),
    )
    rest: tuple[Doing, ...] = (StopSuppressing(id_), *_postures(unit), *(Hide(id_, name) for name in small))
    return tuple(_allowed(state, *weapons)), tuple(_allowed(state, *rest))


def _allowed(state: State, *said: Doing) -> Iterator[Command]:
    return (command for command in said if is_allowed(state, command))


def _postures(unit: Unit) -> Iterator[Doing]:
    """Another stance, another movement, into cover or out of it, or no more of it all."""
    yield Uncover(unit.id)
    yield from (TakeCover(unit.id, material) for material in MATERIALS)
    yield from (ChangeStance(unit.id, str(stance)) for stance in Stance)
    yield from (ChangeMovement(unit.id, str(movement)) for movement in Movement)
    yield GiveUp(unit.id)
