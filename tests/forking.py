"""The command `fireline` without its start: one process imports everything once, and each call is a fork of it.

For tests of what commands print and leave behind. A fork has streams, a folder, an environment and an exit status of
its own, as a process has that was started, and strace may watch it from its first step on; that commands start at all
is the subject of other tests. All workers of a test run share the one process.
"""

import atexit
import fcntl
import gc
import importlib
import marshal
import os
import pkgutil
import select
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from multiprocessing import util
from pathlib import Path
from tempfile import TemporaryFile, mkdtemp

CLIENT = """#!{python} -IS
import marshal, os, socket, sys
with socket.socket(socket.AF_UNIX) as server:
    server.connect({address!r})
    socket.send_fds(server, [b"-"], [0, 1, 2, *map(int, os.environ.get({kept!r}, "").split())])
    server.sendall(marshal.dumps((sys.argv[1:], os.getcwd(), dict(os.environ))))
    server.shutdown(socket.SHUT_WR)
    sys.exit(int(server.makefile().read().split()[1]))
"""
SHARED = "TEST_FORKS"
"""The environment's name for the folder of the process that is there already."""
TRACED = "TEST_STRACE"
"""The environment's name for the options of strace with which a call is watched."""
STRACE = ["strace", "--follow-forks", "--quiet=exit,personality,superseded,thread-execve"]
KEPT = "TEST_KEPT"
"""The environment's name for the numbers of open files that a call has beside its streams."""
MORTAL = "TEST_MORTAL"
"""The environment's name for the step of its work at which a server is to be killed."""
MOST_FILES = 16
PATIENCE = 300.0
"""Seconds after which a test that waits for a call to end fails, instead of standing still."""
LEFT_OUT = (
    "fireline.__main__",
    "fireline.testing",
    "fireline.server.store.migrations",
    "fireline.server.store.postgres",  # its library may not be installed
)


started_by_multiprocessing = util.spawnv_passfds
"""The usual way."""


@cache
def forks() -> Path:
    """The folder of the process that calls are forked from, started when it is first asked for.

    It has a socket, and in `bin` the command `fireline`; it is there as long as this process, and all that it starts
    find it by their environment.
    """
    if SHARED in os.environ:
        return Path(os.environ[SHARED])
    folder = Path(mkdtemp())  # its name is short, as that of a socket has to be
    program = folder / "bin" / "fireline"
    program.parent.mkdir()
    client = CLIENT.format(python=sys.executable, address=str(folder / "socket"), kept=KEPT)
    program.write_text(client, encoding="utf-8")
    program.chmod(0o755)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(folder / "socket"))
        listening.listen()  # whoever calls while everything is imported waits
        number = listening.fileno()
        command = [sys.executable, __file__, str(number)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, pass_fds=[number], start_new_session=True)

    def end() -> None:
        process.communicate()  # it ends with its standard input
        shutil.rmtree(folder)

    atexit.register(end)
    os.environ[SHARED] = str(folder)
    return folder


