"""Pictures of Commands & Colors: Ancients: what is drawn is what the ruling says."""

from typing import Any

import pytest

import fireline
from battles import example
from fireline.draw import canvas, picture
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.rulesets.ancients import drawing as hexboard
from fireline.rulesets.ancients.pieces import TERRAIN, UNITS
from fireline.ruling import Sight
from fireline.testing.battery.pictures import (
    SVG,
    assert_apart,
    assert_legible,
    contrast,
    hooks,
    note,
    of_kind,
    parsed,
    words,
)

AWAY = "tank <&'\" \U0001f600" + "W" * 40
HOSTILE = "W<&\"'>]]>\U0001f600" + "W" * 50


def battle(*units: dict[str, Any], **more: Any) -> Battle:
    common = {"fireline": 1, "ruleset": "ancients", "turn": {"side": "bottom"}}
    return Battle.read({**common, "units": list(units), **more})


def unit(id_: str, side: str, type_: str, hex_: str, **more: Any) -> dict[str, Any]:
    return {"id": id_, "side": side, "type": type_, "hex": hex_, **more}


def bow_and(*others: dict[str, Any], at: str = "F5", **more: Any) -> Battle:
    bow, target = unit("bow", "bottom", "light_bow_infantry", at), unit("hi", "top", "heavy_infantry", "C5", blocks=3)
    return battle(bow, target, *others, **more)


SHOT = Shot("bow", "hi")
CLEAR = bow_and()
BLOCKED = bow_and(unit("camel", "top", "camel", "D5"))
EDGE = bow_and(at="E5")
EDGE_BLOCKED = bow_and(unit("camel", "top", "camel", "D4"), at="E5", board={"terrain": {"D5": "forest"}})
CORNER = battle(unit("bow", "bottom", "heavy_war_machine", "E3"), unit("hi", "top", "medium_cavalry", "F7"))
CROWD = battle(
    *(
        unit(f"{name}-{n}", ("top", "bottom")[n % 2], name, f"{'BD'[n // 12]}{n % 12 + 1}", moved=1, battled=n % 3 == 0)
        for n, name in enumerate(UNITS)
    ),
    leaders=[{"id": "hannibal barca", "side": "top", "hex": "B1"}, {"id": "scipio", "side": "bottom", "hex": "I7"}],
    board={
        "terrain": {f"{'ACEGI'[n % 5]}{n + 1}": name for n, name in enumerate(TERRAIN)},
        "ramparts": {"B1": ["NE", "SW", "E"]},
    },
)
SIX_REASONS = battle(
    unit("bow", "bottom", "light_war_machine", "E5", moved=1, battled=True, ordered=False),
    unit("near", "top", "elephant", "E6"),
    unit("friend", "bottom", "camel", "D4"),
    unit("host", "top", "light_cavalry", "A1"),
    leaders=[{"id": "hi", "side": "top", "hex": "A1"}],
)
NASTY = battle(
    unit(HOSTILE, "bottom", "light_bow_infantry", "E5", moved=1, battled=True, ordered=False),
    unit("W" * 60, "top", "light_barbarian_chariot", "E6"),
    leaders=[{"id": "Ж" * 60, "side": "bottom", "hex": "E5"}, {"id": "<svg onload=x>", "side": "top", "hex": "G2"}],
    name="<script>alert('&')</script>\x00\u202e" + "W" * 200,
)
SCENARIO = battle(
    unit("a", "bottom", "light_infantry", "E5", name=AWAY),
    unit("b", "bottom", 'own"<type>', "G5", missiles={"range": 4, "dice": [3, 1]}),
    unit("c", "top", "elephant", "C5", blocks=12),
    types={
        'own"<type>': {"name": "M" * 60, "short": "WWWW", "class": "blue", "blocks": 4, "retreat": 1, "move": 2},
        "elephant": {"blocks": 99},
    },
    terrain_types={'own"<ground>': {"name": "W" * 60, "letter": "<"}, "hill": {"name": "dunes"}},
    armies={"top": "W" * 60, "bottom": AWAY},
    board={"terrain": {"E5": 'own"<ground>', "E6": "hill"}},
)
SCENES = {
    "clear": (CLEAR, SHOT),
    "blocked": (BLOCKED, SHOT),
    "edge": (EDGE, SHOT),
    "edge blocked": (EDGE_BLOCKED, SHOT),
    "corner": (CORNER, SHOT),
    "crowd": (CROWD, None),
    "six reasons": (SIX_REASONS, SHOT),
    "nasty": (NASTY, Shot(HOSTILE, "W" * 60)),
    "scenario": (SCENARIO, Shot("b", "c")),
    "tiny": (battle(board={"rows": 1, "columns": 2}), None),
    "large": (battle(board={"rows": 26, "columns": 60}), None),
}


# --- what a picture says --------------------------------------------------------------------


def test_the_card_of_a_legal_shot_shows_verdict_sum_and_what_does_not_apply_in_grey() -> None:
    svg = parsed(picture(CLEAR, SHOT))
    [card], [verdict] = of_kind(svg, "card"), of_kind(svg, "verdict")
    assert verdict.text == "LEGAL"
    assert [element.text for element in of_kind(svg, "total")] == ["2"]
    assert [element.text for element in of_kind(svg, "headline")] == ["30.6%"]
    for shown in ("Light Bow (F5) > Heavy Infantry (C5)", "11/36", "held its position", "CCA-4.1", "clear: E5, D5"):
        assert shown in words(card)
    [line] = [text for text in svg.iter(f"{SVG}text") if text.text == "moved: it held its position"]
    assert line.get("fill") == canvas.MUTED


# --- the line of sight ----------------------------------------------------------------------


