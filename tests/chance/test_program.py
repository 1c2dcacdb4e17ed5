import copy
import inspect
import pickle

import pytest

from every_throw import throws
from fireline.chance import (
    CallsItself,
    Deck,
    Dice,
    Dist,
    EmptyDeck,
    FixedDice,
    ImpureProgram,
    Limits,
    NeverEnds,
    NotOnDie,
    Program,
    SeededDice,
    TooDeep,
    TooManyPaths,
    TooManyStates,
    Unanswered,
    chance,
    d6,
    d20,
    odds,
)


class RuleId(str):
    """A rule ID that a rulebook has checked."""

    __slots__ = ()


@chance(rule=RuleId("CCA-5.2"))
def hits(dice: Dice, count: int) -> int:
    """Faces of 5 or more."""
    return sum(dice.roll(d6) >= 5 for _ in range(count))


def test_a_program_keeps_its_rule_its_name_and_its_text() -> None:
    assert isinstance(hits, Program)
    assert isinstance(hits.rule, RuleId)
    assert (str(hits), repr(hits), hits.__doc__) == (
        "hits (CCA-5.2)",
        "<program hits (CCA-5.2)>",
        "Faces of 5 or more.",
    )
    assert list(inspect.signature(hits).parameters) == ["dice", "count"]


def test_running_and_calling_are_the_same() -> None:
    assert FixedDice(5, 1).run(hits, 2) == hits(FixedDice(5, 1), count=2) == 1


def test_a_program_is_pickled_by_name() -> None:
    assert pickle.loads(pickle.dumps(hits)) is hits  # noqa: S301 - our own bytes
    assert copy.deepcopy(hits) is hits


def _transcript() -> object:
    dice = SeededDice(7)
    hits(dice, 2)
    return dice.transcript


@pytest.mark.parametrize(
    "value",
    [d20, Deck(["a", "b", "a"]), odds(hits, 3), Dist({"a": 1}), Limits(), _transcript(), *list(throws(hits, 1))[:2]],
    ids=lambda value: type(value).__name__,
)
def test_data_can_be_pickled_and_copied(value: object) -> None:
    assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301 - our own bytes
    assert copy.deepcopy(value) == value


@pytest.mark.parametrize(
    "error",
    [
        Unanswered(d6),
        NotOnDie(7, d6),
        EmptyDeck(),
        ImpureProgram("p", (2, "a throw of d6", "the end")),
        TooManyPaths("p", 10),
        TooManyStates("p", 10),
        NeverEnds("p", (1, 2)),
        CallsItself("p", "p(1)"),
        TooDeep("p", "p(1)"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_can_be_pickled(error: Exception) -> None:
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_dice_go_on_where_they_were_pickled() -> None:
    dice = SeededDice(7)
    hits(dice, 3)
    again = pickle.loads(pickle.dumps(dice))  # noqa: S301 - our own bytes
    assert [again.roll(d20) for _ in range(9)] == [dice.roll(d20) for _ in range(9)]
