"""Every field of every event of exported logs, changed one at a time by somebody who makes the chain anew."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from fireline.game.errors import BattleFileError
from fireline.server.store.chain import canonical, digest
from fireline.server.tables import routes
from fireline.server.verifying import verify_export
from server.clients import BOW, Client, Table, shoot
from server.played import MIXED
from server.sitting import Sitting

Way = tuple[str | int, ...]
Event = dict[str, Any]
FIRE = shoot("bow", "ax")
FREE: set[tuple[str, Way]] = {
    ("chat", ("actor",)),
    ("chat", ("body", "text")),
    ("rename", ("body", "name")),
    ("player", ("body", "player", "name")),
    ("without_seat", ("body", "without", "why")),
    ("rotate_dice", ("body", "rotated", "why")),
}
"""Free text, and who said a line of talk: what nothing in a log bears out, by the kind of event."""
EVERYWHERE: set[Way] = {("at",), ("cmd_id",), ("body", "reason")}
"""The same in events of every kind: times, ids of commands, the reasons that people give."""


def played(client: Client) -> Table:
    """A table with server's dice at which everything happens that a table knows; the dice are mixed at first."""
    table = Table(client, BOW, seats=[{"seat": "ann", "sides": ["bottom"]}, {"seat": "bo", "sides": ["top"]}])
    ann, bo = (Sitting(table, seat).sit() for seat in ("ann", "bo"))
    table.say("ann", "player", {"name": "Ann"})
    table.say("gm", "rename", {"name": "The hill"})
    table.say("ann", "chat", {"text": "hello"})
    ann.command(FIRE)
    for one in (ann, bo, ann):
        one.look()
    fired = table.head
    table.say("ann", "undo_request", {"seq": fired, "reason": "a slip"})
    assert table.agree("bo").status_code == 200
    ann.command(FIRE)
    ann.look()
    table.say("gm", "without_seat", {"seats": ["bo"], "reason": "gone"})
    ann.look()
    table.answer_all("bo")  # a retreat
    place = {"command": "Place", "unit": "bow", "to": "F6", "marks": [["battled", False]]}
    table.command("ann", place)
    assert table.agree("bo").status_code == 200
    table.say("ann", "override", {"battle": BOW | {"name": "Another"}})
    assert table.agree("gm", reason="both want it").status_code == 200
    unit = {"id": "more", "side": "bottom", "type": "light_bow_infantry"}
    table.say("ann", "add", {"piece": unit, "path": "units", "to": "F7"})
    assert table.agree("bo", agree=False).status_code == 200
    table.say("gm", "add", {"piece": unit, "path": "units", "to": "F7", "reason": "late"})
    table.say("bo", "rotate_dice", {})
    table.say("ann", "rotate_dice", {})
    table.post("gm", "/seats", {"seat": "bo", "action": "rotate"})
    roll = ann.dice.mixing.roll
    for commit in ("a" * 64, "b" * 64, None, "c" * 64):  # no roll is mixed from any of them
        assert table.say("ann", "dice_value", {"roll": roll, "commit": commit}).status_code == 200
    return table


def plain(client: Client) -> Table:
    """A table whose dice the server alone throws: rolls, other faces, steps taken back alone."""
    table = Table(client, BOW)
    table.say("bottom", "client_seed", {"seed": "mine"})
    assert table.command("bottom", FIRE).status_code == 200
    table.say("gm", "undo_request", {"seq": table.head, "reason": "so"})
    assert table.command("bottom", FIRE).status_code == 200
    assert table.say("gm", "override", {"reason": "it fell", "faces": ["green", "swords"]}).status_code == 200
    assert table.command("bottom", {"command": "EndPhase"}).status_code == 200
    assert table.say("bottom", "undo_request", {"seq": table.head}).status_code == 200
    assert table.say("gm", "rotate_dice", {"reason": "for luck"}).status_code == 200
    assert table.say("bottom", "client_seed", {"seed": "mine again"}).status_code == 200  # nothing is thrown under it
    for _ in range(2):  # and shown again
        assert table.say("gm", "hide", {"unit": "bow"}).status_code == 200
    return table


def real(client: Client) -> Table:
    """A table with dice of one's own."""
    table = Table(client, BOW, dice="real", undo="consent")
    assert table.say("bottom", "faces", {"command": FIRE, "faces": ["green", "swords"]}).status_code == 200
    table.say("bottom", "override", {"faces": ["green", "green"], "reason": "it was cocked"})
    assert table.agree("top").status_code == 200
    return table


def export(table: Table) -> tuple[Event, list[Event]]:
    """The first line of an export without its signature, and its events."""
    first, *events = [json.loads(line) for line in table.get("gm", "/export").text.splitlines()]
    del first["note"]
    return first, events


def forged(first: Event, events: list[Event]) -> list[bytes]:
    """The lines of an export, every hash made anew."""
    prev = events[0]["prev"]
    for event in events:
        event.pop("hash", None)
        event["prev"] = prev
        event["hash"] = prev = digest(canonical(event))
    return [(canonical(row) + "\n").encode() for row in (first | {"head": prev}, *events)]


