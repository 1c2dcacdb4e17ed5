"""A sweep from its spec to its results: check it, share it out, keep results, write the table."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from fireline.analysis.policy import policy_of
from fireline.analysis.shared import Crew, Scheduler
from fireline.analysis.sweep.answers import answer, merged
from fireline.analysis.sweep.checkpoint import Checkpoint, checkpoint_of
from fireline.analysis.sweep.crews import Processes, Texts
from fireline.analysis.sweep.jobs import Case, Piece, Sweep
from fireline.analysis.sweep.results import read_results, write_results
from fireline.analysis.sweep.spec import read_spec
from fireline.analysis.workers import cores
from fireline.extras import need
from fireline.formats.battlefile import file_meant
from fireline.formats.kinds import SWEEP, check_free
from fireline.game.errors import BattleFileError, Code
from fireline.game.result import named

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


class Progress(Protocol):
    """Receives the progress of a sweep."""

    def begin(self, total: int, done: int, unit: str) -> None:
        """The total of cases or trials, and how many are done already."""
        ...

    def advance(self, count: int) -> None:
        """How many more are done."""
        ...


@dataclass(frozen=True)
class SweepResult:
    """The result of a sweep; cases are numbered from 1."""

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

    def __repr__(self) -> str:
        problems = f", {len(self.problems)} with problems" if self.problems else ""
        return f"<SweepResult {self.cases:,} cases, {self.legal:,} legal{problems}: {self.out}>"

    def data(self) -> dict[str, Any]:
        """The same for a JSON answer."""
        counts = named(self, "cases", "legal", "illegal", "exact", "taken_up")
        return counts | named(self, "failed", "problems", "never", "out", "finished")


def sweep(  # noqa: PLR0913 - given by name
    spec: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    workers: int | None = None,
    crew: Callable[[Sweep], SweepCrew] | None = None,
    meter: Progress | None = None,
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
        meter: Receives the progress.
        yes: Compute it however many cases there are.
        resume: Continue an earlier run; fail if there is none.
        team: Ask only what this team may know.
        force: Compute it again, and overwrite whatever the output holds.

    Raises:
        BattleFileError: Something cannot be used, written or reached, or the output holds something else; results so
            far are kept.
    """
    file, out, workers = file_meant(spec, ".toml"), Path(out), workers or cores()
    crew = crew or partial(Processes, workers=workers)
    asked = prepare(file, yes=yes, team=team)
    with _of(file):
        _check_time(asked, _seconds(asked), workers, yes=yes)
    check_output(out)
    check_free(out, [SWEEP], reads=[file, *(file.parent / base.name for base in asked.bases)], force=force)
    if out.is_file() and out.stat().st_size and not force:
        before = finished(asked, out)
        if not checkpoint_of(out).exists():
            return before
    if resume and not checkpoint_of(out).exists():
        why = "nothing has been computed yet; leave out --resume to begin"
        raise BattleFileError(Code.CONFLICT, why, "--resume", str(out))
    with Checkpoint(out, asked.digest) as checkpoint, _of(file):
        done = checkpoint.done()
        cases = len(asked.spec.grid)
        if meter is not None:
            meter.begin(cases * asked.trials, sum(asked.count(part) for _, part in done), asked.unit)
        if len(done) < cases * asked.parts:
            _compute(asked, checkpoint, done, crew, meter)
        numbered = ((case.number + 1, answer) for case, answer in answers(asked, checkpoint))
        found = _summed(asked, out, numbered, taken_up=len(done))
        write_results(out, asked, lambda: answers(asked, checkpoint))
        if not found.failed:
            checkpoint.remove()
    return found


def prepare(file: Path, *, yes: bool, team: str | None = None) -> Sweep:
    """Read and check the sweep of a spec file; raises `BattleFileError`."""
    spec = read_spec(file)
    with _of(file):
        asked, cases = Sweep.load(spec, file, team), len(spec.grid)
        if cases > MOST_CASES and not yes:
            raise BattleFileError(Code.TOO_LARGE, f"{cases:,} cases; more than {MOST_CASES:,} need --yes", "vary")
        _check_values(asked)
    return asked


def finished(asked: Sweep, out: Path) -> SweepResult:
    """The result of a sweep that was already finished; raises `BattleFileError` if it was another one."""
    found = read_results(out, asked)
    if found is None:
        problem = "holds the results of another sweep, or of other rules; name another --out, or give --force"
        raise BattleFileError(Code.UNWRITABLE, f"{problem} and they are lost", file=str(out))
    numbered = ((row["case"], row) for row in found)
    return _summed(asked, out, numbered, taken_up=len(found) * asked.parts, finished=True)


def check_output(out: Path) -> None:
    """Raise `BattleFileError` if no table can be written, before any work is done for it."""
    need("pyarrow", "sweep", "the results are written by pyarrow", "sweep")
    if out.suffix != ".parquet":
        raise BattleFileError(Code.UNSUPPORTED, "the results are a Parquet file; name it *.parquet", "--out", str(out))
    if out.is_dir():
        raise BattleFileError(Code.UNWRITABLE, "is a folder", "--out", str(out))
    if not out.parent.is_dir():
        raise BattleFileError(Code.NOT_FOUND, f"there is no folder {out.parent}", "--out", str(out))