@pytest.mark.parametrize(("field", "shot"), [scene for scene in SCENES.values() if scene[1]])
def test_what_is_drawn_on_the_line_is_what_the_ruling_marks(field: Battle, shot: Shot) -> None:
    svg, sight = parsed(picture(field, shot)), field.check(shot).line_of_sight
    assert isinstance(sight, Sight)
    kinds = [mark.kind for mark in sight.marks]
    crossed = {mark.places[0] for mark in sight.marks if mark.kind == "crosses" and not mark.blocks}
    assert {note(element).split()[-1] for element in of_kind(svg, "crossed")} == crossed
    assert len(of_kind(svg, "edge-run")) == kinds.count("edge")
    assert len(of_kind(svg, "corner")) == kinds.count("corner")
    crosses = [element for element in of_kind(svg, "cross") if note(element)]
    assert len(crosses) == sum(mark.blocks for mark in sight.marks)


def test_a_clear_line_joins_the_centres_and_a_blocked_one_is_dashed_and_names_its_blocker() -> None:
    svg = parsed(picture(CLEAR, SHOT))
    [line] = of_kind(svg, "sight")
    assert line.get("stroke-dasharray") == "none"
    names = {note(element).split(":")[0]: element for element in of_kind(svg, "hex")}
    for place, x, y in (("F5", "x1", "y1"), ("C5", "x2", "y2")):
        corners = [tuple(map(float, point.split(","))) for point in names[place].get("points", "").split()]
        centre = tuple(sum(values) / 6 for values in zip(*corners, strict=True))
        assert (float(line.get(x, "0")), float(line.get(y, "0"))) == pytest.approx(centre, abs=0.02)
    svg = parsed(picture(BLOCKED, SHOT))
    assert {line.get("stroke-dasharray") for line in of_kind(svg, "sight")} == {"11 7"}
    assert "blocked by Camel Riders on D5" in words(svg)
    assert [note(element) for element in of_kind(svg, "blocker")] == ["blocked by Camel Riders on D5"]
    [cross] = [element for element in of_kind(svg, "cross") if note(element)]
    assert note(cross) == "blocked by Camel Riders on D5"


# --- the board ------------------------------------------------------------------------------


@pytest.mark.whole("long")
def test_the_board_shows_every_hex_unit_leader_and_rampart() -> None:
    svg = parsed(picture(CROWD))
    assert len(of_kind(svg, "hex")) == len(CROWD.state.board.hexes)
    assert len(of_kind(svg, "unit")) == len(UNITS)
    assert [note(element) for element in of_kind(svg, "alone")] == ["Leader scipio, bottom, alone"]
    assert len(of_kind(svg, "attached")) == 1
    assert len(of_kind(svg, "rampart")) == 3
    assert {text.text for text in of_kind(svg, "hex-name")} == set(CROWD.state.board.hexes)
    legend = words(of_kind(svg, "legend")[0])
    assert all(name in legend for name in [*(u.name for u in UNITS.values()), *(t.name for t in TERRAIN.values())])


def test_blocks_are_pips_and_sides_and_terrain_are_told_apart_without_colour() -> None:
    [target] = [element for element in of_kind(parsed(picture(CLEAR)), "unit") if note(element).startswith("hi:")]
    fills = [pip.get("fill") for pip in of_kind(target, "pip")]
    assert fills == [canvas.VERMILLION] * 3 + [canvas.WHITE]
    svg = parsed(picture(CLEAR))
    assert len({element.get("d") for element in of_kind(of_kind(svg, "pieces")[0], "token")}) == 2
    assert hexboard.HexBoard.looks.keys() == TERRAIN.keys()
    assert len({(look.tile, look.lines, look.dots) for look in hexboard.HexBoard.looks.values()}) == len(TERRAIN)
    assert len({kind.letter for kind in TERRAIN.values()}) == len(TERRAIN)
    assert all(contrast(text, ground) >= 4.5 for text, grounds in canvas.TEXT_ON.items() for ground in grounds)
    assert all(contrast(mark, ground) >= 3 for mark, grounds in canvas.MARKS_ON.items() for ground in grounds)
    assert all(contrast(look.text, look.tint) >= 4.5 for look in hexboard.HexBoard.looks.values())


def test_hostile_names_are_escaped_shortened_and_kept_whole_in_the_note() -> None:
    text = picture(NASTY, Shot(HOSTILE, "W" * 60))
    svg = parsed(text)
    assert not list(svg.iter(f"{SVG}script"))
    assert "<script" not in text
    assert any(note(element).startswith(f"{HOSTILE}: ") for element in of_kind(svg, "unit"))
    shown = [element.text or "" for element in of_kind(svg, "unit-id")]
    assert all("…" in name and len(name) < 12 for name in shown)


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_texts_are_legible_stay_in_their_card_and_cover_no_other(scene: tuple[Battle, Shot | None]) -> None:
    assert_legible(parsed(picture(*scene)))
    assert_apart(parsed(picture(*scene)), "card", "legend", "pieces", "names")


# --- what a page finds -----------------------------------------------------------------------


def test_what_a_page_finds() -> None:
    battle = example("ancients-hills-and-camps")
    svg = picture(battle)
    assert sorted(hooks(svg, "cell")) == sorted(battle.state.board.hexes)
    assert sorted(hooks(svg, "terrain")) == sorted(name for _, name in battle.state.board.terrain)
    battle = example("ancients-ranged-combat")
    shot = fireline.Shot("slingers", "warriors")
    sight = battle.check(shot).line_of_sight
    assert sight is not None
    assert sight.blockers
    assert set(hooks(picture(battle, shot), "blocker")) == set(sight.blockers)
    assert 'class="range"' in picture(battle, viewer="bow")
    assert picture(battle, viewer="nobody") == picture(battle)
