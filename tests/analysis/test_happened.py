"""Several results of a command in few words, which never cover a result that is not among them."""

import re
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ancients_table
from fireline.analysis.plantree import (
    THERE,
    Happened,
    PlanBranch,
    PlanChoice,
    PlanNode,
    _as_it_is,
    counts_in,
    tell_apart,
    together,
)
from fireline.game.command import Shoot, Shot
from fireline.game.event import Damage, Kind

BLOCKS = Damage("blocks", Kind.HARM, one="block")
GONE = Damage("eliminated", Kind.OUT)
KILLED = Damage("killed", Kind.HARM | Kind.OUT)
KINDS = (("axe", BLOCKS), ("axe", GONE), ("king", KILLED))


def result(blocks: int = 0, gone: int = 0, killed: int = 0, to: str = "", more: str = "") -> Happened:
    """So many of each kind, and where the axe went."""
    counts = zip(KINDS, (blocks, gone, killed), strict=True)
    return Happened(tuple((lost, count) for lost, count in counts if count), "axe" if to else "", to, more)


def told_among(some: list[Happened], every: list[Happened]) -> list[str]:
    """Some results in words that tell them from every other one."""
    return together(some, counts_in(every))


def test_results_that_differ_in_one_count_are_one_span() -> None:
    few = [result(0), result(1), result(2)]
    gone = result(4, 1)
    every = [*few, gone, result(1, to="C4")]
    assert told_among(few, every) == ["axe at most 2 blocks"]
    assert told_among([few[0], few[2]], every) == ["nothing", "axe 2 blocks"], "1 block leads elsewhere"
    assert told_among([few[2], gone], every) == ["axe 2 blocks", "axe 4 blocks, eliminated"]
    assert told_among([result(1), result(2)], every) == ["axe 1 to 2 blocks"]
    assert told_among([result(2), result(4)], [*every, result(4)]) == ["axe 2 to 4 blocks"], "nobody loses 3"
    assert told_among([result(to="C4"), result(1, to="C4"), result(to="B4")], every) == [
        "axe at most 1 block, to C4",
        "axe to B4",
    ]


def test_a_state_is_told_as_it_is_or_not() -> None:
    both = [result(1, killed=1), result(1)]
    assert told_among(both, both) == ["axe 1 block; king killed or not"]
    whole = [result(*counts) for counts in product(range(3), (0,), range(2))]
    assert told_among(whole, whole) == ["king killed or not; axe at most 2 blocks"]
    assert told_among([result()], whole) == ["nothing"]


def test_what_tells_results_of_the_same_words_apart_stays_with_them() -> None:
    here, there = ([result(n, more=f"axe hex {hex_}") for n in (0, 1)] for hex_ in ("C4", "B4"))
    assert told_among(here, here + there) == ["axe at most 1 block (axe hex C4)"]
    assert told_among([here[0], there[1]], here + there) == ["nothing (axe hex C4)", "axe 1 block (axe hex B4)"]


def test_who_is_gone_is_told_to_be_gone_and_not_where_he_stands() -> None:
    def branch(leader: str, aim: str) -> PlanBranch:
        units = ("a bottom light_bow_infantry E4", "y top auxilia C4", "z top auxilia C5")
        here = ancients_table.lay(*units, leaders=[f"king top {leader}"] if leader else ())
        best = PlanChoice(Shoot(Shot("a", aim)), Fraction(1), ())
        return PlanBranch(Fraction(1, 3), (result(),), PlanNode(here, ("a",), Fraction(1), greedy=best))

    told = tell_apart([branch("C4", "y"), branch("B4", "z"), branch("", "z")])
    assert [str(*each) for each in told] == ["nothing (king hex C4)", "nothing (king hex B4)", "nothing (king gone)"]
    told = tell_apart([branch("C4", "y"), branch("C4", "y"), branch("", "z")])
    assert [str(*each) for each in told[1:]] == ["nothing (king still there)", "nothing (king gone)"]
    there = ["king", "king 2"]
    assert _as_it_is("king 2 moved", {"king 2": THERE}, there) == "king 2 moved as usual", "the first king is another"
    assert _as_it_is("king 2 moved", {"king": THERE}, there) == "king 2 gone"


def covers(words: str, one: Happened) -> bool:
    """Whether a person would say that these words are about this result."""
    lost = dict(one.losses)
    place = re.search(r"to ([XY])", words)
    if (place[1] if place else "") != one.to:
        return False
    found = re.search(r"(at most )?(\d+)(?: to (\d+))? block", words)
    least, most = (0, 0) if not found else (int(found[2]), int(found[3] or found[2]))
    if found and found[1]:
        least = 0
    if not least <= lost.get(KINDS[0], 0) <= most:
        return False
    for key in KINDS[1:]:
        name = key[1].name
        if f"{name} or not" not in words and (name in words) != bool(lost.get(key)):
            return False
    return True


RESULTS = st.builds(result, st.integers(0, 4), st.integers(0, 1), st.integers(0, 1), st.sampled_from(["", "X", "Y"]))


@given(st.lists(RESULTS, min_size=1, max_size=14, unique=True), st.data())
def test_words_cover_exactly_the_results_that_they_stand_for(every: list[Happened], data: st.DataObject) -> None:
    some = data.draw(st.lists(st.sampled_from(every), min_size=1, unique=True))
    told = told_among(some, every)
    assert len(told) <= len(some)
    for one in every:
        assert sum(covers(words, one) for words in told) == (one in some)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
def test_the_words_come_in_the_order_of_their_first_results(order: tuple[int, ...]) -> None:
    results = [result(0), result(3, 1), result(to="X")]
    some = [results[n] for n in order]
    assert told_among(some, some) == [str(one) for one in some]
