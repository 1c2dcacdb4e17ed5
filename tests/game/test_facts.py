"""A fact of a piece, declared once, is read, written, described, shown in a form, set by hand and told at a glance."""

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any, ClassVar

import pytest
from pydantic import Field

from fireline.game.editing import FormField, forms
from fireline.game.entries import FileEntry, Name, one_of, read_entry
from fireline.game.facts import Fact, data_of, flags_of, piece_of, says
from fireline.game.places import Mark, marked, marks
from refusing import wrong_with

HARBOURS = {"Nantes": (47, -1), "Vigo": (42, -8)}


def harbour(name: str, place: str, _: object) -> tuple[int, int]:
    return HARBOURS[one_of(name, HARBOURS, "harbour", place)]


def name_of(spot: tuple[int, int], _: object) -> str:
    return next(name for name, known in HARBOURS.items() if known == spot)


class Rig(StrEnum):
    SLOOP = "sloop"
    BRIG = "brig"


@dataclass(frozen=True)
class Gun:
    weight: Annotated[int, Fact(least=1, most=32, unit="pounds")]
    loaded: bool = True


@dataclass(frozen=True)
class Ship:
    id: Name
    at: Annotated[tuple[int, int], Fact(type=str, key="harbour", read=harbour, write=name_of)]
    rig: Annotated[Rig, Fact(mark=True)] = Rig.SLOOP
    length: Annotated[Fraction | None, Fact(above=0, unit="metres", title="Length")] = None
    guns: Annotated[tuple[Gun, ...], Fact(most=2)] = ()
    bow: Gun = Gun(4)
    crew: Annotated[int, Fact(least=1, usual=lambda has, spare: 10 * len(has["guns"]) + spare)] = 0
    moved: Annotated[int, Fact(least=0, most=20, mark=True, flag="moved")] = 0
    home: Annotated[tuple[int, int] | None, Fact(type=str | None, read=harbour, write=name_of)] = None
    owner: Annotated[str, Fact(unsaid=True)] = ""


@says(Ship)
class ShipEntry(FileEntry):
    """A ship, and what its captain says."""

    word: str = ""


WHOLE: dict[str, Any] = {
    "id": "ada",
    "harbour": "Vigo",
    "rig": "brig",
    "length": 12.5,
    "guns": [{"weight": 8}, {"weight": 9, "loaded": False}],
    "bow": {"weight": 6},
    "crew": 30,
    "moved": 3,
}
ADA = Ship(
    "ada", (42, -8), Rig.BRIG, Fraction(25, 2), (Gun(8), Gun(9, loaded=False)), Gun(6), crew=30, moved=3, owner="Bo"
)


def read(data: dict[str, Any]) -> Ship:
    return piece_of(Ship, read_entry(ShipEntry, data), "ships[0]", 5, owner="Bo")


def test_what_is_declared_is_read_and_written_and_what_is_usual_is_left_out() -> None:
    assert read(WHOLE) == ADA
    assert data_of(ADA, 5) == WHOLE
    bare = {"id": "bee", "harbour": "Nantes"}
    assert read(bare) == Ship("bee", (47, -1), crew=5, owner="Bo")
    assert data_of(read(bare), 5) == bare
    assert read({**bare, "home": "Vigo"}).home == (42, -8)
    assert read({**bare, "home": None}).home is None, "whoever reads a harbour is not asked of null"
    assert read({**bare, "guns": [{"weight": 2}]}).crew == 15, "the usual crew hangs on the guns"
    assert data_of(ADA, 5, guns=[], rig="gaff", moved=None) == {
        key: value for key, value in {**WHOLE, "rig": "gaff"}.items() if key not in {"guns", "moved"}
    }


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        ({"harbour": "Vigo"}, "id: is missing"),
        ({"moved": 21}, "moved: 21 is too large; at most 20"),
        ({"length": 0}, "length: 0 is too small; more than 0"),
        ({"rig": "brick"}, "rig: 'brick' is not sloop or brig"),
        ({"guns": [{"weight": 40}]}, "guns[0].weight: 40 is too large; at most 32"),
        ({"guns": [{"weight": 1}] * 3}, "guns: has 3 entries; at most 2"),
        ({"bow": {"wait": 1}}, "bow: unknown key 'wait'; did you mean 'weight'?"),
        ({"owner": "Bo"}, "unknown key 'owner'; allowed: word, id, harbour, rig, length, guns, bow, crew, moved, home"),
        ({"harbour": "Vico"}, "ships[0].harbour: 'Vico' is no harbour; did you mean 'Vigo'?"),
    ],
)
def test_errors_name_the_place_in_the_file_and_what_is_allowed(data: dict[str, Any], complaint: str) -> None:
    usual = {} if data == {"harbour": "Vigo"} else {"id": "ada", "harbour": "Vigo"}
    assert wrong_with(read, usual | data) == complaint


