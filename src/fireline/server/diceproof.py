"""Exports of tables checked by anybody: the chain, the commitments, every face, every command by the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.files import NO_FILES, Files
from fireline.server.consent import counted
from fireline.server.dice.book import secrets_in
from fireline.server.dice.found import Found
from fireline.server.dice.notes import Head, Signed, read_note, short
from fireline.server.dice.verdict import check_kept, title, words
from fireline.server.referee import Referee
from fireline.server.store.errors import at
from fireline.server.store.jsonl import Exported, read_export
from fireline.server.store.rows import TableRow


class Verdict(NamedTuple):
    """A table that was checked to its end: what was found, who signed the file, and the heads that people kept."""

    table: TableRow
    found: Found
    signed: Signed | None = None
    kept: tuple[Signed, ...] = ()

    @property
    def verified(self) -> bool:
        """Whether nothing waits for a seed that is still secret, or for an event that bears it out."""
        return not self.found.waits

    @property
    def title(self) -> str:
        """The verdict in a few words."""
        return title(self.found, self.kept)

    @property
    def line(self) -> str:
        """The verdict's first line: its title, and what was done outside the rules, counted."""
        return f"{self.title}; {counted(self.found.irregular)}"

    @property
    def words(self) -> list[str]:
        """What was proven, line by line, and nothing beyond."""
        return list(words(self.found, self.signed, self.kept))


def verify_export(lines: Iterable[bytes], files: Files = NO_FILES, kept: Sequence[Signed] = ()) -> Iterator[Verdict]:
    """The verdict on every table of an export; raises `BattleFileError` naming the first line that differs, and why.

    `kept` are heads that people have kept; one of another table than those of the export is refused, too.
    """
    check_one_game(kept)
    known: set[str] = set()
    for one in read_export(lines):
        if isinstance(one, Exported):
            known.add(one.table.id)
            mine = tuple(head for head in kept if head.head.table == one.table.id)
            found, signed = verify_table(one, files), _signed(one)
            for head in mine:
                try:
                    check_kept(found, head, signed)
                except BattleFileError as wrong:
                    raise at(f"table {one.table.id}", wrong) from None
            yield Verdict(one.table, found, signed, mine)
    for head in kept:
        if head.head.table not in known:
            problem = f"is of table {shown(head.head.table)}, which is not in this file"
            raise BattleFileError(Code.CONFLICT, problem, "--head")


def check_one_game(kept: Sequence[Signed]) -> None:
    """Raise `BattleFileError` where two heads that were kept cannot be of one game."""
    seen: dict[tuple[str, int, bool], Signed] = {}
    for one in kept:
        other = seen.setdefault((one.head.table, one.head.seq, one.head.sealed), one)
        if other.head.hash != one.head.hash:
            by = f"key {short(one.key)} signed both" if one.key == other.key else "two keys signed them"
            who = f"{other.head.seat or 'somebody'} and {one.head.seat or 'somebody'}"
            problem = f"{who} kept different heads of event {one.head.seq}: there are two games, and {by}"
            raise BattleFileError(Code.MISMATCH, problem, "--head")


def verify_table(exported: Exported, files: Files = NO_FILES) -> Found:
    """What was found in a table without fault; raises `BattleFileError` naming the line."""
    referee = Referee(exported.table, exported.seeds | secrets_in(exported.events), files)
    for event in exported.events:
        try:
            referee.take(event)
        except BattleFileError as wrong:
            raise at(exported.line_of(event), wrong) from None
    return referee.found


def _signed(exported: Exported) -> Signed | None:
    """Who signed an export; raises `BattleFileError` where its note is of another head."""
    if exported.note is None:
        return None
    try:
        signed = read_note(exported.note)
        if signed.head != Head(exported.table.id, len(exported.events), exported.events[-1].hash):
            raise BattleFileError(Code.MISMATCH, "is of another head than this table's")  # noqa: TRY301
    except BattleFileError as wrong:
        raise at(f"line {exported.line}: note", wrong) from None
    return signed
