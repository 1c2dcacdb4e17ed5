"""Rulebooks, refusals, modifiers and how they are put into words."""

from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireline.ruling import Checks, ModifierChange, Modifiers, Option, Rule, Rulebook, Sight, UnknownRule, total
from fireline.ruling.prose import listing, percent, plural, signed
from fireline.ruling.sight import SightMark
from fireline.ruling.told import written


def rulebook(*ids: str) -> Rulebook:
    return Rulebook("skirmish", {id_: Rule(id_, "Says something.", "somewhere", "done") for id_ in ids})


def test_an_unknown_rule_fails_where_the_code_is_read() -> None:
    checks = Checks[int](rulebook("R-1.1"))
    with pytest.raises(UnknownRule, match=r"no rule 'R-1\.2'; nearest: R-1\.1"):
        checks.rule("R-1.2")
    with pytest.raises(UnknownRule):
        Modifiers[int](rulebook("R-1.1")).rule("R-2")


def test_an_option_must_name_a_rule_of_the_book() -> None:
    with pytest.raises(UnknownRule):
        Rulebook("skirmish", {}, (Option("edges", "R-1", "Edges block."),))


@given(st.lists(st.tuples(st.integers(-9, 9), st.booleans()), max_size=8))
def test_each_line_is_told_the_sum_so_far_and_the_lines_that_apply_add_up(given_: list[tuple[int, bool]]) -> None:
    modifiers = Modifiers[int](rulebook("R-1"))
    told: list[int] = []

    def rate(value: int, *, applies: bool) -> None:
        def line(scene: int, so_far: int) -> ModifierChange:
            told.append(so_far)
            return ModifierChange("line", value, unless="" if applies else "it does not")

        modifiers.rule("R-1")(line)

    for value, applies in given_:
        rate(value, applies=applies)
    lines = modifiers(0)
    assert total(lines) == sum(value for value, applies in given_ if applies)
    assert told == [total(lines[:n]) for n in range(len(lines))]
    assert [line.because for line in lines] == ["" if applies else "it does not" for _, applies in given_]


def test_one_rule_may_give_several_lines_or_none() -> None:
    modifiers = Modifiers[bool](rulebook("R-1"))

    @modifiers.rule("R-1")
    def both(scene: bool, so_far: int) -> Iterator[ModifierChange] | None:
        return iter([ModifierChange("one", 1), ModifierChange("two", 2)]) if scene else None

    assert total(modifiers(True)) == 3
    assert modifiers(False) == ()


def test_a_line_of_sight_says_what_it_meets_and_what_blocks_it() -> None:
    third, two_thirds = Fraction(1, 3), Fraction(2, 3)
    edge = SightMark("edge", ("D4", "D5"), third, two_thirds, ("", ""))
    assert str(Sight(clear=True, marks=(edge,))) == "clear: D4 | D5 edge"
    both = SightMark("edge", ("D4", "D5"), third, two_thirds, ("Warriors on D4", "forest on D5"), blocks=True)
    assert str(Sight(False, ("D4", "D5"), (both,))) == "blocked by Warriors on D4 and forest on D5"
    assert written(both)["from"] == "1/3"
    assert [str(Sight(False, blockers)) for blockers in (("D4", "D5"), ())] == ["blocked by D4 and D5", "blocked"]


@given(st.fractions(min_value=0, max_value=1))
def test_a_percentage_never_hides_a_chance_or_a_doubt(p: Fraction) -> None:
    text = percent(p)
    assert (text == "0.0%") is (p == 0)
    assert (text == "100.0%") is (p == 1)
    if "<" not in text and ">" not in text:
        assert abs(Fraction(text.removesuffix("%")) - 100 * p) <= Fraction(1, 20)


def test_words() -> None:
    assert (plural(1, "hex", "hexes"), plural(0, "hex", "hexes")) == ("1 hex", "0 hexes")
    assert (listing([]), listing(["a"]), listing(["a", "b"])) == ("", "a", "a and b")
    assert (signed(2), signed(0)) == ("+2", "0")
