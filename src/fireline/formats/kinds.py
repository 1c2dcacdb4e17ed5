"""What kind of file something is, by its content and not by its name; and so what a command may write where.

A file may replace an earlier one of its kind that is quickly made again: a picture, a report, a battle after a shot.
Nothing else is overwritten without `force`, and a file that another process is writing not even then.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from fireline.formats.parsing import SIZE_LIMIT, parse
from fireline.formats.writing import hold
from fireline.game.errors import BattleFileError, Code

if TYPE_CHECKING:
    from collections.abc import Mapping

HEAD = 4096
"""How many bytes are read to tell the kind of a file; battles are read whole."""
BACKUP_ID = int.from_bytes(b"Firb")
"""The application id of an SQLite file that is a backup."""


class Kind(NamedTuple):
    """A kind of file; `remade` says that it is quickly made again, so a new one may replace it without asking."""

    words: str
    remade: bool = False


BATTLE = Kind("a battle", remade=True)
HANDMADE = Kind("a battle file that somebody wrote by hand")
PICTURE = Kind("a picture", remade=True)
REPORT = Kind("a report", remade=True)
THREAT = Kind("a threat map", remade=True)
MATCHUPS = Kind("a table of matchups", remade=True)
SWEEP = Kind("the results of a sweep", remade=True)  # those of another spec are for the sweep to refuse
COUNTS = Kind("the counts of a simulation")
LOG = Kind("the log of a game")
GAME = Kind("a game that the page wrote")
EXPORT = Kind("tables that were exported")
DATABASE = Kind("a database")
BACKUP = Kind("a backup of a database")
OTHER = Kind("something that Fireline did not write")

THREAT_COLUMNS = ("place", "stands", "p", "chance", "why", "contact", "reach")
"""The columns of a threat map that is listed; the last two came later, one after the other."""
_BEGINNINGS = {
    b"\x89PNG\r\n": PICTURE,
    b"<svg": PICTURE,
    **{f"{','.join(THREAT_COLUMNS[:count])}\n".encode(): THREAT for count in range(5, len(THREAT_COLUMNS) + 1)},
    b'{"fireline_log": ': LOG,
    b'{"fireline_game":': GAME,
    b'{\n "simulated": ': COUNTS,
}
_COMMENT = re.compile(r"^\s*#", re.MULTILINE)


def kind_of(file: Path) -> Kind:
    """The kind of an existing file; raises `BattleFileError` if it cannot be read."""
    try:
        with file.open("rb") as stream:
            head = stream.read(HEAD)
            if head.startswith(b"PAR1"):
                return _table(stream)
    except OSError as wrong:
        raise BattleFileError(Code.UNREADABLE, f"cannot be read: {wrong.strerror}", file=str(file)) from None
    if head.startswith(b"SQLite format 3\0"):
        return BACKUP if int.from_bytes(head[68:72]) == BACKUP_ID else DATABASE
    for beginning, kind in _BEGINNINGS.items():
        if head.startswith(beginning):
            return kind
    if b'"fireline_table":' in head.partition(b"\n")[0]:
        return EXPORT
    if b'<meta name="generator" content="fireline report">' in head:
        return REPORT
    return _battle(file)


def _table(stream: BinaryIO) -> Kind:
    """The metadata of a Parquet file: it is at the end, followed by its length."""
    size = stream.seek(-8, 2)
    length = int.from_bytes(stream.read(4), "little")
    stream.seek(max(0, size - length))
    told = stream.read(length)
    return SWEEP if b"fireline.sweep" in told else MATCHUPS if b"fireline.headline" in told else OTHER


def _battle(file: Path) -> Kind:
    if file.stat().st_size > SIZE_LIMIT:
        return OTHER
    try:
        text = file.read_text(encoding="utf-8")
        data: Mapping[str, object] | object = parse(text)
    except (OSError, UnicodeDecodeError, BattleFileError):
        return OTHER
    if not (isinstance(data, dict) and "fireline" in data and "ruleset" in data):
        return OTHER
    return HANDMADE if _COMMENT.search(text) else BATTLE


def check_free(
    out: Path, writes: Collection[Kind] = (), *, reads: Iterable[Path] = (), again: bool = False, force: bool = False
) -> str:
    """What is lost if `out` is written with `force`, in words, "" for nothing; raises `BattleFileError`.

    Args:
        out: The file to write; the writer judges pipes, devices and folders.
        writes: The kinds of file that the command writes.
        reads: The files that the command reads.
        again: Whether an earlier file of these kinds may be overwritten, quickly made again or not.
        force: Whether anything else may be overwritten.
    """
    if (base := _part_of(out)) is not None:
        problem = f"SQLite takes it for a part of the database {base.name}; name another file"
        raise BattleFileError(Code.UNWRITABLE, problem, file=str(out))
    if not out.is_file() or not out.stat().st_size:
        return ""
    if _in_use(out):
        raise BattleFileError(Code.UNWRITABLE, "is in use: another process of Fireline's is writing it", file=str(out))
    kind = kind_of(out)
    if any(same_file(out, one) for one in reads):
        problem = f"is read by the command itself and holds {kind.words}"
    elif kind in writes and (kind.remade or again):
        return ""
    else:
        problem = f"holds {kind.words}"
    if force:
        return kind.words
    raise BattleFileError(
        Code.UNWRITABLE, f"{problem}; name another file, or give --force and that is lost", file=str(out)
    )


def same_file(one: Path, other: Path) -> bool:
    """Whether two names lead to the same file, or would if it existed, links included.

    >>> same_file(Path("a/../b.yaml"), Path("./b.yaml"))
    True
    """
    with suppress(OSError, ValueError):
        return one.samefile(other)
    with suppress(OSError, ValueError):
        return os.path.realpath(one) == os.path.realpath(other)
    return False


def _part_of(out: Path) -> Path | None:
    """The database that a file of this name belongs to, if there is one."""
    found = re.fullmatch(r"(.+)-(wal|shm|journal)", out.name)
    base = out.with_name(found[1]) if found else None
    return base if base is not None and base.is_file() and kind_of(base) in {DATABASE, BACKUP} else None


def _in_use(file: Path) -> bool:
    """Whether another process holds a file."""
    with suppress(OSError):
        held = hold(file)
        if held is not None:
            os.close(held)
        return held is None
    return False
