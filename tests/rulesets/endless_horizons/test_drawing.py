"""Pictures of Endless Horizons: range bands, the sum of the difficulty, the field."""

import xml.etree.ElementTree as ET
from fractions import Fraction
from typing import Any

import pytest

import endless_horizons_field
from battles import example
from fireline.draw import picture, plan, threat_map
from fireline.draw.board import RuledShot
from fireline.draw.canvas import width_of
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.drawing import ThreatCell, ThreatMap
from fireline.game.odds import Odds
from fireline.rulesets.endless_horizons import drawing
from fireline.rulesets.endless_horizons.editions import NUMBERS
from fireline.ruling import Modifier, Refusal, Ruling
from fireline.testing.battery.pictures import SVG, assert_apart, assert_legible, of_kind, parsed, words
from refusing import wrong_with

AWAY = "tank <&'\" \U0001f600" + "W" * 40
YARD = Battle.read(
    {
        "fireline": 1,
        "ruleset": "endless-horizons",
        "units": [
            {
                "id": "jack",
                "stance": "standing",
                "check": {"dexterity": 1, "perception": 1, "skill": 3},
                "weapon": {"name": "Glock 18", "effective_range": 300, "recoil": 2},
            },
            {"id": "drone", "size": "small"},
            {"id": AWAY, "size": "huge"},
            *({"id": f"walker {n}"} for n in range(30)),
        ],
        "distances": {"jack>drone": 100, f"jack>{AWAY}": 4000.5} | {f"jack>walker {n}": 100 + n for n in range(30)},
        "environment": [{"name": "low light & <fog> " + "W" * 40, "penalty": 1}],
    }
)


VAN = Shot("gunner", "van")
SCENES = {
    "firearm": (YARD, Shot("jack", "drone", bullets=3)),
    "firearm long burst": (YARD, Shot("jack", "drone", bullets=9, aim_actions=4)),
    "firearm beyond range": (YARD, Shot("jack", AWAY, bullets=9, aim_actions=2)),
    "no firearm": (YARD, Shot("drone", "jack")),
    "field": (YARD, None),
    "plan": (example("endless-horizons-alley"), None),
    "shot on the plan": (example("endless-horizons-alley"), VAN),
}


def firearm_ruling(distance: float, category: str | None, refusals: tuple[Refusal, ...] = ()) -> Ruling:
    modifiers = (
        Modifier("EHZ-1.1", "base", 5),
        Modifier("EHZ-3.2", "small at far range", 8),
        Modifier("EHZ-4.2", "standing", -1),
        Modifier("EHZ-4.3", "aim", 0, applies=False, because="no action was spent"),
    )
    summary = {"distance": distance, "range_category": category, "size": "small", "difficulty": 12, "bonus": 5}
    return Ruling("jack > drone", refusals, None, None, modifiers, summary, (), "difficulty")


def band_picture(ruling: Ruling, reach: float, odds: Odds[Any] | None = None, **more: Any) -> ET.Element:
    diagram = drawing.Diagram(RuledShot(Shot("jack", "drone"), ruling, odds), reach, (8, 10, 12), **more)
    return parsed(drawing.compose(diagram, "Endless Horizons"))


def place_of(svg: ET.Element, kind: str) -> float:
    [party] = [element for element in of_kind(svg, kind) if element.tag == f"{SVG}g"]
    return float(party.get("transform", "").split("(")[1].split()[0])


def test_the_four_bands_are_to_scale_and_the_target_stands_in_its_own() -> None:
    svg = band_picture(firearm_ruling(100, "far"), 300)
    bands = [(element.get("class", "").split()[1], float(element.get("width", ""))) for element in of_kind(svg, "band")]
    assert [name for name, _ in bands] == ["close", "medium", "far", "maximum"]
    widths = [width for _, width in bands]
    assert [width / widths[0] for width in widths] == pytest.approx([1, 1, 2, 4])
    wider = of_kind(band_picture(firearm_ruling(100, "far"), 300, house=NUMBERS.house({"EHZ-2.1.far": 1})), "band")
    assert [float(one.get("width", "")) / widths[0] for one in wider] == pytest.approx([1, 1, 6, 0])
    assert (place_of(svg, "target") - place_of(svg, "shooter")) / sum(widths) == pytest.approx(100 / 300, abs=0.001)
    [marked] = of_kind(svg, "category")
    left = float(marked.get("x", ""))
    assert left < place_of(svg, "target") < left + float(marked.get("width", ""))
    assert "drone, small, 100 m" in words(svg)
    for limit in ("37.5 m", "75 m", "150 m", "300 m"):
        assert limit in words(svg)


def test_a_target_beyond_range_stands_outside_the_bands_and_bullets_that_cannot_hit_share_a_line() -> None:
    refusal = Refusal("EHZ-2.1", "The target is beyond the effective range.")
    svg = band_picture(firearm_ruling(5000, None, (refusal,)), 300)
    last = of_kind(svg, "band")[-1]
    assert place_of(svg, "target") > float(last.get("x", "")) + float(last.get("width", ""))
    assert "5000 m" in words(svg)
    assert str(refusal) in words(svg)
    assert not of_kind(svg, "category")
    burst = parsed(picture(YARD, Shot("jack", "drone", bullets=9)))
    assert [element.text for element in of_kind(burst, "needs")] == ["8 or more", "10 or more"]
    assert [element.text for element in of_kind(burst, "rest")] == ["bullets 3 to 9: no face"]
    assert not of_kind(parsed(picture(YARD, Shot("jack", AWAY))), "faces")


