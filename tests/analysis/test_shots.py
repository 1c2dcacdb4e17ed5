from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

import battles
from battles import every_ruleset, legal_shots
from fireline.analysis.shots import MOST_SHOTS, MOST_TOTALLED, count_shots, throw_shot
from fireline.chance import FixedDice
from fireline.chance.exact import program_behind
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.errors import IllegalShot
from fireline.testing.battery.chances import fits
from refusing import wrong_with


def richest(id_: str) -> tuple[Battle, Shot]:
    """A battle of a game, and of its shots the one with most outcomes."""
    named = [name for name in battles.WRITTEN if name.startswith(f"{id_}-") and "case" not in name]
    seen = [(battles.battle(name), shot) for name in named for shot in legal_shots(battles.battle(name))[:4]]
    return max(seen, key=lambda one: len(one[0].odds(one[1]).outcomes))


BATTLE = battles.battle("ancients-ancients-ranged-combat.yaml")
SHOT = Shot("bow", "warriors")


@pytest.mark.whole("long")
@every_ruleset
def test_a_million_shots_fit_the_exact_odds(id_: str) -> None:
    battle, shot = richest(id_)
    found = count_shots(battle, shot, shots=1_000_000, seed=2026)
    assert sum(found.counts.values()) == 1_000_000
    assert fits(found.counts, battle.odds(shot).outcomes)


@pytest.mark.whole("long")
@every_ruleset
def test_single_shots_are_thrown_by_the_rules_and_fit_the_odds(id_: str) -> None:
    battle, shot = richest(id_)
    thrown = [throw_shot(battle, shot, 7, trial) for trial in range(500)]
    assert fits(Counter(one.outcome for one in thrown), battle.odds(shot).outcomes)
    program, args, kwargs = program_behind(lambda: battle.ruleset.odds(battle.ruleset.declare(battle.state, shot)))
    for trial, one in enumerate(thrown[:50]):
        assert throw_shot(battle, shot, 7, trial) == one
        assert program(FixedDice(*one.transcript.faces), *args, **kwargs) == one.outcome


def test_a_quadrillion_shots_are_counted_as_well() -> None:
    found = count_shots(BATTLE, SHOT, shots=MOST_SHOTS, seed=1)
    assert sum(found.counts.values()) == MOST_SHOTS
    assert fits(found.counts, BATTLE.odds(SHOT).outcomes)
    assert count_shots(BATTLE, SHOT, shots=MOST_SHOTS, seed=1) == found


def test_counts_are_those_written_down() -> None:
    assert count_shots(BATTLE, SHOT, shots=10**9, seed=7).marginal("hits") == {0: 694437407, 1: 277789324, 2: 27773269}


def test_the_data_has_counts_shares_intervals_and_exact_chances() -> None:
    data = count_shots(BATTLE, SHOT, shots=400, seed=3).data()
    assert sum(one["count"] for one in data["outcomes"]) == 400
    assert sum(Fraction(one["p"]) for one in data["outcomes"]) == 1
    hits = data["marginals"]["hits"]
    assert {value: one["p"] for value, one in hits.items()} == {"0": "25/36", "1": "5/18", "2": "1/36"}
    assert all(one["low"] <= one["share"] <= one["high"] for one in hits.values())
    assert data["shots"] == 400


@pytest.mark.whole("long")
def test_totals_of_a_few_shots_are_weighed_exactly() -> None:
    found = count_shots(BATTLE, SHOT, shots=2, seed=3)
    total = found.totals["hits"]
    assert total.found == sum(value * count for value, count in found.marginal("hits").items())
    assert total.mean == Fraction(2, 3)
    one = BATTLE.odds(SHOT).numeric_marginal("hits")
    both = {a + b: Fraction(0) for a in one for b in one}
    for a, p in one.items():
        for b, q in one.items():
            both[a + b] += p * q
    assert total.so_many_or_more == sum(p for value, p in both.items() if value >= total.found)
    assert total.so_many_or_fewer == sum(p for value, p in both.items() if value <= total.found)
    assert total.data()["mean"] == "2/3"
    assert set(found.totals) == {"hits", "blocks_lost", "flags"}
    assert count_shots(BATTLE, SHOT, shots=MOST_TOTALLED + 1, seed=3).totals == {}


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"shots": 0, "seed": 1}, "shots: 0 shots of seed 1 cannot be taken"),
        ({"shots": MOST_SHOTS + 1, "seed": 1}, "give 1 to 1,000,000,000,000,000 shots"),
        ({"shots": 5, "seed": -1}, "5 shots of seed -1 cannot be taken"),
    ],
)
def test_shots_that_cannot_be_taken_are_refused(wrong: dict[str, Any], problem: str) -> None:
    assert problem in wrong_with(count_shots, BATTLE, SHOT, **wrong)


def test_a_trial_that_there_is_not_is_refused() -> None:
    assert "-1 is no trial" in wrong_with(throw_shot, BATTLE, SHOT, 1, -1)


def test_an_illegal_shot_is_not_taken_many_times_either() -> None:
    illegal = Shot("slingers", "warriors")
    for taken in (lambda: count_shots(BATTLE, illegal, shots=5, seed=1), lambda: throw_shot(BATTLE, illegal, 1, 1)):
        with pytest.raises(IllegalShot):
            taken()
