"""The designer's desk at the command line."""

import re
from pathlib import Path

from cli.typed import Typed

RANGES = ["ranges", "endless-horizons-burst", "-s", "player", "-t", "target"]


def test_ranges_say_it_in_a_sentence_and_draw_steps(typed: Typed, tmp_path: Path) -> None:
    out = tmp_path / "ranges.svg"
    change = "units[player].stance=kneeling"
    told = typed(*RANGES, "-c", change, "-c", "units[player].stance=stnding", "-o", str(out), status=2)
    assert f"At least one hit: likeliest with {change} at 1 to 149 metres." in told
    assert "'stnding' is not standing, kneeling," in told
    ends = [
        [*map(float, re.findall(r' [xy][12]="([^"]+)"', line))]
        for line in out.read_text().splitlines()
        if "dasharray" in line
    ]
    assert ends
    assert all(x1 == x2 or y1 == y2 for x1, y1, x2, y2 in ends), "level or upright"
    assert typed.data(*RANGES)["measure"] == "metres"
