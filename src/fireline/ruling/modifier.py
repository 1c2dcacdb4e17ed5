"""What helps and hinders a shot: a running sum in which every line cites its rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeVar

from fireline.ruling.ablation import SET_ASIDE, is_active
from fireline.ruling.rulebook import Register

S = TypeVar("S")


class Modifier(NamedTuple):
    """One line of the sum; if it does not apply, it stays listed with the reason."""

    rule: str
    name: str
    value: int
    applies: bool = True
    because: str = ""
    house: str = ""
    """The addresses of the house rules that made it so, "" for none."""


class ModifierChange(NamedTuple):
    """What a rule does to the sum so far; `unless` says why it does not apply, `because` why it does.

    Where a sentence takes long to make, `because` makes it: nobody reads it who asks for the sum alone.
    """

    name: str
    value: int
    unless: str = ""
    because: str | Callable[[], str] = ""


Rate = Callable[[S, int], "ModifierChange | Iterable[ModifierChange] | None"]


def total(modifiers: Iterable[Modifier]) -> int:
    """The sum of the lines that apply.

    >>> total([Modifier("R-1", "base", 2), Modifier("R-2", "cap", -1), Modifier("R-3", "mud", -1, applies=False)])
    1
    """
    return sum(modifier.value for modifier in modifiers if modifier.applies)


class Modifiers(Register[Rate[S]]):
    """The modifiers a rulebook knows, asked in order; each is told the sum so far, for caps.

        @modifiers.rule("CCA-4.1")
        def held(scene: Scene, so_far: int) -> ModifierChange: ...

    A function may return one change, several (each under its rule), or None if there is nothing to say.
    A line that is set aside (`fireline.ruling.ablation`) stays listed and does not apply.
    """

    def __call__(self, scene: S) -> tuple[Modifier, ...]:
        """Every line of the sum, in order."""
        return tuple(
            Modifier(id_, change.name, change.value, not unless, unless or _said(change.because))
            for id_, change, unless in self._changes(scene)
        )

    def sum(self, scene: S) -> int:
        """The `total` of the lines."""
        return sum(change.value for _, change, unless in self._changes(scene) if not unless)

    def _changes(self, scene: S) -> Iterator[tuple[str, ModifierChange, str]]:
        """The rule of every line, what it changes, and why it does not apply."""
        so_far = 0
        for id_, rate in self._entries:
            answer = rate(scene, so_far)
            if answer is None:
                continue
            for change in (answer,) if isinstance(answer, ModifierChange) else answer:
                unless = change.unless or ("" if is_active(id_, change.name) else SET_ASIDE)
                so_far += 0 if unless else change.value
                yield id_, change, unless


def _said(because: str | Callable[[], str]) -> str:
    return because if isinstance(because, str) else because()