def test_the_schema_has_types_bounds_and_defaults() -> None:
    schema = ShipEntry.model_json_schema()
    known = schema["properties"]
    assert list(known) == ["word", "id", "harbour", "rig", "length", "guns", "bow", "crew", "moved", "home"]
    assert (schema["title"], schema["required"]) == ("ShipEntry", ["id", "harbour"])
    assert known["rig"] == {"default": "sloop", "enum": ["sloop", "brig"], "title": "Rig", "type": "string"}
    assert known["moved"] == {"default": 0, "minimum": 0, "maximum": 20, "title": "Moved", "type": "integer"}
    assert known["guns"]["items"] == {"$ref": "#/$defs/GunEntry"}
    assert known["crew"]["anyOf"] == [{"minimum": 1, "type": "integer"}, {"type": "null"}]


def test_form_marks_and_words_follow() -> None:
    pounds = FormField(unit="pounds")
    assert forms(Ship) == {
        "length": FormField(title="Length", unit="metres"),
        "guns.weight": pounds,
        "bow.weight": pounds,
    }
    known = marks(ADA, moved=(0, 12))
    assert known == (Mark("rig", "brig", ("sloop", "brig")), Mark("moved", 3, least=0, most=12))
    sloop = marked(ADA, known, {"rig": "sloop", "moved": 0})
    assert (sloop.rig, sloop.moved) == (Rig.SLOOP, 0)
    assert (flags_of(ADA), flags_of(sloop)) == (("moved",), ())


@dataclass(frozen=True, kw_only=True)
class Fleet:
    IN_FILE: ClassVar[str] = "wind ships docked flag"

    every: tuple[Ship, ...] = ()
    flag: Gun = Gun(4)
    wind: Annotated[int, Fact(always=True)] = 3

    @property
    def ships(self) -> Annotated[tuple[Ship, ...], Fact(most=3, needed=True)]:
        return tuple(one for one in self.every if not one.home)

    @property
    def docked(self) -> Annotated[tuple[Ship, ...], Fact(usual=())]:
        return tuple(one for one in self.every if one.home)


@says(Fleet, wind=Annotated[int, Field(le=9)])
class FleetEntry(FileEntry):
    """A whole file."""


def test_a_state_says_in_its_order_what_it_lists_and_properties_tell_what_it_holds_otherwise() -> None:
    assert list(FleetEntry.model_fields) == ["wind", "ships", "docked", "flag"]
    assert data_of(Fleet(), 5) == {"wind": 3, "ships": []} == data_of(Fleet(), 5, ships=[], docked=[])
    home = replace(ADA, home=(42, -8))
    data = data_of(Fleet(every=(home, ADA), flag=Gun(5)), 5)
    assert data == {"wind": 3, "ships": [WHOLE], "docked": [{**WHOLE, "home": "Vigo"}], "flag": {"weight": 5}}
    assert piece_of(Fleet, read_entry(FleetEntry, data), "", 5, every=(ADA,)) == Fleet(every=(ADA,), flag=Gun(5))
    assert wrong_with(read_entry, FleetEntry, {"wind": 10, "ships": []}) == "wind: 10 is too large; at most 9"
    assert wrong_with(read_entry, FleetEntry, {"every": [], "ships": []}).startswith("unknown key 'every'")
    assert "ships: is missing" in wrong_with(read_entry, FleetEntry, {})
