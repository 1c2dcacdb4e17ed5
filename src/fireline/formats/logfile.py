"""Logs on disk: JSON Lines, each line safe on disk before the game goes on.

Every line ends with its own checksum, so any change to a line is found.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
from collections.abc import Callable, Mapping
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from fireline.formats.battlefile import check_folder, file_meant
from fireline.formats.folder import Folder
from fireline.formats.parsing import parse_row, read_bytes
from fireline.formats.writing import not_written, sync_folder, unwritable, write_atomically
from fireline.game.battle import Battle
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code, inside
from fireline.game.log import GameLog, LogEntry, header, replay, undone
from fireline.game.ruleset import Files

BEGINNING = b'{"fireline_log": '
ENDING = ".jsonl"
LOG_LIMIT = 64 * 1024 * 1024
"""The largest log that is read, in bytes."""


def load_log(path: str | os.PathLike[str]) -> GameLog:
    """Read the game in a log file and check every step by replaying it from its events, without dice.

    If a kill tore the last line in two, that line is left out.

    Args:
        path: A log, as `fireline phase --log` writes it, or the name of an example where no such file exists.

    Returns:
        The game with every step that stands.

    Raises:
        BattleFileError: The file cannot be read, or a line of it is malformed or leads to another state.

    >>> load_log("game.jsonl").entries[-1].after  # doctest: +SKIP
    """
    file = file_meant(path, ENDING)
    raw = read_bytes(file, LOG_LIMIT)
    with inside(file=str(file)):
        return game_of(raw, lambda head: Folder(_folder(file, head)))


def game_of(raw: bytes, files: Callable[[dict[str, Any]], Files]) -> GameLog:
    """The game in the bytes of a log, as `load_log` reads it; `files` has what its battle names, by its first line."""
    rows = [_row(line, f"line {number}") for number, line in enumerate(raw[: _whole(raw)].splitlines(), 1)]
    return replay(rows, files(rows[0] if rows else {}))


def folder_of(file: Path) -> Path:
    """The folder of the files that a log's battle names; raises `BattleFileError`."""
    file = file_meant(file, ENDING)
    raw = read_bytes(file, LOG_LIMIT)
    return _folder(file, _row(raw.partition(b"\n")[0], "line 1"))


def write_log(game: GameLog, file: Path, folder: Path | None = None) -> None:
    """Write a whole game as a log file, whole or not at all; raises `BattleFileError`.

    `folder` holds the files that its battle names, if it is not the log's own folder.
    """
    rows = [_header(game, file, folder), *(entry.data() for entry in game.entries)]
    write_atomically(file, b"".join(map(_line, rows)))


def log_text(game: GameLog, beside: Mapping[str, Any] | None = None) -> str:
    """A whole game as the text of a log file; its first line takes `beside` along, which no reader of logs looks at."""
    return b"".join(
        map(_line, [{**header(game), **(beside or {})}, *(entry.data() for entry in game.entries)])
    ).decode()


def _header(log: GameLog, file: Path, folder: Path | None) -> dict[str, Any]:
    """The first line of a log, with the path to the folder of its battle's files if that is a different one."""
    check_folder(log.start, (folder or file.parent) / file.name)
    named = log.start.ruleset.files
    if folder is None or not (named and named(log.start.state)) or folder.resolve() == file.parent.resolve():
        return header(log)
    return header(log) | {"folder": os.path.relpath(folder.resolve(), file.parent.resolve())}


def _folder(file: Path, head: dict[str, Any]) -> Path:
    way = head.get("folder", "")
    if not isinstance(way, str):
        raise BattleFileError(Code.NOT_FOUND, f"{shown(way)} is no folder", "line 1: folder")
    return file.parent / way


def _whole(raw: bytes) -> int:
    """How many of the bytes form whole lines."""
    return raw.rfind(b"\n") + 1


def _row(line: bytes, place: str) -> dict[str, Any]:
    none = "is no log of a game, as `fireline phase --log` writes it"
    try:
        row = parse_row(line, place, "a log")
    except BattleFileError as wrong:
        if place == "line 1" and wrong.code is Code.MALFORMED:
            raise BattleFileError(Code.MALFORMED, f"{none}: its first line is no JSON") from None
        raise
    if place == "line 1" and "fireline_log" not in row:
        raise BattleFileError(Code.MALFORMED, none)
    if row.pop("check", None) != _check(row):
        raise BattleFileError(Code.MISMATCH, "does not match its check: it was changed after it was written", place)
    return row


def _check(row: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(row, sort_keys=True).encode()).hexdigest()


class LogFile:
    """A log that grows on disk: append, flush, sync; the caller continues once the line is safe."""

    def __init__(self, file: Path, stream: FileIO) -> None:
        self.file = file
        self._stream = stream

    @classmethod
    def open(cls, file: Path, start: Battle, seed: int = 0, *, folder: Path | None = None) -> tuple[LogFile, GameLog]:
        """Open the log in this file: a new one, or the game that it holds if that began with this battle.

        `folder` holds the files that the battle names, if it is not the log's own folder.
        Raises `BattleFileError` for a log of another battle, and if the file cannot be written.
        """
        head = _header(GameLog(start, seed), file, folder)
        raw = read_bytes(file, LOG_LIMIT) if file.exists() else b""
        log = GameLog(start, seed) if _not_begun(raw) else load_log(file)
        if log.start != start:
            raise BattleFileError(
                Code.MISMATCH, "is the log of another battle; name another file with --log", file=str(file)
            )
        stream = None
        try:
            stream = FileIO(file, "ab")
            _lock(stream)
            stream.truncate(_whole(raw))  # what a kill tore in two
            sync_folder(file.parent)
        except (OSError, ValueError) as wrong:
            if stream is not None:
                stream.close()
            raise not_written(file, wrong) from None
        opened = cls(file, stream)
        if not _whole(raw):
            opened._append(_line(head))
        return opened, log

    def entry(self, entry: LogEntry) -> None:
        """Write one step."""
        self._append(_line(entry.data()))

    def undo(self, seq: int) -> None:
        """Write that the last step was undone."""
        self._append(_line(undone(seq)))

    def _append(self, line: bytes) -> None:
        with unwritable(self.file):
            while line:
                line = line[self._stream.write(line) :]
            os.fsync(self._stream.fileno())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stream.close()


def _not_begun(raw: bytes) -> bool:
    """Whether a file is empty, or holds only part of a log's first line that a kill tore in two."""
    return not _whole(raw) and (raw.startswith(BEGINNING) or BEGINNING.startswith(raw))


def _lock(stream: FileIO) -> None:
    """Only one process writes a log at a time; the lock ends with the process.  Raises `OSError` if it is taken."""
    from filelock import lock_descriptor

    try:
        taken = lock_descriptor(stream.fileno(), blocking=False)
    except OSError as wrong:
        if wrong.errno == errno.ENOSYS:  # no locks here; a second writer is found out when the log is read again
            return
        raise
    if not taken:
        raise OSError(errno.EWOULDBLOCK, "another process is playing it")


def _line(row: dict[str, Any]) -> bytes:
    plain = json.loads(json.dumps(row))
    return json.dumps(plain | {"check": _check(plain)}, ensure_ascii=False).encode() + b"\n"
