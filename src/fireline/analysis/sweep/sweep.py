"""A sweep from its spec to its results: check it, share it out, keep results, write the table."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from fireline.analysis.deadline import Done, Listener, tell_nobody
from fireline.analysis.policy import policy_of
from fireline.analysis.shared import Crew, Scheduler
from fireline.analysis.sweep.crews import Texts, processes
from fireline.analysis.sweep.jobs import Piece, Sweep, answer, merged
from fireline.analysis.sweep.results import Checkpoint, checkpoint_of, read_results, write_results
from fireline.analysis.sweep.spec import parse_spec
from fireline.analysis.workers import cores
from fireline.extras import need
from fireline.formats.battlefile import file_meant
from fireline.formats.kinds import SWEEP, check_free
from fireline.formats.parsing import read_text
from fireline.game.errors import BattleFileError, Code
from fireline.game.result import Result

MOST_CASES = 100_000
"""The most cases without --yes."""
LONG = 3600.0
"""How many seconds make a sweep long."""
MOST_TRIED = 200
"""How many values of an axis are tried before the work begins; the rows of the others show their problems."""
MOST_LOOKED_AT = 50
MOST_FAILED = 20
"""How many pieces may fail before something other than the pieces must be wrong."""
LOST = "every worker that tried this case died over it"
SweepCrew = Crew[Piece, Texts]


class SweepResult(Result):
    """The result of a sweep; cases are numbered from 1."""

    told = "cases legal illegal exact taken_up failed problems never out finished"

    cases: int
    legal: int
    illegal: int
    taken_up: int
    """Pieces of work that an earlier run had done."""
    failed: tuple[int, ...]
    """Cases that were lost with every worker that tried them."""
    problems: Mapping[int, str]
    """What is wrong with the cases that have no answer."""
    never: tuple[str, ...]
    """Losses asked for that did not happen in any trial."""
    exact: bool
    out: Path
    finished: bool = False
    """Whether it was already finished, so there was nothing left to compute."""


def sweep(  # noqa: PLR0913 - given by name
    spec: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    workers: int | None = None,
    crew: Callable[[Sweep], SweepCrew] | None = None,
    heard: Listener[Done] = tell_nobody,
    yes: bool = False,
    resume: bool = False,
    team: str | None = None,
    force: bool = False,
) -> SweepResult:
    """Ask one question of every case of a spec and write the answers as a Parquet file.

    A sweep continues what an earlier run left beside the output, so a kill at any moment loses nothing. If the output
    already holds the results of this sweep, nothing is computed.

    Args:
        spec: The TOML file that says what to ask of which cases, or the name of an example where no such file exists.
        out: The results, a `.parquet` file with one row per case.
        workers: How many cases to work on at the same time; by default, one per core.
        crew: Who works; by default, processes on this machine.
        heard: Told how far it is, from 0 to 1, and what is done; first what an earlier run had done.
        yes: Compute it however many cases there are.
        resume: Continue an earlier run; fail if there is none.
        team: Ask only what this team may know.
        force: Compute it again, and overwrite whatever the output holds.

    Returns:
        How many cases there are, and where the answers stand.

    Raises:
        BattleFileError: Something cannot be used, written or reached, or the output holds something else; results so
            far are kept.

    >>> sweep("burst", "burst.parquet", workers=2)  # doctest: +SKIP
    """
    file, out, workers = file_meant(spec, ".toml"), Path(out), workers or cores()
    crew = crew or partial(processes, workers=workers)
    asked = prepare(file, workers, yes=yes, team=team)
    check_output(out)
    check_free(out, [SWEEP], reads=[file, *(file.parent / name for name in asked.bases)], force=force)
    if out.is_file() and out.stat().st_size and not force:
        if (rows := read_results(out, asked)) is None:
            problem = "holds the results of another sweep, or of other rules; name another --out, or give --force"
            raise BattleFileError(Code.UNWRITABLE, f"{problem} and they are lost", file=str(out))
        if not checkpoint_of(out).exists():
            return _summed(asked, out, rows, taken_up=len(rows) * asked.parts, finished=True)
    if resume and not checkpoint_of(out).exists():
        why = "nothing has been computed yet; leave out --resume to begin"
        raise BattleFileError(Code.CONFLICT, why, "--resume", str(out))
    with Checkpoint(out, asked.digest) as checkpoint, _of(file):
        taken_up = _compute(asked, checkpoint, crew, heard)
        found = _summed(asked, out, answers(asked, checkpoint), taken_up=taken_up)
        write_results(out, asked, lambda: answers(asked, checkpoint))
        if not found.failed:
            checkpoint.remove()
    return found


def prepare(file: Path, workers: int, *, yes: bool, team: str | None = None) -> Sweep:
    """Read the sweep of a spec file and try it; raises `BattleFileError`, and for a long one without --yes."""
    with _of(file):
        spec = parse_spec(read_text(file), file.stem)
        asked, cases = Sweep.load(spec, file, team), len(spec.grid)
        if cases > MOST_CASES and not yes:
            raise BattleFileError(Code.TOO_LARGE, f"{cases:,} cases; more than {MOST_CASES:,} need --yes", "vary")
        _check_values(asked)
        hours = cases * asked.parts * _seconds(asked) / workers / LONG
        if hours > 1 and not yes:
            problem = f"about {hours:,.1f} hours with {workers} at work; more than one needs --yes"
            raise BattleFileError(Code.TOO_LARGE, problem, "vary")
    return asked


def check_output(out: Path) -> None:
    """Raise `BattleFileError` if no table can be written, before any work is done for it."""
    if out.suffix != ".parquet":
        raise BattleFileError(Code.UNSUPPORTED, "the results are a Parquet file; name it *.parquet", "--out", str(out))
    need("pyarrow", "sweep", "the results are written by pyarrow", "sweep")
    if out.is_dir():
        raise BattleFileError(Code.UNWRITABLE, "is a folder", "--out", str(out))
    if not out.parent.is_dir():
        raise BattleFileError(Code.NOT_FOUND, f"there is no folder {out.parent}", "--out", str(out))


def answers(asked: Sweep, checkpoint: Checkpoint) -> Iterator[Mapping[str, Any]]:
    """The answer to every case, in order, from the checkpoint."""
    for case in range(len(asked.spec.grid)):
        parts = checkpoint.parts(case)
        if len(parts) < asked.parts:
            yield {"problem": LOST}
        else:
            yield parts[0] if asked.spec.exact else merged(parts)


def _summed(
    asked: Sweep, out: Path, found: Iterable[Mapping[str, Any]], *, taken_up: int, finished: bool = False
) -> SweepResult:
    """The result of all cases, from their answers or from the rows of a finished table, which count no losses."""
    verdicts: Counter[Any] = Counter()
    problems: dict[int, str] = {}
    happened: set[str] = set()
    for number, one in enumerate(found, 1):
        verdicts[one.get("legal")] += 1
        if one.get("problem") is not None:
            problems[number] = one["problem"]
        happened.update(name for name, counts in one.get("marginals", {}).items() if set(counts) - {"0"})
    counted = asked.spec.said.phases and not finished
    return SweepResult(
        cases=len(asked.spec.grid),
        legal=verdicts[True],
        illegal=verdicts[False],
        taken_up=taken_up,
        failed=tuple(number for number, problem in problems.items() if problem == LOST),
        problems=problems,
        never=tuple(name for name in dict(asked.spec.said.ask.places) if counted and name not in happened),
        exact=asked.spec.exact,
        out=out,
        finished=finished,
    )


def _compute(asked: Sweep, kept: Checkpoint, crew: Callable[[Sweep], SweepCrew], heard: Listener[Done]) -> int:
    """Do everything that is not done yet; returns how many pieces were.

    Raises `BattleFileError` where workers die over everything.
    """
    done = kept.done()
    all_trials, came = len(asked.spec.grid) * asked.trials, 0

    def count(pieces: Iterable[Piece]) -> None:
        nonlocal came
        came += sum(len(asked.trials_in(piece.part)) for piece in pieces)
        heard(came / all_trials, Done(came, all_trials, asked.unit))

    def keep(chunk: tuple[Piece, ...], texts: Texts) -> None:
        kept.keep((piece.case, piece.part, text) for piece, text in zip(chunk, texts, strict=True))
        count(chunk)

    count(done)
    number = len(asked.spec.grid) * asked.parts - len(done)
    if not number:
        return len(done)
    left = (piece for piece in asked.pieces() if piece not in done)
    failed = Scheduler(number, keep, crew=crew(asked), may_fail=MOST_FAILED).run(left)
    if len(failed) > MOST_FAILED:
        problem = f"workers die over every case ({len(failed)} cases so far); gave up"
        raise BattleFileError(Code.UNAVAILABLE, problem, "sweep")
    return len(done)


def _check_values(sweep: Sweep) -> None:
    """Raise `BattleFileError` for the first value that the battle cannot have with everything else as in its file."""
    for axis in sweep.spec.grid.axes:
        if axis.paths == ("battle",):
            continue
        for row in axis.rows[:MOST_TRIED]:
            variant = sweep.variant(dict(zip(axis.paths, row, strict=True)))
            assert variant.battle  # noqa: S101 - reading it is the check
            if variant.shot is not None and any(path.startswith("shot.") for path in axis.paths):
                variant.battle.check(variant.shot)


def _seconds(sweep: Sweep) -> float:
    """How many seconds one piece takes; raises `BattleFileError` for a figure that the game does not have.

    It answers a few cases from all over the grid until one is legal, because only odds show which figures there are.
    """
    base = sweep.variant({})
    if base.shot is not None:
        base.battle.check(base.shot)
    if sweep.spec.said.phases:
        policy_of(sweep.spec.said.policy, base.battle, "policy")
    seconds, cases = 0.0, len(sweep.spec.grid)
    for case in range(0, cases, max(1, cases // MOST_LOOKED_AT)):
        piece = Piece(case, 0)
        answer(sweep, piece)  # the first answer may have to wait for what is loaded or compiled once
        start = time.perf_counter()
        told = answer(sweep, piece)
        seconds = time.perf_counter() - start
        if told.get("legal") or "trials" in told:
            break
    return seconds


@contextmanager
def _of(file: Path) -> Iterator[None]:
    """Errors in a question are errors in the spec, except for what the command line gives."""
    try:
        yield
    except BattleFileError as wrong:
        raise wrong if wrong.file or wrong.place.startswith("--") else wrong.inside(file=str(file)) from None
