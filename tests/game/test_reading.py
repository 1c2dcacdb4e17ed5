"""Input from outside: which key was meant, where units may stand, and what marks and steps are allowed."""

from fractions import Fraction
from typing import Annotated, Any

import pytest
from pydantic import Field

from fireline.game.entries import FileEntry, read_entry, shown, suggestion
from fireline.game.errors import BattleFileError
from fireline.game.maps import DOOR, LOW, PLAIN, PORTAL, MapWall, role
from fireline.game.places import Mark, check_marks, checked_step, middles, point_named, whole
from refusing import wrong_with


class CrewEntry(FileEntry):
    """It has to have a name, which is also a key that a crew may have."""

    name: str
    oars: int = 0


class WreckEntry(FileEntry):
    depth: int = 0


class Fleet(FileEntry):
    start: Annotated[str, Field(alias="from")] = ""
    crews: dict[str, CrewEntry] = Field(default_factory=dict)
    flagship: Annotated[CrewEntry | None, Field()] = None
    found: list[CrewEntry | WreckEntry] = Field(default_factory=list)
    lost: list[WreckEntry] = Field(default_factory=list)


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        ({"frm": ""}, "unknown key 'frm'; did you mean 'from'?"),
        ({"x": 1}, "unknown key 'x'; allowed: from, crews, flagship, found, lost"),
        ({"crews": {"red": {"oar": 1}}}, "crews.red: unknown key 'oar'; did you mean 'oars'?"),
        ({"crews": {"name": {"x": 1}}}, "crews.name: unknown key 'x'; allowed: name, oars"),
        ({"crews": {"found": {"x": 1}}}, "crews.found: unknown key 'x'; allowed: name, oars"),
        ({"flagship": {"nam": ""}}, "flagship: unknown key 'nam'; did you mean 'name'?"),
        ({"lost": [{"dept": 1}]}, "lost[0]: unknown key 'dept'; did you mean 'depth'?"),
        ({"found": [{}, {"oars": 1, "x": 1}]}, "found[1]: unknown key 'x'; allowed: name, oars"),
    ],
)
def test_an_unknown_key_is_told_with_those_that_are_known_there(data: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BattleFileError) as wrong:
        read_entry(Fleet, data)
    meant = complaint.partition("mean '")[2].removesuffix("'?")
    assert (str(wrong.value), wrong.value.meant) == (complaint, meant)


def test_long_lists_and_long_values_are_cut_short() -> None:
    words = [f"{n:03}" for n in range(60)]
    assert suggestion("?", words[:40]) == f"allowed: {', '.join(words[:40])}", "198 letters"
    assert suggestion("?", words) == f"allowed: {', '.join(words[:40])} ..."
    assert suggestion("?", []) == "none is allowed here"
    for letters, place in ((114, f"crews.{'x' * 114}"), (115, f"crews.{'x' * 114}...")):
        with pytest.raises(BattleFileError) as wrong:
            read_entry(Fleet, {"crews": {"x" * letters: {"name": 1, "oars": 1, "y": 1}}})
        assert wrong.value.place == place
    assert (shown("x" * 58), shown("x" * 59)) == (f"'{'x' * 58}'", f"'{'x' * 56}...")


def test_places_are_a_step_apart_and_as_many_along_a_field_as_there_may_be() -> None:
    field = Fraction(30)
    assert checked_step(None, Fraction(4), 10, field) == 4
    assert checked_step(Fraction(3), Fraction(4), 10, field) == 3, "ten of them"
    for step in (Fraction(0), Fraction(-3), Fraction(29, 10)):
        with pytest.raises(BattleFileError, match=r"^step: \S+ is too small; at least 3$"):
            checked_step(step, Fraction(4), 10, field)
    assert [*map(int, middles(Fraction(4), Fraction(2)))] == [1, 3]


def test_a_distance_in_steps_is_a_whole_number_from_one() -> None:
    assert [whole(Fraction(n), "hexes") for n in (1, 2)] == [1, 2]
    for distance in (Fraction(0), Fraction(-1), Fraction(1, 2), Fraction(3, 2), Fraction(7, 3)):
        assert "is no distance here; it is a whole number of hexes" in wrong_with(whole, distance, "hexes")


def test_a_point_has_as_many_numbers_as_words_none_beyond_the_farthest() -> None:
    assert [*map(int, point_named("1000000000,-1000000000", ("x", "y"), "inches"))] == [10**9, -(10**9)]
    for place, words, form in (
        ("1000000001,0", ("x", "y"), "x,y in inches"),
        ("5", ("x", "y"), "x,y in inches"),
        ("nan", ("x",), "a number of inches"),
        ("five", ("x",), "a number of inches"),
    ):
        said = wrong_with(point_named, place, words, "inches")
        assert said == f"place: '{place}' is no place here; a place is {form}"
    long = f"12.5,{'0' * 95}"
    assert point_named(long, ("x", "y"), "inches") == (Fraction(25, 2), Fraction(0))
    assert "is no place here" in wrong_with(point_named, f"{long}8", ("x", "y"), "inches"), "never the part that fits"


@pytest.mark.parametrize(
    ("marks", "complaint"),
    [
        ({"moved": 0, "ready": True, "stance": "prone", "turned": 2.5}, ""),
        ({"moved": 3, "turned": 2}, ""),
        ({"moved": 4}, "marks.moved: 4 is not between 0 and 3"),
        ({"moved": -1}, "marks.moved: -1 is not between 0 and 3"),
        ({"moved": 1.5}, "marks.moved: 1.5 is no whole number"),
        ({"moved": True}, "marks.moved: true is no value of moved, which is 1 now"),
        ({"ready": 1}, "marks.ready: 1 is no value of ready, which is false now"),
        ({"turned": "far"}, "marks.turned: 'far' is no value of turned, which is 0.0 now"),
        ({"stance": "pron"}, "marks.stance: 'pron' is no stance; did you mean 'prone'?"),
        ({"mved": 1}, "marks: 'mved' is no mark of this unit; did you mean 'moved'?"),
    ],
)
def test_marks_are_of_their_kind_and_within_their_bounds(marks: dict[str, Any], complaint: str) -> None:
    stance = Mark("stance", "standing", ("standing", "prone"))
    known = Mark("moved", 1, least=0, most=3), Mark("ready", value=False), Mark("turned", 0.0), stance
    if not complaint:
        check_marks(known, marks)
        return
    assert wrong_with(check_marks, known, marks) == complaint


def test_a_shut_door_is_a_wall_and_the_answers_say_what_a_shut_portal_is_not() -> None:
    walls = [
        MapWall((Fraction(0), Fraction(0)), (Fraction(1), Fraction(1)), kind, closed)
        for kind in (DOOR, PORTAL, LOW)
        for closed in (False, True)
    ]
    assert [role(one, {"closed": "see-through"}) for one in walls] == ["open", PLAIN, "see-through", PLAIN, LOW, LOW]
