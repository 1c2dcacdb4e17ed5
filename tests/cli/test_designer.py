"""The designer's desk at the command line."""

import re
from pathlib import Path

import pytest

from cli.typed import Typed
from fireline.testing.battery.pictures import assert_legible, note, of_kind, parsed

RANGES = ["ranges", "endless-horizons-burst", "-s", "player", "-t", "target"]


def test_ranges_say_it_in_a_sentence_and_draw_steps(typed: Typed, tmp_path: Path) -> None:
    out = tmp_path / "ranges.svg"
    change = "units[player].stance=kneeling"
    told = typed(*RANGES, "-c", change, "-c", "units[player].stance=stnding", "-o", str(out), status=2)
    assert f"At least one hit: player at target is likeliest with {change} at 1 to 149 metres." in told
    assert "'stnding' is not standing, kneeling," in told
    ends = [
        [*map(float, re.findall(r' [xy][12]="([^"]+)"', line))]
        for line in out.read_text().splitlines()
        if "dasharray" in line
    ]
    assert ends
    assert all(x1 == x2 or y1 == y2 for x1, y1, x2, y2 in ends), "level or upright"
    assert typed.data(*RANGES)["measure"] == "metres"


def test_worth_draws_what_lines_and_units_add(typed: Typed, tmp_path: Path) -> None:
    out = tmp_path / "worth.svg"
    typed("worth", "blightmeer-village", "-s", "lookout", "-t", "brute", "-o", str(out))
    svg = parsed(out.read_text())
    wide = {note(one): float(one.get("width", "")) for one in of_kind(svg, "gain")}
    assert list(wide) == ["Advantage from above (BLM-6.1): +13.5", "target has Cover (BLM-7.3): −10.3"]
    assert wide["target has Cover (BLM-7.3): −10.3"] / wide["Advantage from above (BLM-6.1): +13.5"] == pytest.approx(
        10.3 / 13.5, abs=0.01
    )
    assert_legible(svg)
    few = ("--games", "4", "--turns", "1", "--seconds", "200", "-o", str(tmp_path / "units.svg"))
    typed("worth", "ancients-pickets-at-the-ford", *few)
    assert len(of_kind(parsed((tmp_path / "units.svg").read_text()), "gain")) == 2


def test_house_rules_are_a_sentence_a_table_a_picture_and_a_page(typed: Typed, tmp_path: Path) -> None:
    battles = tmp_path / "battles"
    battles.mkdir()
    for name in ("ancients-ranged-combat", "ancients-hills-and-camps", "duel-of-ages-tommy-gun"):
        typed("examples", name, "--out", str(battles))
    (battles / "notes.yaml").write_text("[1, 2]")
    line = ["rules", "ancients", "--with", "CCA-4.1.held=1", "--with", "CCA-1.2.nearest=1", "--battles", str(battles)]
    line += ["--seconds", "200"]
    told = typed(*line, "--out", str(tmp_path / "page.html"))
    assert told.startswith("With CCA-4.1.held=1 and CCA-1.2.nearest=1, 15 of 15 shots change: on average")
    assert "no longer legal" in told
    assert "16.7% to no shot, " in " ".join(told.split())
    assert re.search(r"Light Infantry \(G10\) at Medium.* 16.7% \(1/6\) +no shot", typed(*line, "--exact"))
    page = (tmp_path / "page.html").read_text()
    assert '<meta name="generator" content="fireline report">' in page
    assert page.count("<tr>") == 16
    typed(*line, "--out", str(tmp_path / "picture.svg"))
    assert (tmp_path / "picture.svg").read_text().count("<circle") >= 3
    data = typed.data(*line)
    assert "There was no time for all of" in typed("rules", "ancients", "--with", "CCA-4.1.held=3", "--seconds", "0")
    assert (data["changed"], data["forbidden"], data["battles"]) == (
        15, 1, ["ancients-hills-and-camps.yaml", "ancients-ranged-combat.yaml"],
    )  # fmt: skip
    for wrong, why in (
        (["--with", "CCA-4.1.held"], "is not ADDRESS=NUMBER"),
        (["--with", "CCA-4.1.held=3", "--with", "CCA-4.1.held=2"], "--with: 'CCA-4.1.held' is given twice"),
        (["--with", "CCA-4.1.held=1e999"], "house.CCA-4.1.held: '1e999' is not a number"),
        (["--with", "CCA-4.1.held=3", "--battles", str(battles / "none")], "is no folder"),
        (["--battles", str(battles)], "goes with --with"),
    ):
        assert why in typed.refused("rules", "ancients", *wrong)
    (battles / "broken.yaml").write_text("units: [")
    said = typed.refused("rules", "ancients", "--with", "CCA-4.1.held=3", "--battles", str(battles))
    assert said.startswith(f"{battles / 'broken.yaml'}: line 1, column 9: is not well-formed YAML")
