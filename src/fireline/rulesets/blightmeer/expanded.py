"""What a battle file says by a name, written out: a listed weapon with its numbers."""

from __future__ import annotations

from typing import Any

from fireline.game.entries import plain
from fireline.rulesets.blightmeer.state import State


def expanded_entry(state: State, id_: str) -> dict[str, Any]:
    """The weapon of a unit with every field."""
    weapon = state.unit(id_).weapon
    if weapon is None:
        return {}
    numbers = {"range": plain(weapon.range), "pierce": weapon.pierce, "injury": weapon.injury}
    return {"weapon": {"name": weapon.name, **numbers, "long_reload": weapon.long_reload}}
