"""What building takes on the page: clicks, keys and seconds of recorded builds, and how much is loaded before.

Run it with `python benchmarks/bench_build.py`; it needs Chromium and a built page. Four small battles are built from an
empty board by mouse, among them ten units a side with terrain; every click and key counts, none is scripted past.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from browser.builder import Builder  # noqa: E402
from browser.conftest import FLAGS, drive  # noqa: E402
from browser.desk import Desk  # noqa: E402
from browser.serving import built  # noqa: E402
from browser.test_building import blightmeer, duel, horizons  # noqa: E402
from server.serving import serving_anew  # noqa: E402

GOAL_CLICKS, GOAL_KB = 60, 150


def ten_a_side(build: Builder) -> None:
    """Ten units a side, two kinds of terrain, two ramparts."""
    build.hold("Forest")
    build.sweep(["D3", "D5"])
    build.sweep(["F9", "F10"])
    build.hold("Hill")
    build.sweep(["E6", "E7"])
    for side, rows in (("bottom", "HG"), ("top", "AB")):
        build.side(side)
        for title, row, first, last in (
            ("Heavy Infantry", rows[0], 4, 6),
            ("Medium Infantry", rows[0], 8, 9),
            ("Light Bow", rows[1], 3, 4),
            ("Auxilia", rows[1], 6, 7),
        ):
            build.hold(title)
            build.sweep([f"{row}{first}", f"{row}{last}"])
        build.hold("Elephant")
        build.tap(f"{rows[1]}9")
    sides = [unit["side"] for unit in build.data["units"]]
    assert sides.count("top") == sides.count("bottom") == 10, sides


BATTLES: dict[str, tuple[str, Callable[[Builder], None]]] = {
    "ten units a side": ("Commands & Colors: Ancients", ten_a_side),
    "two models, walls, a block": ("Blightmeer", blightmeer),
    "two heroes, walls, woods": ("Duel of Ages II", duel),
    "two people on a plan": ("Endless Horizons", horizons),
}


def first_view(page: Path) -> float:
    """Gzip kB of all that the start page loads before anything is opened: the page itself, its script and style."""
    index = (page / "index.html").read_text(encoding="utf-8")
    names = re.findall(r'(?:src|href)="/(assets/[^"]+)"', index)
    return sum(len(gzip.compress((page / name).read_bytes())) for name in ("index.html", *names)) / 1000


def main() -> None:
    """Build all of them and print what each took."""
    size = first_view(built())
    print(f"first view: {size:.0f} kB gzip (goal: at most {GOAL_KB})")
    with serving_anew(Path(tempfile.mkdtemp()) / "bench.sqlite", "--rate", "0") as url, drive() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"), args=FLAGS
        )
        for title, (game, act) in BATTLES.items():
            desk = Desk(browser.new_context(base_url=url, viewport={"width": 1440, "height": 900}))
            desk.page.goto("/")
            build = Builder(desk, game)
            act(build)
            print(f"{title}: {json.dumps(build.counted())}")
            desk.context.close()
        browser.close()


if __name__ == "__main__":
    main()
