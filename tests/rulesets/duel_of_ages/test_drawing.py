"""Pictures of Duel of Ages: what is drawn is what the ruling says, and nothing hidden is drawn."""

import xml.etree.ElementTree as ET

import pytest

from battles import example
from duel_table import duel, gun, hero, patch, ruling, state_of
from fireline.draw import picture
from fireline.draw.canvas import SMALLEST
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.rulesets.duel_of_ages.drawing import DotMap
from fireline.rulesets.duel_of_ages.pieces import TERRAIN
from fireline.rulesets.duel_of_ages.sight import survey
from fireline.testing.battery.pictures import SVG, contrast, hooks, note, of_kind, parsed

SHOT = Shot("s", "t")
BAR = [[1.4, -0.2], [1.6, -0.2], [1.6, 0.2], [1.4, 0.2]]
FAR = [[-2.4, 0.2], [-2.6, 0.2], [-2.6, 0.4]]
CLEAR = duel("0,0", "3,0", patch(_1_0="woods", _3_0="building"), FAR)
EDGE = duel("0,0", "2,2", patch(4, _1_0="dome", _0_1="rough", _2_1="woods"))
WALLED = duel("0,0", "3,0", patch(), BAR)
CORNER = duel("0,0", "4,1", patch(5, _1_1="woods"))
DOMED = duel("0,0", "3,0", patch(_0_0="dome", _2_0="building"))
HOSTILE = "<script>&'\" \u202e" + "W" * 40


def drawn(battle: Battle, shot: Shot | None = SHOT) -> ET.Element:
    return parsed(picture(battle, shot))


def notes(svg: ET.Element, kind: str) -> list[str]:
    return [note(element) for element in of_kind(svg, kind)]


def test_the_title_names_the_deck_and_each_cost_stands_beside_the_line() -> None:
    svg = drawn(CLEAR)
    assert note(svg).startswith(f"{ruling(CLEAR).title}: LEGAL, at least one wound, Fireline's own deck")
    assert notes(svg, "cost") == ["1,0, Woods: +2", "3,0, Building: +2"]
    assert [line.get("class") for line in of_kind(svg, "sight")] == ["sight clear"]
    assert not of_kind(svg, "cross")


def test_everything_of_the_map_is_drawn_and_found() -> None:
    svg = drawn(CLEAR, None)
    assert len(of_kind(svg, "space")) == len(of_kind(svg, "dot")) == 37
    assert notes(svg, "wall") == ["wall 1"]
    assert [element.get("fill") for element in of_kind(svg, "wall")] == ["#1E2430"]
    assert notes(svg, "hero") == ["s: white, on 0,0, 0 of 6 wounds, Gun", "t: black, on 3,0, 0 of 6 wounds"]
    assert {element.text for element in of_kind(svg, "letter")} == {"W", "B"}
    battle = example("duel-of-ages-line-of-sight")
    text = picture(battle)
    assert len(hooks(text, "cell")) == len(battle.state.board.spaces) == len(hooks(text, "terrain"))
    assert len(hooks(text, "wall")) == len(battle.state.board.walls)


def test_the_side_chosen_along_an_edge_is_marked_and_a_corner_is_an_open_ring() -> None:
    svg = drawn(EDGE)
    assert len(of_kind(svg, "edge-run")) == len(of_kind(svg, "chosen")) == 2
    assert notes(svg, "cost") == [
        "1,0, Dome: blocks",
        "0,1, Rough: +2: chosen",
        "2,1, Woods: +2",
        "1,2, Clear: no effect: chosen",
    ]
    assert len(of_kind(svg, "left-out")) == 2
    forced = drawn(EDGE, Shot("s", "t", edges="2,1"))
    assert "2,1, Woods: +2: chosen" in notes(forced, "cost")
    rings = notes(drawn(CORNER), "corner")
    assert rings == ["the line touches a corner of 1,1", "the line touches a corner of 3,0"]


@pytest.mark.parametrize(
    ("battle", "blockers"),
    [(WALLED, ["blocked by wall 1"]), (DOMED, ["blocked by Building on 2,0", "blocked by the Dome of the shooter"])],
)
def test_a_blocked_line_is_dashed_with_a_cross_at_each_blocker(battle: Battle, blockers: list[str]) -> None:
    svg = drawn(battle)
    assert [note for note in notes(svg, "cross") if note] == blockers, "the legend has one too"
    (line,) = of_kind(svg, "sight")
    assert line.get("class") == "sight blocked"
    assert line.get("stroke-dasharray") not in {None, "none"}


def test_dots_out_of_sight_are_hollow_for_a_shot_and_for_a_viewer() -> None:
    board = state_of(DOMED).board
    seen = survey(board, board.by_name["0,0"])
    assert len(of_kind(drawn(DOMED), "hidden")) == sum(stealth is None for stealth in seen.values())
    assert not of_kind(drawn(DOMED, None), "hidden")
    battle = example("duel-of-ages-tommy-gun")
    assert 'class="dot hidden"' not in picture(battle)
    assert 'class="dot hidden"' in picture(battle, viewer="sanchez")


def test_no_text_is_tiny_hostile_names_stay_text_and_terrain_is_told_apart_without_colour() -> None:
    battle = duel("0,0", "3,0", patch(), name=HOSTILE, heroes=[hero("x'<&", "black", "0,2", cards=[gun("<b>")])])
    for shot in (None, SHOT, Shot("s", "x'<&")):
        svg = drawn(battle, shot)
        assert all(float(text.get("font-size", "0")) >= SMALLEST for text in svg.iter(f"{SVG}text"))
        assert not list(svg.iter(f"{SVG}script"))
    kinds = [kind for kind in TERRAIN.values() if kind.id != "clear"]
    looks = DotMap.looks
    assert looks.keys() == {kind.id for kind in kinds}
    assert len({(look.tile, look.lines, look.dots) for look in looks.values()}) == len(looks)
    assert len({kind.letter for kind in kinds}) == len(kinds)
    assert all(contrast(look.text, look.tint) >= 4.5 for look in looks.values())
