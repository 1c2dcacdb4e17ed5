"""Tables checked by anybody: the chain, every face, every command by the rules; and what that proves, in words."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code, inside
from fireline.game.ruleset import NO_FILES, Files
from fireline.ruling.prose import capital, listing, plural
from fireline.ruling.told import tells
from fireline.server.dice.book import secrets_in
from fireline.server.dice.hashes import seal
from fireline.server.dice.notes import Head, Signed, read_note, short
from fireline.server.referee import Consent, Findings, GivenUpRoll, Referee, Roll, Rotation
from fireline.server.store.chain import LOG, UPGRADE, check_link
from fireline.server.store.jsonl import Exported, read_export
from fireline.server.store.rows import DatabaseError, KeptEvent, TableDamaged, TableRow, at
from fireline.server.tables.seats import ROLL_TAKEN_BACK, WITHOUT, Irregular

if TYPE_CHECKING:
    from fireline.server.store.store import Store


@tells(
    "table=table.id name=table.name verified events=found.events commitments=found.commits rolls=found.rolls "
    "proven=found.proven waiting=found.waiting laid=found.laid seats=found.seats title "
    "counted=found.counted verdict=line irregular=found.irregular unchecked=found.unchecked words faces=found.faces "
    "thrown=found.thrown repeated=found.repeated rotations=found.rotations signed=signed.key kept"
)
class Verdict(NamedTuple):
    """A table that was checked to its end: what was found, who signed the file, and the heads that people kept."""

    table: TableRow
    found: Findings
    signed: Signed | None = None
    kept: tuple[Signed, ...] = ()

    @property
    def verified(self) -> bool:
        """Whether nothing waits for a seed that is still secret, or for an event that bears it out."""
        return not self.found.waits

    @property
    def title(self) -> str:
        """The verdict in a few words."""
        if self.found.waits:
            return "NOT YET REVEALED"
        fit = {_whose(one): one.head.seq for one in self.kept if head_of(self.found, one) is not None}
        if not fit:
            return "CONSISTENT"
        return f"VERIFIED FOR {listing(f'{who} UP TO EVENT {fit[who]}' for who in sorted(fit))}"

    @property
    def line(self) -> str:
        """The verdict's first line: its title, and what was done outside the rules, counted."""
        return f"{self.title}; {self.found.counted}"

    @property
    def words(self) -> list[str]:
        """What was proven, line by line, and nothing beyond."""
        return list(_words(self.found, self.signed, self.kept))


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
                with at(f"table {one.table.id}"):
                    check_kept(found, head, signed)
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


def verify_table(exported: Exported, files: Files = NO_FILES) -> Findings:
    """What was found in a table without fault; raises `BattleFileError` naming the line."""
    referee = Referee(exported.table, exported.events, exported.seeds | secrets_in(exported.events), files)
    for event in exported.events:
        with at(exported.line_of(event)):
            referee.take(event)
    return referee.found


def _signed(exported: Exported) -> Signed | None:
    """Who signed an export; raises `BattleFileError` where its note is of another head."""
    if exported.note is None:
        return None
    with at(f"line {exported.line}: note"):
        signed = read_note(exported.note)
        if signed.head != Head(exported.table.id, len(exported.events), exported.events[-1].hash):
            raise BattleFileError(Code.MISMATCH, "is of another head than this table's")
    return signed


# --- a whole database -----------------------------------------------------------------


@tells(
    "table=table.id name=table.name events=found.events dice=found.dice irregular=found.irregular told=found.counted "
    "before_heads=before"
)
class Verified(NamedTuple):
    """A table in which everything is as it was written."""

    table: TableRow
    found: Findings
    before: int
    """How many of its events were there before the database had a chain of heads: what was there, nobody can say."""


async def verify_store(store: Store, files: Files = NO_FILES) -> AsyncIterator[Verified]:
    """Every table with what was found in it; raises `BattleFileError` naming the first event that differs, and why."""
    with inside(file=store.address):
        tables = await store.tables()
        for table in tables:
            yield await _verify(store, table, files)
        await store.shots()
        await _go_over_chain(store, {table.id for table in tables})


async def _verify(store: Store, row: TableRow, files: Files) -> Verified:
    try:
        await store.table(row.id)  # with its seats, and where it ends
        links = await store.links_of(row.id, LOG)
        events = await _events(store, row.id, {link.seq: link.hash for link in links})
        referee = Referee(row, events, await store.seeds(row.id), files)
        for event in events:
            referee.take(event)
    except DatabaseError:
        raise
    except BattleFileError as wrong:
        raise TableDamaged(row.id, str(wrong)) from None
    return Verified(row, referee.found, max((link.seq for link in links if link.how == UPGRADE), default=0))


