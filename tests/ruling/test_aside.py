"""Lines set aside: a ruling as if a rule did not stand, inside one block and nowhere else."""

from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context

import pytest

from battles import battle, every_battle, pairs
from fireline.game.battle import Battle
from fireline.ruling import (
    Checks,
    ModifierChange,
    Modifiers,
    Rule,
    Rulebook,
    RuleLine,
    is_active,
    recording_lines,
    total,
    without_lines,
)

RULES = Rulebook("skirmish", {id_: Rule(id_, "", "", "done") for id_ in ("SKM-1", "SKM-2", "SKM-3")})
modifiers = Modifiers[int](RULES)
refusals = Checks[int](RULES)


@modifiers.rule("SKM-1")
def base(scene: int, so_far: int) -> ModifierChange:
    return ModifierChange("base", 3)


@modifiers.rule("SKM-2")
def cap(scene: int, so_far: int) -> ModifierChange:
    return ModifierChange("cap", min(0, 2 - so_far), unless="" if so_far > 2 else "there is nothing to cap")


@refusals.rule("SKM-1")
def small(scene: int) -> str | None:
    return "Too small." if scene < 2 else None


@refusals.rule("SKM-1")
def odd(scene: int) -> str | None:
    return "Odd." if scene % 2 else None


@refusals.needs("SKM-3")
def nothing(scene: int) -> str | None:
    return None if scene else "There is nothing."


def test_a_modifier_set_aside_stays_listed_and_does_not_count() -> None:
    assert total(modifiers(0)) == 2
    with without_lines(RuleLine("SKM-1", "base")):
        lines = modifiers(0)
    assert [(line.name, line.applies, line.because) for line in lines] == [
        ("base", False, "set aside"),
        ("cap", False, "there is nothing to cap"),
    ]
    assert total(modifiers(0)) == 2


def test_a_rule_set_aside_forbids_nothing() -> None:
    assert [refusal.because for refusal in refusals(1)] == ["Too small.", "Odd."]
    with without_lines(RuleLine("SKM-1")):
        assert refusals(1) == ()
        with without_lines(RuleLine("SKM-2")):
            assert refusals(1) == ()
    assert len(refusals(1)) == 2
    with without_lines(RuleLine("SKM-1"), RuleLine("SKM-3")):
        assert [refusal.because for refusal in refusals(0)] == ["There is nothing."], "what a shot needs stays"
    with without_lines(RuleLine("SKM-1", "base")):
        assert len(refusals(1)) == 2, "a name sets aside nothing that the rule forbids"
    with pytest.raises(ZeroDivisionError), without_lines(RuleLine("SKM-1", "base")):
        _ = 1 / 0
    assert is_active("SKM-1", "base"), "an error ends the block"


def test_what_counts_is_noted_once_and_only_where_it_counts() -> None:
    with recording_lines() as lines:
        _ = modifiers(0), modifiers(0), refusals(1), refusals(4)
    assert list(lines) == [RuleLine("SKM-1", "base"), RuleLine("SKM-2", "cap"), RuleLine("SKM-1")]
    with recording_lines() as lines:
        refusals(4)
    assert list(lines) == []


def test_another_thread_knows_nothing_of_it() -> None:
    with ThreadPoolExecutor(1) as pool, without_lines(RuleLine("SKM-1", "base")):
        assert pool.submit(total, []).result() == 0
        assert pool.submit(is_active, "SKM-1", "base").result()
        assert not pool.submit(copy_context().run, is_active, "SKM-1", "base").result()


def answers(battle: Battle) -> list[object]:
    every = [battle.preview(shot) for shot in list(pairs(battle))[:8]]
    return [(one.ruling, one.odds and one.odds.outcomes) for one in every]


@every_battle
def test_no_answer_is_remembered_from_inside_or_from_outside(name: str) -> None:
    before = answers(battle(name))
    with recording_lines() as noted:
        assert answers(battle(name)) == before
    with without_lines(*noted):
        inside = answers(battle(name))
        assert answers(battle(name)) == inside
    assert (inside == before) == (not noted)
    assert answers(battle(name)) == before
