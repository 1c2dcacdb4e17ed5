"""Reading the pictures: elements by their class, notes, texts and where they stand, contrast of colours."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ET
from typing import NamedTuple

from fireline.draw import palette
from fireline.draw.text import width_of

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
    assert {text.get("fill") for text in svg.iter(f"{SVG}text")} <= set(palette.TEXT_ON)
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
