"""PNG from SVG, with the fonts brought along, so that every machine draws the same picture."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

from fireline.extras import need

_FONTS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "LastResortHE-Regular.ttf")
MOST_PIXELS = 60_000_000
"""A larger picture is drawn smaller: a board of 99 columns must not take the machine's memory."""
ZOOM = 2.0
"""Pixels of the PNG for one of the SVG, so that small text is sharp on screen and in print."""
_SIZE = re.compile(r'<svg[^>]*? width="(\d+)" height="(\d+)"')


def png(svg: str) -> bytes:
    """The PNG of an SVG text; raises `BattleFileError` where the libraries for it are not installed."""
    need("resvg_py", "png", "PNG pictures are drawn by resvg; an .svg needs nothing more", "picture")
    from resvg_py import svg_to_bytes  # only for PNG

    size = _SIZE.search(svg)
    pixels = float(size[1]) * float(size[2]) if size else 1.0
    return svg_to_bytes(
        svg_string=svg,
        zoom=min(ZOOM, (MOST_PIXELS / max(pixels, 1.0)) ** 0.5),
        skip_system_fonts=True,
        font_files=font_files(),
        font_family="DejaVu Sans",
        sans_serif_family="DejaVu Sans",
    )


def font_files() -> list[str]:
    """The files of DejaVu Sans, which matplotlib brings along; finding them does not load it."""
    spec = find_spec("matplotlib")
    folders = spec.submodule_search_locations if spec else None
    fonts = [Path(folder) / "mpl-data" / "fonts" / "ttf" / name for folder in folders or () for name in _FONTS]
    return [str(font) for font in fonts if font.exists()]
