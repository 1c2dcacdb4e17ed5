"""What goes wrong with a database, as one line each."""

from __future__ import annotations

from fireline.game.errors import BattleFileError, Code


class DatabaseError(BattleFileError):
    """The database cannot be opened, read or written; nothing is half kept."""


class ConnectionLost(DatabaseError):
    """The connection to the database broke: nobody knows whether what was asked last was kept."""


class NoSuchTable(DatabaseError):
    """There is no table of this id."""

    def __init__(self, table: str) -> None:
        super().__init__(Code.NOT_FOUND, "there is no such table", table)

    def __reduce__(self) -> tuple[type[NoSuchTable], tuple[str]]:
        return type(self), (self.place,)


class TableIsThere(DatabaseError):
    """A table of this id is there already; what is kept is never overwritten."""

    def __init__(self, table: str) -> None:
        super().__init__(Code.DUPLICATE, "this table is there already; nothing of it was changed", table)

    def __reduce__(self) -> tuple[type[TableIsThere], tuple[str]]:
        return type(self), (self.place,)


class TableDamaged(DatabaseError):
    """What is kept of a table is not what was written; no more is written to it, and the others go on."""

    def __init__(self, table: str, problem: str) -> None:
        super().__init__(Code.MISMATCH, problem, f"table {table}")
        self.table = table

    def __reduce__(self) -> tuple[type[TableDamaged], tuple[str, str]]:
        return type(self), (self.table, self.problem)


def at(place: str, wrong: BattleFileError) -> BattleFileError:
    """The same error seen from further out: in this line, event or table.

    >>> print(at("line 3", BattleFileError(Code.MISSING, "is missing", "throws[0].die")))
    line 3: throws[0].die: is missing
    """
    return wrong.at(f"{place}: {wrong.place}" if wrong.place else place, file=wrong.file)