async def _events(store: Store, table: str, heads: dict[int, str]) -> list[KeptEvent]:
    """Every event of a table, each the one that was there when it was the last."""
    events: list[KeptEvent] = []
    while more := await store.events(table, len(events)):
        for event in more:
            if heads.pop(event.seq, event.hash) != event.hash:
                problem = f"event {event.seq} is another than the one in the chain of heads"
                raise BattleFileError(Code.MISMATCH, problem)
        events += more
    if heads or await store.count(table, len(events)) != len(events):
        raise BattleFileError(Code.MISMATCH, "has other events than were written to it")
    return events


async def _go_over_chain(store: Store, tables: set[str]) -> None:
    """The chain of heads from its first link to its last; every table that it names is there."""
    n, chain = 0, ""
    while links := await store.links(n):
        for link in links:
            check_link(link, n + 1, chain)
            if link.kind == LOG and link.table_id not in tables:  # it may have been opened since
                if await store.table(link.table_id) is None:
                    raise TableDamaged(link.table_id, "is missing, with all its events")
                tables.add(link.table_id)
            n, chain = link.n, link.chain


# --- what was proven, in words --------------------------------------------------------


def check_kept(found: Findings, kept: Signed, signed: Signed | None) -> None:
    """Raise `BattleFileError` where a log is not the one whose head somebody kept."""
    head, whose = kept.head, _whose(kept)
    if head.seq > found.events:
        problem = f"ends at event {found.events}, but {whose} kept the head of event {head.seq}: it was cut short"
        raise BattleFileError(Code.MISMATCH, problem)
    true = head_of(found, kept)
    if true is not None and true != head.hash:
        both = f", and key {short(kept.key)} signed both" if signed and signed.key == kept.key else ""
        problem = f"event {head.seq} is not the one whose head {whose} kept: there are two games{both}"
        raise BattleFileError(Code.MISMATCH, problem)


def head_of(found: Findings, kept: Signed) -> str | None:
    """What a kept head should be by this log; None while the secret that sealed it is not known."""
    hash_, commit = found.heads[kept.head.seq - 1]
    if not kept.head.sealed:
        return hash_
    secret = found.secrets.get(commit)
    return None if secret is None else seal(secret, kept.head.table, kept.head.seq, hash_)


def _words(found: Findings, signed: Signed | None, kept: Sequence[Signed]) -> Iterator[str]:
    """Everything that was found, line by line, and nothing beyond."""
    yield f"{plural(found.events, 'event')}, each chained to the one before; every command played again by the rules."
    if not found.whole:
        yield "An older Fireline began this log, so it does not always say who did something and who agreed."
    yield from (_irregular(one) for one in found.irregular if one.act is not WITHOUT)  # those are told with the rolls
    if alone := sum(one.act is ROLL_TAKEN_BACK and not one.agreed for one in found.irregular):
        yield f"Somebody took back {plural(alone, 'roll')} alone, and so could wait for better dice."
    yield from _mixed([roll for roll in found.thrown if roll.seats])
    yield from map(_repeated, found.repeated)
    yield from _servers([roll for roll in found.thrown if not roll.seats])
    yield from map(_rotated, found.rotations)
    if found.waiting:
        yield f"Waiting for a secret seed to be revealed: {plural(found.waiting, 'die', 'dice')}."
    if found.whole and found.loose:
        yield f"No later event proves yet what {_numbered('event', found.loose.values())} gave for the dice."
    if found.laid:
        yield f"{plural(found.laid, 'die', 'dice').capitalize()} typed in as real dice fell; nobody can prove these."
    yield _signature(signed)
    for one in kept:
        yield from _for_seat(found, one, signed)
    if not kept:
        yield "This file alone cannot prove who held the seats, nor that the log was not rewritten or went no further."


def _irregular(one: Irregular) -> str:
    why = f": {shown(one.reason, 200)}" if one.reason else ""
    return f"Event {one.event}, outside the rules: {one.act.one} {one.by_whom}{why}."


def _mixed(rolls: list[Roll]) -> Iterator[str]:
    """Rolls by the seats that mixed them."""
    for seats, some in _by(rolls, lambda roll: roll.seats):
        yield (
            f"{_rolls(some)} mixed from fresh values of {listing(seats)} and the server's, all fixed before the "
            f"command was declared: none but the server and {listing(seats)} together could choose a face."
        )


