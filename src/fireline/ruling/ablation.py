"""What if a rule did not apply: set lines of a ruling aside to see what each is worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

SET_ASIDE = "set aside"
"""Why a line that is set aside does not apply."""


class RuleLine(NamedTuple):
    """Something that a rule does in a shot, by its name in the ruling; without a name, all that the rule forbids."""

    rule: str
    name: str = ""


_gone: ContextVar[frozenset[RuleLine]] = ContextVar("_gone", default=frozenset())
_noted: ContextVar[dict[RuleLine, None] | None] = ContextVar("_noted", default=None)


@contextmanager
def without_lines(*lines: RuleLine) -> Iterator[None]:
    """Rule as if these lines did not apply, inside a `with` block, in this thread or task only.

    A modifier of that name is listed as set aside; a line without a name silences whatever its rule forbids.

    >>> with without_lines(RuleLine("CCA-4.1", "moved")):
    ...     is_active("CCA-4.1", "moved"), is_active("CCA-4.1", "held its position")
    (False, True)
    >>> is_active("CCA-4.1", "moved")
    True
    """
    token = _gone.set(_gone.get() | frozenset(lines))
    try:
        yield
    finally:
        _gone.reset(token)


@contextmanager
def recording_lines() -> Iterator[Iterable[RuleLine]]:
    """Record every line that counts in the rulings inside a `with` block, in the order first met.

    >>> with recording_lines() as lines:
    ...     _ = is_active("CCA-4.1", "moved"), is_active("CCA-4.1", "moved")
    >>> list(lines)
    [RuleLine(rule='CCA-4.1', name='moved')]
    """
    lines: dict[RuleLine, None] = {}
    token = _noted.set(lines)
    try:
        yield lines
    finally:
        _noted.reset(token)


def is_active(rule: str, name: str = "") -> bool:
    """Whether a line that would count in this shot applies; rules that can be set aside ask this.

    Ask only if the line changes something, so that a list of what counts has no others.
    """
    line = RuleLine(rule, name)
    if line in _gone.get():
        return False
    if (noted := _noted.get()) is not None:
        noted[line] = None
    return True


def all_stand() -> bool:
    """Whether no line is set aside and nobody notes them, so that what the rules say may be taken from memory.

    >>> with without_lines(RuleLine("CCA-2.1")):
    ...     all_stand()
    False
    """
    return not _gone.get() and _noted.get() is None
