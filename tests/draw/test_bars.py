"""Bars of the odds, every chance to scale; maps of which not every place is known; curves of many values or few."""

import re
from fractions import Fraction
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import pytest

from battles import example
from fireline.chance import Dist
from fireline.draw import odds_chart
from fireline.draw.canvas import Canvas
from fireline.draw.card import WIDTH, Card
from fireline.draw.chances import LENGTH
from fireline.draw.charts import Dot, draw_curve, draw_gains
from fireline.draw.threatmap import squares
from fireline.game.command import Shot
from fireline.game.drawing import ThreatCell
from fireline.game.odds import Headline, Odds
from fireline.game.result import Bar
from fireline.testing.battery.pictures import SVG, assert_apart, assert_legible, of_kind, parsed, words

BOW, SHOT = example("ancients-ranged-combat"), Shot("bow", "warriors")
HOSTILE = "W<&\"'>]]>\U0001f600" + "W" * 50


class Wounds(NamedTuple):
    wounds: int
    state: str = "none"


def some_odds(weights: dict[int, int]) -> Odds[Any]:
    dist = Dist.from_weights(
        {Wounds(n) if isinstance(n, int) else n: w for n, w in weights.items()}, sum(weights.values())
    )
    return Odds(BOW.check(SHOT), dist, Headline("at least one hit", Fraction(1, 2)))


def test_a_chart_tells_every_chance_exactly_and_at_least() -> None:
    svg = parsed(odds_chart(BOW.odds(SHOT), "Light Bow at three hexes"))
    assert (svg[0].tag, svg[1].tag) == (f"{SVG}title", f"{SVG}desc")
    assert svg[0].text == "Light Bow at three hexes"
    assert "hits: 0 69.4% (25/36), 1 27.8% (5/18), 2 2.8% (1/36)" in (svg[1].text or "")
    for shown in ("27.8% (5/18)", "30.6% (11/36)", "100.0% (1)", "eliminated", "leader killed"):
        assert shown in words(svg)


def test_a_card_says_at_least_of_numbers_alone() -> None:
    class Fate(NamedTuple):
        fate: str

    def drawn(odds: Odds[Any]) -> str:
        canvas = Canvas("a shot", "")
        return words(parsed(canvas.finish(WIDTH, Card(canvas, (0, 0)).draw(BOW.check(SHOT), odds))))

    fates = Dist.from_weights({Fate("dazed"): 1, Fate("none"): 3}, 4)
    told = drawn(Odds(BOW.check(SHOT), fates, Headline("dazed", Fraction(1, 4))))
    assert "dazed" in told
    assert "at least" not in told
    assert "at least" in drawn(BOW.odds(SHOT))


def test_several_odds_stand_under_their_labels_and_hostile_ones_are_plain_text() -> None:
    svg = parsed(odds_chart({HOSTILE: BOW.odds(SHOT), "$x$ 中": BOW.odds(SHOT)}, "<b>&"))
    assert svg[0].text == "<b>&"
    assert "$x$ 中" in words(svg)
    assert any((text.text or "").endswith("…") for text in svg.iter(f"{SVG}text")) or HOSTILE in words(svg)


def test_several_odds_are_compared_value_by_value() -> None:
    svg = parsed(odds_chart({"a": some_odds({0: 1, 1: 1}), "b": some_odds({1: 1, 2: 3})}, "Wounds"))
    main, *_ = of_kind(svg, "panel")
    wide = [float(element.get("width", "")) for element in of_kind(main, "bar")]
    assert wide == pytest.approx([LENGTH * share for share in (1 / 2, 0, 1 / 2, 1 / 4, 0, 3 / 4)], abs=0.01)
    assert words(main).count("0.0% (0)") == 3, "0 of b exactly; 2 of a, exactly and at least"
    assert_legible(svg)
    assert_apart(svg, "panel", "shots")


def test_a_long_row_of_values_ends_in_or_more() -> None:
    svg = parsed(odds_chart(some_odds(dict.fromkeys(range(40), 1)), "Many"))
    assert "24 or more" in words(svg)
    assert "39" not in words(svg).split()


