"""What a page finds in a drawing: the board's own frame, its cells, its units, its terrain and what blocks."""

from __future__ import annotations

import pytest

import fireline
from fireline.formats.picture import draw
from fireline.rulesets.blightmeer.drawing.plan import Plan
from fireline.rulesets.blightmeer.drawing.tabletop import HEAD, MARGIN
from fireline.game.battle import Battle
from svg import parsed

EXAMPLES = [
    "ancients-hills-and-camps",
    "blightmeer-protect",
    "duel-of-ages-line-of-sight",
    "endless-horizons-alley",
]


def _of(name: str) -> Battle:
    return fireline.load(f"examples/{name}.yaml")


def _hooks(svg: str, name: str) -> list[str]:
    return [element.attrib[f"data-{name}"] for element in parsed(svg).iter() if f"data-{name}" in element.attrib]


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_unit_that_stands_somewhere_is_found_once(name: str) -> None:
    battle = _of(name)
    shooter = battle.ruleset.shooters(battle.state)[0]
    units = _hooks(draw(battle, viewer=shooter), "unit")
    assert sorted(units) == sorted(set(units))
    assert {shooter, *battle.ruleset.targets(battle.state, shooter)} <= set(units)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_frame_of_the_board_lies_in_the_drawing_and_is_the_same_with_a_shot(name: str) -> None:
    battle = _of(name)
    shooter = battle.ruleset.shooters(battle.state)[0]
    target = battle.ruleset.targets(battle.state, shooter)[0]
    frames = []
    for svg in (draw(battle), draw(battle, viewer=shooter), draw(battle, fireline.Shot(shooter, target))):
        root = parsed(svg)
        x, y, width, height = map(float, root.attrib["data-board"].split())
        assert x >= 0
        assert y >= 0
        assert x + width <= float(root.attrib["width"])
        assert y + height <= float(root.attrib["height"])
        frames.append((x, y, width, height))
    if battle.ruleset.id != "endless-horizons":  # whose diagram of a shot is another one than that of the field
        assert len(set(frames)) == 1


def test_a_table_says_where_its_places_lie() -> None:
    battle = _of("blightmeer-protect")
    root = parsed(draw(battle))
    left, low, across, up = map(float, root.attrib["data-measure"].split())
    plan = Plan((MARGIN, HEAD), battle.state.width, battle.state.depth)
    for x, y in ((0, 0), (12.5, 8), (battle.state.width, battle.state.depth)):
        assert plan.point((x, y)) == pytest.approx((left + x * across, low + y * up), abs=0.3)


def test_every_hex_and_its_terrain_are_found() -> None:
    battle = _of("ancients-hills-and-camps")
    svg = draw(battle)
    assert sorted(_hooks(svg, "cell")) == sorted(battle.state.board.hexes)
    assert sorted(_hooks(svg, "terrain")) == sorted(name for _, name in battle.state.board.terrain)


def test_every_space_with_its_terrain_and_every_wall_are_found() -> None:
    battle = _of("duel-of-ages-line-of-sight")
    svg = draw(battle)
    assert len(_hooks(svg, "cell")) == len(battle.state.board.spaces) == len(_hooks(svg, "terrain"))
    assert len(_hooks(svg, "wall")) == len(battle.state.board.walls)


def test_what_blocks_is_marked_by_its_place() -> None:
    battle = _of("ancients-ranged-combat")
    shot = fireline.Shot("slingers", "warriors")
    sight = battle.check(shot).line_of_sight
    assert sight is not None
    assert sight.blockers
    assert set(_hooks(draw(battle, shot), "blocker")) == set(sight.blockers)


def test_a_viewer_has_its_range_drawn_and_whoever_is_unknown_has_none() -> None:
    battle = _of("ancients-ranged-combat")
    assert 'class="range"' in draw(battle, viewer="bow")
    assert draw(battle, viewer="nobody") == draw(battle)
    table = _of("blightmeer-protect")
    assert 'class="range"' in draw(table, viewer="marksman")
    assert 'class="range"' not in draw(table, viewer="hound")


def test_a_hero_sees_some_dots_and_not_others() -> None:
    battle = _of("duel-of-ages-tommy-gun")
    assert 'class="dot hidden"' not in draw(battle)
    assert 'class="dot hidden"' in draw(battle, viewer="sanchez")


def test_the_field_is_seen_from_the_viewer() -> None:
    battle = _of("endless-horizons-alley")
    assert "gunner with AKM" in draw(battle, viewer="gunner")
    assert "sniper with Barrett M82" in draw(battle)