class Started:
    """A call that goes on while the test does other things; its standard output is read line by line.

    Once it has ended, `status` is its exit status; 256 less the signal, if that ended it.
    """

    status: int

    def __init__(self, *arguments: str, environment: Mapping[str, str] = os.environ) -> None:
        out, into = os.pipe()
        self._errors = TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 - closed when the call has ended
        self._status = socket.socket(socket.AF_UNIX)
        with Path(os.devnull).open(encoding="utf-8") as nothing, os.fdopen(into, "w") as output:
            self._status.connect(str(forks() / "socket"))
            socket.send_fds(self._status, [b"-"], [nothing.fileno(), output.fileno(), self._errors.fileno()])
            self._status.sendall(marshal.dumps((list(arguments), str(Path.cwd()), dict(environment))))
            self._status.shutdown(socket.SHUT_WR)
        self.stdout, self._told = os.fdopen(out, encoding="utf-8"), self._status.makefile()
        self.pid = int(self._told.readline())
        self._status.settimeout(PATIENCE)

    def line(self) -> str:
        """The next line of its standard output, empty when it has ended."""
        return self.stdout.readline().strip()

    def send_signal(self, number: int) -> None:
        """Send a signal to the process, which may have ended."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def ends(self) -> str:
        """Wait until it has ended; gives what it has written to standard error, the first time.

        Raises:
            TimeoutError: It goes on for longer than anybody should wait.
        """
        if self._told.closed:
            return ""
        with self._errors, self._status, self._told, self.stdout:
            self.status = int(self._told.read())
            self._errors.seek(0)
            return self._errors.read()


def serve(listening: socket.socket) -> None:
    """Answer calls until standard input ends; in each fork it returns, as in a process that was just started."""
    with listening:
        while listening.fileno() in select.select([listening.fileno(), 0], [], [])[0]:
            calling, _ = listening.accept()
            with calling:
                if os.fork() == 0:
                    listening.close()
                    carry_out(calling)
                    return
            with suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:  # calls that are over
                    pass
    os._exit(0)


def carry_out(calling: socket.socket) -> None:
    """Fork once more for the call itself, in which alone this returns; send the caller its number and exit status."""
    _, files, _, _ = socket.recv_fds(calling, 1, MOST_FILES)
    arguments, folder, environment = marshal.loads(b"".join(iter(lambda: calling.recv(1 << 16), b"")))  # noqa: S302
    traced = environment.pop(TRACED, "").split()
    if child := os.fork():
        calling.sendall(b"%d\n" % child)
        _, ended = watched(child, traced) if traced else os.waitpid(child, 0)
        calling.sendall(str(os.waitstatus_to_exitcode(ended) & 255).encode())
        os._exit(0)
    if traced:
        os.kill(os.getpid(), signal.SIGSTOP)  # until strace is there
    numbers = [0, 1, 2, *map(int, environment.pop(KEPT, "").split())]
    theirs = [fcntl.fcntl(file, fcntl.F_DUPFD, max(numbers) + 1) for file in files]  # out of the way of these numbers
    for file in (*files, calling.detach()):
        os.close(file)
    for number, there in zip(numbers, theirs, strict=True):
        os.dup2(there, number)
        os.close(there)
    sys.stdin, sys.stdout, sys.stderr = (
        os.fdopen(stream, mode, encoding="utf-8", closefd=False) for stream, mode in enumerate("rww")
    )
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv[1:] = arguments


def watched(child: int, options: list[str]) -> tuple[int, int]:
    """Let a call that has stopped itself go on under strace, and give what waiting for it gives."""
    os.waitpid(child, os.WUNTRACED)
    with subprocess.Popen([*STRACE, *options, f"--attach={child}"], stderr=subprocess.PIPE) as strace:
        assert strace.stderr is not None
        assert b"attached" in strace.stderr.readline()
        os.kill(child, signal.SIGCONT)
        ended = os.waitpid(child, 0)
        strace.communicate()
    return ended


def import_everything() -> None:
    """What a command may import is there before the first fork."""
    import fireline

    for module in pkgutil.walk_packages(fireline.__path__, "fireline."):
        if not module.name.startswith(LEFT_OUT):
            importlib.import_module(module.name)


def ready_to_answer(started: Callable[[str, list[str], list[int]], int]) -> None:
    """Processes for questions are copied from one that is there at once, which is started in this way."""
    from fireline.analysis.workers import fresh
    from fireline.server.processes import PRELOADED

    if sys.platform != "linux":  # where nothing is copied
        return
    util.spawnv_passfds = started  # type: ignore[assignment]
    with suppress(OSError, EOFError):  # then whoever asks first tries again
        first = fresh(PRELOADED).Process(target=int)  # it does nothing
        first.start()
        first.join()
    util.spawnv_passfds = started_by_multiprocessing


def shared(_: str, arguments: list[str], kept: list[int]) -> int:
    """What `multiprocessing` would start with `python -c`, keeping these open files, as a call that is waited for."""
    program = str(forks() / "bin" / "fireline")
    os.environ[KEPT] = " ".join(map(str, kept))
    try:
        return int(started_by_multiprocessing(os.fsencode(program), [program, "-c", arguments[-1]], kept))
    finally:
        os.environ.pop(KEPT)


def copied(_: str, arguments: list[str], kept: list[int]) -> int:
    """What `multiprocessing` would start with `python -c`, keeping these open files, in a fork."""
    if child := os.fork():
        return child
    try:
        for number in {int(one.name) for one in Path("/proc/self/fd").iterdir()} - {0, 1, 2, *kept}:
            with suppress(OSError):  # the folder itself, which is closed already
                os.close(number)
        exec(arguments[-1])  # noqa: S102 - its own
    finally:  # whatever comes of it, this is not the server
        os._exit(0)


def called(step: int) -> None:
    """Carry out the call whose arguments are there, and be killed at a step of a server's work, unless it is 0."""
    from fireline.cli import main

    if sys.argv[1] == "-c":
        exec(sys.argv[2])  # noqa: S102 - that of `multiprocessing`
        os._exit(0)
    if sys.argv[1] == "serve":
        ready_to_answer(copied)
    if step:
        import fireline.server
        from fireline.server.store.store import Store
        from killing import Mortal, steps_in

        Mortal(step, steps_in(Path(fireline.server.__file__).parent), begin=Store.append)
    try:
        main()
    except SystemExit as ended:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        os._exit(int(ended.code or 0))  # without taking everything down again


if __name__ == "__main__":
    import_everything()
    gc.freeze()  # so that no fork copies all of it to look for garbage
    serve(socket.socket(fileno=int(sys.argv[1])))
    called(int(os.environ.pop(MORTAL, 0)))
