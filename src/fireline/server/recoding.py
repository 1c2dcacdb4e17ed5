"""A picture that somebody brings, written anew in a process of its own: only what it shows is kept."""

from __future__ import annotations

import hashlib
import warnings
from pathlib import Path
from typing import Any

from fireline.extras import need
from fireline.game.errors import BattleFileError, Code

FORMATS = ("PNG", "JPEG", "WEBP")
MOST_PIXELS = 40_000_000
"""A picture of more is refused before any of them is read."""
SIDE = 2560
"""Pixels of the longer side of what is kept; a larger picture is made smaller."""
QUALITY = 80


def recode(file: str) -> dict[str, Any]:
    """Write a picture anew as WebP beside its file; answers the name of what was written, and its size.

    The name is the SHA-256 of what was written, so that a picture that is brought twice is kept once. What was written
    here before and comes back byte for byte, in the log of a game, is read like every other and kept as it is: written
    anew it would lose a little each time. Raises `BattleFileError` for a file that is no PNG, JPEG or WebP picture, and
    for one of too many pixels.
    """
    need("PIL", "server", "pictures are read by Pillow")
    from PIL import Image, ImageOps

    too_large = BattleFileError(Code.TOO_LARGE, f"has more than {MOST_PIXELS // 10**6} million pixels", "picture")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(file, formats=FORMATS) as given:
                small = given.width * given.height <= MOST_PIXELS
                picture = ImageOps.exif_transpose(given).convert("RGB") if small else None
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise too_large from None
    except (OSError, ValueError, SyntaxError):
        raise BattleFileError(Code.UNREADABLE, "is no PNG, JPEG or WebP picture that can be read", "picture") from None
    if picture is None:
        raise too_large
    if (known := _name(Path(file))).is_file():
        return {"file": known.name, "width": picture.width, "height": picture.height}
    picture.thumbnail((SIDE, SIDE))
    out = Path(file).with_suffix(".webp")
    picture.save(out, "WEBP", quality=QUALITY, method=0)
    out.replace(kept := _name(out))
    return {"file": kept.name, "width": picture.width, "height": picture.height}


def _name(file: Path) -> Path:
    """Where a file is kept that holds these bytes."""
    return file.with_name(f"{hashlib.sha256(file.read_bytes()).hexdigest()}.webp")
