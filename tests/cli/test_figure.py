"""The pictures from the command line that show a model: `fireline figure`, and `fireline picture --eye`."""

import shutil
from pathlib import Path

import pytest
from PIL import Image

from battles import EXAMPLES
from cli.typed import Typed
from fireline.geometry.bases import Model
from fireline.geometry.shapes import box
from fireline.geometry.solids import Solid, join
from fireline.rulesets.blightmeer.modelfacts import ModelFacts
from fireline.rulesets.blightmeer.openings import Opening
from fireline.rulesets.blightmeer.walls import Wall
from fireline.testing.battery.pictures import parsed, words
from formats.meshmaking import stl

BRUTE, SCOUT = str(EXAMPLES / "brute.glb"), EXAMPLES / "scout.stl"

BATTLE = """\
fireline: 1
ruleset: blightmeer@2026-07
turn: {side: red, number: 2}
terrain:
  - {id: hedge, box: {at: [12, 17], size: [6, 0.3, 0.6]}}
units:
  - {id: archer, side: red, at: [12, 6], facing: 90, ranged: 14, weapon: Bow}
  - {id: brigand, side: blue, at: [12, 18], facing: 270, defence: 15}
"""


@pytest.fixture
def battle(tmp_path: Path) -> str:
    file = tmp_path / "battle.yaml"
    file.write_text(BATTLE)
    return str(file)


# --- fireline figure ------------------------------------------------------------------------


def test_a_model_is_told_in_lines_in_a_table_and_in_json(typed: Typed) -> None:
    out = typed("figure", BRUTE)
    assert out.startswith("brute\n")
    for told in ("high (70.3 mm)", "1,956 triangles, the surface is closed.", "93% of the body's height"):
        assert told in out
    rows = {" ".join(line.split()) for line in out.splitlines()}
    assert {"head body 144", "club_equipment equipment 288", "raised_arm_pose pose 288"} <= rows
    answer = typed.data("figure", BRUTE)
    assert answer["unit"] == "inch"
    assert answer["inches_per_unit"] == pytest.approx(1 / 0.0254)
    assert answer["triangles"] == sum(part["triangles"] for part in answer["parts"]) == 1956
    assert answer["leaks"] == 0
    assert answer["eyes_given"] is False
    assert {part["tag"] for part in answer["parts"]} == {"body", "equipment", "pose"}
    assert answer["size"][2] == pytest.approx(2.768, abs=0.001)


def test_without_a_unit_sizes_are_in_units_of_the_file_unless_a_side_file_gives_it(
    tmp_path: Path, typed: Typed
) -> None:
    file = tmp_path / "scout.stl"
    shutil.copy(SCOUT, file)
    out = " ".join(typed("figure", str(file)).split())
    assert "34.5 high" in out
    assert "in units of the file of unknown length." in out
    assert "Write 'units: mm' into scout.parts.yaml" in out
    answer = typed.data("figure", str(file))
    assert answer["unit"] is None
    assert answer["inches_per_unit"] is None
    out = typed("figure", str(SCOUT))
    assert "high (34.5 mm)" in out
    assert "(as the file says)" in out


# --- what is told of a model ----------------------------------------------------------------


def facts(solid: Solid, inches: float | None = 1.0, leaks: int = 0) -> ModelFacts:
    return ModelFacts.of(Model("post", solid, ("body",) * len(solid.parts), inches, leaks=leaks))


def test_what_is_told_of_a_model_its_edges_its_eyes_and_its_size() -> None:
    assert "The surface is not that of a solid: 3 edges of one triangle only" in str(facts(box((1, 1, 1)), leaks=3))
    assert "The surface is not that of a solid: 1 edge of one triangle only" in str(facts(box((1, 1, 1)), leaks=1))
    behind = join([box((1, 1, 1)), box((0.4, 0.4, 1), "body").placed((-0.3, 0.2, 1))])
    assert 'It looks from 1.86" up, 0.3" behind the middle, 0.2" to its left (guessed' in str(facts(behind))
    assert "It looks from 0.93 up (guessed" in str(facts(box((1, 1, 1)), None))
    assert '1.26" high (32 mm), 0.5" from back to front, 0.75" wide.' in str(facts(box((0.5, 0.75, 1.26))))


def test_windows_are_proposed_for_a_house_whose_unit_is_known(tmp_path: Path, typed: Typed) -> None:
    house = Wall("house", (0, 0), (0, 4), 3, 0.25, 0.0, (Opening("w", 1, 1.5, 0.5, 1),)).solid.corners
    (tmp_path / "house.stl").write_bytes(stl(house))
    assert typed.data("figure", str(tmp_path / "house.stl"))["windows"] == []
    (tmp_path / "house.parts.yaml").write_text("units: inch")
    (found,) = typed.data("figure", str(tmp_path / "house.stl"))["windows"]
    assert found == {"id": "window 1", "at": [0, 1.75, 0.5], "size": [1.5, 1], "turn": 90, "thickness": 0.25}
    assert "may have these windows:\n  {id: window 1, at: [0.0, 1.75, 0.5]" in typed(
        "figure", str(tmp_path / "house.stl")
    )


# --- fireline picture --eye -----------------------------------------------------------------


@pytest.mark.whole("long")
def test_a_shot_is_drawn_from_the_shooters_eye(battle: str, tmp_path: Path, typed: Typed) -> None:
    out = tmp_path / "eye.svg"
    typed("picture", battle, "-s", "archer", "-t", "brigand", "--eye", "-o", str(out))
    said = words(parsed(out.read_text(encoding="utf-8")))
    assert "What the shooter sees: archer > brigand" in said
    assert "hedge" in said


def test_a_zoom_draws_a_png_larger(battle: str, tmp_path: Path, typed: Typed) -> None:
    sizes = []
    for zoom in ("1", "2"):
        typed("picture", battle, "-o", str(tmp_path / "table.png"), "--zoom", zoom)
        with Image.open(tmp_path / "table.png") as image:
            sizes.append(image.size)
    assert sizes[1] == (2 * sizes[0][0], 2 * sizes[0][1])
