"""Throws of dice as answers and events hold them."""

from __future__ import annotations

from typing import Any

from fireline.chance.thrown import RecordingDice


def throws_of(dice: RecordingDice) -> list[dict[str, Any]]:
    """Every throw of these dice as an event keeps it: the die, its sides, its weights if any, its face.

    `face` is where the face stands among those of the die, counted from 0, and `shows` is what it shows.
    """
    return [
        {"die": die.name, "sides": die.sides}
        | ({"weights": list(die.weights)} if die.weights else {})
        | {"face": die.place(shown), "shows": str(shown) if isinstance(shown, str) else shown}
        for die, shown in dice.transcript.throws
    ]
