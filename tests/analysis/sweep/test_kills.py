"""Whatever is killed in the middle of a sweep, the results come out the same to the byte."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from fireline.analysis.sweep.crews import processes
from fireline.analysis.sweep.results import checkpoint_of
from sweeping import (
    LONG,
    Client,
    is_alive,
    kept,
    kill,
    offspring,
    swept,
    wait_for_the_end_of,
    with_a_deadly_case,
    written,
)

pytestmark = pytest.mark.whole("kills")


@pytest.fixture
def short() -> Iterator[Path]:
    """A folder for temporary files whose name is short, as sockets want it."""
    with TemporaryDirectory() as folder:
        yield Path(folder)


def workers(client: int) -> list[int]:
    """The processes of a pool that work: they have no offspring and are none's server."""
    commands = {one: Path(f"/proc/{one}/cmdline").read_bytes() for one in offspring(client) if is_alive(one)}
    return [one for one, words in commands.items() if b"forkserver" in words and not offspring(one)]


def test_a_killed_worker_costs_nothing_and_leaves_nothing(
    tmp_path: Path, undisturbed: bytes, monkeypatch: pytest.MonkeyPatch, short: Path
) -> None:
    out = tmp_path / "out.parquet"
    monkeypatch.setenv("TMPDIR", str(short))
    client = Client(written(tmp_path, LONG), out, "--workers", "2", marks=(1, 30))
    for _ in range(2):
        client.stands_still()
        kill(workers(client.pid)[0])
        client.goes_on()
    code, told, complaint = client.ends()
    assert (code, complaint) == (0, "")
    assert "576 cases: 576 legal, 0 not; all exact." in told
    assert out.read_bytes() == undisturbed
    assert list(short.iterdir()) == []


def test_a_killed_client_takes_its_workers_along_and_the_next_goes_on(tmp_path: Path, undisturbed: bytes) -> None:
    spec, out = written(tmp_path, LONG), tmp_path / "out.parquet"
    client = Client(spec, out, "--workers", "2", marks=[10])
    client.stands_still()
    left = offspring(client.pid)
    kill(client.pid)
    client.ends()
    wait_for_the_end_of(left)
    done = kept(out)
    assert 10 <= done < 576
    assert not out.exists()
    code, _, note = Client(spec, out, "--workers", "1", "--resume").ends()
    assert code == 0, note
    assert note == f"Continuing an earlier run: {done} of 576 cases are done.\n"
    assert out.read_bytes() == undisturbed
    assert not checkpoint_of(out).exists()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_whoever_is_stopped_says_how_to_go_on_and_leaves_nothing_behind(
    tmp_path: Path, undisturbed: bytes, monkeypatch: pytest.MonkeyPatch, how: signal.Signals
) -> None:
    spec, out = written(tmp_path, LONG), tmp_path / "out.parquet"
    with TemporaryDirectory(dir="/tmp") as room:
        monkeypatch.setenv("TMPDIR", room)
        client = Client(spec, out, "--workers", "2", marks=[1])
        client.stands_still()
        assert any(Path(room).iterdir())
        os.killpg(client.pid, how)
        code, told, note = client.ends()
        assert (code, told) == (130, "")
        assert not any(Path(room).iterdir())
    assert note == f"stopped after {kept(out)} of 576 cases; the same command continues from there\n"
    swept(spec, out)
    assert out.read_bytes() == undisturbed


def test_a_case_that_kills_its_workers_is_found_and_the_others_are_done() -> None:
    failed, done = with_a_deadly_case(lambda asked: processes(asked, 2))
    assert failed == [4]
    assert sorted(done) == [0, 1, 2, 3, 5, 6, 7, 8]
