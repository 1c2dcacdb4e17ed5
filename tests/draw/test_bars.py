"""Bars of the odds: every chance, exactly and at least, to scale."""

from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from battles import example
from fireline.chance import Dist
from fireline.draw import odds_chart
from fireline.draw.chances import LENGTH
from fireline.game.command import Shot
from fireline.game.odds import Headline, Odds
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
