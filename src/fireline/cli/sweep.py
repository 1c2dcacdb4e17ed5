"""A sweep on the command line: its workers, its progress, its result and the report of it."""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Self

from fireline.analysis.deadline import Done
from fireline.cli import ANSWERED, BAD_INPUT, STOPPED, show
from fireline.cli.arguments import TeamOption, argument, flag, option
from fireline.cli.outputs import ForceOption, Out
from fireline.cli.show import listening
from fireline.formats.kinds import REPORT, SWEEP
from fireline.game.errors import BattleFileError, Code
from fireline.ruling.prose import plural

if TYPE_CHECKING:
    from fireline.analysis.deadline import Listener
    from fireline.analysis.sweep.sweep import SweepResult

LINE_SECONDS = 10.0
"""Seconds between two lines of progress without a terminal."""
MOST_PROBLEMS = 3


def sweep(
    spec: Annotated[Path, argument("SPEC.toml", "The spec: what to ask of which cases.")],
    out: Annotated[Path, Out("The results to write: a Parquet file with one row per case.", SWEEP)],
    report: Annotated[
        Path | None,
        Out("Also write the results as a page of pictures and tables, one HTML file.", REPORT, names=("--report",)),
    ] = None,
    workers: Annotated[
        int | None,
        option("--workers", "N", "Processes on this machine. Default: one per core.", min=1, max=1024),
    ] = None,
    cluster: Annotated[str | None, option("--cluster", "ADDRESS", "Use the Dask cluster of this scheduler.")] = None,
    resume: Annotated[bool, flag("--resume", "Continue an earlier run; fail if there is none.")] = False,
    yes: Annotated[bool, flag("--yes", "Compute the sweep however many cases there are.")] = False,
    force: ForceOption = False,
    team: TeamOption = None,
) -> int:
    """Ask one question of thousands of cases, on one machine or many; if it is killed, nothing is lost.

    Finished cases are kept beside the results until these are complete; the same command continues from there.
    """
    from fireline.analysis.sweep import sweep as sweeping
    from fireline.analysis.sweep.crews import connect

    if workers is not None and cluster is not None:
        raise BattleFileError(Code.CONFLICT, "give one of --workers and --cluster", "sweep")
    meter = Meter()
    try:
        with meter:
            swept = sweeping.sweep(
                spec,
                out,
                crew=None if cluster is None else partial(connect, address=cluster),
                workers=workers,
                heard=meter,
                yes=yes,
                resume=resume,
                team=team,
                force=force,
            )
    except KeyboardInterrupt:
        told = f"stopped after {meter.done.sentence}; the same command continues from there"
        print(told, file=sys.stderr)
        return STOPPED
    if report is not None:
        from fireline.formats.report import write_report

        write_report(out, report)
    show.tell(swept.data, lambda: _tell(swept), report)
    return BAD_INPUT if swept.failed else ANSWERED


def report(
    results: Annotated[Path, argument("RESULTS.parquet", "The results that `fireline sweep` wrote.")],
    out: Annotated[Path, Out("The report to write, one self-contained HTML file.", REPORT)],
) -> None:
    """Write the results of a sweep as a page of pictures and tables."""
    from fireline.formats.report import write_report

    write_report(results, out)
    show.tell(lambda: {"report": str(out)}, None, out)


class Meter:
    """The progress of a sweep on standard error: a bar on a terminal, otherwise a line now and then."""

    def __init__(self) -> None:
        self.done = Done(0, 0, "cases")
        self._shown = ExitStack()
        self._bar: Listener[Done] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._shown.close()

    def __call__(self, share: float, done: Done) -> None:
        """How far it is; first what an earlier run had done."""
        self.done = done
        if self._bar is None:
            self._before, self._start = done.done, time.monotonic()
            self._told = self._start
            if done.done:
                print(f"Continuing an earlier run: {done.sentence} are done.", file=sys.stderr)
            self._bar = self._shown.enter_context(listening())
        self._bar(share, done)
        if not sys.stderr.isatty() and time.monotonic() - self._told >= LINE_SECONDS:
            self._told = time.monotonic()
            rate = (done.done - self._before) / (self._told - self._start)
            left = (done.total - done.done) / rate
            print(f"{done.sentence}, {rate:,.1f}/s, about {left:,.0f} s left", file=sys.stderr)


def _tell(swept: SweepResult) -> None:
    """Print the result of the sweep."""
    how = "exact" if swept.exact else "simulated"
    verdicts = f"{swept.legal:,} legal, {swept.illegal:,} not; " if swept.legal + swept.illegal else ""
    done = f"{swept.out} holds them already: this sweep is finished" if swept.finished else f"Wrote {swept.out}"
    show.note(f"{plural(swept.cases, 'case')}: {verdicts}all {how}. {done}.")
    for case, problem in list(swept.problems.items())[:MOST_PROBLEMS]:
        show.note(f"Case {case}: {problem}")
    if len(swept.problems) > MOST_PROBLEMS:
        show.note(f"And {len(swept.problems) - MOST_PROBLEMS:,} more with a problem; the column `problem` lists them.")
    for name in swept.never:
        show.note(f"Nobody ever lost any {name}; is it spelled as the game has it?")
    if swept.failed:
        show.note("Cases that were lost are tried again by the same command; the others are kept.")
