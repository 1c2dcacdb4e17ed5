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
    assert re.search(r"shooter\.ranged 1 to 5 +█+ +50\.3%, the nearest", said)
    assert "50.3% (2517/5000)" in typed(*VILLAGE, "--field", "shooter.ranged", "--exact")
    shot, plain = "lookout (Elvish Bow) > brute (Throwing Stars)", " ".join(said.split())
    crossed = "crosses 50.0% between shooter.ranged 5 and 6; nearest is 50.3% at shooter.ranged 1 to 5."
    assert plain.startswith(f"{shot}: hurts the target {crossed}")
    assert "It never rises. Tried shooter.ranged 1 to 40. Every value is exact." in said
    assert out.read_bytes().startswith(b"\x89PNG")


def test_two_figures_may_be_nearest_one_above_and_one_below(typed: Typed) -> None:
    said = " ".join(typed(*BURST, "-f", "distances[player>target]", "--over", "0..400").split())
    near = "70.0% at distances[player>target] 38 to 74 and 30.0% at distances[player>target] 75 to 149."
    assert f"nearest is {near}" in said


def test_just_so_never_and_nowhere_in_json_and_for_a_team(typed: Typed) -> None:
    assert "exactly" in typed(*BURST, "-f", "shooter.check.skill")
    never = typed(*BURST, "-f", "shot.bullets", "--is", "1", "--of", "hits")
    assert never.startswith("player (Rifle) > target: mean hits never is 1.00; nearest is 0.40 at shot.bullets 2 to 3.")
    assert "distances: is a field that holds no number" in typed.refused(*BURST, "-f", "distances")
    assert "at none of these values" in typed(*COLUMN, "-s", "slingers", "-f", "shooter.moved")
    data = typed.data(*COLUMN, "-s", "bow", "-f", "moved", "--is", "1/6", "--over", "0..2")
    assert data["exactly"] == [1, 2]
    assert data["monotone"] is True
    assert data["points"][0] == {"value": 0, "figure": "11/36"}
    duel = [str(EXAMPLES / "duel-of-ages-tommy-gun.yaml"), "-s", "sanchez", "-t", "lazar", "--team", "white"]
    assert "It never falls." in typed("solve", *duel, "-f", "shooter.ratings.aim", "--over", "1..9")
