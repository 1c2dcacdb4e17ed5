"""What was proven of the dice of a log, in words: to a stranger with the file, and to a seat that kept a head."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.ruling.prose import listing, plural
from fireline.server.consent import ROLL_TAKEN_BACK, WITHOUT, Irregular
from fireline.server.dice.found import Consent, Found, Repeated, Roll, Rotation
from fireline.server.dice.hashes import seal
from fireline.server.dice.notes import Signed, short


def check_kept(found: Found, kept: Signed, signed: Signed | None) -> None:
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


def head_of(found: Found, kept: Signed) -> str | None:
    """What a kept head should be by this log; None while the secret that sealed it is not known."""
    hash_, commit = found.heads[kept.head.seq - 1]
    if not kept.head.sealed:
        return hash_
    secret = found.secrets.get(commit)
    return None if secret is None else seal(secret, kept.head.table, kept.head.seq, hash_)


def title(found: Found, kept: Sequence[Signed]) -> str:
    """The verdict in a few words."""
    if found.waits:
        return "NOT YET REVEALED"
    fit = {_whose(one): one.head.seq for one in kept if head_of(found, one) is not None}
    return f"VERIFIED FOR {listing(f'{who} UP TO EVENT {fit[who]}' for who in sorted(fit))}" if fit else "CONSISTENT"


def words(found: Found, signed: Signed | None, kept: Sequence[Signed]) -> Iterator[str]:
    """Everything that was found, line by line, and nothing beyond."""
    yield f"{plural(found.events, 'event')}, each chained to the one before; every command played again by the rules."
    if not found.whole:
        yield "An older Fireline began this log: it does not say of everything who did it, and who agreed."
    yield from (_irregular(one) for one in found.irregular if one.act is not WITHOUT)  # those are told with the rolls
    if alone := sum(one.act is ROLL_TAKEN_BACK and not one.agreed for one in found.irregular):
        yield (f"Whoever takes back a roll alone may go on until one suits: that was done to {plural(alone, 'roll')}.")
    yield from _mixed([roll for roll in found.thrown if roll.seats])
    yield from map(_repeated, found.repeated)
    yield from _servers([roll for roll in found.thrown if not roll.seats])
    yield from map(_rotated, found.rotations)
    if found.waiting:
        yield f"Waiting for a secret seed to be revealed: {plural(found.waiting, 'die', 'dice')}."
    if found.whole and found.loose:
        given = sorted(set(found.loose.values()))
        yield f"Nothing bears out yet what event{_s(given)} {spans(given)} gave for the dice."
    if found.laid:
        yield f"Typed in as real dice fell, which nobody can prove: {plural(found.laid, 'die', 'dice')}."
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
        rest = f"{plural(len(some), 'roll')} ({_dice(some)}, event{_s(some)} {spans(roll.seq for roll in some)})"
        yield (
            f"On the server's word: {rest}. No seat mixed in a fresh value, so whoever runs the server could foresee "
            f"the faces, and with a friend at the table steer them.{seeds}"
        )


def _repeated(one: Repeated) -> str:
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
        return "Not signed: whether the log went on after its last event, nobody vouches for."
    if not signed.checked:
        return f"Signed by key {short(signed.key)}, not checked: install it with: pip install 'fireline[server]'."
    return f"Signed by key {short(signed.key)}, which vouches that the log went as far as this when it was exported."


def _for_seat(found: Found, kept: Signed, signed: Signed | None) -> Iterator[str]:
    seat, seq = kept.head.seat, kept.head.seq
    if head_of(found, kept) is None:
        yield f"The head that {_whose(kept)} kept of event {seq} is sealed until the secret of that time is revealed."
        return
    yield f"Up to event {seq} this is the game whose head {_whose(kept)} kept: nothing changed, cut or added."
    if not kept.checked:
        yield "The signature of that head was not checked: install it with: pip install 'fireline[server]'."
    if signed is not None and signed.key != kept.key:
        yield f"That head is signed by another key, {short(kept.key)}: ask whoever runs the server why."
    before = [roll for roll in found.thrown if roll.seq <= seq]
    own, others = [roll for roll in before if seat in roll.seats], [roll for roll in before if seat not in roll.seats]
    if seat and own:
        yield f"Into {_numbers(own)} went {seat}'s own fresh value: nobody else could choose or foresee these faces."
    if seat and others:
        yield f"Into {plural(len(others), 'roll')} (event{_s(others)} {spans(roll.seq for roll in others)}) it did not."
    if seq < found.events:
        last = found.events
        later = f"Event {last}" if seq + 1 == last else f"Events {seq + 1} to {last}"
        yield f"{later} came later; of {'it' if seq + 1 == last else 'them'} this head says nothing."


def spans(numbers: Iterable[int]) -> str:
    """Whole numbers as people write them.

    >>> spans([1, 2, 3, 5, 7, 8])
    '1 to 3, 5, 7 and 8'
    """
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts: list[str] = []
    for run in runs:
        parts += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run)
    return listing(parts)


def _by(rolls: list[Roll], key: Callable[[Roll], tuple[str, ...]]) -> Iterator[tuple[tuple[str, ...], list[Roll]]]:
    groups: dict[tuple[str, ...], list[Roll]] = {}
    for roll in rolls:
        groups.setdefault(key(roll), []).append(roll)
    yield from groups.items()


def _rolls(rolls: list[Roll]) -> str:
    named = _numbers(rolls)
    return f"{named[0].upper()}{named[1:]} ({_dice(rolls)}) {'was' if len(rolls) == 1 else 'were'}"


def _numbers(rolls: list[Roll]) -> str:
    return f"roll{_s(rolls)} {spans(roll.number for roll in rolls)}"


def _s(some: Sequence[object]) -> str:
    return "" if len(some) == 1 else "s"


def _dice(rolls: list[Roll]) -> str:
    return plural(sum(roll.dice for roll in rolls), "die", "dice")


def _whose(kept: Signed) -> str:
    return kept.head.seat or "whoever brings it"
