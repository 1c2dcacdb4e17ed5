"""Pictures of answers: maps of which not every place is known, curves of many values or few, bars of chances."""

import re
from fractions import Fraction
from xml.etree import ElementTree as ET

import pytest

from fireline.draw.charts import Dot, draw_curve, draw_gains
from fireline.draw.threatmap import squares
from fireline.game.drawing import ThreatCell
from fireline.game.result import Bar
from fireline.testing.battery.pictures import assert_legible, of_kind, parsed

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
