"""A dishonest server against players of every manner: what it gains, who notices, and the words of the verdict."""

import itertools
from collections.abc import Iterable
from typing import Any, get_args

import pytest

from fireline.server.dice.notes import read_note
from fireline.server.store.rows import KeptEvent
from fireline.server.verifying import Verdict, verify_export
from refusing import wrong_with
from server.crooked import Caught, Cheat, Crooked, Manner
from server.seat_dice import SeatDice

CHEATS: tuple[Cheat, ...] = get_args(Cheat)
MANNERS: tuple[Manner, ...] = get_args(Manner)
PAIRS = list(itertools.product(CHEATS, MANNERS))
BOTH = "bottom and top"


def played(cheat: Cheat, manner: Manner, rolls: int = 2, number: int = 0) -> Crooked:
    """A game whose first roll is honest and whose others are not."""
    server = Crooked(cheat, manner, number)
    for n in range(rolls):
        try:
            server.roll(cheat=n > 0)
        except Caught:
            break
    return server


def verdict(server: Crooked, *notes: str) -> Verdict:
    (found,) = verify_export(server.export(), kept=[read_note(note) for note in notes])
    return found


def mixed(rolls: str, dice: int, seats: str) -> str:
    many = "were" if "Rolls" in rolls else "was"
    return (
        f"{rolls} ({dice} dice) {many} mixed from fresh values of {seats} and the server's, all fixed before the "
        f"command was declared: none but the server and {seats} together could choose a face."
    )


def given_up(number: int, silent: str, by: str) -> str:
    return f"Roll {number} was given up and its command declared again: {silent} was silent (agreed by {by})."


def server_alone(dice: int, event: int) -> str:
    return (
        f"On the server's word: 1 roll ({dice} dice, event {event}). No seat mixed in a fresh value, so whoever runs "
        "the server could foresee the faces, and with a friend at the table steer them."
    )


CHANGED = (
    "The server's secret was changed at event {}, by top without the consent of bottom: whoever runs the server could "
    "have chosen the new one to suit him."
)
WITHOUT_TOP = [mixed("Rolls 2 and 4", 4, "bottom"), given_up(1, "top", "bottom"), given_up(3, "top", "bottom")]
WORDS: dict[tuple[Cheat, bool], list[str]] = {
    ("none", True): [mixed("Rolls 1 and 2", 4, BOTH)],
    ("rotate", True): [mixed("Rolls 1 and 2", 4, BOTH), CHANGED.format(10)],
    ("away", True): [mixed("Roll 1", 2, BOTH), mixed("Roll 2", 2, "top")],
    ("replay", True): [mixed("Roll 1", 2, BOTH), mixed("Roll 3", 2, "top"), given_up(2, "bottom", "top")],
    ("none", False): WITHOUT_TOP,
    ("rotate", False): [*WITHOUT_TOP, CHANGED.format(13)],
    ("away", False): [*WITHOUT_TOP[:2], given_up(3, "top", "top")],  # he is back before it is declared again
    ("replay", False): [
        mixed("Roll 2", 2, "bottom"),
        given_up(1, "top", "bottom"),
        given_up(3, "bottom and top", "top").replace(" was silent", " were silent"),
        server_alone(2, 16),
    ],
}
"""What is said of the rolls, by the server's cheat, and whether top shows his values."""
OWN = {
    ("none", True): ("rolls 1 and 2", None),
    ("rotate", True): ("rolls 1 and 2", None),
    ("away", True): ("roll 1", 14),
    ("replay", True): ("roll 1", 17),
    ("none", False): ("rolls 2 and 4", None),
    ("rotate", False): ("rolls 2 and 4", None),
    ("away", False): ("rolls 2 and 4", None),
    ("replay", False): ("roll 2", 16),
}
"""The rolls that bottom mixed a value into and the event of one that he did not, as the head that he kept tells him."""
TROUBLE: dict[tuple[Cheat, bool], list[str]] = {
    ("away", True): ["roll 2 was declared without this seat"],
    ("away", False): ["roll 3 was declared without this seat"],
    ("replay", True): ["the commitment of roll 2 is not this device's", "roll 3 was declared without this seat"],
    ("replay", False): ["the commitment of roll 3 is not this device's"],
}
"""What bottom's own client shows at once."""
IMPOSSIBLE = {
    "drop": "declared.seats: {'top': '",
    "late": "rolled.value: is not the value that the server committed to",
}
"""Cheats after which there is no log that anybody would take."""


