"""What a battle file says by a name, written out: a listed firearm with its numbers."""

from __future__ import annotations

from typing import Any

from fireline.rulesets.endless_horizons.armoury import facts_of, weapon_data
from fireline.rulesets.endless_horizons.state import State


def expanded_entry(state: State, id_: str) -> dict[str, Any]:
    """The firearm in a unit's hand with every field."""
    weapon = state.unit(id_).weapon
    if weapon is None:
        return {}
    facts = facts_of(weapon.model) | weapon_data(weapon)
    return {"weapon": {name: value for name, value in facts.items() if value not in {"", None}}}
