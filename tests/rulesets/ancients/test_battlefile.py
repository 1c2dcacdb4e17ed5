"""Battle files: defaults, the way back, and every mistake named with its place."""

from importlib.resources import files
from typing import Any

import pytest

from ancients_table import blocks, state
from fireline import BattleFileError, Shot
from fireline.formats.battlefile import dump
from fireline.formats.parsing import parse
from fireline.game.battle import Battle
from fireline.game.command import Shoot
from fireline.rulesets.ancients.state import FlightDue, RetreatDue


def data(**more: Any) -> dict[str, Any]:
    return {
        "fireline": 1,
        "ruleset": "ancients",
        "turn": {"side": "bottom"},
        "units": [
            {"id": "bow", "side": "bottom", "type": "light_bow_infantry", "hex": "F5", "battled": True},
            {"id": "hi", "side": "top", "type": "heavy_infantry", "hex": "C5"},
        ],
        "leaders": [{"id": "hanno", "side": "top", "hex": "A1"}, {"id": "mago", "side": "bottom", "hex": "F5"}],
    } | more


def test_what_is_left_out_has_its_usual_value_and_is_not_written() -> None:
    here = state(Battle.read(data()))
    unit = here.unit("hi")
    assert (unit.blocks, unit.ordered, unit.moved, unit.battled) == (4, True, 0, False)
    assert (*here.board.shape[:2], here.over, here.banners, here.due) == (9, 13, False, (0, 0), ())
    options = here.edition
    assert (options.lone_leader_pins, options.staggered_edges_block, options.corner_touch_blocks) == (
        False, True, False,
    )  # fmt: skip
    assert set(Battle.read(data()).data()) == {"fireline", "ruleset", "turn", "units", "leaders"}
    assert Battle.read(FULL).data()["board"] == FULL["board"]
    assert Battle.read(FULL).data()["due"] == FULL["due"]
    assert Battle.read(FULL).data()["options"] == FULL["options"]
    here = state(Battle.read(FULL))
    assert here.due == (RetreatDue("hi", 2, here.board.hexes["F5"], checked=True),)
    assert state(Battle.read(data(due=[{"flight": "hanno"}]))).due == (FlightDue("hanno"),)


FULL = data(
    name="A day at the river",
    options={
        "lone_leader_pins": True,
        "lone_leader_is_target": False,
        "staggered_edges_block": False,
        "half_hexes_block": False,
        "corner_touch_blocks": True,
    },
    board={"rows": 11, "columns": 15, "terrain": {"E5": "forest", "K15": "river"}, "ramparts": {"C5": ["NE", "NW"]}},
    banners={"top": 1, "bottom": 2},
    due=[{"retreat": "hi", "flags": 2, "origin": "F5", "checked": True}],
)


@pytest.mark.parametrize(
    "given",
    [
        data(),
        FULL,
        data(over=True),
        data(due=[{"flight": "hanno"}]),
        data(units=[{"id": "a", "side": "top", "type": "elephant", "hex": "A1", "blocks": 1, "ordered": False}]),
    ],
    ids=["small", "full", "over", "flight", "unusual"],
)
def test_a_battle_is_written_as_it_was_read(given: dict[str, Any]) -> None:
    battle = Battle.read(given)
    assert Battle.read(battle.data()) == battle
    assert Battle.read(parse(dump(battle.data()))) == battle
    assert battle.data() == Battle.read(battle.data()).data()


def unit(**more: Any) -> dict[str, Any]:
    return {"id": "x", "side": "top", "type": "warrior", "hex": "A1"} | more


