"""The rulebook, and what a table may play otherwise."""

from __future__ import annotations

from dataclasses import dataclass

from fireline.ruling import Rulebook

RULES = Rulebook.load("regatta")


@dataclass(frozen=True, slots=True)
class Edition:
    """How a table plays the open questions."""

    wrecks_block: bool = False
