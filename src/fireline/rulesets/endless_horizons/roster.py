"""Units in a battle file: who they are, what they hold, and what they have done this round."""

from __future__ import annotations

from typing import Any

from fireline.game.entries import FileEntry, one_of
from fireline.game.errors import BattleFileError, Code
from fireline.game.facts import data_of, piece_of, says
from fireline.game.numbers import House
from fireline.rulesets.endless_horizons.armoury import MOST_WEAPONS, facts_of, weapon_data
from fireline.rulesets.endless_horizons.pieces import KINDS
from fireline.rulesets.endless_horizons.state import State, Unit


@says(Unit)
class UnitEntry(FileEntry):
    """Somebody on the field; what is left out has its usual value."""


def read_unit(entry: Any, place: str, house: House, actions_of_all: int | None = None) -> Unit:
    """The unit of an entry, with the actions of everybody where it names none; raises `BattleFileError`."""
    if len(entry.carried) + (entry.weapon is not None) > MOST_WEAPONS:
        raise BattleFileError(
            Code.TOO_LARGE, f"more than {MOST_WEAPONS} weapons with the one in hand", f"{place}.carried"
        )
    each = actions_of_all if entry.actions_per_round is None else entry.actions_per_round
    actions = each if entry.actions is None else entry.actions
    in_a_round = actions if entry.actions_per_round is None else entry.actions_per_round
    unit = piece_of(Unit, entry, place, house, actions=actions, actions_per_round=in_a_round)
    kinds = {*KINDS, *(one.model.kind for one in (unit.weapon, *(held.weapon for held in unit.carried)) if one)}
    for kind, _ in unit.check.skills:
        one_of(kind, kinds - {""}, "kind of a listed weapon, or of his own", f"{place}.check.skills")
    return unit


def unit_data(unit: Unit, house: House) -> dict[str, Any]:
    """A unit as a battle file says it; what has its usual value is left out."""
    each = unit.actions_per_round
    return data_of(unit, house, actions_per_round=None if each == unit.actions else each)


def expanded_entry(state: State, id_: str) -> dict[str, Any]:
    """The firearm in a unit's hand with every field."""
    weapon = state.unit(id_).weapon
    if weapon is None:
        return {}
    facts = facts_of(weapon.model) | weapon_data(weapon)
    return {"weapon": {name: value for name, value in facts.items() if value not in {"", None}}}