HERE = [unit(), unit(id="y", side="bottom", hex="E5", type="auxilia", battled=True)]
RETREAT = {"retreat": "hi", "origin": "F5"}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"units": [unit(hex="Z9")]}, "units[0].hex: 'Z9' is no hex of this board; hexes run from A1 to I13"),
        ({"units": [unit(hex="B13")]}, "units[0].hex: 'B13' is no hex of this board; row B runs from B1 to B12"),
        ({"units": [unit(hex="")]}, "units[0].hex: '' is no hex of this board; hexes run from A1 to I13"),
        ({"units": [unit(type="warriors")]}, "units[0].type: 'warriors' is no unit type; did you mean 'warrior'?"),
        ({"units": [unit(blocks=5)]}, "units[0].blocks: 5 is too large; a Warriors unit has at most 4"),
        ({"units": [unit(blocks=100)]}, "units[0].blocks: 100 is too large; at most 99"),
        ({"units": [unit(blocks=0)]}, "units[0].blocks: 0 is too small; at least 1"),
        ({"units": [unit(blocks="4")]}, "units[0].blocks: '4' is not a whole number"),
        ({"units": [unit(side="left")]}, "units[0].side: 'left' is not top or bottom"),
        ({"units": [unit(moved=-1)]}, "units[0].moved: -1 is too small; at least 0"),
        ({"units": [unit(move=1)]}, "units[0]: unknown key 'move'; did you mean 'moved'?"),
        ({"units": [unit(), unit(hex="A2")]}, "units[1].id: 'x' is already the id of units[0]"),
        ({"units": [unit(id="hanno", hex="A2")]}, "leaders[0].id: 'hanno' is already the id of units[0]"),
        ({"units": [unit(), unit(id="y")]}, "units[1].hex: A1 already holds 'x'; one unit a hex"),
        ({"units": [unit(side="bottom")]}, "leaders[0].hex: A1 holds the enemy unit 'x'; a leader stands alone or wit"),
        (
            {"leaders": [{"id": "p", "side": "top", "hex": "A1"}, {"id": "q", "side": "top", "hex": "A1"}]},
            "leaders[1].hex: A1 already holds leader 'p'; one leader a hex",
        ),
        ({"leaders": [{"id": "p", "side": "top", "hex": "A0"}]}, "leaders[0].hex: 'A0' is no hex of this board"),
        ({"turn": {}}, "turn.side: is missing"),
        ({"turn": {"side": "bottom", "number": 2}}, "turn: unknown key 'number'; allowed: side, starts_ordered"),
        ({"board": {"terrain": {"E5": "wood"}}}, "board.terrain.E5: 'wood' is no terrain; allowed: forest, hill"),
        ({"board": {"terrain": {"E14": "hill"}}}, "board.terrain: 'E14' is no hex of this board; row E runs from"),
        ({"board": {"ramparts": {"E5": ["N"]}}}, "board.ramparts.E5: 'N' is no hexside; did you mean 'NW'?"),
        ({"board": {"rows": 27}}, "board.rows: 27 is too large; at most 26"),
        ({"board": {"indent": "C"}}, "board.indent: 'C' is not A or B"),
        ({"board": {"equal_rows": 1}}, "board.equal_rows: 1 is not true or false"),
        ({"board": {"columns": 1}}, "board.columns: 1 is too small; at least 2"),
        ({"options": {"lone_leaders_pin": True}}, "options: unknown key 'lone_leaders_pin'; did you mean"),
        ({"options": {"lone_leader_pins": 1}}, "options.lone_leader_pins: 1 is not true or false"),
        ({"terrain": {}}, "unknown key 'terrain'; did you mean 'terrain_types'?"),
        ({"due": [{}]}, "due[0]: must name either a unit under 'retreat' or a leader under 'flight'"),
        ({"due": [{"flight": "hanno", **RETREAT}]}, "due[0]: must name either a unit under 'retreat' or a leader"),
        ({"due": [RETREAT, {"flight": "hanno"}]}, "due[0]: a retreat comes last, after the flights of leaders"),
        ({"due": [{"flight": "hanno", "flags": 2}]}, "due[0]: a flight has no 'flags'"),
        ({"due": [{"flight": "mago"}]}, "due[0].flight: 'mago' is no leader who stands alone; allowed: hanno"),
        ({"due": [{"retreat": "hi"}]}, "due[0].origin: is missing; a retreat names the hex the fire came from"),
        ({"due": [RETREAT | {"flags": 9}]}, "due[0].flags: 9 is too large; at most 8"),
        ({"due": [RETREAT | {"flags": 0}]}, "due[0].flags: 0 is too small; at least 1"),
        ({"due": [RETREAT | {"retreat": "bow"}]}, "due[0].retreat: 'bow' is no unit of top; allowed: hi"),
        ({"due": [RETREAT | {"origin": "C5"}]}, "due[0].origin: C5 holds no unit of bottom that has battled"),
        ({"due": [RETREAT | {"origin": "E5"}]}, "due[0].origin: E5 holds no unit of bottom that has battled"),
        (
            {"units": [*HERE, unit(id="z", hex="D5")], "due": [{"retreat": "z", "origin": "E5"}], "leaders": []},
            "due[0].origin: E5 is adjacent to 'z'; fire is never adjacent",
        ),
        (
            {"units": [{**one, "battled": False} for one in data()["units"]], "due": [RETREAT]},
            "due[0].origin: F5 holds no unit of bottom that has battled",
        ),
        ({"due": [{"flight": "hanno"}], "over": True}, "over: the phase cannot be over while an answer is due"),
    ],
)
def test_a_mistake_is_named_with_its_place(given: dict[str, Any], message: str) -> None:
    with pytest.raises(BattleFileError) as wrong:
        Battle.read(data(**given))
    assert str(wrong.value).startswith(message)
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize(
    ("shot", "message"),
    [
        (Shot("bo", "hi"), "shot.shooter: 'bo' is no unit of this battle; did you mean 'bow'?"),
        (Shot("mago", "hi"), "shot.shooter: 'mago' is a leader; leaders do not fire; allowed: bow"),
        (Shot("bow", "hano"), "shot.target: 'hano' is no unit or leader of this battle; did you mean 'hanno'?"),
        (Shot("bow", "hi", bullets=3), "shot: unknown key 'bullets'; allowed: shooter, target, extra_dice"),
    ],
)
def test_a_shot_that_names_nobody(shot: Shot, message: str) -> None:
    battle = Battle.read(data())
    for ask in (battle.check, battle.odds, battle.shoot):
        with pytest.raises(BattleFileError) as wrong:
            ask(shot)
        assert str(wrong.value) == message


def test_the_starter_battle_loads_and_has_legal_shots() -> None:
    text = files("fireline.rulesets.ancients").joinpath("starter.yaml").read_text(encoding="utf-8")
    battle = Battle.read(parse(text))
    shots = [one for one in battle.legal() if isinstance(one, Shoot)]
    assert shots
    assert all(battle.check(one.shot).legal for one in shots)
    assert blocks(battle, "legion") == 3
    for key in ("options", "lone_leader_pins", "staggered_edges_block", "corner_touch_blocks", "ramparts", "terrain",
                "ordered", "moved", "battled", "blocks", "leaders", "banners", "rows", "columns", "turn"):  # fmt: skip
        assert key in text, f"the starter battle does not explain {key}"
    for kind in ("light_infantry", "heavy_war_machine", "fortified_camp", "city_wall"):
        assert kind in text
