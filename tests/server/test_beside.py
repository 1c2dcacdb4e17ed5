"""What is told beside a battle and an event: how sides look, whom it concerns, who may say it, what it came to."""

from typing import Any

import pytest

import fireline
from battles import every_ruleset, examples
from endless_horizons_field import field
from fireline.chance import FixedDice
from fireline.draw.sides import looks
from fireline.formats.examples import example_files
from fireline.game.battle import Battle
from fireline.game.command import EndPhase, NextTurn, Shoot, Shot
from fireline.game.log import outcome_of
from fireline.questions.answering.overview import Promise, ReadAnswer, concerned, speakers
from server.clients import API, BOW, Client, Table, shoot

FIELD: dict[str, Any] = {"fireline": 1, "ruleset": "endless-horizons"}


@pytest.mark.parametrize(
    ("sides", "expected"),
    [(("red", "blue"), (1, 0)), (("elves", "red"), (0, 1)), (("elves", "Blue"), (1, 0)), (("a", "b", "c"), (0, 1, 2))],
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


@every_ruleset
def test_the_menu_promises_what_the_odds_of_each_shot_say(id_: str) -> None:
    for data in examples(id_).values():
        battle = Battle.read(data, example_files())
        shots = [line for line in ReadAnswer(battle).commands if isinstance(line.command, Shoot)]
        assert len(shots) == sum(isinstance(one, Shoot) for one in battle.legal())
        for line in shots:
            assert isinstance(line.command, Shoot)
            odds = battle.odds(line.command.shot)
            assert line.odds == Promise(odds.headline, odds.expected)
            assert odds.ruling.caveat in odds.headline.name


def test_a_side_whose_units_are_all_out_has_lost(client: Client) -> None:
    archer = {"id": "archer", "side": "red", "at": [4, 4, 0], "ranged": 14, "defence": 16, "weapon": "Long Bow"}
    orc = {"id": "orc", "side": "blue", "at": [9, 4, 0], "defence": 10}
    for status, winner in ("stunned", None), ("incapacitated", "red"):
        units = [archer, orc | {"status": [status]}]
        battle = {"fireline": 1, "ruleset": "blightmeer", "turn": {"side": "red"}, "units": units}
        told = client.post(f"{API}/read", json={"battle": battle}).json()
        assert (told["sides"], told["winner"]) == (["red", "blue"], winner)


def test_an_event_and_a_command_played_alone_say_whom_they_concern(client: Client) -> None:
    table = Table(client, BOW)
    table.command("bottom", shoot("bow", "ax"))
    table.say("bottom", "chat", {"text": "bow"})
    told = {event["kind"]: sorted(event["units"]) for event in table.events("gm")}
    assert told == {"start": [], "commit": [], "command": ["ax", "bow"], "chat": []}
    asked = {"battle": BOW, "command": shoot("bow", "ax"), "seed": 1}
    assert sorted(client.post(f"{API}/play", json=asked).json()["units"]) == ["ax", "bow"]


def test_whoever_is_gone_is_named_all_the_same() -> None:
    battle = fireline.load("examples/ancients-ranged-combat.yaml")
    alone = Battle.read(battle.data() | {"units": battle.data()["units"][:1]})
    named = concerned((battle, alone), {"unit": "warriors", "to": "E5"}, [{"event": "x", "units": [["bow", 3]]}])
    assert named == ["warriors", "bow"]


def test_a_shot_is_its_shooters_side_to_say_and_anything_else_theirs_who_owe_an_answer() -> None:
    battle, fire = fireline.load("examples/ancients-ranged-combat.yaml"), Shoot(Shot("bow", "warriors"))
    owing = battle.play(fire, FixedDice("blue", "flag")).battle
    assert owing.owing == "top"
    assert speakers(battle, fire) == speakers(owing, fire) == speakers(battle, EndPhase()) == {"bottom"}
    assert speakers(owing, owing.legal()[0]) == speakers(owing, EndPhase()) == {"top"}


def test_a_turn_is_ended_by_whose_it_is_also_where_single_units_have_turns() -> None:
    battle = field(None, {"side": "b"}, round={"order": ["jack", "drone"]})
    assert speakers(battle, EndPhase()) == {"jack"}, "of no side, so a side of his own"
    second = battle.play(EndPhase(), FixedDice()).battle
    assert speakers(second, EndPhase()) == {"b"}
    assert (ReadAnswer(battle).to_act, ReadAnswer(second).to_act) == (["jack"], ["b"])
    over = second.play(EndPhase(), FixedDice()).battle
    assert speakers(over, NextTurn()) == set(over.every_side)
    assert speakers(field(None, {"side": "b"}), EndPhase()) == set(over.every_side), "nobody has turns"


CASES = [
    ("ancients-ranged-combat", "bow", "warriors", ["blue", "red"], "Warriors (C5) loses 1 block"),
    ("ancients-ranged-combat", "bow", "warriors", ["red", "red"], "Light Bow (F5) fires at Warriors (C5) and rolls "),
    ("blightmeer-protect", "marksman", "captain", [13, 2], "captain loses 1 Wound"),
    ("endless-horizons-alley", "gunner", "van", [7], "gunner "),
]


@pytest.mark.parametrize(("file", "shooter", "target", "dice", "told"), CASES)
def test_an_outcome_says_what_was_lost_or_else_the_last_thing_told(
    file: str, shooter: str, target: str, dice: list[object], told: str
) -> None:
    battle = fireline.load(f"examples/{file}.yaml")
    turned = battle.shoot(Shot(shooter, target), dice=dice)
    said = outcome_of(battle, turned.events)
    assert said.startswith(told)
    assert said in [step.text for step in turned.story]
