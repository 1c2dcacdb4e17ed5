"""`fireline solve`, as a designer has it."""

import re
from pathlib import Path

import pytest

from battles import EXAMPLES
from cli.typed import Typed

VILLAGE = ["solve", str(EXAMPLES / "blightmeer-village.yaml"), "-s", "lookout", "-t", "brute"]
BURST = ["solve", str(EXAMPLES / "endless-horizons-burst.yaml"), "-s", "player", "-t", "target"]
COLUMN = ["solve", str(EXAMPLES / "ancients-ranged-combat.yaml"), "-t", "warriors"]


@pytest.mark.whole("long")
def test_the_curve_and_where_it_passes(typed: Typed, tmp_path: Path) -> None:
    out = tmp_path / "curve.png"
    said = typed(*VILLAGE, "--field", "shooter.ranged", "-o", str(out))
    assert re.search(r" 1 to 5 +50\.3% +the nearest", said)
    assert "50.3% (2517/5000)" in typed(*VILLAGE, "--field", "shooter.ranged", "--exact")
    assert "50.0% is crossed between shooter.ranged 5 and 6." in said
    assert "50.0% is not hit exactly; nearest at 1 to 5." in said
    assert "It never rises. Tried shooter.ranged 1 to 40. Every value is exact." in said
    assert out.read_bytes().startswith(b"\x89PNG")


def test_just_so_never_and_nowhere_in_json_and_for_a_team(typed: Typed) -> None:
    assert "exactly" in typed(*BURST, "-f", "shooter.check.skill")
    never = typed(*BURST, "-f", "shot.bullets", "--is", "1", "--of", "hits")
    assert "1.00 is not reached; nearest at 2 to 3." in never
    assert "at none of these values" in typed(*COLUMN, "-s", "slingers", "-f", "shooter.moved")
    data = typed.data(*COLUMN, "-s", "bow", "-f", "moved", "--is", "1/6", "--over", "0..2")
    assert data["exactly"] == [1, 2]
    assert data["monotone"] is True
    assert data["points"][0] == {"value": 0, "figure": "11/36"}
    duel = [str(EXAMPLES / "duel-of-ages-tommy-gun.yaml"), "-s", "sanchez", "-t", "lazar", "--team", "white"]
    assert "It never falls." in typed("solve", *duel, "-f", "shooter.ratings.aim", "--over", "1..9")
