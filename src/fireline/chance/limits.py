"""How much work exact answers may take before they stop with an error."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Limits:
    """The budgets: none of them ever cuts an answer short, each ends in an error."""

    paths: int = 200_000
    """Paths through the body of one program; a called program counts as one question."""
    states: int = 10_000
    """States of a chain that `Dist.until` solves."""


_DEFAULT = Limits()
_limits: ContextVar[Limits] = ContextVar("_limits", default=_DEFAULT)


def limits() -> Limits:
    """The budgets in force here: those of the innermost `limited`, or the defaults."""
    return _limits.get()


@contextmanager
def limited(*, paths: int | None = None, states: int | None = None) -> Iterator[Limits]:
    """Use other budgets inside a `with` block, in this thread or task only.

    >>> with limited(paths=1_000_000):
    ...     limits()
    Limits(paths=1000000, states=10000)
    """
    before = limits()
    inside = Limits(before.paths if paths is None else paths, before.states if states is None else states)
    token = _limits.set(inside)
    try:
        yield inside
    finally:
        _limits.reset(token)
