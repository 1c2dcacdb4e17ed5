"""What every ruleset promises of its pictures: a page finds the board, its places and its units in them."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from typing import NamedTuple

import pytest

from fireline import draw
from fireline.draw.canvas import TEXT_ON, width_of
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.drawing import Drawing, ThreatCell, ThreatMap
from fireline.game.errors import BattleFileError
from fireline.ruling.told import written
from fireline.testing import battles

SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ET.Element:
    """A picture as elements."""
    return ET.fromstring(svg)  # noqa: S314 - our own


def of_kind(svg: ET.Element, kind: str) -> list[ET.Element]:
    """All elements of a class."""
    return [element for element in svg.iter() if kind in element.get("class", "").split()]


def note(element: ET.Element) -> str:
    """What an element says when it is pointed at."""
    return element.findtext(f"{SVG}title") or ""


def hooks(svg: str, name: str) -> list[str]:
    """What a page finds in a picture under `data-` and this name, in order."""
    return [element.attrib[f"data-{name}"] for element in parsed(svg).iter() if f"data-{name}" in element.attrib]


def words(svg: ET.Element) -> str:
    """All texts of a picture."""
    return " ".join(element.text or "" for element in svg.iter(f"{SVG}text"))


class Box(NamedTuple):
    """A text and the rectangle that it takes up."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        """Whether two texts cover each other."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


def boxes(element: ET.Element, x: float = 0, y: float = 0) -> list[Box]:
    """Where every text of a picture stands."""
    moved = re.fullmatch(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
    if moved:
        x, y = x + float(moved[1]), y + float(moved[2])
    if element.tag != f"{SVG}text":
        return [box for child in element for box in boxes(child, x, y)]
    size, text = float(element.get("font-size", "0")), element.text or ""
    wide = width_of(text, size, bold=element.get("font-weight") == "bold")
    shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[element.get("text-anchor", "start")]
    left, base = x + float(element.get("x", "0")) - shift * wide, y + float(element.get("y", "0"))
    return [Box(text, left, base - 0.73 * size, left + wide, base)]


def assert_legible(svg: ET.Element) -> None:
    """No text is tiny, of a colour that nobody checked, or outside the picture or its card."""
    whole = [float(number) for number in svg.get("viewBox", "").split()]
    assert [svg.get("width"), svg.get("height")] == [f"{number:g}" for number in whole[2:]]
    assert min(float(text.get("font-size", "0")) for text in svg.iter(f"{SVG}text")) >= 11
    assert {text.get("fill") for text in svg.iter(f"{SVG}text")} <= set(TEXT_ON)
    for box in boxes(svg):
        assert 0 <= box.left <= box.right <= whole[2], box
        assert 0 <= box.top <= box.bottom <= whole[3], box
    for card in of_kind(svg, "card"):
        left, wide = float(card[0].get("x", "0")), float(card[0].get("width", "0"))
        assert all(left <= box.left and box.right <= left + wide for box in boxes(card))


def assert_apart(svg: ET.Element, *layers: str) -> None:
    """No text of a layer covers another of it."""
    for layer in (one for kind in layers for one in of_kind(svg, kind)):
        pairs = itertools.combinations(boxes(layer), 2)
        assert [(a.text, b.text) for a, b in pairs if a.overlaps(b)] == []


def luminance(colour: str) -> float:
    """The relative luminance of a colour, from 0 to 1."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(a: str, b: str) -> float:
    """The contrast of two colours, from 1 to 21."""
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def drawn(name: str) -> tuple[Battle, Drawing[object]]:
    """The battle, and what its game draws."""
    battle = battles.battle(name)
    if battle.ruleset.drawing is None:
        with pytest.raises(BattleFileError, match=f"{battle.ruleset.id} draws no pictures"):
            draw.picture(battle)
        pytest.skip(f"{battle.ruleset.id} draws nothing")
    return battle, battle.ruleset.drawing


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
    for shot in (None, *shots(battle)):
        root = parsed(draw.picture(battle, shot))
        assert [child.tag for child in root[:2]] == [f"{SVG}title", f"{SVG}desc"]
        assert all(child.text for child in root[:2])
        told = [*battle.check(shot).lines()] if shot else []
        assert (root[1].text or "").split("\n")[: len(told)] == told
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
        solids = written(draw.scene(battle))["solids"]
        units = [solid["name"] for solid in solids if solid["kind"] == "unit"]
        assert {shot.shooter for shot in shots(battle) if stands(battle, shot.shooter)} <= set(units)
        assert all(len(part["positions"]) % 9 == 0 for solid in solids for part in solid["parts"])
