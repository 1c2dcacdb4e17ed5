"""The facts: modes, recoil, ranges, the size table."""

from fractions import Fraction

import pytest

from fireline.rulesets.endless_horizons.editions import NUMBERS
from fireline.rulesets.endless_horizons.pieces import KINDS, WEAPONS, Band, Model, Modes, Size, pieces

BANDS = list(Band)


@pytest.mark.rule("EHZ-5.2")
@pytest.mark.parametrize(
    ("text", "longest", "by_hand"),
    [
        ("S", 1, False),
        ("SB", 3, False),
        ("B", 3, False),
        ("SB(2)", 2, False),
        ("B(12)", 12, False),
        ("SA", None, False),
        ("SB(2)A", None, False),
        ("R", 1, True),
        ("SR", 1, False),
    ],
)
def test_modes_say_how_many_bullets_and_whether_to_cycle(text: str, longest: int | None, by_hand: bool) -> None:
    modes = Modes.read(text)
    assert modes.longest == longest
    assert modes.by_hand is by_hand


@pytest.mark.parametrize("text", ["", "X", "s", "SS", "B(1)", "B(0)", "B()", "B(100)", "SB(2", "(2)", "BB(2)", "S B"])
def test_other_modes_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^(is not a row of modes|has a burst of)"):
        Modes.read(text)


@pytest.mark.rule("EHZ-2.1")
def test_the_ranges_of_a_pistol_are_eighths_quarters_and_halves() -> None:
    far = WEAPONS["Glock 17"].effective_range
    metres = ["0", "6.249", "6.25", "12.49", "12.5", "24.99", "25", "50", "50.001"]
    found = [Model("", far).band_of(Fraction(one) ** 2) for one in metres]
    close, medium, far_, maximum = BANDS
    assert found == [close, close, medium, medium, far_, far_, maximum, maximum, None]


@pytest.mark.rule("EHZ-3.2")
def test_the_table_of_size_and_range() -> None:
    rows = {size: [pieces(NUMBERS.printed).penalties[size, band] for band in Band] for size in Size}
    assert rows == {
        "tiny": [3, 6, 12, 18],
        "small": [2, 4, 8, 12],
        "medium": [1, 2, 4, 6],
        "large": [-12, -8, -4, -2],
        "huge": [-18, -12, -6, -3],
    }


@pytest.mark.rule("EHZ-1.5", "EHZ-7.2")
def test_every_listed_weapon_has_a_kind_and_every_gun_a_cartridge_whose_class_is_known() -> None:
    guns = [weapon for weapon in WEAPONS.values() if weapon.fires]
    assert len(guns) == 14
    assert all(weapon.protection for weapon in guns)
    assert {weapon.kind for weapon in WEAPONS.values()} == set(KINDS)
    knife = WEAPONS["Knife"]
    assert (knife.kind, knife.small, knife.fires) == ("knife", True, False)
