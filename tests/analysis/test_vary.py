"""What if: a path into the battle file, a value, and the same battle with just that changed."""

import copy
import pickle
from typing import Any

import pytest

import blightmeer_table
from battles import EXAMPLES, FILES, WRITTEN, every_battle, starter
from fireline.analysis.paths import Gone
from fireline.analysis.vary import Change, Variant, vary
from fireline.formats.folder import Folder
from fireline.formats.parsing import parse, read_text
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.errors import BattleFileError
from refusing import wrong_with

Data = dict[str, Any]


def example(name: str) -> Data:
    data: Data = parse(read_text(EXAMPLES / name))
    return data


COLUMN = example("ancients-ranged-combat.yaml")
BURST = example("endless-horizons-burst.yaml")
VILLAGE = example("blightmeer-village.yaml")


@every_battle
def test_a_battle_with_nothing_changed_is_the_battle(name: str) -> None:
    data = WRITTEN[name]()
    assert Variant(data, files=FILES).battle == Battle.read(data, FILES)


def test_entries_go_by_id_by_number_or_by_their_name() -> None:
    by_id, by_number, by_dot = (
        vary(COLUMN, f"{path}=1").battle for path in ("units[bow].moved", "units[0].moved", "units.0.moved")
    )
    first = COLUMN["units"][0]["id"]
    assert vary(COLUMN, f"units[{first}].moved=1").battle == by_number == by_dot
    assert by_id.state.unit("bow").moved == 1
    name = BURST["environment"][0]["name"]
    changed = vary(BURST, f"environment[{name}].penalty=4").battle
    assert (name, 4) in [(one.name, one.penalty) for one in changed.state.environment]


def test_the_battle_given_stays_as_it_was_and_sections_left_out_are_added() -> None:
    before = copy.deepcopy(COLUMN)
    vary(COLUMN, "units[bow].moved=1", "board.terrain.D4=hill", "options.lone_leader_pins=true")
    assert before == COLUMN
    changed = vary(COLUMN, "options.lone_leader_pins=true", "board.terrain[E5]=forest").battle
    assert changed.state.edition.lone_leader_pins
    assert changed.data()["board"]["terrain"]["E5"] == "forest"


def test_no_value_takes_an_entry_away() -> None:
    tower = next(one["id"] for one in VILLAGE["terrain"])
    files = Folder(EXAMPLES)
    less = vary({**VILLAGE, "units": []}, f"terrain[{tower}]=", files=files).battle
    assert [piece.id for piece in less.state.terrain] == [one["id"] for one in VILLAGE["terrain"] if one["id"] != tower]
    without = vary(VILLAGE, "name=", files=files).battle
    assert without.state.name == ""


def test_the_edition_is_another_version_of_the_same_game() -> None:
    data = starter("blightmeer@2026-07")
    assert vary(data, "edition=2026-01").battle.ruleset.id == "blightmeer@2026-01"
    assert vary(data, "edition=blightmeer@2025-11").battle.ruleset.id == "blightmeer@2025-11"
    assert vary(data, "ruleset=blightmeer@2026-01").battle.ruleset.id == "blightmeer@2026-01"
    with pytest.raises(BattleFileError, match=r"edition: '2026-02' is no version of blightmeer; did you mean"):
        vary(starter("blightmeer@2026-07"), "edition=2026-02")
    changed = vary(starter("blightmeer@2026-07"), "units[0].defence=-").battle
    assert changed.state.units[0].defence is None


