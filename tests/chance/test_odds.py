from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

import pytest

from every_throw import throws
from fireline.chance import Dice, Die, Dist, FixedDice, TooManyPaths, chance, d6, d20, forget_odds, limited, odds, pick

battle = Die("battle die", ("green", "blue", "red", "leader", "swords", "flag"))
loaded = Die("loaded", (0, 1, 2), (3, 2, 1))


@chance(rule="check")
def passes(dice: Dice, needed: int) -> bool:
    return dice.roll(d20) >= needed


@chance(rule="hits")
def hits(dice: Dice, count: int) -> tuple[int, int]:
    faces = [dice.roll(battle) for _ in range(count)]
    return sum(face in {"green", "leader"} for face in faces), faces.count("flag")


@chance(rule="pool")
def pool(dice: Dice, count: int) -> tuple[int, ...]:
    if not count:
        return ()
    return tuple(sorted((*pool(dice, count - 1), dice.roll(d6))))


def test_a_pool_merges_to_sorted_hands() -> None:
    hands = Counter(tuple(sorted(faces)) for faces in product(d6.faces, repeat=4))
    assert odds(pool, 4) == Dist.from_weights(hands, 6**4)
    assert len(odds(pool, 8)) == 1287


def test_outcomes_stand_in_the_order_of_the_faces() -> None:
    assert repr(odds(passes, 11)) == "Dist({False: 1/2, True: 1/2})"
    assert list(odds(hits, 1)) == [(1, 0), (0, 0), (0, 1)]


def test_odds_are_remembered_until_they_are_forgotten() -> None:
    thrown = []

    @chance(rule="counted")
    def counted(dice: Dice) -> int:
        face = dice.roll(pick(2))
        thrown.append(face)
        return face

    for _ in range(2):
        odds(counted)
    assert len(thrown) == 3  # both faces, and the first once more to see that the program is pure
    forget_odds()
    odds(counted)
    assert len(thrown) == 6


def test_arguments_of_different_types_are_kept_apart() -> None:
    @chance(rule="echo")
    def echo(_dice: Dice, value: object) -> object:
        return value

    assert [repr(odds(echo, value)) for value in (1, True)] == ["Dist({1: 1})", "Dist({True: 1})"]


def test_the_paths_thrown_are_listed_with_their_faces() -> None:
    paths = list(throws(hits, 2))
    assert len(paths) == 36
    assert paths[1].faces == ("green", "blue")
    assert paths[1].outcome == (1, 0)
    assert paths[1].probability == Fraction(1, 36)


@pytest.mark.parametrize("choose", [max, min, lambda faces: sorted(faces)[1]])
def test_throws_of_which_one_is_kept_are_weighed_as_one_and_thrown_as_all(
    choose: Callable[[Sequence[int]], int],
) -> None:
    loaded = Die("loaded", (1, 2, 3), (1, 2, 3))

    @chance(rule="")
    def kept(dice: Dice) -> int:
        return dice.kept(loaded, 3, choose)

    @chance(rule="")
    def thrown(dice: Dice) -> int:
        return choose([dice.roll(loaded) for _ in range(3)])

    assert odds(kept) == odds(thrown)
    assert [*odds(kept)] == [*odds(thrown)], "in the order first met"
    assert len([*throws(kept)]) == 27
    dice = FixedDice(2, 1, 3)
    assert kept(dice) == choose([2, 1, 3])
    assert dice.transcript.faces == (2, 1, 3)


def test_too_many_throws_of_which_one_is_kept_are_an_error() -> None:
    @chance(rule="")
    def kept(dice: Dice) -> int:
        return dice.kept(d6, 9, max)

    with limited(paths=1000), pytest.raises(TooManyPaths):
        odds(kept)


@pytest.mark.whole("long")
@pytest.mark.parametrize("count", [0, 1, 2, 4])
def test_a_program_run_several_times_is_weighed_in_no_order_and_thrown_as_all(count: int) -> None:
    @chance(rule="one")
    def one(dice: Dice, least: int, *, twice: bool) -> tuple[bool, bool]:
        return dice.roll(d6) >= least, twice and dice.roll(loaded) == 2

    @chance(rule="all")
    def several(dice: Dice) -> tuple[int, int]:
        found = dice.several(one, count, 5, twice=True)
        return sum(a for a, _ in found), sum(b for _, b in found)

    @chance(rule="all")
    def each(dice: Dice) -> tuple[int, int]:
        found = [one(dice, 5, twice=True) for _ in range(count)]
        return sum(a for a, _ in found), sum(b for _, b in found)

    assert odds(several) == odds(each)
    assert [*throws(several)] == [*throws(each)]
    if count == 4:  # of four outcomes four can be chosen in 35 ways
        forget_odds()
        with limited(paths=34), pytest.raises(TooManyPaths, match="one"):
            odds(several)
        with limited(paths=35):
            assert odds(several).denominator > 1


def test_several_runs_with_arguments_of_different_types_are_kept_apart() -> None:
    @chance(rule="")
    def told(dice: Dice, value: int) -> str:
        return f"{value} {dice.roll(pick(2))}"

    @chance(rule="")
    def pair(dice: Dice, value: int) -> str:
        return " ".join(dice.several(told, 2, value))

    assert {*odds(pair, 1)} == {"1 0 1 0", "1 0 1 1", "1 1 1 1"}
    assert {*odds(pair, True)} == {"True 0 True 0", "True 0 True 1", "True 1 True 1"}
