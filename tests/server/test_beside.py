"""What is told beside a battle and beside an event: how sides look, and whom it concerns."""

from __future__ import annotations

from typing import Any

import pytest

import fireline
from battles import every_ruleset, examples
from fireline.formats.examples import example_files
from fireline.game.battle import Battle
from fireline.server.concerned import concerned
from fireline.server.looks import looks
from server.clients import API, BOW, SHOT, Client, Table, shoot

FIELD: dict[str, Any] = {"fireline": 1, "ruleset": "endless-horizons"}


@pytest.mark.parametrize(
    ("sides", "expected"),
    [
        (("red", "blue"), (1, 0)),
        (("elves", "red"), (0, 1)),
        (("elves", "Blue"), (1, 0)),
        (("a", "b", "c"), (0, 1, 2)),
    ],
)
def test_a_side_has_its_colour_or_what_is_left(sides: tuple[str, ...], expected: tuple[int, ...]) -> None:
    units = [{"id": f"unit {n}", "side": side} for n, side in enumerate(sides)]
    told = looks(Battle.read(FIELD | {"units": units}))
    assert [told[side] for side in sides] == list(expected)


def test_the_sides_of_a_game_look_alike_whoever_stands_first() -> None:
    turned = BOW | {"units": BOW["units"][::-1]}
    assert looks(Battle.read(BOW)) == looks(Battle.read(turned)) == {"bottom": 0, "top": 1}


@every_ruleset
def test_every_side_has_a_look(id_: str, client: Client) -> None:
    for data in examples(id_).values():
        battle = Battle.read(data, example_files())
        told = client.post(f"{API}/read", json={"battle": battle.data()}).json()
        assert set(told["looks"]) == set(told["sides"])
        assert told["solid"] is id_.startswith("blightmeer")
        assert told["place_hint"]
        assert told["distance"] == (battle.ruleset.distance or None)


def test_a_side_whose_units_are_all_out_is_not_in_play(client: Client) -> None:
    archer = {"id": "archer", "side": "red", "at": [4, 4, 0], "ranged": 14, "defence": 16, "weapon": "Long Bow"}
    orc = {"id": "orc", "side": "blue", "at": [9, 4, 0], "defence": 10}
    for status, in_play in (["stunned"], ["red", "blue"]), (["incapacitated"], ["red"]):
        units = [archer, orc | {"status": status}]
        battle = {"fireline": 1, "ruleset": "blightmeer", "turn": {"side": "red"}, "units": units}
        told = client.post(f"{API}/read", json={"battle": battle}).json()
        assert (told["sides"], told["in_play"]) == (["red", "blue"], in_play)


def test_an_event_says_whom_it_concerns(client: Client) -> None:
    table = Table(client, BOW)
    table.command("bottom", shoot("bow", "ax"))
    table.say("bottom", "chat", {"text": "bow"})
    told = {event["kind"]: sorted(event["units"]) for event in table.events("gm")}
    assert told == {"start": [], "commit": [], "command": ["ax", "bow"], "chat": []}


def test_a_command_played_alone_says_whom_it_concerns(client: Client) -> None:
    command = {"command": "Shoot", "shot": SHOT}
    told = client.post(f"{API}/play", json={"battle": BOW, "command": command, "seed": 1}).json()
    assert sorted(told["units"]) == ["ax", "bow"]


def test_whoever_is_gone_is_named_all_the_same() -> None:
    battle = fireline.load("examples/ancients-ranged-combat.yaml")
    alone = Battle.read(battle.data() | {"units": battle.data()["units"][:1]})
    assert concerned((battle, alone), {"unit": "warriors", "to": "E5"}, [{"event": "x", "units": [["bow", 3]]}]) == [
        "warriors",
        "bow",
    ]
