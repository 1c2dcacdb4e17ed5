"""Reasons against a shot: all of them, each with its rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from fireline.ruling.rulebook import Register

S = TypeVar("S")
Check = Callable[[S], str | None]


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason why a shot, or another command, may not be made."""

    rule: str
    because: str

    def __str__(self) -> str:
        return f"{self.because} {self.rule}"


class Checks(Register[Check[S]]):
    """The reasons a rulebook knows against something, asked in the order they are written down.

    A check is a function that returns the reason as a sentence, or None where its rule does not object:

        @checks.rule("CCA-1.3")
        def next_to_an_enemy(scene: Scene) -> str | None: ...
    """

    def __call__(self, scene: S) -> tuple[Refusal, ...]:
        """Every reason against the scene, () when there is none."""
        return tuple(Refusal(id_, reason) for id_, check in self._entries if (reason := check(scene)))
