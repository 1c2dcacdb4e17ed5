"""The battery's checks of planning, on games that break each promise: what a stranger forgets is found."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from endless_horizons_field import ROUND
from fireline.analysis.plan import Planner
from fireline.formats.parsing import parse
from fireline.game.battle import Battle
from fireline.game.command import EndPhase
from fireline.testing.battery import planning
from smallbattles import GAMES


def in_order(**planned: Any) -> Battle:
    """Four people with turns of their own, where planning says something else than the rules do."""
    return otherwise(Battle.read(parse(ROUND.replace("actions: 2", "actions: 1"))), **planned)


def otherwise(battle: Battle, **planned: Any) -> Battle:
    """A battle whose game plans in another way."""
    rules: Any = battle.ruleset
    return replace(battle, ruleset=replace(rules, planning=rules.planning._replace(**planned)))


def searched(battle: Battle) -> Planner:
    """The plan of a battle, looked into as far as the battery does."""
    planner = Planner(battle)
    planner.search(planning.LOOKED_AT)
    return planner


def fails(check: Callable[..., None], *asked: object) -> str:
    """What a check says of a game that breaks what it checks."""
    with pytest.raises(AssertionError) as found:
        check(*asked)
    return str(found.value)


def test_what_prepares_a_shot_and_is_not_told_is_found() -> None:
    small = GAMES["endless-horizons"](1)
    planning.test_nothing_legal_but_moves_gains_more_than_a_plan_that_is_exact(small, searched(small))
    silent = otherwise(small, preparing=lambda _, unit: (), left_out=lambda _, unit: ())
    check = planning.test_nothing_legal_but_moves_gains_more_than_a_plan_that_is_exact
    assert "`preparing`" in fails(check, silent, searched(silent))
    told = otherwise(silent, left_out=lambda _, unit: ("no aim",))
    with pytest.raises(pytest.skip.Exception, match="leaves something out"):
        check(told, searched(told))


def test_a_bound_that_a_shot_beats_is_found() -> None:
    low = in_order(upper_bound=lambda _, unit: {"losses": Fraction(0), "kills": Fraction(0)})
    assert "losses" in fails(planning.test_no_shot_is_expected_to_come_to_more_than_its_upper_bound, low)


def test_turns_of_units_that_are_not_as_they_must_be_are_found() -> None:
    given = planning.test_whoever_is_given_the_turn_has_it
    handed = planning.test_a_turn_is_handed_on_within_its_phase_and_without_dice
    for right in (given, handed):
        right(in_order())
    fails(given, in_order(with_turn_of=lambda state, unit: state))
    assert "a shot left" in fails(given, in_order(shots_left=lambda _, unit: 0))
    assert "after the last it is None" in fails(handed, in_order(handing_on=lambda _: EndPhase()))
    here = in_order()
    rules: Any = here.ruleset
    alone = replace(here, ruleset=replace(rules, shooters=lambda state: (state.round.turn or "jack",)))
    assert "whose turn is still to come" in fails(handed, alone)


def test_a_plan_that_gains_otherwise_than_it_says_is_found() -> None:
    plan = searched(in_order())
    assert plan.known
    best = plan.start.best
    assert best is not None
    plan.start.greedy = replace(best, gain=best.gain + 1)
    plan.start.refresh()
    fails(planning.test_a_plan_can_be_followed_and_gains_what_it_says, plan)
