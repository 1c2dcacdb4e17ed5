"""Reasons against a shot: all of them, each with its rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from fireline.ruling.ablation import is_active
from fireline.ruling.rulebook import Register, Rulebook

S = TypeVar("S")
Check = Callable[[S], str | None]


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason why a shot, or another command, is illegal."""

    rule: str
    because: str

    def __str__(self) -> str:
        return f"{self.because} {self.rule}"


class Checks(Register[Check[S]]):
    """The reasons that a rulebook has against something, asked in the order in which they are written.

    A check is a function that returns the reason as a sentence, or None if its rule does not object:

        @checks.rule("CCA-1.3")
        def next_to_an_enemy(scene: Scene) -> str | None: ...

    A rule that is set aside (`fireline.ruling.ablation`) objects to nothing, except for checks marked with `needs`:
    without what they check for, there can be no shot at all.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        super().__init__(rulebook)
        self._needed: set[Check[S]] = set()

    def needs(self, id_: str) -> Callable[[Check[S]], Check[S]]:
        """Add the decorated function under this rule, to be asked even if the rule is set aside."""
        add = self.rule(id_)

        def mark(check: Check[S]) -> Check[S]:
            self._needed.add(check)
            return add(check)

        return mark

    def __call__(self, scene: S) -> tuple[Refusal, ...]:
        """Every reason against the scene, () when there is none."""
        return tuple(
            Refusal(id_, reason)
            for id_, check in self._entries
            if (reason := check(scene)) and (check in self._needed or is_active(id_))
        )
