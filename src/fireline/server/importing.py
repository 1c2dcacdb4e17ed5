"""A map of another program as it was sent, made into a battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fireline.maps import importing


def import_map(asked: Mapping[str, Any]) -> dict[str, Any]:
    """The battle, the questions with the answers taken, and what is not used; raises `BattleFileError`."""
    beside = {name: text.encode() for name, text in asked["tilesets"].items()}
    made = importing.import_map(asked["map"].encode(), asked["name"], asked["ruleset"], asked["answers"], beside=beside)
    return made.data()
