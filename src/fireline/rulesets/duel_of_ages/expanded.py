"""What a battle file leaves out, written out: ratings of nothing."""

from __future__ import annotations

from typing import Any

from fireline.rulesets.duel_of_ages.state import State


def expanded_entry(state: State, id_: str) -> dict[str, Any]:
    """The ratings of a hero that matter in a shot, also those that are 0."""
    return {"ratings": {"stealth": 0, "armor": 0} | dict(state.hero(id_).ratings)}
