"""A sweep from its spec to its results: check it, share it out, keep results, write the table."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from fireline.analysis.sweep import overview
from fireline.analysis.sweep.checkpoint import Checkpoint, checkpoint_of
from fireline.analysis.sweep.crew import Done, WorkerPool
from fireline.analysis.sweep.jobs import Case, Piece, Sweep
from fireline.analysis.sweep.pool import ProcessPool
from fireline.analysis.sweep.results import read_results, write_results
from fireline.analysis.sweep.run import Scheduler
from fireline.analysis.sweep.simulated import merged
from fireline.analysis.sweep.spec import read_spec
from fireline.analysis.workers import cores
from fireline.extras import need
from fireline.formats.kinds import SWEEP
from fireline.formats.outputs import check_free
from fireline.game.errors import BattleFileError, Code
from fireline.game.result import named

LOST = "every worker that tried this case died over it"


class Progress(Protocol):
    """Receives the progress of a sweep."""

    def begin(self, total: int, done: int, unit: str) -> None:
        """The total of cases or trials, and how many are done already."""
        ...

    def advance(self, count: int) -> None:
        """How many more are done."""
        ...


class Silent:
    """Reports nothing."""

    def begin(self, total: int, done: int, unit: str) -> None:
        """Say nothing."""

    def advance(self, count: int) -> None:
        """Say nothing."""


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
    crew: Callable[[Sweep], WorkerPool] | None = None,
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
        spec: The TOML file that says what to ask of which cases.
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
    file, out, workers = Path(spec), Path(out), workers or cores()
    crew, meter = crew or partial(ProcessPool, workers=workers), meter or Silent()
    asked = prepare(file, yes=yes, team=team)
    with _of(file):
        overview.check_time(asked, overview.check_question(asked), workers, yes=yes)
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
        meter.begin(cases * asked.trials, sum(asked.count(part) for _, part in done), asked.unit)
        failed = _compute(asked, checkpoint, done, crew, meter) if len(done) < cases * asked.parts else ()
        found = summary(asked, checkpoint, failed, out, len(done))
        write_results(out, asked, lambda: answers(asked, checkpoint))
        if not failed:
            checkpoint.remove()
    return found


def prepare(file: Path, *, yes: bool, team: str | None = None) -> Sweep:
    """Read and check the sweep of a spec file; raises `BattleFileError`."""
    spec = read_spec(file)
    with _of(file):
        asked = Sweep.load(spec, file, team)
        overview.check_size(asked, yes=yes)
        overview.check_values(asked)
    return asked


def finished(asked: Sweep, out: Path) -> SweepResult:
    """The result of a sweep that was already finished; raises `BattleFileError` if it was another one."""
    found = read_results(out, asked)
    if found is None:
        problem = "holds the results of another sweep, or of other rules; name another --out, or give --force"
        raise BattleFileError(Code.UNWRITABLE, f"{problem} and they are lost", file=str(out))
    legal = Counter(row["legal"] for row in found)
    return SweepResult(
        cases=len(found),
        legal=legal[True],
        illegal=legal[False],
        taken_up=len(found) * asked.parts,
        failed=(),
        problems={row["case"]: row["problem"] for row in found if row["problem"] is not None},
        never=(),
        exact=asked.spec.exact,
        out=out,
        finished=True,
    )


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


def summary(asked: Sweep, checkpoint: Checkpoint, failed: tuple[Piece, ...], out: Path, taken_up: int) -> SweepResult:
    """The result of all cases."""
    verdicts: Counter[Any] = Counter()
    problems: dict[int, str] = {}
    never = dict.fromkeys((*asked.spec.ask.marginals, *asked.spec.ask.means) if asked.spec.phases else ())
    for case, answer in answers(asked, checkpoint):
        verdicts[answer.get("legal")] += 1
        if "problem" in answer:
            problems[case.number + 1] = answer["problem"]
        for name in [name for name in never if set(answer.get("counts", {}).get(name, ())) - {"0"}]:
            del never[name]
    return SweepResult(
        cases=len(asked.spec.grid),
        legal=verdicts[True],
        illegal=verdicts[False],
        taken_up=taken_up,
        failed=tuple(sorted({piece.case.number + 1 for piece in failed})),
        problems=problems,
        never=tuple(never),
        exact=asked.spec.exact,
        out=out,
    )


def _compute(
    asked: Sweep,
    checkpoint: Checkpoint,
    done: set[tuple[str, int]],
    crew: Callable[[Sweep], WorkerPool],
    meter: Progress,
) -> tuple[Piece, ...]:
    """Do everything that is not done yet; returns the pieces that failed."""

    def keep(chunk: Done) -> None:
        checkpoint.keep(chunk.results)
        meter.advance(sum(piece.count for piece in chunk.chunk))

    left = (piece for case in asked.cases() for piece in asked.pieces(case) if (piece.job, piece.part) not in done)
    workers = crew(asked)
    try:
        return Scheduler(workers, len(asked.spec.grid) * asked.parts - len(done), keep).run(left)
    finally:
        workers.dismiss()


@contextmanager
def _of(file: Path) -> Iterator[None]:
    """Errors in a question are errors in the spec, except for what the command line gives."""
    try:
        yield
    except BattleFileError as wrong:
        raise wrong if wrong.file or wrong.place.startswith("--") else wrong.inside(file=str(file)) from None
