"""Sweeps for the tests: specs, a crew without processes, plain tables, and the command as a process to be killed."""

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from fireline.analysis.shared import ChunkResult, Scheduler
from fireline.analysis.sweep.crews import Chunk, Texts
from fireline.analysis.sweep.jobs import Piece, Sweep, work
from fireline.analysis.sweep.results import Answers, checkpoint_of, columns_of, figures_of, rows_of
from fireline.analysis.sweep.spec import parse_spec
from fireline.analysis.sweep.sweep import SweepCrew, SweepResult, sweep
from fireline.analysis.vary import Variant
from fireline.analysis.workers import FinishedJob, WorkerDied
from fireline.formats.writing import write_atomically

EXAMPLES = Path(__file__).parents[1] / "examples"
SHOT = """\
battle = "ancients-ranged-combat.yaml"
shot = {shooter = "bow", target = "warriors"}
vary."units[bow].moved" = [0, 1, 2]
vary."units[warriors].hex" = ["C5", "D4", "A1"]
ask = {marginals = ["hits", "eliminated"], means = ["hits"]}
"""
PHASES = """\
battle = "ancients-ranged-combat.yaml"
phases = 120
seed = 3
vary."units[warriors].blocks" = "1..2"
ask = {means = ["top.blocks"], marginals = ["warriors.blocks"]}
"""
LONG = """\
battle = "ancients-ranged-combat.yaml"
shot = {shooter = "bow", target = "warriors"}
vary."units[bow].moved" = "0..2"
vary."units[warriors].blocks" = "1..4"
vary."units[legion].blocks" = "1..4"
vary."units[riders].blocks" = "1..3"
vary."units[phalanx].blocks" = "1..4"
ask = {marginals = ["hits"]}
"""
TAIL = b"fireline.sweep" + len("fireline.sweep").to_bytes(4, "little") + b"PAR1"
"""The end of a Parquet file by which Fireline knows the results of a sweep."""
MARKED = Path(__file__).parent / "marked.py"
PATIENCE = 120.0
"""Seconds after which a test that waits for something fails."""


def written(folder: Path, text: str, name: str = "spec.toml") -> Path:
    """A spec in a folder with the battles that specs of the tests name."""
    for battle in EXAMPLES.glob("*.yaml"):
        shutil.copy(battle, folder)
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def loaded(text: str) -> Sweep:
    """The sweep of a spec text whose battles are the examples."""
    return Sweep.load(parse_spec(text, "spec"), EXAMPLES / "spec.toml")


@dataclass(frozen=True)
class Deadly(Sweep):
    """A sweep one case of which kills whoever works on it, as a fault in compiled code would."""

    def variant(self, values: Mapping[str, Any]) -> Variant:
        if values == self.spec.grid[4]:
            kill(os.getpid())
        return super().variant(values)


def with_a_deadly_case(crew_of: Callable[[Sweep], SweepCrew]) -> tuple[list[int], list[int]]:
    """A crew does nine cases, one of them deadly: the numbers of those that failed, and of those that were done."""
    asked = loaded(SHOT)
    asked = Deadly(asked.spec, asked.bases, asked.rules)
    done: list[int] = []
    shift: Scheduler[Piece, Texts] = Scheduler(
        9, lambda chunk, _: done.extend(piece.case for piece in chunk), crew=crew_of(asked), may_fail=9
    )
    failed = shift.run(asked.pieces())
    return [piece.case for piece in failed], done


class Alone:
    """A crew of one, this very process; chunks with a deadly case are lost, and how often they were tried is kept."""

    count = 1

    def __init__(self, asked: Sweep, deadly: Iterable[int] = ()) -> None:
        self.asked, self.deadly, self.worked = asked, set(deadly), 0
        self._given = deque[Chunk]()

    def give(self, job: Chunk) -> None:
        self._given.append(job)

    def take(self, seconds: float | None = None) -> Sequence[FinishedJob[Chunk, ChunkResult[Texts]]]:
        assert seconds is None
        chunk = self._given.popleft()
        try:
            return [FinishedJob(chunk, ChunkResult.by(self._work, chunk))]
        except WorkerDied as died:
            return [FinishedJob(chunk, wrong=died)]

    def dismiss(self) -> None:
        self._given.clear()

    def _work(self, chunk: Chunk) -> Texts:
        if any(piece.case in self.deadly for piece in chunk):
            raise WorkerDied
        self.worked += len(chunk)
        return work(self.asked, chunk)


