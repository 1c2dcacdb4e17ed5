"""The command `fireline` without its start: one process imports everything once, and each call is a fork of it.

For tests of what commands print and leave behind. A fork has streams, a folder, an environment and an exit status of
its own, as a process has that was started, and strace may watch it from its first step on; that commands start at all
is the subject of other tests.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import marshal
import os
import pkgutil
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

CLIENT = """#!{python} -IS
import marshal, os, socket, sys
with socket.socket(socket.AF_UNIX) as server:
    server.connect({address!r})
    socket.send_fds(server, [b"-"], [0, 1, 2])
    server.sendall(marshal.dumps((sys.argv[1:], os.getcwd(), dict(os.environ))))
    server.shutdown(socket.SHUT_WR)
    sys.exit(int(server.recv(9)))
"""
TRACED = "TEST_STRACE"
"""The environment's name for the options of strace with which a call is watched."""
STRACE = ["strace", "--follow-forks", "--quiet=exit,personality,superseded,thread-execve"]
LEFT_OUT = ("fireline.__main__", "fireline.testing", "fireline.server.store.migrations")


@contextmanager
def forked(environment: Mapping[str, str]) -> Iterator[Path]:
    """A folder in which the command `fireline` is; what Python reads at its start it reads from this environment."""
    with TemporaryDirectory() as folder:  # its name is short, as that of a socket has to be
        address, program = f"{folder}/socket", Path(folder, "bin", "fireline")
        program.parent.mkdir()
        program.write_text(CLIENT.format(python=sys.executable, address=address), encoding="utf-8")
        program.chmod(0o755)
        command = [sys.executable, __file__, address]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as server:
            assert server.stdout is not None
            assert server.stdout.readline() == b"ready\n"
            yield program.parent
            server.communicate()  # it ends with its standard input


def serve(address: str) -> None:
    """Answer calls until standard input ends; in each fork it returns, as in a process that was just started."""
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(address)
        listening.listen()
        os.write(1, b"ready\n")
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
    """Fork once more for the call itself, in which alone this returns, and send the caller its exit status."""
    _, streams, _, _ = socket.recv_fds(calling, 1, 3)
    arguments, folder, environment = marshal.loads(b"".join(iter(lambda: calling.recv(1 << 16), b"")))  # noqa: S302
    traced = environment.pop(TRACED, "").split()
    if child := os.fork():
        _, ended = watched(child, traced) if traced else os.waitpid(child, 0)
        calling.sendall(str(os.waitstatus_to_exitcode(ended) & 255).encode())
        os._exit(0)
    if traced:
        os.kill(os.getpid(), signal.SIGSTOP)  # until strace is there
    for stream, theirs in enumerate(streams):
        os.dup2(theirs, stream)
        os.close(theirs)
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


if __name__ == "__main__":
    from fireline.cli import main

    import_everything()
    gc.freeze()  # so that no fork copies all of it to look for garbage
    serve(sys.argv[1])
    try:
        main()
    except SystemExit as ended:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        os._exit(int(ended.code or 0))  # without taking everything down again
