"""Pictures as files: SVG as it is, PNG made from it."""

from __future__ import annotations

import os
from pathlib import Path

from fireline.formats.writing import write_atomically
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code


def save_picture(svg: str, path: str | os.PathLike[str], zoom: float = 1.0) -> None:
    """Write a picture as its name says, `.svg` or `.png`; raises `BattleFileError` for any other name.

    `zoom` is the number of pixels of a PNG, along each side, for one pixel of the picture.
    """
    file = Path(path)
    match file.suffix.lower():
        case ".svg":
            write_atomically(file, svg)
        case ".png":
            from fireline.draw.png import png

            write_atomically(file, png(svg, zoom))
        case _:
            raise BattleFileError(
                Code.UNSUPPORTED, f"{shown(file.suffix)} is no kind of picture; name it .svg or .png", file=str(file)
            )
