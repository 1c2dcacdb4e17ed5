"""Battle files: what may be said in short, and what the starter explains."""

import fireline
from endless_horizons_field import field, unit
from fireline.formats.parsing import parse
from fireline.game.battle import Battle
from fireline.questions.answering.changing import edit
from fireline.rulesets.endless_horizons.battlefile import write
from fireline.rulesets.endless_horizons.pieces import WEAPONS


def test_a_listed_weapon_may_be_named_alone_and_what_is_usual_is_not_written() -> None:
    assert unit(field({"weapon": "G36"})).weapon == unit(field({"weapon": {"name": "G36"}})).weapon
    (carried,) = unit(field({"carried": ["G36"]})).carried
    assert carried.weapon == unit(field({"weapon": "G36"})).weapon
    changed = unit(field({"weapon": {"name": "G36", "recoil": 4, "loaded": 7}})).weapon
    assert changed is not None
    assert (changed.model.recoil, changed.model.capacity, changed.loaded) == (4, 30, 7)
    assert WEAPONS["G36"].recoil == 5
    data = write(field().state)
    assert data["units"][1] == {"id": "drone", "size": "small"}
    assert data["distances"] == {"jack>drone": 100}
    assert data.keys() == {"units", "distances"}
    assert field(metres=0).check(fireline.Shot("jack", "drone")).summary["range_category"] == "close"


def test_the_starter_says_what_may_stand_in_a_file() -> None:
    from importlib.resources import files

    text = files("fireline.rulesets.endless_horizons").joinpath("starter.yaml").read_text(encoding="utf-8")
    assert all(name in text for name in WEAPONS)
    assert Battle.read(parse(text)).state.units[0].id == "jack"


def test_a_newcomer_without_a_side_is_put_at_its_distance_from_everybody_else() -> None:
    newcomer = {"op": "place", "path": "units", "unit": "new", "value": {"stance": "standing"}, "to": "70"}
    after = edit(field(), [newcomer]).battle
    assert after.data()["distances"] == {"jack>drone": 100, "new>jack": 70, "new>drone": 70}
