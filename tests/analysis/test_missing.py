"""The chance that all miss, told at once, against following every shot to what it leaves."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import crowds
import duel_table
import fireline.rulesets.blightmeer
from battles import random_battles
from blightmeer_table import EDITIONS
from fireline.analysis.goal import planning_of
from fireline.analysis.threatmap import ThreatMap, enemies
from fireline.formats.battlefile import load
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.planning import ALL_DIFFERENT
from fireline.rulesets.duel_of_ages.failing import Harmless, all_fail, in_any_order, in_order
from fireline.rulesets.duel_of_ages.modifiers import modifiers
from fireline.rulesets.duel_of_ages.shot import Shooting
from fireline.ruling import ModifierChange

SETUPS = Path(fireline.rulesets.blightmeer.__file__).parent / "setups"


def step_by_step(battle: Battle, *, alike: bool = False) -> Battle:
    """The same battle of a game that does not know at once, nor, unless `alike`, which results are alike."""
    planning = planning_of(battle)._replace(missing=None)
    if not alike:
        planning = planning._replace(alike_for=lambda _state, _shots: ALL_DIFFERENT)
    return Battle(replace(battle.ruleset, planning=planning), battle.state, battle.answers)


def a_deck(random: Random, cards: int) -> dict[str, Any]:
    """A deck in which a greater difference may as well do worse, some of it drawn."""

    def card(n: int) -> tuple[str, list[str], list[int]]:
        hits = [random.choice(("hit", "miss")) for _ in range(13)]
        return f"c{n}", hits, [random.randrange(-4, 3) for _ in range(13)]

    return {
        "deck": duel_table.deck(*map(card, range(cards))),
        "drawn": [f"c{n}" for n in random.sample(range(cards), random.randrange(cards))],
    }


def crowd(random: Random, cards: int, *, knives: bool) -> Battle:
    """Four heroes a side around each other; a deck of few cards is reshuffled on the way."""
    data = crowds.duel(8, seed=random.randrange(1000)).data()
    for hero in data["heroes"]:
        if not knives:
            hero["cards"] = hero["cards"][:1]
        hero["cards"][0] |= {"max_range": 20, "wounds": random.randrange(1, 4)}
    return Battle.read(data | {"decks": {team: a_deck(random, cards) for team in ("white", "black")}})


def same(battle: Battle, places: int) -> int:
    """Compare places of a threat map with the same step by step; how many had a chance."""
    unit = battle.units[-1].id
    quick = ThreatMap(battle, unit, enemies(battle, unit))
    slow = ThreatMap(step_by_step(battle), unit, quick.shooters)
    everywhere = quick.everywhere()
    asked = everywhere[:: max(1, len(everywhere) // places)]
    cells = [quick.cell(place) for place in asked]
    assert [(cell.chance, cell.stands) for cell in cells] == [
        (cell.chance, cell.stands) for cell in map(slow.cell, asked)
    ]
    return sum(cell.chance > 0 for cell in cells)


@pytest.mark.parametrize("seed", range(10))
def test_heroes_who_draw_from_one_deck_miss_as_often_as_each_card_says(seed: int) -> None:
    random = Random(seed)  # noqa: S311 (nothing secret)
    assert same(crowd(random, cards=(2, 3, 4)[seed % 3], knives=seed % 2 == 0), places=5)


def a_shot(random: Random, cards: int) -> Harmless:
    """Any cards miss, any are soft, and those that are not bring one wound or two."""
    soft, worse = random.getrandbits(cards), random.getrandbits(cards)
    return Harmless(random.getrandbits(cards), soft, ((0, soft), (1, ~soft & worse), (2, ~soft & ~worse)))


@pytest.mark.whole("long")
@pytest.mark.parametrize("choosers", [0, 1, 2])
def test_the_order_of_those_who_do_not_choose_counts_for_nothing_in_a_deck_that_cannot_run_out(choosers: int) -> None:
    random = Random(3 + choosers)  # noqa: S311 (nothing secret)
    whole, told = (1 << 10) - 1, 0
    for _ in range(60):
        shots = [[a_shot(random, 10)] for _ in range(random.randrange(1, 5))]
        for ways in random.sample(shots, min(choosers, len(shots))):
            ways.append(a_shot(random, 10))
        left = random.getrandbits(10) | 0b11111111
        one_by_one = in_order(shots, left, whole, closely=True)
        assert in_any_order(shots, left, closely=True) == one_by_one
        at_a_glance = all_fail(shots, left, 10)
        assert at_a_glance == in_order(shots, left, whole, closely=False)
        assert at_a_glance in {one_by_one, None}
        told += at_a_glance is None
    assert (told > 0) == (choosers > 0)


def test_whoever_misses_by_fewer_cards_misses_by_some_of_the_same() -> None:
    # As in a deck of which greater differences never do worse; far more shots than can be told card by card.
    random = Random(4)  # noqa: S311 (nothing secret)
    whole = (1 << 16) - 1
    for _ in range(8):
        order = random.sample(range(16), 16)
        chain = [sum(1 << n for n in order[:many]) for many in range(17)]
        softs = [chain[2], sum(1 << n for n in random.sample(range(16), 4))]
        shots = [[Harmless(random.choice(chain), random.choice(softs))] for _ in range(random.randrange(5, 8))]
        assert in_any_order(shots, whole, closely=False) == in_order(shots, whole, whole, closely=False)


def test_one_shot_fails_by_one_card_or_by_two() -> None:
    # Of four cards one misses; of the other three, one leaves no wound as a second card, and so does the first.
    assert all_fail([[Harmless(0b0001, 0b0011)]], 0b1111, 4) == Fraction(1, 4) + Fraction(3, 4) * Fraction(5, 9)


@pytest.mark.parametrize("seed", range(3))
def test_people_miss_as_often_as_each_shot_says(seed: int) -> None:
    assert same(crowds.endless_horizons(10, seed=seed), places=8)


@pytest.mark.whole("long")
@pytest.mark.parametrize("name", ["03-the-miller-is-late", "04-chapel-windows", "10-the-whole-village"])
def test_models_miss_as_often_as_each_shot_says(name: str) -> None:
    assert same(load(SETUPS / f"{name}.yaml"), places=12)


@pytest.mark.whole("long")
@settings(max_examples=30, deadline=None)
@given(st.sampled_from(EDITIONS).map("blightmeer@{}".format).flatmap(random_battles))
def test_models_on_small_tables_miss_as_often_as_each_shot_says(data: dict[str, Any]) -> None:
    same(Battle.read(data), places=5)


def test_where_answers_or_turns_are_unusual_each_shot_is_followed_step_by_step() -> None:
    battle = crowds.blightmeer(30, terrain=2, seed=1).with_answers("best")
    unit = battle.units[0].id
    quick = ThreatMap(battle, unit, enemies(battle, unit)[:2])
    slow = ThreatMap(step_by_step(battle), unit, quick.shooters)
    assert quick.cell(quick.here).chance == slow.cell(quick.here).chance
    data = crowds.endless_horizons(8, seed=1).data()
    ordered = Battle.read(data | {"round": {"number": 1, "order": [unit["id"] for unit in data["units"]]}})
    battle = crowds.endless_horizons(8, seed=1)
    suppress = next(one for one in battle.legal() if type(one).__name__ == "Suppress")
    for one in (ordered, battle.play(suppress).battle):
        assert missed(one, next(iter(battle.survey().legal))) is None


def test_a_rule_that_reads_the_deck_is_followed_shot_by_shot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(modifiers, "_entries", [*modifiers._entries])

    @modifiers.rule("DOA-4.1")
    def warned(shot: Shooting, so_far: int) -> ModifierChange:
        return ModifierChange("warned", -len(shot.state.pile(shot.shooter.team).drawn))

    assert same(crowd(Random(5), 4, knives=False), places=2)  # noqa: S311 (nothing secret)


def test_one_shot_misses_as_often_as_its_headline_says() -> None:
    battle = crowd(Random(5), 4, knives=False)  # noqa: S311 (nothing secret)
    for shot in battle.survey().legal:
        assert missed(battle, shot) == 1 - battle.odds(shot).headline.chance


def missed(battle: Battle, shot: Shot) -> Fraction | None:
    """What a game knows at once of one shot."""
    missing = planning_of(battle).missing
    assert missing is not None
    return missing(battle.state, [(shot,)])
