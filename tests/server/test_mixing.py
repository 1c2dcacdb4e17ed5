"""Mixed dice, hash by hash: the same as their description says, and what a log may not say of them."""

import json
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

from fireline.game.errors import BattleFileError
from fireline.server.dice.book import DiceBook, Mixing
from fireline.server.dice.hashes import SERVER, commitment, commitment_to, context_of, face, own_value, stream
from fireline.server.dice.notes import VARIABLE, Head, ServerKey, key_file, read_note, server_key, short
from refusing import wrong_with
from server import dice_witness
from server.crooked import Crooked
from server.test_referee import at

VECTORS = json.loads(dice_witness.MIXED.read_text(encoding="utf-8"))
Body = dict[str, Any]


def test_the_vectors_are_those_of_the_witness() -> None:
    assert dice_witness.mixed_vectors() == VECTORS


@pytest.mark.parametrize("number", range(len(VECTORS["rolls"])))
def test_every_vector_is_made_again(number: int) -> None:
    roll = VECTORS["rolls"][number]
    table, declared = roll["table"], roll["declared"]
    for seat, secret in roll["secrets"].items():
        value = own_value(bytes.fromhex(secret), table, declared["roll"])
        assert value == roll["values"][seat]
        assert commitment_to(table, declared["roll"], seat, value) == declared["seats"][seat]
    assert own_value(bytes.fromhex(roll["server_secret"]), table, declared["roll"]) == roll["server"]
    assert commitment_to(table, declared["roll"], SERVER, roll["server"]) == declared["server"]
    assert context_of(table, declared) == roll["context"]
    words = stream(roll["context"], roll["values"], roll["server"])
    assert [face(words, one["sides"], one.get("weights", ())) for one in roll["throws"]] == [
        one["face"] for one in roll["throws"]
    ]


def test_the_witness_makes_the_rolls_of_a_whole_log_again() -> None:
    server = Crooked()
    server.roll(cheat=False)
    silent = Crooked(manner="silent")
    silent.roll(cheat=False)
    for one in (server, silent):
        assert dice_witness.check_mixed([json.loads(line) for line in one.export()]) == 1


def log() -> list[Body]:
    """The bodies of a game with one mixed roll, as far as its dice."""
    server = Crooked()
    server.roll(cheat=False)
    return [dict(event.body) for event in server.log]


JOINED, DECLARED, VALUE, ROLLED = 2, 4, 5, 7
NOUGHT = "0" * 64


@pytest.mark.parametrize(
    ("number", "change", "told"),
    [
        (JOINED, at("joined.roll", 2), "joined.roll: 2 should be 1"),
        (JOINED, at("joined.commit", "x"), "joined.commit: "),
        (DECLARED, at("declared.roll", 2), "declared.roll: 2 should be 1"),
        (DECLARED, at("declared.seats.top", "0" * 64), "declared.seats: "),
        (DECLARED, at("declared.seats.gm", "0" * 64), "declared.seats: "),
        (DECLARED, at("declared.head", None), "declared: names either head or sealed"),
        (DECLARED, at("declared.sealed", "0" * 64), "declared: names either head or sealed"),
        (VALUE, at("value.roll", 2), "value.roll: 2 should be 1"),
        (VALUE, at("value.seat", "gm"), "value.seat: no value of 'gm' is waited for"),
        (VALUE, at("value.context", "0" * 64), "value.context: "),
        (VALUE, at("value.value", "0" * 64), "value.value: is not the value that was committed to"),
        (ROLLED, at("rolled.roll", 2), "rolled.roll: 2 should be 1"),
        (ROLLED, at("rolled.context", "0" * 64), "rolled.context: "),
        (ROLLED, at("rolled.value", "0" * 64), "rolled.value: is not the value that the server committed to"),
        (ROLLED, at("command", {"command": "EndPhase"}), "command: is not the command that was declared"),
    ],
)
def test_what_could_not_have_been_fair_is_refused(number: int, change: Callable[[Body], object], told: str) -> None:
    bodies = log()
    mixing = reduce(Mixing.after, bodies[:number], Mixing("crooked-0"))
    change(bodies[number])
    assert wrong_with(mixing.after, bodies[number]).startswith(told)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"away": ["top"]}, "away: ['top'] do not take part"),
        ({"away": "top"}, "away: 'top' do not take part"),
        ({"value": {"seat": "a", "roll": 1, "context": NOUGHT, "value": NOUGHT, "next": NOUGHT}}, "value: no roll"),
        ({"without": {"roll": 1, "seats": ["a"], "why": "x", "who": []}}, "without: no roll is declared"),
        ({"rolled": {"roll": 1, "context": "0" * 64}}, "rolled: no roll is declared"),
    ],
)
def test_where_nothing_is_declared_nothing_is_shown(body: Body, told: str) -> None:
    assert wrong_with(Mixing("t").after, body).startswith(told)


