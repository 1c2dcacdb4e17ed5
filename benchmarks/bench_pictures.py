"""PNG pictures: how long one takes, beside the way it was done before, in the same run.

The former way: resvg-py, twice as many pixels along each side, fonts read from their files for each picture.

Run: python benchmarks/bench_pictures.py
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib.resources import as_file, files
from pathlib import Path

from resvg_py import svg_to_bytes

import fireline
from fireline.draw import eye_view, picture
from fireline.draw.png import FAMILY, FONTS, png

GOAL = 5.0
REPEATS = 9
EXAMPLES = Path(__file__).parent.parent / "examples"
SHOTS = {
    "ancients-ranged-combat": ("bow", "warriors"),
    "blightmeer-village": ("lookout", "brute"),
    "duel-of-ages-tommy-gun": ("sanchez", "lazar"),
    "endless-horizons-alley": ("gunner", "sniper"),
}


def milliseconds(draw: Callable[..., bytes], *given: object) -> float:
    """The least time of this process that a picture takes: others on the machine only add to it."""
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        draw(*given)
        times.append(time.process_time() - start)
    return min(times) * 1e3


def former(svg: str, fonts: list[str]) -> bytes:
    """The PNG as it was made before."""
    return svg_to_bytes(
        svg_string=svg,
        zoom=2.0,
        skip_system_fonts=True,
        font_files=fonts,
        font_family=FAMILY,
        sans_serif_family=FAMILY,
    )


def main() -> None:
    """Print the figures."""
    pictures = {}
    for name, (shooter, target) in SHOTS.items():
        battle = fireline.load(EXAMPLES / f"{name}.yaml")
        pictures[name] = picture(battle, fireline.Shot(shooter, target))
        if name == "blightmeer-village":
            pictures[f"{name}, --eye"] = eye_view(battle, fireline.Shot(shooter, target))
    with as_file(files("fireline.draw") / "fonts") as folder:
        fonts = [str(folder / name) for name in FONTS]
        for name, svg in pictures.items():
            before = milliseconds(former, svg, fonts)
            now, twice = milliseconds(png, svg), milliseconds(png, svg, 2.0)
            met = "met" if before / now >= GOAL else "MISSED"
            print(f"  {name:25} {now:4.0f} ms, before {before:4.0f}: {before / now:4.1f} x, goal {GOAL:g}: {met}")
            print(f"    as large as before: {twice:4.0f} ms: {before / twice:.1f} x")


if __name__ == "__main__":
    main()
