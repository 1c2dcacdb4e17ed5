"""What may be written where: one rule for every file that a command writes.

A file may replace an earlier one of its kind that is quickly made again: a picture, a report, a battle after a shot.
Nothing else is overwritten without `force`, and a file that another process is writing not even then.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import Path

from fireline.formats.kinds import BACKUP, DATABASE, Kind, kind_of
from fireline.formats.writing import hold
from fireline.game.errors import BattleFileError, Code


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
