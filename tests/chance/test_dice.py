from enum import Enum
from fractions import Fraction

import pytest

from fireline.chance import Die, NotOnDie, d6, d20, pick


class Symbol(Enum):
    FLAG = "flag"
    SWORDS = "swords"


def test_faces_may_be_names_or_members_of_an_enum() -> None:
    assert Die("symbols", (Symbol.FLAG, Symbol.SWORDS)).probability(Symbol.FLAG) == Fraction(1, 2)
    assert Die("colours", ("green", "red"), (5, 1)).probability("green") == Fraction(5, 6)


def test_a_weight_counts_the_sides_that_show_a_face() -> None:
    die = Die("loaded", ("hit", "miss"), (2, 3))
    assert (die.sides, die.shares) == (5, (2, 3))


def test_dice_are_equal_by_value_and_hashable() -> None:
    assert {d6: "found"}[Die("d6", (1, 2, 3, 4, 5, 6))] == "found"


def test_picking_is_fair_and_counts_from_zero() -> None:
    assert pick(4).faces == (0, 1, 2, 3)
    assert pick(1).sides == 1


@pytest.mark.parametrize(
    ("name", "faces", "weights", "sentence"),
    [
        ("blank", (), (), "blank has no faces; a die needs at least one"),
        ("d3", (1, 1, 2), (), "d3 lists 1 more than once; list it once and give it a weight"),
        ("coin", (0, 1), (1,), "coin has 2 faces but 1 weights; give each face one"),
        ("coin", (0, 1), (1, 0), "coin gives 1 the weight 0; weights are whole numbers from 1"),
        ("coin", (0, 1), (1, 0.5), "coin gives 1 the weight 0.5; weights are whole numbers from 1"),
        ("coin", (0, 1), (1, True), "coin gives 1 the weight True; weights are whole numbers from 1"),
    ],
)
def test_a_die_that_makes_no_sense_is_refused(
    name: str, faces: tuple[int, ...], weights: tuple[int, ...], sentence: str
) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        Die(name, faces, weights)


def test_nothing_can_be_picked_among_no_things() -> None:
    with pytest.raises(ValueError, match="nothing to pick among 0 things"):
        pick(0)


def test_a_face_that_a_die_lacks_has_no_probability() -> None:
    with pytest.raises(NotOnDie, match="'flag' is not on d20, which has 1, 2, 3, 4, 5, 6, 7, 8 and 12 more"):
        d20.probability("flag")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
