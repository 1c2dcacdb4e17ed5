"""What every ruleset promises of its pictures: a page finds the board, its places and its units in them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fireline import draw
from fireline.game.battle import Battle
from fireline.game.drawing import Drawing, ThreatCell, ThreatMap
from fireline.game.errors import BattleFileError
from fireline.game.shot import Shot
from fireline.testing import battles
from fireline.testing.svg import SVG, assert_legible, hooks, parsed


def drawn(name: str) -> tuple[Battle, Drawing[object]]:
    """The battle, and what its game draws."""
    battle = battles.battle(name)
    if battle.ruleset.drawing is None:
        with pytest.raises(BattleFileError, match=f"{battle.ruleset.id} draws no pictures"):
            draw.picture(battle)
        pytest.skip(f"{battle.ruleset.id} draws nothing")
    return battle, battle.ruleset.drawing()


def shots(battle: Battle) -> list[Shot]:
    """The first shot of everybody who has one."""
    return list({shot.shooter: shot for shot in reversed(list(battles.pairs(battle)))}.values())


def stands(battle: Battle, unit: str) -> bool:
    """Whether it is known where a unit is."""
    try:
        return battle.ruleset.places is not None and bool(battle.ruleset.places.at(battle.state, unit))
    except BattleFileError:
        return False


def test_everybody_who_stands_somewhere_is_found_once(name: str) -> None:
    battle, _ = drawn(name)
    for shot in shots(battle):
        units = hooks(draw.picture(battle, viewer=shot.shooter), "unit")
        assert len(units) == len(set(units))
        assert {unit for unit in (shot.shooter, shot.target) if stands(battle, unit)} <= set(units)


def test_a_picture_is_told_in_words_and_its_board_lies_inside(name: str) -> None:
    battle, _ = drawn(name)
    for svg in (draw.picture(battle), *(draw.picture(battle, shot) for shot in shots(battle))):
        root = parsed(svg)
        assert [child.tag for child in root[:2]] == [f"{SVG}title", f"{SVG}desc"]
        assert all(child.text for child in root[:2])
        x, y, width, height = map(float, root.attrib["data-board"].split())
        assert x >= 0
        assert y >= 0
        assert x + width <= float(root.attrib["width"])
        assert y + height <= float(root.attrib["height"])


def test_a_threat_map_has_every_place_under_its_name(name: str) -> None:
    battle, drawing = drawn(name)
    places, unit = battle.ruleset.places, next((one for shot in shots(battle) for one in (shot.target,)), None)
    if places is None or unit is None or not stands(battle, unit):
        pytest.skip("nobody stands anywhere")
    cells = [ThreatCell(place, Fraction(n % 7, 6)) for n, place in enumerate(places.all(battle.state, unit))]
    chart = ThreatMap("The chance of everything", "What it is about.", unit, cells)
    if drawing.threat is None:
        with pytest.raises(BattleFileError, match=f"{battle.ruleset.id} draws no threat map"):
            draw.threat_map(battle, chart)
        return
    svg = draw.threat_map(battle, chart)
    assert hooks(svg, "place") == [cell.place for cell in cells]
    assert parsed(svg)[0].text == "The chance of everything"
    assert parsed(svg)[1].text == chart.described
    assert_legible(parsed(svg))


def test_what_a_game_does_not_draw_it_says_in_a_line(name: str) -> None:
    battle, drawing = drawn(name)
    if drawing.eye is None:
        with pytest.raises(BattleFileError, match="is no game in three dimensions; nobody's eye sees in it"):
            draw.eye_view(battle, Shot("nobody", "nobody"))
    if drawing.scene is None:
        with pytest.raises(BattleFileError, match="is no game in three dimensions"):
            draw.scene(battle)
    else:
        solids = draw.scene(battle).data()["solids"]
        units = [solid["name"] for solid in solids if solid["kind"] == "unit"]
        assert {shot.shooter for shot in shots(battle) if stands(battle, shot.shooter)} <= set(units)
        assert all(len(part["positions"]) % 9 == 0 for solid in solids for part in solid["parts"])
