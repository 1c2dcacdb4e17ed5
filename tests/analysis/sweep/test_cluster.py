"""Sweeps on Dask clusters: the same results, whoever is killed, and one line where there is no cluster."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fireline.analysis import shared
from fireline.analysis.sweep import crews
from fireline.analysis.sweep.crews import connect
from refusing import wrong_with
from sweeping import LONG, SHOT, Client, is_alive, kept, kill, loaded, offspring, swept, with_a_deadly_case, written

pytestmark = [
    pytest.mark.whole("extra"),
    # libraries of Dask's leave a file to the garbage collector
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def scheduler(folder: Path, workers: int) -> Iterator[tuple[str, subprocess.Popen[str], subprocess.Popen[str]]]:
    """A scheduler with workers of one thread each, as `dask scheduler` and `dask worker` start them; both processes.

    It gives work back at once whose worker has died, and the workers know the files of these tests.
    """
    known = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0", "PYTHONPATH": os.pathsep.join(sys.path)}
    address = f"tcp://127.0.0.1:{free_port()}"
    common = {
        "cwd": folder,
        "env": os.environ | known,
        "stdout": subprocess.DEVNULL,
        "stderr": subprocess.DEVNULL,
        "encoding": "utf-8",
    }
    serve = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", address, "--no-dashboard"]
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nworkers", str(workers)]
    options = ["--nthreads", "1", "--no-dashboard", "--death-timeout", "30", "--local-directory", str(folder)]
    first = subprocess.Popen(serve, **common)  # type: ignore[call-overload]
    second = subprocess.Popen([*worker, *options], **common)  # type: ignore[call-overload]
    try:
        yield address, first, second
    finally:
        for process in (second, first):
            for one in (*offspring(process.pid), process.pid):
                if is_alive(one):
                    kill(one)
            process.wait()


@pytest.mark.whole("kills")
def test_a_cluster_gives_the_same_bytes_though_a_worker_is_killed(tmp_path: Path, undisturbed: bytes) -> None:
    out = tmp_path / "out.parquet"
    with scheduler(tmp_path, 2) as (address, _, nanny):
        client = Client(written(tmp_path, LONG), out, "--cluster", address, marks=[1])
        client.stands_still()
        workers = [one for one in offspring(nanny.pid) if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]
        assert len(workers) >= 2
        kill(workers[0])
        code, _, complaint = client.ends()
    assert (code, complaint) == (0, "")
    assert out.read_bytes() == undisturbed


@pytest.mark.whole("kills")
def test_a_killed_scheduler_is_one_line_and_the_next_one_goes_on(tmp_path: Path, undisturbed: bytes) -> None:
    spec, out = written(tmp_path, LONG), tmp_path / "out.parquet"
    with scheduler(tmp_path, 2) as (address, process, _):
        client = Client(spec, out, "--cluster", address, marks=[5])
        client.stands_still()
        kill(process.pid)
        code, told, complaint = client.ends()
    assert code == 2, complaint
    assert told == ""
    assert complaint.startswith(f"--cluster: the cluster at {address} is gone")
    assert complaint.endswith("what was computed is kept, and --resume goes on from there\n")
    assert complaint.count("\n") == 1
    done = kept(out)
    assert 5 <= done < 576
    assert swept(spec, out, resume=True).taken_up == done
    assert out.read_bytes() == undisturbed


@pytest.mark.whole("long")
def test_a_cluster_that_is_not_there_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crews, "CONNECT_SECONDS", 1)
    for address in (f"tcp://127.0.0.1:{free_port()}", "nonsense://somewhere"):
        assert wrong_with(connect, loaded(SHOT), address).startswith(f"--cluster: {address} cannot be reached: ")


@pytest.mark.whole("kills")
def test_a_case_that_kills_its_workers_is_found_and_the_others_are_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared, "MOST_DEATHS", 1)  # the others are as slow to come as the first
    with scheduler(tmp_path, 2) as (address, *_):
        failed, done = with_a_deadly_case(lambda asked: connect(asked, address))
    assert failed == [4]
    assert sorted(done) == [0, 1, 2, 3, 5, 6, 7, 8]
