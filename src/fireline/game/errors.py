"""What goes wrong for people, as one line each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class BattleFileError(ValueError):
    """Something given from outside (battle file, shot, log) that cannot be used: what, where, what is allowed.

    >>> print(BattleFileError("'Z9' is no hex of this board", "units[3].hex", "battle.yaml"))
    battle.yaml: units[3].hex: 'Z9' is no hex of this board
    """

    def __init__(self, problem: str, place: str = "", file: str = "") -> None:
        super().__init__(problem, place, file)
        self.problem = problem
        self.place = place
        self.file = file

    def __str__(self) -> str:
        return ": ".join(part for part in (self.file, self.place, self.problem) if part)

    def inside(self, place: str = "", *, file: str = "") -> BattleFileError:
        """The same error seen from further out: a place before its own, or the file it stands in."""
        joint = "" if not place or not self.place or self.place.startswith("[") else "."
        return BattleFileError(self.problem, place + joint + self.place, file or self.file)


@contextmanager
def not_told(team: str | None, file: str) -> Iterator[None]:
    """What is wrong with a file may tell of what it hides, so a team that asks is not told."""
    try:
        yield
    except BattleFileError:
        if team is None:
            raise
        problem = "cannot be used; the reason may tell of hidden cards, so ask for it without --team"
        raise BattleFileError(problem, file=file) from None
