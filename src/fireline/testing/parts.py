"""Which parts of the protocol a game leaves out."""

from __future__ import annotations

from fireline.game.registry import ruleset
from fireline.ruling.prose import listing

PARTS = ("decisions", "places", "losses", "planning", "hidden", "drawing", "editing", "versions")


def missing(id_: str) -> str:
    """The parts that a game has none of, in a phrase; "" where it has all."""
    rules = ruleset(id_)
    names = [part for part in PARTS if getattr(rules, part) is None]
    return f"has no {listing(names)}, so what needs them was not looked at" if names else ""
