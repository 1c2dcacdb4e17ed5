"""PNG from SVG, with the fonts brought along, so that every machine draws the same picture."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from fireline.draw.canvas import PAPER
from fireline.extras import need

if TYPE_CHECKING:
    from resvg.usvg import Options

FONTS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
MOST_PIXELS = 60_000_000
"""A larger picture is drawn smaller: a board of 99 columns must not take the machine's memory."""
FAMILY = "DejaVu Sans"
_ASKED = re.compile(r'(<[^<>]*\sfont-family=)"[^"]*"')
_SIZE = re.compile(r'(<svg[^<>]*?) width="(\d+)" height="(\d+)"')


def png(svg: str, zoom: float = 1.0) -> bytes:
    """The PNG of a picture's SVG, so many pixels a side for each of its own.

    Raises `BattleFileError` where the library for it is not installed.
    """
    need("resvg", "png", "PNG pictures are drawn by resvg; an .svg needs nothing more", "picture")
    from resvg import render, usvg

    ours = _ASKED.sub(rf'\1"{FAMILY}"', svg)  # a family that is not there draws nothing at all
    return render(usvg.Tree.from_str(_sized(ours, zoom), _options()), (1, 0, 0, 0, 1, 0))


def fitted(svg: str, wide: int, high: int) -> str:
    """A picture in the middle of a sheet of so many pixels, as large as it may be there."""
    size = _SIZE.search(svg)
    if size is None:
        return svg
    scale = min(wide / int(size[2]), high / int(size[3]))
    width, height = int(int(size[2]) * scale), int(int(size[3]) * scale)
    inner = f'{size[1]} x="{(wide - width) // 2}" y="{(high - height) // 2}" width="{width}" height="{height}"'
    sheet = f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}">'
    paper = f'<rect width="{wide}" height="{high}" fill="{PAPER}"/>'
    return f"{sheet}{paper}{svg[: size.start()]}{inner}{svg[size.end() :]}</svg>"


def _sized(svg: str, zoom: float) -> str:
    """The SVG with the size in pixels that the PNG is to have."""
    size = _SIZE.search(svg)
    if size is None:
        return svg
    wide, high = int(size[2]), int(size[3])
    scale = min(zoom, (MOST_PIXELS / max(wide * high, 1)) ** 0.5)
    scaled = f'{size[1]} width="{max(int(wide * scale), 1)}" height="{max(int(high * scale), 1)}"'
    return svg[: size.start()] + scaled + svg[size.end() :]


def _options() -> Options:
    """How every picture is drawn: with our own fonts, and no font of the machine."""
    from resvg import usvg

    options = usvg.Options.default()  # made anew, since it may not go from thread to thread
    for font in _fonts():
        options.load_font_data(font)
    options.font_family = FAMILY
    return options


@cache
def _fonts() -> tuple[bytes, ...]:
    """The fonts, read once."""
    folder = files("fireline.draw").joinpath("fonts")
    return tuple(folder.joinpath(name).read_bytes() for name in FONTS)
