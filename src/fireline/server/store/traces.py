"""What stands beside a database file, and what it says of one that is gone."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from fireline.formats.outputs import same_file
from fireline.formats.writing import sync_folder, write_atomically
from fireline.game.errors import Code
from fireline.server.store.errors import DatabaseError

BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database, by how its name goes on."""
MARKER = ".marker"
TOLD = """A Fireline database is kept beside this file, under its name without "{end}".
Should it be gone, this file keeps the server from beginning an empty one in its place.
To begin anew on purpose, remove this file, too.
It is file {number} of its disk; the write-ahead log beside it is of no other file.
"""


def beside(file: Path) -> list[Path]:
    """The files that SQLite may keep beside a database."""
    return [Path(f"{file}{end}") for end in BESIDE]


def mark(file: Path) -> None:
    """Leave a sign that there is a database of this name, and which file it is; raises `BattleFileError`."""
    number = file.stat().st_ino  # and not its device, which may have another number when the machine starts again
    if _number_in(marker_of(file)) != number:
        write_atomically(marker_of(file), TOLD.format(end=MARKER, number=number))


def check_log(file: Path) -> None:
    """Raise `DatabaseError` where the write-ahead log beside a database is of another file that had its name.

    SQLite would take its rows for rows of this one.
    """
    log, marker = Path(f"{os.path.realpath(file)}-wal"), marker_of(file)
    with suppress(OSError):
        if log.stat().st_size and _number_in(marker) not in {None, file.stat().st_ino}:
            problem = (
                f"the write-ahead log beside it is of another file that had its name; to put a database in the place "
                f"of another use fireline db restore. If this file is whole, move {log.name} away; if the two belong "
                f"together and were moved here, remove {marker.name}"
            )
            raise DatabaseError(Code.MISMATCH, problem, file=str(file))


def _number_in(marker: Path) -> int | None:
    """Which file the database was when it was last opened to be written, if that is known."""
    with suppress(OSError, ValueError):
        found = re.search(r"file (\d+) of its disk", marker.read_text(encoding="utf-8"))
        return int(found[1]) if found else None
    return None


def marker_of(file: Path) -> Path:
    """The sign that there is, or was, a database of this name: beside the file that links lead to."""
    return Path(f"{os.path.realpath(file)}{MARKER}")


def check_first(file: Path) -> None:
    """Raise `DatabaseError` where a database was that is gone: it is not begun again as an empty one."""
    real = Path(os.path.realpath(file))
    traces = [marker_of(file)] if real.exists() else [marker_of(file), *beside(real)]  # a new one is begun beside some
    left = [one for one in traces if one.exists()]
    if left:
        problem = (
            f"there was a database here, and it is gone ({left[0].name} is left of it); put it back, or restore a "
            f"backup with: fireline db restore. To begin anew remove {' and '.join(one.name for one in left)}"
        )
        raise DatabaseError(Code.NOT_FOUND, problem, file=str(file))


def new_name_for(file: Path) -> Path:
    """The name under which a database is kept that makes room for a backup: it tells when."""
    return file.with_name(f"{file.name}.before-{datetime.now(UTC).strftime('%Y%m%dT%H%M%S%f')}")


def undo_restore(file: Path) -> None:
    """Take away the second name of a database that was to make room for a backup, when that was cut short."""
    real = Path(os.path.realpath(file))
    with suppress(OSError):
        if real.stat().st_nlink == 1:
            return
    for kept in real.parent.glob(f"{real.name}.before-*"):
        if not same_file(kept, real):
            continue
        with suppress(OSError):
            if (log := Path(f"{kept}-wal")).exists() and not Path(f"{real}-wal").exists():
                log.rename(f"{real}-wal")
            kept.unlink()
            sync_folder(real.parent)
