"""A PostgreSQL server of the tests' own, on this machine only, gone when they are done."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

FOLDERS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


def binaries() -> Path | None:
    """The folder of the server's programs, if they are installed."""
    found = shutil.which("initdb")
    candidates = [*FOLDERS, *([Path(found).resolve().parent] if found else [])]
    return next((folder for folder in candidates if (folder / "pg_ctl").exists()), None)


class Cluster:
    """A running server; `database()` makes an empty place in it and gives its address."""

    def __init__(self, programs: Path, folder: Path, port: int, user: str | None) -> None:
        self.programs, self.folder, self.port, self.user = programs, folder, port, user
        self._made = 0

    def run(self, program: str, *arguments: str) -> None:
        """Run one of the server's programs, as a user other than root: it refuses to be run by root."""
        done = subprocess.run(
            [str(self.programs / program), *arguments],
            user=self.user,
            group=self.user and pwd.getpwnam(self.user).pw_gid,
            extra_groups=[] if self.user else None,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            encoding="utf-8",
        )
        assert done.returncode == 0, done.stdout

    def start(self) -> None:
        """Start it; a crash of the machine is nothing that tests could bring about, so nothing waits for the disk."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
        log = str(self.folder / "log")
        self.run("pg_ctl", "-D", str(self.folder / "data"), "-l", log, "-w", "-o", options, "start")

    def stop(self, how: str = "immediate") -> None:
        """Stop it, by default as a kill would."""
        self.run("pg_ctl", "-D", str(self.folder / "data"), "-m", how, "-w", "stop")

    def kill(self) -> None:
        """Kill its first process with -9 and start it again, once the others have noticed that they are alone."""
        os.kill(int((self.folder / "data" / "postmaster.pid").read_text("ascii").split()[0]), signal.SIGKILL)
        for patience in reversed(range(100)):
            try:
                self.start()
                break
            except AssertionError:  # one of them still holds on to the memory they shared
                if not patience:
                    raise

    def database(self) -> str:
        """The address of a place with nothing in it: a schema of its own, which costs less than a database."""
        self._made += 1
        address = f"postgresql://fireline@127.0.0.1:{self.port}/postgres"
        self.run("psql", "-q", "-c", f"CREATE SCHEMA place{self._made}", address)
        return f"{address}?search_path=place{self._made}"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A server for as long as the block runs; skips the test where PostgreSQL is not installed."""
    programs = binaries()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    user = "postgres" if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="fireline-postgres-"))
    made = Cluster(programs, folder, free_port(), user)
    if user:
        os.chown(folder, pwd.getpwnam(user).pw_uid, pwd.getpwnam(user).pw_gid)
    try:
        made.run("initdb", "-D", str(folder / "data"), "-A", "trust", "-U", "fireline", "-E", "UTF8", "-N")
        made.start()
        try:
            yield made
        finally:
            made.stop()
    finally:
        shutil.rmtree(folder)
