"""Battle files: what one may say and what it means, what is left out, and who may stand where."""

import shutil
from fractions import Fraction
from pathlib import Path

import pytest
import yaml

from battles import EXAMPLES, FILES
from blightmeer_table import Data, archer, battle, box, data, enemy, state, unit
from fireline.formats.battlefile import load, save
from fireline.formats.logfile import LogFile
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError
from fireline.rulesets.blightmeer.pieces import Injury, Size
from fireline.rulesets.blightmeer.state import Declared, Improvements, Table
from fireline.rulesets.blightmeer.terrain import Hill, Mesh
from fireline.rulesets.blightmeer.walls import Wall
from present import present
from refusing import wrong_with

FULL, *DUE = yaml.safe_load_all((Path(__file__).parent / "written.yaml").read_text(encoding="utf-8"))


def test_what_a_full_file_means_is_in_the_state() -> None:
    here = state(Battle.read(FULL, FILES))
    assert here.edition.window_reach == 0.5
    assert not here.edition.natural_20_passes
    _, _, mill, knoll, steps, tower = here.terrain
    assert isinstance(mill, Wall)
    assert [(one.id, one.window) for one in mill.openings] == [("north", True), ("south", True), ("mill door 1", False)]
    assert (mill.openings[2].sill, mill.openings[2].along) == (0, 6)
    assert isinstance(knoll, Hill)
    assert isinstance(steps, Hill)
    assert (knoll.steps, knoll.top, steps.steps, steps.top) == (0, 0.25, 4, 0.5)
    assert isinstance(tower, Mesh)
    assert tower.model.inches == 0.5
    one, brute, giant, scout = (here.unit(id_) for id_ in ("archer", "brute", "giant", "scout"))
    assert (one.injury, one.defence, one.armour, one.raised_arms) == (Injury.STAGGERED, None, 17, True)
    assert (present(brute.weapon).range, brute.size) == (Fraction(25, 2), Size.LARGE)
    assert present(giant.miniature).model.inches == pytest.approx(39.37, abs=0.01)
    assert present(scout.miniature).model.inches == pytest.approx(0.05 / 25.4)
    assert scout.out
    due = [state(Battle.read(one)).due for one in DUE]
    assert due == [Declared("archer", "orc"), Declared("archer", "orc", "north")]


# --- what is left out -----------------------------------------------------------------------

BARE = {"id": "archer", "side": "red", "at": [18, 6]}


def test_what_is_left_out_has_its_usual_value() -> None:
    here = state(Battle.read({"fireline": 1, "ruleset": "blightmeer", "turn": {"side": "red"}, "units": [BARE]}))
    assert (here.edition.id, here.turn.number, here.turn.first_player) == ("2026-07", 1, None)
    assert (here.table, here.terrain, here.improvements) == (Table(36, 36), (), Improvements(None, ()))
    assert (here.due, here.over, here.name) == (None, False, "")
    one = here.unit("archer")
    assert (one.ranged, one.defence, one.morale, one.wounds, one.weapon) == (None, None, None, 1, None)
    assert (one.injury, one.loaded, one.size, one.gear, one.facing) == (Injury.NONE, True, Size.NORMAL, (), 0)
    assert not any((one.moved, one.ran, one.cast, one.engaged, one.shot, one.shot_last_turn, one.raised_arms))
    assert (one.peering, one.miniature, one.at) == (None, None, (18, 6, 0))


def test_of_several_injuries_the_worst_counts() -> None:
    both = archer(status=["dazed", "staggered"], gear=["shield", "cloak", "shield"])
    written = battle(both).data()["units"][0]
    assert written["status"] == ["dazed"]
    assert written["gear"] == ["shield", "cloak"]


def test_a_weapon_like_a_listed_one_is_written_by_its_name() -> None:
    same = {"name": "Pistol", "range": 10, "pierce": 3, "injury": 2, "long_reload": True}
    other = same | {"range": 10.5}
    written = battle(archer(weapon=same), enemy(weapon=other)).data()["units"]
    assert written[0]["weapon"] == "Pistol"
    assert written[1]["weapon"] == other
    assert battle(archer(weapon={"range": 5})).data()["units"][0]["weapon"] == {
        "name": "weapon", "range": 5, "pierce": 0, "injury": 0,
    }  # fmt: skip


def test_the_options_of_an_edition_that_are_as_usual_are_not_written() -> None:
    on = {"protector_must_be_unengaged": True, "natural_1_fails": True, "window_reach": 1}
    assert "options" not in battle(archer(), edition="2026-07", options=on).data()
    assert battle(archer(), options=on).data()["options"] == {"protector_must_be_unengaged": True}


def test_an_own_deck_is_kept_in_order_and_an_empty_one_stays_empty() -> None:
    assert state(battle(archer(), improvements={"deck": ["b", "a", "b"]})).improvements.deck == ("a", "b", "b")
    empty = battle(archer(), improvements={"deck": []})
    assert empty.data()["improvements"] == {"deck": []}
    assert state(empty).improvements.deck == ()


# --- mistakes -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        (
            {"terrain": [{"id": "slab", "prism": {"outline": [[n, n * n] for n in range(9)] * 12, "height": 1}}]},
            "terrain[0].prism.outline: has 108 entries; at most 100",
        ),
        (
            {"units": [unit(f"u{n}", "red", n % 36, n // 36) for n in range(201)]},
            "units: has 201 entries; at most 200",
        ),
        ({"improvements": {"deck": ["x"] * 501}}, "improvements.deck: has 501 entries; at most 500"),
        (
            {"terrain": [{"id": "tower", "mesh": {"file": "tower.glb", "at": [18, 30]}}]},
            "terrain[0].mesh.file: 'tower.glb' names a file, but this battle came without a folder to seek it in",
        ),
    ],
)
def test_what_is_too_much_or_stands_in_no_folder_is_refused(more: Data, problem: str) -> None:
    said = wrong_with(lambda: battle(archer(), enemy(), **more) if "units" not in more else Battle.read(data(**more)))
    assert said == problem


# --- who may stand where --------------------------------------------------------------------


def test_bases_may_touch_and_models_may_stand_one_above_the_other() -> None:
    assert battle(archer(), enemy("orc", 18.99, 6)).state
    assert battle(archer(), enemy("orc", 18, 6, 1.3)).state, "on a bridge over him"
    assert "overlap" in wrong_with(battle, archer(), enemy("orc", 18, 6, 1.2))
    assert "overlap" in wrong_with(battle, archer(size="large"), enemy("orc", 18, 6, 2.5))
    fallen = enemy("orc", 18, 6, status=["incapacitated"])
    assert state(battle(archer(), fallen, terrain=[box("crate", (18, 8), (1, 1, 1))])).unit("orc").out
    assert battle(archer(at=(0, 0)), enemy("orc", 36, 36)).state, "the edge of the table is on it"


def test_a_battle_stays_with_the_files_it_names(tmp_path: Path) -> None:
    village = load(EXAMPLES / "blightmeer-village.yaml")
    told = "'tower.glb' is no file in the battle's folder; write the battle to the folder of the files that it names"
    with pytest.raises(BattleFileError, match=told):
        save(village, tmp_path / "next.yaml")
    with pytest.raises(BattleFileError, match=told):
        LogFile.open(tmp_path / "game.jsonl", village)
    assert not list(tmp_path.iterdir())
    for model in ("tower.glb", "tower.parts.yaml", "scout.stl", "scout.parts.yaml", "brute.glb"):
        shutil.copy(EXAMPLES / model, tmp_path)
    save(village, tmp_path / "next.yaml")
    assert load(tmp_path / "next.yaml") == village
