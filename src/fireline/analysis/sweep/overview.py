"""Before the work begins: do all values fit, does the question fit, and how long will it take?"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice

from fireline.analysis.sweep.jobs import Case, Sweep
from fireline.analysis.sweep.work import answer
from fireline.game.errors import BattleFileError, Code

MOST_CASES = 100_000
LONG = 3600.0
"""How many seconds make a sweep long."""
MOST_TRIED = 200
"""How many values of an axis are tried before the work begins; the rows of the others show their problems."""
MOST_LOOKED_AT = 50


def check_size(sweep: Sweep, *, yes: bool) -> None:
    """Raise `BattleFileError` for a grid that needs --yes."""
    if len(sweep.spec.grid) > MOST_CASES and not yes:
        raise BattleFileError(
            Code.TOO_LARGE, f"{len(sweep.spec.grid):,} cases; more than {MOST_CASES:,} need --yes", "vary"
        )


def check_values(sweep: Sweep) -> None:
    """Raise `BattleFileError` for the first value that the battle cannot have with everything else as in its file."""
    for axis in sweep.spec.grid.axes:
        if axis.paths == ("battle",):
            continue
        for row in axis.rows[:MOST_TRIED]:
            variant = sweep.variant(Case(0, 0, tuple(zip(axis.paths, row, strict=True))))
            assert variant.battle  # noqa: S101 - reading it is the check
            if variant.shot is not None and any(path.startswith("shot.") for path in axis.paths):
                variant.battle.check(variant.shot)


def check_question(sweep: Sweep) -> float:
    """How many seconds one piece takes; raises `BattleFileError` for a figure that the game does not have.

    It answers a few cases from all over the grid until one is legal, because only odds show which figures there are.
    """
    base = sweep.variant(Case(0, 0, ()))
    if base.shot is not None:
        base.battle.check(base.shot)
    if sweep.spec.phases:
        from fireline.analysis.policy import policy_of

        policy_of(sweep.spec.policy, base.battle)
    seconds = 0.0
    for case in spread(sweep):
        piece = next(sweep.pieces(case))
        answer(sweep, piece)  # the first answer may have to wait for what is loaded or compiled once
        start = time.perf_counter()
        told = answer(sweep, piece)
        seconds = time.perf_counter() - start
        if told.get("legal") or "trials" in told:
            break
    return seconds


def check_time(sweep: Sweep, seconds: float, workers: int, *, yes: bool) -> None:
    """Raise `BattleFileError` for a long sweep, at this many seconds per piece, without --yes."""
    pieces = len(sweep.spec.grid) * sweep.parts
    hours = pieces * seconds / workers / LONG
    if hours > 1 and not yes:
        raise BattleFileError(
            Code.TOO_LARGE, f"about {hours:,.1f} hours with {workers} at work; more than one needs --yes", "vary"
        )


def spread(sweep: Sweep) -> Iterator[Case]:
    """Some cases from all over the grid, the first among them."""
    step = max(1, len(sweep.spec.grid) // MOST_LOOKED_AT)
    return islice(sweep.cases(), 0, None, step)