def answers(asked: Sweep, checkpoint: Checkpoint) -> Iterator[tuple[Case, Mapping[str, Any]]]:
    """Every case, in order, with its answer from the checkpoint."""
    for case in asked.cases():
        parts = checkpoint.parts(asked.job(case))
        if len(parts) < asked.parts:
            yield case, {"problem": LOST}
        else:
            yield case, parts[0] if asked.spec.exact else merged(parts)


def _summed(
    asked: Sweep, out: Path, found: Iterable[tuple[int, Mapping[str, Any]]], *, taken_up: int, finished: bool = False
) -> SweepResult:
    """The result of all cases, from their answers or from the rows of a finished table, which count no losses."""
    verdicts: Counter[Any] = Counter()
    problems: dict[int, str] = {}
    counted = asked.spec.phases and not finished
    never = dict.fromkeys((*asked.spec.ask.marginals, *asked.spec.ask.means) if counted else ())
    for number, one in found:
        verdicts[one.get("legal")] += 1
        if one.get("problem") is not None:
            problems[number] = one["problem"]
        for name in [name for name in never if set(one.get("marginals", {}).get(name, ())) - {"0"}]:
            del never[name]
    return SweepResult(
        cases=len(asked.spec.grid),
        legal=verdicts[True],
        illegal=verdicts[False],
        taken_up=taken_up,
        failed=tuple(number for number, problem in problems.items() if problem == LOST),
        problems=problems,
        never=tuple(never),
        exact=asked.spec.exact,
        out=out,
        finished=finished,
    )


def _compute(
    asked: Sweep,
    checkpoint: Checkpoint,
    done: set[tuple[str, int]],
    crew: Callable[[Sweep], SweepCrew],
    meter: Progress | None,
) -> None:
    """Do everything that is not done yet; raises `BattleFileError` where workers die over everything."""

    def keep(chunk: tuple[Piece, ...], texts: Texts) -> None:
        checkpoint.keep((piece.job, piece.part, text) for piece, text in zip(chunk, texts, strict=True))
        if meter is not None:
            meter.advance(sum(piece.count for piece in chunk))

    left = (piece for case in asked.cases() for piece in asked.pieces(case) if (piece.job, piece.part) not in done)
    workers = crew(asked)
    try:
        number = len(asked.spec.grid) * asked.parts - len(done)
        failed = Scheduler(workers, number, keep, may_fail=MOST_FAILED).run(left)
    finally:
        workers.dismiss()
    if len(failed) > MOST_FAILED:
        problem = f"workers die over every case ({len(failed)} cases so far); gave up"
        raise BattleFileError(Code.UNAVAILABLE, problem, "sweep")


def _check_values(sweep: Sweep) -> None:
    """Raise `BattleFileError` for the first value that the battle cannot have with everything else as in its file."""
    for axis in sweep.spec.grid.axes:
        if axis.paths == ("battle",):
            continue
        for row in axis.rows[:MOST_TRIED]:
            variant = sweep.variant(Case(0, 0, tuple(zip(axis.paths, row, strict=True))))
            assert variant.battle  # noqa: S101 - reading it is the check
            if variant.shot is not None and any(path.startswith("shot.") for path in axis.paths):
                variant.battle.check(variant.shot)


def _seconds(sweep: Sweep) -> float:
    """How many seconds one piece takes; raises `BattleFileError` for a figure that the game does not have.

    It answers a few cases from all over the grid until one is legal, because only odds show which figures there are.
    """
    base = sweep.variant(Case(0, 0, ()))
    if base.shot is not None:
        base.battle.check(base.shot)
    if sweep.spec.phases:
        policy_of(sweep.spec.policy, base.battle)
    seconds, step = 0.0, max(1, len(sweep.spec.grid) // MOST_LOOKED_AT)
    for case in islice(sweep.cases(), 0, None, step):
        piece = next(sweep.pieces(case))
        answer(sweep, piece)  # the first answer may have to wait for what is loaded or compiled once
        start = time.perf_counter()
        told = answer(sweep, piece)
        seconds = time.perf_counter() - start
        if told.get("legal") or "trials" in told:
            break
    return seconds


def _check_time(sweep: Sweep, seconds: float, workers: int, *, yes: bool) -> None:
    """Raise `BattleFileError` for a long sweep, at this many seconds per piece, without --yes."""
    pieces = len(sweep.spec.grid) * sweep.parts
    hours = pieces * seconds / workers / LONG
    if hours > 1 and not yes:
        raise BattleFileError(
            Code.TOO_LARGE, f"about {hours:,.1f} hours with {workers} at work; more than one needs --yes", "vary"
        )


@contextmanager
def _of(file: Path) -> Iterator[None]:
    """Errors in a question are errors in the spec, except for what the command line gives."""
    try:
        yield
    except BattleFileError as wrong:
        raise wrong if wrong.file or wrong.place.startswith("--") else wrong.inside(file=str(file)) from None
