"""The command `fireline`."""

from __future__ import annotations

import codecs
import gc
import json
import os
import signal
import sys
import time
from contextlib import suppress
from contextvars import ContextVar
from io import TextIOWrapper
from pathlib import Path

from fireline import __version__

ANSWERED, GONE, BAD_INPUT, ILLEGAL, BUG, STOPPED = 0, 1, 2, 3, 70, 130
"""Exit statuses: answered (even with "not legal"), the reader went away, bad input, a step that the rules forbid, such
as `shoot` on an illegal shot, a mistake of ours, stopped by Ctrl-C."""
NOT_LEGAL = 1
"""The exit status of `check --exit-code` for an illegal shot."""
BEGUN = ContextVar[float | None]("begun", default=None)
"""When the command began, where it is a process of its own; its seconds count from then: see `waiting_since`."""
PLAIN = str.maketrans("✓✗█░▏−", "+x#.#-")
"""Characters that some terminals cannot show, and their replacements."""
SELDOM = 100_000
"""After so many new objects garbage is looked for: a start makes 80,000 and nearly all stay, so none is found there."""


IN_WORDS = {
    "Input should be a valid integer, unable to parse string as an integer": "it must be a whole number",
    "Input should be a valid number, unable to parse string as a number": "it must be a number",
    "Input should be greater than or equal to": "it must be at least",
    "Input should be less than or equal to": "it must be at most",
}
"""What the library of the command line says of values, and the same for people."""


def main() -> None:
    """Run the command line; every error is one line on standard error, never a traceback.

    Whatever else stops the program ends it as Ctrl-C does, so that nothing is left behind.
    """
    BEGUN.set(time.monotonic())
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    gc.set_threshold(SELDOM)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # to look for some, every installed package is opened
    _open_streams()
    try:
        status = run(sys.argv[1:])
    except KeyboardInterrupt:  # also while libraries are loaded
        status = STOPPED
    try:
        sys.stdout.flush()
    except OSError as wrong:
        status = status or _unwritable(wrong)
    gc.freeze()  # what ends with the process need not be looked through once more
    sys.exit(status)


def run(arguments: list[str]) -> int:
    """Carry out one command line and return its exit status."""
    if arguments == ["--version"]:  # nothing has to be imported for it
        print(f"fireline {__version__}")
        return ANSWERED
    import typer

    from fireline.cli.app import commands
    from fireline.game.entries import shown
    from fireline.game.errors import BattleFileError, Code
    from fireline.game.registry import mistake

    as_json = "--json" in arguments
    if any("\0" in one for one in arguments):  # no shell can say it, but a program that calls this can
        return _complain("an argument holds the character of number 0", BAD_INPUT, Code.MALFORMED if as_json else None)
    try:
        status = commands()(arguments or ["--help"], prog_name="fireline", standalone_mode=False)
    except BattleFileError as wrong:
        return _complain(str(wrong), BAD_INPUT, wrong.code if as_json else None)
    except typer.TyperException as wrong:
        context = getattr(wrong, "ctx", None)
        where = context.command_path if context else "fireline"
        problem = wrong.format_message().rstrip(".")
        for said, meant in IN_WORDS.items():
            problem = problem.replace(said, meant)
        kinds = {"MissingParameter": Code.MISSING, "NoSuchOption": Code.UNKNOWN_KEY}
        code = kinds.get(type(wrong).__name__, Code.MALFORMED) if as_json else None
        return _complain(f"{where}: {problem}; see {where} --help", BAD_INPUT, code)
    except typer.Abort:
        return _complain("stopped", STOPPED)
    except OSError as wrong:
        if wrong.filename is not None:  # a name that no file can have, wherever it was looked at first
            name = shown(str(wrong.filename), 80)
            return _complain(f"{name}: {wrong.strerror}", BAD_INPUT, Code.UNREADABLE if as_json else None)
        return _unwritable(wrong)
    except Exception as bug:
        if os.environ.get("FIRELINE_DEBUG"):
            raise
        told = mistake(bug, f"{type(bug).__name__}: {bug}".splitlines()[0])
        return _complain(f"{told}; FIRELINE_DEBUG=1 shows where", BUG, Code.BUG if as_json else None)
    return status if isinstance(status, int) else ANSWERED


def _open_streams() -> None:
    """Treat closed streams as empty, and make every character writable."""
    codecs.register_error("fireline", _plain)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - open to the end
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="fireline")


def _plain(error: UnicodeError) -> tuple[str, int]:
    """The replacement for characters that cannot be written."""
    assert isinstance(error, UnicodeEncodeError), "only what is written can be too strange"  # noqa: S101
    signs = error.object[error.start : error.end].translate(PLAIN)
    return signs.encode("ascii", "backslashreplace").decode("ascii"), error.end


def _unwritable(wrong: OSError) -> int:
    with Path(os.devnull).open("wb") as nowhere:  # what is left of it is not tried again when Python ends
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
    if isinstance(wrong, BrokenPipeError):  # the reader has seen enough
        return GONE
    return _complain(f"standard output: cannot be written: {wrong.strerror}", BAD_INPUT)


def _complain(text: str, status: int, code: str | None = None) -> int:
    """Write one line to standard error; with --json, also the error as JSON to standard output."""
    line = " ".join(text.split())
    with suppress(OSError):
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()
        if code:
            print(json.dumps({"error": line, "code": code}, ensure_ascii=False))
    return status
