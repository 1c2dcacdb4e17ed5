"""`fireline do` and `fireline legal`: one command language for everything that changes a battle."""

import json
from pathlib import Path

import pytest

from battles import EXAMPLES
from cli.typed import Typed
from fireline.cli.batch import answer_line
from fireline.formats.battlefile import load, loads
from fireline.game.battle import Battle
from fireline.game.errors import IllegalCommand
from fireline.game.legal import legal
from refusing import wrong_with

BOW = str(EXAMPLES / "ancients-ranged-combat.yaml")


def test_a_shot_a_move_and_the_end_are_said_in_one_language(typed: Typed, tmp_path: Path) -> None:
    out = tmp_path / "next.yaml"
    shot = typed.data("do", BOW, "bow > warriors extra_dice=1", "--dice", "blue,red,flag", "--out", str(out))
    assert (shot["legal"], shot["refusals"], shot["seed"]) == (True, [], None)
    assert shot["text"] == "bow > warriors extra_dice=1"
    assert "CCA-" in shot["story"][0]
    assert load(out).data() == shot["battle"]
    assert load(out).owing == "top", "an answer that it makes somebody owe is the next command"
    answer = load(out).text(load(out).legal()[0])
    assert typed.data("do", str(out), answer, "--seed", "7")["seed"] == 7
    assert typed.data("do", BOW, '{"command": "EndPhase"}')["text"] == "end"


def test_what_the_rules_forbid_is_written_nowhere(typed: Typed, tmp_path: Path) -> None:
    out = tmp_path / "next.yaml"
    answer = typed.data("do", BOW, "warriors move D5", "--out", str(out), status=3)
    assert (answer["legal"], answer["events"], answer["story"]) == (False, [], [])
    assert answer["refusals"] == [{"rule": "CCA-4.1", "message": "It is the turn of bottom."}]
    assert answer["battle"] == load(BOW).data()
    assert not out.exists()


@pytest.mark.parametrize("id_", ["mark", "end", "move", ">", "a b", 'a"b', "a=b", "q", "o'b,c"])
def test_units_may_be_called_anything(id_: str) -> None:
    data = load(BOW).data()
    next(unit for unit in data["units"] if unit["id"] == "bow")["id"] = id_
    battle = Battle.read(data)
    for command in (*battle.legal(), battle.command({"command": "Place", "unit": id_, "marks": [["moved", 1]]})):
        assert battle.command(battle.text(command)) == command


def test_a_verb_stands_once_with_what_it_may_say(typed: Typed) -> None:
    answer = typed.data("legal", BOW, "--unit", "bow")
    (bow,) = answer["units"]
    assert (bow["id"], bow["side"]) == ("bow", "bottom")
    shot, *others = bow["commands"]
    assert (shot["verb"], shot["text"], shot["legal"]) == ("shoot", "bow > warriors", True)
    assert shot["parameters"] == [
        {"name": "target", "kind": "unit", "least": None, "most": None, "values": ["warriors"], "default": "warriors"},
        {"name": "extra_dice", "kind": "number", "least": 0, "most": 4, "values": None, "default": 0},
    ]
    assert [one["verb"] for one in others if one["legal"]] == ["move", "place", "mark"]
    assert [(one["verb"], one["legal"]) for one in answer["turn"]] == [("end", True), ("next", False)]
    asked = json.dumps({"ask": "legal", "battle": BOW, "unit": "bow"}).encode()
    assert answer_line(asked, 1) == answer
    done = answer_line(json.dumps({"ask": "do", "battle": BOW, "command": "bow move E6", "seed": 1}).encode(), 1)
    assert (done["legal"], done["text"]) == (True, "bow move E6")