def about_dice(found: Verdict) -> list[str]:
    """The words of a verdict, less those on what is done outside the rules: this server takes back every roll."""
    beside = ("An older Fireline", "Event ", "Somebody took back")
    return [line for line in found.words if not line.startswith(beside)]


@pytest.mark.parametrize(("cheat", "manner"), [pair for pair in PAIRS if pair[0] not in IMPOSSIBLE])
def test_every_pairing_ends_in_just_these_words(cheat: Cheat, manner: Manner) -> None:
    server = played(cheat, manner)
    pair = cheat, manner not in {"silent", "wrong"}
    assert server.bottom.trouble == TROUBLE.get(pair, [])
    stranger, seat = verdict(server), verdict(server, server.kept_by(server.bottom))
    last = len(server.log)
    chained = f"{last} events, each chained to the one before; every command played again by the rules."
    signed = "Signed by key fireline+9e6da5fd, which vouches that the log went as far as this when it was exported."
    file = "This file alone cannot prove who held the seats, nor that the log was not rewritten or went no further."
    same = f"Up to event {last} all agrees with the head that bottom kept: nothing was changed, cut or added."
    waits = ["Waiting for a secret seed to be revealed: 2 dice."] if stranger.found.waiting else []
    taken_back = [event.seq for event in server.log if event.kind == "undone"]
    assert [one.event for one in stranger.found.irregular if one.act.kind == "taken back"] == taken_back
    assert about_dice(stranger) == [chained, *WORDS[pair], *waits, signed, file]
    rolls, missed = OWN[pair]
    own = f"bottom mixed its own fresh value into {rolls}: nobody else could choose or foresee these faces."
    alone = [f"bottom mixed no value of its own into 1 roll (event {missed})."] if missed else []
    assert about_dice(seat) == [chained, *WORDS[pair], *waits, signed, same, own, *alone]
    titles = ("NOT YET REVEALED",) * 2 if waits else ("CONSISTENT", f"VERIFIED FOR bottom UP TO EVENT {last}")
    assert (stranger.title, seat.title) == titles


@pytest.mark.whole("long")
@pytest.mark.parametrize(("cheat", "manner"), [pair for pair in PAIRS if pair[0] in IMPOSSIBLE])
def test_some_cheats_leave_no_log_that_anybody_takes(cheat: Cheat, manner: Manner) -> None:
    server = played(cheat, manner)
    seq = len(server.log)
    assert wrong_with(verdict, server).startswith(f"line {seq + 1}: event {seq}: {IMPOSSIBLE[cheat]}")
    assert server.bottom.trouble[0].startswith(f"event {seq}: {IMPOSSIBLE[cheat]}")
    assert server.bottom.fork
    assert server.bottom.to_say() == []  # he shows nothing any more


# --- two games, cut, rewritten -------------------------------------------------------


def forked() -> tuple[Crooked, Crooked]:
    """One table of which two seats were shown two games."""
    one, other = played("none", "honest", 1), played("none", "honest", 1)
    other.put("chat", "top", {"text": "only you see this"})
    one.put("chat", "top", {"text": "and this is for you"})
    return one, other


def visited(log: Iterable[KeptEvent], **how: Any) -> SeatDice:
    """A device of bottom's that has heard a log."""
    device = SeatDice("crooked-0", "bottom", b"\1" * 32, **how)
    for event in log:
        device.hear(event.data())
    return device