def swept(file: Path, out: Path, crew: Callable[[Sweep], Alone] = Alone, *, resume: bool = False) -> SweepResult:
    """A sweep computed in this process."""
    return sweep(file, out, crew=crew, workers=1, resume=resume)


def plain_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on the results of sweeps are JSON in what looks like a Parquet file, which takes a library to write."""

    def write(out: Path, asked: Sweep, answers: Answers) -> None:
        columns = columns_of(asked, figures_of(asked.spec.said.ask, answers()))
        held = {"digest": asked.digest, "rows": list(rows_of(columns, answers()))}
        write_atomically(out, b"PAR1" + json.dumps(held).encode() + TAIL)

    def read(out: Path, asked: Sweep) -> list[dict[str, Any]] | None:
        return rows(out) if _held(out)["digest"] == asked.digest else None

    monkeypatch.setitem(sys.modules, "pyarrow", sys)
    monkeypatch.setattr("fireline.analysis.sweep.sweep.write_results", write)
    monkeypatch.setattr("fireline.analysis.sweep.sweep.read_results", read)


def rows(out: Path) -> list[dict[str, Any]]:
    """The rows of a plain table."""
    found: list[dict[str, Any]] = _held(out)["rows"]
    return found


def _held(out: Path) -> dict[str, Any]:
    held: dict[str, Any] = json.loads(out.read_bytes().removeprefix(b"PAR1").removesuffix(TAIL))
    return held


class Client:
    """The command at work in a process group of its own; it stands still at each of the marks, so many results kept."""

    def __init__(self, file: Path, out: Path, *options: str, marks: Iterable[int] = ()) -> None:
        self._told, told = os.pipe()
        command = [sys.executable, str(MARKED), str(told), ",".join(map(str, marks))]
        self.process = subprocess.Popen(
            [*command, "sweep", str(file), "--out", str(out), *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
            pass_fds=[told],
        )
        os.close(told)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self.process.pid

    def stands_still(self) -> None:
        """Wait until it has come to its next mark."""
        assert os.read(self._told, 1), f"ended too early: {self.process.communicate()}"

    def goes_on(self) -> None:
        """Let it go on from a mark."""
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def ends(self) -> tuple[int, str, str]:
        """Let it go on to its end: its exit code, and what it said, without the lines of progress."""
        told, complaint = self.process.communicate()
        os.close(self._told)
        return self.process.returncode, told, without_progress(complaint)


def kept(out: Path) -> int:
    """How many results the checkpoint beside an output holds by now."""
    if not checkpoint_of(out).exists():
        return 0
    with closing(sqlite3.connect(f"file:{checkpoint_of(out)}?mode=ro", uri=True)) as database:
        try:
            return int(database.execute("SELECT count(*) FROM result").fetchone()[0])
        except sqlite3.OperationalError:  # its tables are being made
            return 0


def without_progress(text: str) -> str:
    """What stands on standard error beside the lines of progress, which depend on the clock."""
    return re.sub(r"^.*/s, about .* s left\n", "", text, flags=re.MULTILINE)


def offspring(process: int) -> list[int]:
    """Every process that comes from another, the nearest first."""
    found: list[int] = []
    for thread in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):
            found += map(int, thread.read_text().split())
    return found + [below for one in found for below in offspring(one)]


def wait_for_the_end_of(processes: Iterable[int]) -> None:
    """Wait until none of these processes is alive."""
    end = time.monotonic() + PATIENCE
    while any(map(is_alive, processes)):
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.005)


def is_alive(process: int) -> bool:
    """Whether a process runs, and is not merely unburied."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def kill(process: int) -> None:
    """End a process this instant."""
    os.kill(process, signal.SIGKILL)
