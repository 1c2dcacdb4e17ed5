"""Who is meant: units by their id, by the place where they stand, or by what they are called."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from fireline.game.command import Command, Shoot
from fireline.game.commandtext import said
from fireline.game.shot import Shot

if TYPE_CHECKING:
    from fireline.game.battle import Battle
    from fireline.game.roster import UnitView


def unit_meant(battle: Battle, text: str, among: Callable[[], Collection[str]] = tuple) -> str:
    """The id of the only unit that this names: `bow`, `F5`, `Light Bow` or `light bow (F5)`.

    Of several that it names, the only one `among` these is meant. A text that names nobody, or several, stays
    as it is, so that whoever reads it says what is wrong with it.
    """
    if any(unit.id == text for unit in battle.units):
        return text
    typed = text.strip().casefold()
    found = [unit.id for unit in battle.units if not unit.out and typed and typed in _names(unit)]
    if len(found) > 1:
        found = [id_ for id_ in found if id_ in among()]
    return found[0] if len(found) == 1 else text


def shot_meant(battle: Battle, shot: Shot) -> Shot:
    """The same shot with the ids of shooter and target."""
    rules, state = battle.ruleset, battle.state
    shooter = unit_meant(battle, shot.shooter, lambda: rules.shooters(state))
    target = unit_meant(battle, shot.target, lambda: rules.targets(state, shooter))
    return Shot(shooter, target, **shot.details)


def command_meant(battle: Battle, command: Command) -> Command:
    """The same command with the ids of whoever acts, and of other units that it names."""
    if isinstance(command, Shoot):
        return Shoot(shot_meant(battle, command.shot))
    values: dict[str, Any] = {}
    for n, one in enumerate(said(type(command))):
        value = getattr(command, one.field)
        if (not n or one.kind == "unit") and isinstance(value, str) and value:
            values[one.field] = unit_meant(battle, value)
    init = {field.name for field in fields(command) if field.init}
    return replace(command, **{name: value for name, value in values.items() if name in init})


def _names(unit: UnitView) -> Iterator[str]:
    """What a unit is called besides its id, in small letters: the title with and without the place behind it."""
    for name in (unit.place, unit.title, unit.title.rpartition(" (")[0]):
        if name:
            yield name.casefold()
