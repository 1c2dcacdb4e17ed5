"""Many throws of one program: every die falls by itself, the rule is carried out once for each way they may fall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from fireline.chance import Die, FixedDice, RecordingDice, Unanswered

Rule = Callable[[RecordingDice], Any]
"""A program with its arguments, waiting for dice."""


@dataclass(slots=True)
class Place:
    """Where a rule stands after some faces: before the throw of a die, or, where there is none, at its outcome."""

    die: Die[Any] | None
    outcome: Any = None
    after: dict[Any, Place] = field(default_factory=dict)


def place(rule: Rule, faces: list[Any]) -> Place:
    """Where the rule stands once these faces are laid down."""
    try:
        return Place(None, rule(FixedDice(*faces)))
    except Unanswered as asked:
        return Place(asked.die)


def throw(dice: RecordingDice, times: int, rule: Rule) -> Counter[Any]:
    """The outcomes of so many throws of a rule, counted: the very ones that `rule(dice)` comes to, so many times."""
    counts: Counter[Any] = Counter()
    start = place(rule, [])
    for _ in range(times):
        here, faces = start, []
        while here.die is not None:
            faces.append(face := dice.land(here.die))
            if face not in here.after:
                here.after[face] = place(rule, faces)
            here = here.after[face]
        counts[here.outcome] += 1
    return counts
