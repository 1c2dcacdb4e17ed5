"""Make the fonts of the PNG pictures: DejaVu Sans, regular and bold, cut down to the signs that pictures hold.

Run: python scripts/fonts.py FOLDER, the folder of DejaVuSans.ttf and DejaVuSans-Bold.ttf; needs fonttools.
"""

# ruff: noqa: INP001 - a script, not a package

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter, load_font, save_font

OUT = Path(__file__).parent.parent / "src" / "fireline" / "draw" / "fonts"
NAMES = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
SIGNS = {
    "Latin, Latin-1, Latin Extended-A": (0x0020, 0x017F),
    "modifiers and combining accents": (0x02B0, 0x036F),
    "Greek": (0x0384, 0x03CE),
    "Cyrillic": (0x0400, 0x045F),
    "punctuation, sub- and superscripts, currencies": (0x2000, 0x20BF),
    "letterlike signs, fractions, arrows": (0x2100, 0x21FF),
    "mathematics": (0x2200, 0x22FF),
    "blocks, shapes": (0x2580, 0x25FF),
    "stars": (0x2605, 0x2606),
    "chessmen, suits of cards": (0x2654, 0x2667),
    "dice": (0x2680, 0x2685),
    "check marks and crosses": (0x2713, 0x2718),
    "the replacement character": (0xFFFD, 0xFFFD),
}


def main(folder: Path) -> None:
    """Write the subsets."""
    options = Options()
    options.hinting = False  # what draws the pictures does not hint
    options.layout_features = ["kern", "mark", "mkmk", "ccmp"]
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 7, 11, 13, 14]  # the licence asks that the font goes on saying whose it is
    options.notdef_outline = True
    for name in NAMES:
        font = load_font(folder / name, options)
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=[code for first, last in SIGNS.values() for code in range(first, last + 1)])
        subsetter.subset(font)
        save_font(font, OUT / name, options)
        print(f"{name}: {(OUT / name).stat().st_size / 1024:.0f} KB")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
