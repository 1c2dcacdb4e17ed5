"""Pictures as files: SVG as it is, PNG from that."""

from __future__ import annotations

import os
from pathlib import Path

from fireline.formats.writing import write_atomically
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code


def save_picture(svg: str, path: str | os.PathLike[str], zoom: float = 1.0) -> None:
    """Write a picture as its name says, `.svg` or `.png`; raises `BattleFileError` for any other name.

    `zoom` says how many pixels of a PNG, along each side, stand for one of the picture's own.
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
