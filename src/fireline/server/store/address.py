"""Which database is meant: a file, or a PostgreSQL server."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from fireline.game.entries import shown
from fireline.game.errors import Code
from fireline.server.store.errors import DatabaseError

VARIABLE = "FIRELINE_DATABASE"
SCHEMES = "a file, sqlite:///FILE or postgresql://USER@HOST/NAME"


class Address(NamedTuple):
    """Where a database is: a file, or the address of a PostgreSQL server."""

    file: Path | None
    url: str

    def __str__(self) -> str:
        """The address without a password."""
        return str(self.file) if self.file else re.sub(r"(//[^/@:]*):[^@/]*@", r"\1@", self.url).partition("?")[0]


def default_database() -> str:
    """The database that is meant when none is named: $FIRELINE_DATABASE, or a file in the user's data folder."""
    return os.environ.get(VARIABLE) or str(data_folder() / "fireline.db")


def data_folder() -> Path:
    """Where programs keep a user's data on this system, in a folder of Fireline's own."""
    from platformdirs import user_data_path

    return user_data_path("fireline", appauthor=False)


def parse_address(given: str) -> Address:
    """The database that a text names; raises `DatabaseError`.

    >>> parse_address("sqlite:///games.db").file
    PosixPath('games.db')
    >>> str(parse_address("postgresql://me:secret@db.example/fireline"))
    'postgresql://me@db.example/fireline'
    """
    scheme, mark, rest = given.partition("://")
    if not mark:
        scheme, rest = "sqlite", f"/{given}"
    if scheme in {"postgresql", "postgres"}:
        try:
            named = bool(urlsplit(given).path.strip("/"))
        except ValueError:
            named = False
        if not named:
            raise DatabaseError(Code.MISSING, f"names no database on the server; allowed: {SCHEMES}", "--database")
        return Address(None, f"postgresql://{rest}")
    if scheme != "sqlite":
        raise DatabaseError(
            Code.UNSUPPORTED,
            f"{shown(f'{scheme}://')} is no kind of database that is known; allowed: {SCHEMES}",
            "--database",
        )
    name = rest.removeprefix("/")
    if not name or name == ":memory:" or "\0" in name:
        raise DatabaseError(Code.MISSING, f"names no file to keep games in; allowed: {SCHEMES}", "--database")
    return Address(Path(name).expanduser(), "")