@pytest.mark.rule("CCA-4.1")
def test_a_move_counts_the_shortest_way_a_detour_what_is_said_and_a_place_nothing() -> None:
    battle = load(BOW)

    def moved(text: str) -> int:
        return int(battle.do(text).battle.state.unit("slingers").moved)

    assert (moved("slingers move F9"), moved("slingers move F9 hexes=3"), moved("slingers place F9")) == (1, 3, 0)
    assert moved("slingers move F8 hexes=2") == 2, "there and back again"
    assert "the shortest out and back is 2" in wrong_with(battle.do, "slingers move F8 hexes=1")
    with pytest.raises(IllegalCommand, match="would have moved 10 hexes or more; 3 is the most"):
        battle.do("slingers move A1")
    with pytest.raises(IllegalCommand, match="would have moved 11 hexes; 3 is the most"):
        battle.do("slingers move A1 hexes=11")
    assert "the shortest is 1" in wrong_with(battle.do, "slingers move F9 hexes=0")
    for side, hexes in (("bottom", 2), ("top", 3)):  # nobody goes past a lone enemy leader
        led = loads(battle.data() | {"leaders": [{"id": "hanno", "side": side, "hex": "F9"}]})
        assert led.do("slingers move F10").battle.state.unit("slingers").moved == hexes


def test_the_length_of_a_detour_is_listed_with_the_move() -> None:
    battle = load(BOW)

    def numbers(battle: Battle, unit: str = "slingers") -> list[tuple[str, object, object]]:
        (told,) = legal(battle, unit).units
        (move,) = (line for line in told.commands if line.verb == "move")
        return [(one.name, one.least, one.most) for one in move.parameters[1:]]

    assert numbers(battle) == [("hexes", 1, 3)]
    assert numbers(battle.do("slingers move F9 hexes=2").battle) == [("hexes", 1, 1)]
    assert numbers(battle.do("slingers move F9 hexes=3").battle) == []
    led = loads(battle.data() | {"leaders": [{"id": "hanno", "side": "bottom", "hex": "F9"}]})
    assert numbers(led, "hanno") == []


def test_every_number_of_flags_that_may_be_ignored_is_listed() -> None:
    volley = load(EXAMPLES / "ancients-elephants.yaml")
    ends = (volley.play(shot, seed=seed).battle for shot in volley.legal() for seed in range(60))
    owed = next(end for end in ends if len({getattr(one, "ignored", 0) for one in end.legal()}) == 2)
    (unit,) = {one.actor for one in owed.legal()}
    (told,) = legal(owed, unit).units
    (ignored, _) = next(line.parameters for line in told.commands if line.verb == "retreat")
    assert (ignored.name, ignored.least, ignored.most) == ("ignored", 0, 1)


@pytest.mark.rule("BLM-1.1")
def test_who_moves_has_moved_and_who_runs_has_run() -> None:
    data = {"units": [{"id": "a", "side": "red", "at": [10, 8, 0], "ranged": 14, "weapon": "Long Bow"}]}
    data["units"].append({"id": "b", "side": "blue", "at": [20, 30, 0]})
    rest = {"turn": {"side": "red", "number": 2}, "table": {"width": 36, "depth": 36}, "terrain": []}
    battle = Battle.read({"fireline": 1, "ruleset": "blightmeer", **rest, **data})
    moved, ran = (battle.do(text).battle.state.unit("a") for text in ("a move 12,8", "a run 12,8"))
    assert (moved.moved, moved.ran, ran.moved, ran.ran) == (True, False, False, True)
    with pytest.raises(IllegalCommand, match="It is the turn of red"):
        battle.do("b move 20,28")


def test_where_distances_are_written_down_each_is_named_and_none_is_invented() -> None:
    units = [{"id": id_, "side": side} for id_, side in (("a", "x"), ("b", "y"), ("c", "y"))]
    battle = Battle.read(
        {"fireline": 1, "ruleset": "endless-horizons", "units": units, "distances": {"a>b": 100, "a>c": 80, "b>c": 30}}
    )
    after = battle.do("a move b=60 c=90.5").battle
    assert after.data()["distances"] == {"a>b": 60, "a>c": 90.5, "b>c": 30}
    assert "how far a is then from c is not said" in wrong_with(battle.do, "a move b=60")
    assert "does not say how far from whom; a place is b=METRES c=METRES" in wrong_with(battle.do, "a move 60")


def test_distances_of_a_move_have_no_end(typed: Typed) -> None:
    assert "target 0 or more" in typed("legal", "endless-horizons-burst", "--unit", "player")