def test_a_shot_is_varied_like_the_battle_and_changes_add_up_and_read_back() -> None:
    before = Shot("player", "target")
    variant = vary(BURST, "shot.bullets=3", "shot.aim_actions=1", "shot.aim_actions=", shot=before)
    assert variant.shot == Shot("player", "target", bullets=3)
    assert variant.preview.ruling == Battle.read(BURST).check(Shot("player", "target", bullets=3))
    assert before == Shot("player", "target")
    variant = vary(COLUMN, "units[bow].moved=1").vary("units[bow].ordered=false", "name=")
    assert [str(change) for change in variant.changes] == ["units[bow].moved=1", "units[bow].ordered=false", "name="]
    assert [Change.read(str(change)) for change in variant.changes] == list(variant.changes)
    assert pickle.loads(pickle.dumps(variant)).changes[2].value is Gone.GONE  # noqa: S301 - our own


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("units[bow].mved=1", "units[bow].mved: unknown key 'mved'; did you mean 'moved'?"),
        ("units[bow].\u2028x=1", r"units[bow].\u2028x: unknown key '\u2028x'"),
        ("units[bow].moved=yes", "units[bow].moved: true is not a whole number"),
        ("units[bow].hex=Z9", "units[bow].hex: 'Z9' is no hex of this board"),
        ("units[bwo].moved=1", "units[bwo].moved: there is no entry 'bwo'; did you mean 'bow'?"),
        ("units[99].moved=1", "units[99].moved: there is no entry '99'"),
        ("units[bow].hex.x=1", "units[bow].hex.x: 'F5' stands there and has no 'x' in it"),
        ("option.lone_leader_pins=true", "option.lone_leader_pins: unknown key 'option'; did you mean 'options'?"),
        ("options.lone_leader_pin=true", "options.lone_leader_pin: unknown key"),
        ("board.terrain.E5=forrest", "board.terrain.E5: 'forrest' is no terrain; did you mean 'forest'?"),
        ("units[bow].moved=[1", "units[bow].moved: "),
        ("units[bow].batled=", "units[bow].batled: is not there, so it cannot be taken away"),
        ("leaders[0].hex=C5", "leaders[0].hex: "),
        ("edition=2025-11", "edition: there is only one version of ancients"),
        ("units[bow].moved", "change: 'units[bow].moved' is not KEY=VALUE"),
        ("units[bow=1", "change: 'units[bow' is no path"),
        (".units=1", "change: '.units' is no path"),
        ("=1", "change: '' is no path"),
        ("shot.target=x", "shot.target: there is no shot to change"),
        ("ruleset=ancient", "ruleset: 'ancient' is no ruleset; did you mean 'ancients'?"),
    ],
)
def test_what_cannot_be_is_refused_by_the_path_that_was_typed(spec: str, says: str) -> None:
    assert wrong_with(lambda: vary(COLUMN, spec).battle).startswith(says)


def test_what_goes_wrong_elsewhere_or_was_wrong_before_names_the_place() -> None:
    taken = next(unit["hex"] for unit in COLUMN["units"] if unit["id"] == "warriors")
    said = wrong_with(lambda: vary(COLUMN, "units[bow].moved=1", f"units[bow].hex={taken}").battle)
    assert said.startswith("units[bow].moved, units[bow].hex: units[")
    assert said.endswith(f"].hex: {taken} already holds 'bow'; one unit a hex")
    with pytest.raises(BattleFileError, match=r"^units: is missing$"):
        _ = Variant({"fireline": 1, "ruleset": "ancients", "turn": {"side": "top"}}).battle
    assert "shot: is missing" in wrong_with(lambda: Variant(COLUMN).preview)


def test_a_listed_weapon_is_written_out_where_a_path_leads_into_it() -> None:
    data = blightmeer_table.data(blightmeer_table.archer(weapon="Long Bow"), blightmeer_table.enemy())
    varied = vary(data, "units[archer].weapon.pierce=3")
    bow = {"name": "Long Bow", "range": 30, "pierce": 3, "injury": 0, "long_reload": False}
    assert varied.data["units"][0]["weapon"] == bow
    assert data["units"][0]["weapon"] == "Long Bow"
    for spec, says in (
        ("units[archer].weapon.prce=3", "units[archer].weapon.prce: unknown key 'prce'"),
        ("units[archer].side.x=3", "units[archer].side.x: 'red' stands there and has no 'x' in it"),
        ("name.a.b.c=3", "name.a.b.c: "),
    ):
        assert wrong_with(lambda spec=spec: vary(data, spec).battle).startswith(says)