def test_the_waterfall_runs_from_sum_to_sum_and_the_faces_that_hit_are_filled_for_every_bullet() -> None:
    svg = band_picture(firearm_ruling(100, "far"), 300)
    steps = of_kind(svg, "step")
    assert [element.get("class") for element in steps] == ["step more", "step more", "step less"]
    ends = [(float(s.get("x", "")), float(s.get("x", "")) + float(s.get("width", ""))) for s in steps]
    assert ends[0][1] == pytest.approx(ends[1][0], abs=0.02)
    assert ends[1][1] == pytest.approx(ends[2][1], abs=0.02)
    [whole] = of_kind(svg, "whole")
    assert float(whole.get("x", "")) + float(whole.get("width", "")) == pytest.approx(ends[2][0], abs=0.02)
    assert [element.text for element in of_kind(svg, "whole-value")] == ["12"]
    assert steps[2].get("fill", "").startswith("url(#less-")
    assert [element.text for element in of_kind(svg, "needs")] == ["8 or more", "10 or more", "no face"]
    assert [len(of_kind(bullet, "hits")) for bullet in of_kind(svg, "bullet")] == [3, 1, 0]


def test_a_field_without_a_shot_is_seen_from_the_viewer_and_numbers_everybody() -> None:
    svg = parsed(picture(YARD))
    assert len(of_kind(svg, "target")) == 32
    assert [element.text for element in of_kind(svg, "unit-id")][:2] == ["jack", "drone"], "also who is at 0 m"
    assert f"{AWAY}, huge, 4000.5 m, beyond range" in (svg[1].text or "")
    assert "walker 3 with MP5" in picture(_walking(), viewer="walker 3")
    assert "jack with Glock 18" in picture(_walking())


def test_what_has_no_range_to_draw_asks_for_a_shot() -> None:
    unarmed = Battle.read({"fireline": 1, "ruleset": "endless-horizons", "units": [{"id": "jack"}]})
    assert "say who shoots at whom" in wrong_with(picture, unarmed)
    armed = {"weapon": "Knife"}
    assert "nobody has a firearm in hand" in wrong_with(drawing.draw, endless_horizons_field.field(armed))
    assert "no weapon in hand" in drawing.draw(endless_horizons_field.field(armed), endless_horizons_field.shot())


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_texts_are_legible_stay_in_their_card_and_cover_no_other(scene: tuple[Battle, Shot | None]) -> None:
    assert_legible(parsed(picture(*scene)))
    assert_apart(parsed(picture(*scene)), "card", "bands", "parties", "waterfall", "faces", "list", "people")


def _walking() -> Battle:
    units = [unit | ({"weapon": "MP5"} if unit["id"] == "walker 3" else {}) for unit in YARD.data()["units"]]
    return Battle.read(YARD.data() | {"units": units})


def test_people_at_points_are_shot_on_the_plan_that_they_are_edited_on() -> None:
    alley = example("endless-horizons-alley")
    edited, seen, shot = (parsed(text) for text in (plan(alley), picture(alley, viewer="gunner"), picture(alley, VAN)))
    for svg in (edited, seen, shot):
        assert svg.get("data-measure") == edited.get("data-measure")
        assert svg.get("data-board") == edited.get("data-board")
        tokens = {token.get("data-unit"): token.get("transform") for token in svg.iter() if token.get("data-unit")}
        assert len(tokens) == len(alley.units)
    assert not of_kind(edited, "range")
    scale = float((edited.get("data-measure") or "").split()[2])
    reach = [float(ring.get("r", "")) / scale for ring in of_kind(seen, "range")]
    assert reach == pytest.approx([350 / 8, 350 / 4, 350 / 2], rel=0.005), "the farthest lies beyond every corner"
    below = {part for group in of_kind(shot, "legend") for part in (group.get("class") or "").split()}
    assert below == {"legend", "bands", "parties", "waterfall", "faces"}, "a page shows them when they are asked for"
    [marked] = [ring for ring in of_kind(shot, "range") if ring.get("stroke-width") == "3"]
    assert marked.get("class") == f"range {alley.check(VAN).summary['range_category']}"
    [line] = [line for line in of_kind(shot, "shot") if "clear" in (line.get("class") or "") and line.get("x1") != "36"]
    far = [float(line.get(f"{axis}2", "")) - float(line.get(f"{axis}1", "")) for axis in "xy"]
    assert far == pytest.approx([70 * scale, -5 * scale], rel=0.005)


def test_the_numbers_of_the_grid_keep_apart_and_are_whole() -> None:
    units = [{"id": f"unit {n}", "at": at} for n, at in enumerate(([0, 0], [320, 90], [150, -70]))]
    svg = parsed(plan(Battle.read({"fireline": 1, "ruleset": "endless-horizons", "units": units})))
    assert_apart(svg, "grid")
    [grid] = of_kind(svg, "grid")
    starts = [
        float(text.get("x", "")) - width_of(text.text or "", 11)
        for text in grid.iter(f"{SVG}text")
        if text.get("text-anchor") == "end"
    ]
    assert len(starts) > 10
    assert min(starts) >= float((svg.get("data-board") or "").split()[0])


def test_names_of_people_on_a_threat_map_stand_apart() -> None:
    alley = example("endless-horizons-alley")
    places = alley.ruleset.places
    assert places is not None
    cells = [ThreatCell(place, Fraction(1, 3)) for place in places.all(alley.state, "gunner")]
    svg = parsed(threat_map(alley, ThreatMap("Chance", "About.", "gunner", cells)))
    assert {"runner", "van"} <= set(words(of_kind(svg, "people")[0]).split())
    assert_apart(svg, "people")
