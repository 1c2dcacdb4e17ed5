"""Exports of tables checked by anybody: the chain, the commitments, every face, every command by the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from fireline.game.errors import BattleFileError
from fireline.game.files import NO_FILES, Files
from fireline.server.dicebook import secrets_in
from fireline.server.referee import Found, Referee
from fireline.server.store.errors import at
from fireline.server.store.jsonl import Exported, read_export
from fireline.server.store.rows import TableRow


class Verdict(NamedTuple):
    """A table that was checked to its end."""

    table: TableRow
    found: Found

    @property
    def verified(self) -> bool:
        """Whether nothing waits for a seed that is still secret."""
        return not self.found.waiting


def verify_export(lines: Iterable[bytes], files: Files = NO_FILES) -> Iterator[Verdict]:
    """The verdict on every table of an export; raises `BattleFileError` naming the first line that differs, and why."""
    for one in read_export(lines):
        if isinstance(one, Exported):
            yield Verdict(one.table, verify_table(one, files))


def verify_table(exported: Exported, files: Files = NO_FILES) -> Found:
    """What was found in a table without fault; raises `BattleFileError` naming the line."""
    referee = Referee(exported.table, exported.seeds | secrets_in(exported.events), files)
    for event in exported.events:
        try:
            referee.take(event)
        except BattleFileError as wrong:
            raise at(exported.line_of(event), wrong) from None
    return referee.found
