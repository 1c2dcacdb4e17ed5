"""`fireline threat`: maps in words, in JSON, as tables and as pictures."""

import csv
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from battles import EXAMPLES
from cli.typed import Typed
from fireline.formats.battlefile import load
from fireline.game.command import Shot
from fireline.testing.battery.pictures import of_kind, parsed, words

ANCIENTS = str(EXAMPLES / "ancients-ranged-combat.yaml")
MAPS = {
    "ancients-ranged-combat.yaml": ["--against", "warriors"],
    "duel-of-ages-tommy-gun.yaml": ["--against", "lazar"],
    "endless-horizons-burst.yaml": ["--by", "player"],
    "endless-horizons-alley.yaml": ["--by", "sniper", "--at-least", "1", "--step", "100"],
    "blightmeer-protect.yaml": ["--by", "bowman", "--step", "4"],
    "blightmeer-closest.yaml": ["--by", "archer", "--step", "6"],
}
LONG = ("--seconds", "200")
"""As much time as it takes, however busy the machine is."""


def test_a_map_in_words_by_several_in_an_order_or_by_one(typed: Typed) -> None:
    out = typed("threat", ANCIENTS, "--against", "warriors")
    assert out.startswith(
        "Warriors (C5) is safest on A3; A4; A5; A6; A7 and 9 more, of the 31 places that its own move"
    )
    assert "Fire of bow, horse, javelins, auxilia and slingers, in this order, one after the other" in out
    assert "where it stands, C5, it is hit with 30.6%." in " ".join(out.split())
    assert "It may stand on 105 of 113 places (hexes); 54 of them are safe." in out
    assert "In contact with an enemy on 16 places: D7; D8; D9; " in out
    assert re.search(r"64\.5%  █+ +1 place: G7", out)
    assert re.search(r"64\.5% \(209/324\) +G7", typed("threat", ANCIENTS, "--against", "warriors", "--exact"))
    first, named = (typed.data("threat", ANCIENTS, "--by", "bow", *more) for more in ([], ["-t", "legion"]))
    assert (first["unit"], named["unit"]) == ("warriors", "legion")
    assert first["shooters"] == ["bow"]
    here: Any = next(cell for cell in first["cells"] if cell["place"] == "C5")
    assert Fraction(here["p"]) == load(ANCIENTS).odds(Shot("bow", "warriors")).headline.chance


def test_where_all_places_are_alike_one_line_says_so(typed: Typed) -> None:
    alley = "endless-horizons-alley"
    out = typed("threat", alley, "--by", "sniper", "--target", "runner", "--step", "100")
    assert out.startswith("runner is hit with 99.9% wherever its own move leads to; where it stands, 180,40, it is hit")


@pytest.mark.whole("long")
@pytest.mark.parametrize("name", MAPS)
def test_a_map_is_drawn_and_in_json_every_place_has_its_chance(name: str, typed: Typed, tmp_path: Path) -> None:
    answer = typed.data("threat", str(EXAMPLES / name), *MAPS[name], *LONG)
    battle = load(EXAMPLES / name)
    assert battle.ruleset.places
    step = dict(zip(MAPS[name][::2], MAPS[name][1::2], strict=True)).get("--step")
    everywhere = battle.ruleset.places.all(battle.state, answer["unit"], Fraction(step) if step else None)
    assert [cell["place"] for cell in answer["cells"]] == [*everywhere]
    assert all(0 <= Fraction(cell["p"]) <= 1 for cell in answer["cells"])
    assert any(Fraction(cell["p"]) for cell in answer["cells"])
    assert all(cell["why"] for cell in answer["cells"] if not cell["stands"])
    out = tmp_path / "map.svg"
    assert f"Wrote {out}." in typed("threat", str(EXAMPLES / name), *MAPS[name], "-o", str(out))
    picture = parsed(out.read_text(encoding="utf-8"))
    assert of_kind(picture, "threat")
    assert of_kind(picture, "threat-scale")
    assert "Chance in percent" in words(picture)
    drawn = [element.get("data-place") for element in picture.iter() if element.get("data-place")]
    assert drawn == [cell["place"] for cell in answer["cells"]]


@pytest.mark.whole("long")
def test_a_map_as_png_and_as_a_table(tmp_path: Path, typed: Typed) -> None:
    png, table = tmp_path / "map.png", tmp_path / "map.csv"
    typed("threat", ANCIENTS, "--against", "warriors", "-o", str(png))
    with Image.open(png) as drawn:
        assert drawn.size[0] > 1000
    typed("threat", ANCIENTS, "--against", "warriors", "-o", str(table), "--json")
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert len(rows) == 113
    assert next(row for row in rows if row["place"] == "G7") == {
        "place": "G7",
        "stands": "true",
        "p": "209/324",
        "chance": str(209 / 324),
        "contact": "",
        "why": "",
        "reach": "false",
    }


def test_the_order_and_the_losses_may_be_given_and_where_nobody_can_hit_the_map_says_so(
    typed: Typed, tmp_path: Path
) -> None:
    out = typed("threat", ANCIENTS, "--against", "warriors", "--order", "slingers,bow", "--at-least", "2")
    assert "it loses 2 or more with " in " ".join(out.split())
    assert "Fire of slingers and bow, in this order" in out
    drawn = tmp_path / "map.svg"
    told = typed("threat", ANCIENTS, "--against", "warriors", "--order", "auxilia", "-o", str(drawn))
    assert "105 of 113 places (hexes); 89 of them are safe" in told
    assert "auxilia: The unit is next to an enemy" in " ".join(told.split())
    assert "Nobody can be hit anywhere." in drawn.read_text(encoding="utf-8")


def test_whoever_stops_a_map_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: Typed
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("fireline.analysis.threatmap.ThreatMap.cell", stop)
    typed("threat", ANCIENTS, "--against", "warriors", "-o", str(tmp_path / "map.svg"), status=130)
    assert "Traceback" not in typed.err
    assert list(tmp_path.iterdir()) == []