def test_a_roll_is_not_thrown_before_every_value_is_shown_nor_declared_over_another() -> None:
    bodies = log()
    mixing = reduce(Mixing.after, bodies[: VALUE + 1], Mixing("crooked-0"))
    assert "rolled: the value of 'top' has not been shown" in wrong_with(mixing.after, bodies[ROLLED])
    assert "declared: roll 1 still waits for values" in wrong_with(mixing.after, bodies[DECLARED])
    with pytest.raises(BattleFileError, match=r"^without\.seats: "):
        mixing.after({"without": {"roll": 1, "seats": ["bottom"], "why": "agreed", "who": ["top"]}})
    assert "not the one behind the commitment" in wrong_with(DiceBook(commit=commitment(b"a" * 32)).dice, b"b" * 32)


# --- heads ---------------------------------------------------------------------------

KEY = ServerKey(bytes(range(32)))
NOTE = KEY.sign(Head("evening-1", 13, dice_witness.sha("head"), seat="bottom"))


def test_a_head_is_the_note_of_the_witness_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    assert VECTORS["note"] == NOTE
    read = read_note(NOTE.replace("\n", "\r\n") + "\n")
    assert read.head == Head("evening-1", 13, dice_witness.sha("head"), seat="bottom")
    assert (read.key, read.checked) == (KEY.text, True)
    assert read_note(KEY.sign(Head("t", 1, "0" * 64, sealed=True))).head.sealed
    monkeypatch.setattr("fireline.server.dice.notes._is_signed", lambda *_: None)
    assert read_note(NOTE.replace("event 13", "event 12")).checked is False


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("event 13", "event 12", "the signature is not one of key fireline"),
        ("bottom", "top", "the signature is not one of key fireline"),
        ("— fireline ", "— fireline AAAA", "begins no signed head"),
        ("fireline-head/1", "hello", "'hello' begins no signed head of a table"),
        (KEY.text, ServerKey(bytes(32)).text, "the signature is not one of key fireline"),
    ],
)
def test_a_head_that_was_changed_is_none(old: str, new: str, told: str) -> None:
    with pytest.raises(BattleFileError, match=told):
        read_note(NOTE.replace(old, new, 1))


def test_the_key_is_made_once_for_nobody_else_to_read_and_half_a_key_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    database = tmp_path / "games.db"
    database.touch()
    (tmp_path / "link.db").symlink_to(database)
    file = key_file(tmp_path / "link.db", tmp_path)
    assert file == tmp_path / "games.db.key"
    key = server_key(file)
    assert server_key(file).text == key.text
    assert file.stat().st_mode & 0o777 == 0o600
    assert sorted(one.name for one in tmp_path.iterdir()) == ["games.db", "games.db.key", "link.db"]
    assert short(key.text).startswith("fireline+")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "elsewhere.key"))
    assert key_file(database, tmp_path) == tmp_path / "elsewhere.key"
    file.write_bytes(b"half")
    assert "is no key of 32 bytes" in wrong_with(server_key, file)
    assert file.read_bytes() == b"half"
    assert "the server's key: File exists" in wrong_with(server_key, file / "below")