def test_two_heads_of_one_event_convict_the_server_and_one_is_noticed_by_who_saw_the_other() -> None:
    one, other = forked()
    theirs = other.kept_by(other.top)
    signed = "there are two games, and key fireline+9e6da5fd signed both"
    said = wrong_with(verdict, one, one.kept_by(one.bottom), theirs)
    assert said == f"--head: bottom and top kept different heads of event 10: {signed}"
    said = wrong_with(verdict, one, theirs)
    told = "table crooked-0: event 10 is not the one whose head top kept"
    assert said == f"{told}: {signed}"


def test_a_log_that_was_cut_is_noticed_by_who_saw_more() -> None:
    server = played("none", "honest")
    note, cut = server.kept_by(server.bottom), server.export(server.log[:-2])
    assert next(iter(verify_export(cut))).title == "CONSISTENT"  # a stranger cannot know
    said = wrong_with(list, verify_export(cut, kept=[read_note(note)]))
    told = "ends at event 12, but bottom kept the head of event 14: it was cut short"
    assert said == f"table crooked-0: {told}"


def test_a_client_that_saw_the_one_game_takes_no_part_in_the_other() -> None:
    one, other = forked()
    again = visited(other.log, kept=one.bottom.kept, taking_part=True)
    assert again.to_say() == []
    assert again.trouble == ["event 10 is another than on the last visit"]


def test_a_client_shows_no_value_for_a_roll_that_was_another_before() -> None:
    server = played("none", "honest", 1)
    server.declare()
    (shown,) = server.bottom.to_say()
    back = Crooked("none", "honest")  # the server begins again, as from an older backup
    back.roll(cheat=False)
    back.put("chat", "top", {"text": "a second try"})
    back.declare()
    kept = server.bottom.kept
    kept.seq = 0  # even one that does not know how far the log went
    again = visited(back.log, kept=kept, taking_part=True)
    assert shown["body"]["roll"] == 2
    assert again.to_say() == []
    assert again.trouble == ["roll 2 was declared before, for something else"]


def test_a_shorter_log_than_before_is_a_fork() -> None:
    server = played("none", "honest")
    again = visited(server.log[:-3], kept=server.bottom.kept, taking_part=True)
    assert again.to_say() == []
    assert again.trouble == ["the log ends at event 11, but went to event 14 before"]


def test_a_note_of_another_game_or_key_is_trouble() -> None:
    one, other = forked()
    one.bottom.take_note(one.note())
    one.bottom.take_note(other.note())
    assert one.bottom.trouble == ["the server signed another event 10 than it has told"]
    assert one.bottom.kept.note == one.note()


def test_two_devices_with_different_secrets_do_not_fight() -> None:
    server = Crooked()
    phone = type(server.bottom)(server.row.id, "bottom", rb"\9" * 32, taking_part=True)
    for event in server.log:
        phone.hear(event.data())
    assert phone.to_say() == []  # the seat takes part already, from elsewhere
    server.declare()
    phone.hear(server.log[-1].data())
    assert phone.to_say() == []
    assert phone.trouble == ["the commitment of roll 1 is not this device's"]


# --- heads that others hold ----------------------------------------------------------


def test_the_head_of_another_seat_tells_of_a_doubled_table() -> None:
    one, other = forked()
    assert one.bottom.trouble == []
    one.bottom.take_other("top", one.note("top"))
    assert one.bottom.trouble == []
    one.bottom.take_other("top", other.note("top"))
    assert one.bottom.trouble == [f"top holds another event {len(other.log)}: there are two games"]
    assert one.bottom.to_say() == []


def test_a_head_that_runs_ahead_is_compared_when_its_event_is_heard() -> None:
    one, other = forked()
    late = SeatDice(one.row.id, "bottom", b"\1" * 32)
    late.take_other("top", other.note("top"))
    for event in one.log:
        late.hear(event.data())
    assert late.trouble == [f"top holds another event {len(one.log)}: there are two games"]


def test_a_table_that_was_set_back_is_noticed_by_who_has_kept_nothing() -> None:
    server = played("none", "honest")
    new = visited(server.log[:5])
    new.take_other("top", server.note("top"), head=5)
    last = len(server.log)
    told = f"top holds a head of event {last}, but the log ends at event 5: the table was set back"
    assert new.trouble == [told]