def changed(value: Any, seats: list[str]) -> Iterator[Any]:
    """Other values in place of one."""
    match value:
        case bool():
            yield not value
        case int() | float():
            yield from (value + 1, max(value - 1, 0), str(value))
        case str():
            yield from (f"{value}x", "", 7)
            yield from (seat for seat in seats if value in seats and seat != value)
            if len(value) == 64:
                yield "0" * 64
        case None:
            yield from ("x", 1)
        case list():
            yield from ([*value, "x"], [*value, *value[:1]], value[:-1], value[::-1], None)
        case dict():
            yield from (value | {"unknown": 1}, None)


def places(value: Any, path: Way = ()) -> Iterator[Way]:
    """Every place within an event."""
    if path:
        yield path
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in entries:
        if path or key not in {"prev", "hash"}:
            yield from places(inner, (*path, key))


def forgeries(events: list[Event], seats: list[str]) -> Iterator[tuple[str, list[Event]]]:
    """Logs that differ in one field, with what differs."""
    kinds = sorted({event["kind"] for event in events})
    for n, event in enumerate(events):
        for path in places(event):
            if (event["kind"], path) in FREE or path in EVERYWHERE:
                continue
            *way, last = path
            here: Any = event
            for key in way:
                here = here[key]
            old = here[last]
            others = [*changed(old, seats), *(kinds if path == ("kind",) else ())]
            for new in (one for one in others if canonical(one) != canonical(old)):
                log = deepcopy(events)
                there: Any = log[n]
                for key in way:
                    there = there[key]
                there[last] = new
                yield f"event {n + 1} ({event['kind']}): {path}: {old!r} -> {new!r}", log
            if isinstance(here, dict) and len(path) > 1:
                log = deepcopy(events)
                there = log[n]
                for key in way:
                    there = there[key]
                del there[last]
                yield f"event {n + 1} ({event['kind']}): {path} gone", log


@pytest.mark.parametrize("play", [pytest.param(played, marks=pytest.mark.whole("long")), plain, real])
def test_no_field_of_a_log_can_be_changed(play: Any, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "DICE_WAIT", 0)
    table = play(client)
    assert table.say("gm", "reveal", {}).status_code == 200
    first, events = export(table)
    next(iter(verify_export(forged(first, deepcopy(events)))))
    passed, tried = [], 0
    for told, log in forgeries(events, [*table.tokens]):
        tried += 1
        try:
            list(verify_export(forged(first, log)))
        except BattleFileError:
            continue
        passed.append(told)
    assert not passed, "\n".join(passed)
    assert tried > 300


def test_a_log_is_refused_in_the_words_in_which_the_table_refuses(client: Client) -> None:
    table = Table(client, BOW)
    assert table.command("bottom", FIRE).status_code == 200
    first, events = export(table)
    told = table.command("top", FIRE).json()["detail"]
    assert told == "That is for bottom to say."
    events[-1]["actor"] = events[-1]["body"]["who"] = "top"
    with pytest.raises(BattleFileError, match=rf"^line {len(events) + 1}: event {len(events)}: {told}$"):
        list(verify_export(forged(first, events)))


def test_whoever_takes_back_rolls_alone_and_types_in_another_is_counted(client: Client) -> None:
    table = Table(client, BOW)
    for _ in range(8):
        assert table.command("bottom", FIRE).status_code == 200
        assert table.say("gm", "undo_request", {"seq": table.head, "reason": "so"}).status_code == 200
    assert table.command("bottom", FIRE).status_code == 200
    assert table.say("gm", "override", {"reason": "so", "faces": ["green", "green"]}).status_code == 200
    table.say("gm", "reveal", {})
    verdict = table.verdict()
    acts = "8 rolls taken back by gm alone, 1 result typed in by gm alone"
    assert verdict.line == f"CONSISTENT; 9 acts outside the rules: {acts}"
    assert [one.act.kind for one in verdict.found.irregular] == ["taken back"] * 8 + ["override"]
    assert verdict.found.laid == 0  # what was typed in against the dice is no real die


@pytest.mark.parametrize("key", ["faces", "story", "outcome"])
def test_what_people_were_shown_is_compared_where_an_older_log_keeps_it(key: str) -> None:
    first, *events = [json.loads(line) for line in MIXED.read_text(encoding="utf-8").splitlines()]
    del first["note"]
    rolled = next(event for event in events if "throws" in event["body"])
    assert "story" in rolled["body"]  # the file stays readable
    rolled["body"][key] = {"faces": ["swords", "swords"], "story": ["All fall down."], "outcome": "Gone."}[key]
    with pytest.raises(BattleFileError, match=rf"event {rolled['seq']}: {key}: people were shown .*; the rules make"):
        list(verify_export(forged(first, events)))


def test_a_log_of_a_table_keeps_nothing_that_is_derived(client: Client) -> None:
    table = Table(client, BOW)
    table.command("bottom", FIRE)
    last = table.events("top")[-1]
    assert not {"faces", "story", "outcome"} & set(last["body"])
    assert last["shown"]["faces"] == [one["shows"] for one in last["body"]["throws"]]
    assert last["shown"]["story"]


def test_a_secret_that_is_never_told_is_missed(client: Client) -> None:
    table = plain(client)
    assert table.say("gm", "reveal", {}).status_code == 200
    first, events = export(table)
    event = next(one for one in events if one["kind"] == "reveal")
    del event["body"]["reveal"]
    with pytest.raises(BattleFileError, match=f"event {event['seq']}.*the secret seed behind .* stands nowhere"):
        list(verify_export(forged(first, events)))