def test_a_bar_is_as_long_as_its_chance_and_its_outline_as_that_of_at_least_as_much() -> None:
    svg = parsed(odds_chart(some_odds({0: 1, 1: 2, 3: 5}), "Wounds"))
    panel, *_ = of_kind(svg, "panel")
    for kind, shares in (("bar", (1 / 8, 2 / 8, 5 / 8)), ("outlined", (1, 7 / 8, 5 / 8))):
        wide = [float(element.get("width", "")) for element in of_kind(panel, kind)][: len(shares)]
        assert wide == pytest.approx([LENGTH * share for share in shares], abs=0.01)


@pytest.mark.parametrize("labels", [[""], ["a", HOSTILE], ["a"] * 1])
def test_texts_of_a_chart_are_legible_and_apart(labels: list[str]) -> None:
    svg = parsed(odds_chart({label: BOW.odds(SHOT) for label in labels}, HOSTILE * 3))
    assert_legible(svg)
    assert_apart(svg, "panel")


def test_a_name_of_a_marginal_wider_than_its_bars_stays_in_the_picture() -> None:
    class Long(NamedTuple):
        wounds: int
        a_marginal_with_a_name_that_is_wider_than_all_of_its_bars_and_chances: bool

    odds = Odds(BOW.check(SHOT), Dist.from_weights({Long(1, True): 1}, 1), Headline("any", Fraction(1)))
    assert_legible(parsed(odds_chart(odds, "T")))


GRID = [ThreatCell(f"{x}.5,{y}.5", Fraction(1, 4)) for y in range(6) for x in range(9)]
MARKS = [(n / 4, f"{25 * n}%") for n in range(5)]


@pytest.mark.parametrize("known", [GRID, GRID[20:40], GRID[13:16], [*GRID[4:7], *GRID[40:45]]])
def test_a_cell_lies_where_it_is_however_few_of_the_others_are_known(known: list[ThreatCell]) -> None:
    for place, corners in squares(known).items():
        x, y = (float(one) for one in place.split(","))
        assert corners == [(x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5)]


def test_the_last_cell_of_a_row_may_be_narrower() -> None:
    cells = [ThreatCell(f"{x},1", Fraction(0)) for x in ("1", "3", "5", "6.5")]
    assert squares(cells)["6.5,1"] == [(6.0, 0.0), (7.0, 0.0), (7.0, 2.0), (6.0, 2.0)]


def texts(svg: ET.Element) -> list[str]:
    """What stands in a picture, text by text."""
    return ["".join(one.itertext()) for one in svg.iter() if one.tag.endswith("text")]


def curve(many: int) -> str:
    return draw_curve("Curve", "value", [Dot(str(n), 0.5, n == 2, "half") for n in range(1, many + 1)], 0.5, MARKS)


def test_a_curve_of_many_values_stays_narrow_and_names_as_many_as_fit() -> None:
    wide = [float(re.findall(r' width="([0-9.]+)"', curve(many))[0]) for many in (2, 12, 50)]
    assert wide[0] <= wide[1] < wide[2] <= 700
    few, many = parsed(curve(2)), parsed(curve(50))
    assert {"1", "2"} <= set(texts(few))
    named = [one for one in texts(many) if one.isdigit()]
    assert 10 < len(named) < 30
    assert "2" in named, "what stands out is named"
    assert_legible(many)
    circles = [float(one.get("cx", "")) for one in few.iter() if one.tag.endswith("circle")]
    assert circles[1] - circles[0] > 100, "few values fill the picture"


def test_bars_of_chances_go_from_nothing_to_certainty() -> None:
    svg = parsed(draw_gains("Who wins", "games", [Bar("red", 0.25, "25%", (0.1, 0.4))], chances=True))
    (bar,) = of_kind(svg, "gain")
    assert float(bar.get("width", "")) == pytest.approx(360 / 4)
    assert {"0%", "100%"} <= set(texts(svg))
    assert_legible(svg)