def _servers(rolls: list[Roll]) -> Iterator[str]:
    for given, some in _by(rolls, lambda roll: roll.given):
        seeds = f" Seeds that {listing(given)} gave beforehand went in." if given else ""
        rest = f"{plural(len(some), 'roll')} ({_dice(some)}, {_numbered('event', (roll.seq for roll in some))})"
        yield (
            f"On the server's word: {rest}. No seat mixed in a fresh value, so whoever runs the server could foresee "
            f"the faces, and with a friend at the table steer them.{seeds}"
        )


def _repeated(one: GivenUpRoll) -> str:
    silent = f"{listing(one.silent)} {'was' if len(one.silent) == 1 else 'were'} silent"
    return f"Roll {one.number} was given up and its command declared again: {silent} ({_by_whom(one.by)})."


def _rotated(one: Rotation) -> str:
    told = f"The server's secret was changed at event {one.seq}, {_by_whom(one.by)}"
    if one.by.unasked:
        return f"{told}: whoever runs the server could have chosen the new one to suit him."
    return f"{told}."


def _by_whom(by: Consent) -> str:
    if by.why:
        return f"{listing(by.who)} said why: {shown(by.why, 200)}" if by.who else by.why
    if by.unasked:
        return f"by {listing(by.who)} without the consent of {listing(by.unasked)}"
    return f"agreed by {listing(by.who)}"


def _signature(signed: Signed | None) -> str:
    if signed is None:
        return "Not signed: nobody vouches that the log ended with its last event."
    if not signed.checked:
        return f"Signed by key {short(signed.key)}, not checked: install it with: pip install 'fireline[server]'."
    return f"Signed by key {short(signed.key)}, which vouches that the log went as far as this when it was exported."


def _for_seat(found: Findings, kept: Signed, signed: Signed | None) -> Iterator[str]:
    seat, seq = kept.head.seat, kept.head.seq
    if head_of(found, kept) is None:
        yield f"The head that {_whose(kept)} kept of event {seq} is sealed until the secret of that time is revealed."
        return
    yield f"Up to event {seq} all agrees with the head that {_whose(kept)} kept: nothing was changed, cut or added."
    if not kept.checked:
        yield "The signature of that head was not checked: install it with: pip install 'fireline[server]'."
    if signed is not None and signed.key != kept.key:
        yield f"That head is signed by another key, {short(kept.key)}: ask whoever runs the server why."
    before = [roll for roll in found.thrown if roll.seq <= seq]
    own, others = [roll for roll in before if seat in roll.seats], [roll for roll in before if seat not in roll.seats]
    if seat and own:
        yield f"{seat} mixed its own fresh value into {_numbers(own)}: nobody else could choose or foresee these faces."
    if seat and others:
        rolls = f"{plural(len(others), 'roll')} ({_numbered('event', (roll.seq for roll in others))})"
        yield f"{seat} mixed no value of its own into {rolls}."
    if seq < found.events:
        last = found.events
        later = f"Event {last}" if seq + 1 == last else f"Events {seq + 1} to {last}"
        yield f"{later} came later; this head does not cover {'it' if seq + 1 == last else 'them'}."


def spans(numbers: Iterable[int]) -> str:
    """Whole numbers as people write them.

    >>> spans([1, 2, 3, 5, 7, 8])
    '1 to 3, 5, 7 and 8'
    """
    parts: list[str] = []
    for _, run in groupby(enumerate(sorted(numbers)), lambda one: one[1] - one[0]):
        some = [number for _, number in run]
        parts += [f"{some[0]} to {some[-1]}"] if len(some) > 2 else map(str, some)
    return listing(parts)


def _by(rolls: list[Roll], key: Callable[[Roll], tuple[str, ...]]) -> Iterator[tuple[tuple[str, ...], list[Roll]]]:
    groups: dict[tuple[str, ...], list[Roll]] = {}
    for roll in rolls:
        groups.setdefault(key(roll), []).append(roll)
    yield from groups.items()


def _rolls(rolls: list[Roll]) -> str:
    return f"{capital(_numbers(rolls))} ({_dice(rolls)}) {'was' if len(rolls) == 1 else 'were'}"


def _numbers(rolls: list[Roll]) -> str:
    return _numbered("roll", (roll.number for roll in rolls))


def _numbered(word: str, numbers: Iterable[int]) -> str:
    some = set(numbers)
    return f"{word if len(some) == 1 else f'{word}s'} {spans(some)}"


def _dice(rolls: list[Roll]) -> str:
    return plural(sum(roll.dice for roll in rolls), "die", "dice")


def _whose(kept: Signed) -> str:
    return kept.head.seat or "whoever brings it"
