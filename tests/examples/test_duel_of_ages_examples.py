"""What the figures of the rules show, result by result, on the example maps."""

import pytest

from battles import example
from duel_table import rules_against, ruling
from fireline.game.command import Shot

LETTERS = "PNLURTSYKZX"


# --- Sanchez and Lazar ---------------------------------------------------------------

CANDIDATES = {
    "0,2": ["DOA-1.5"],  # where Lazar started
    "1,1": ["DOA-3.7"],  # behind a wall
    "1,0": ["DOA-2.1"],  # one space away
    "2,0": [],  # in the building, in range and in sight
    "3,0": ["DOA-3.5"],  # behind the building
}


@pytest.mark.rule("DOA-1.5", "DOA-2.1", "DOA-3.5", "DOA-3.7")
@pytest.mark.parametrize("space", CANDIDATES)
def test_each_candidate_space_has_its_answer(space: str) -> None:
    assert rules_against(example("duel-of-ages-tommy-gun"), "sanchez", "lazar", space=space) == CANDIDATES[space]


@pytest.mark.rule("DOA-4.1", "DOA-4.2", "DOA-4.3", "DOA-4.4")
def test_the_numbers_and_the_wound_are_those_of_the_example() -> None:
    battle = example("duel-of-ages-tommy-gun")
    summary = ruling(battle, "sanchez", "lazar").summary
    expected = {"space": "2,0", "distance": 2, "stealth_bonus": 2, "attack": 10, "defence": 9}
    assert summary.items() >= (expected | {"difference": 1, "damage_difference": 1}).items()
    deck = battle.state.pile(battle.state.unit("sanchez").team).list
    hit = next(card.name for card in deck.cards if card.hit[7])
    minus_two = next(card.name for card in deck.cards if card.damage[7] == -2 and card.name != hit)
    after = battle.shoot(Shot("sanchez", "lazar"), dice=[hit, minus_two])
    assert after.battle.state.unit("lazar").wounds == 1
    assert str(after.story[0]) == "sanchez (0,0) shoots at lazar (3,0) on 2,0 with the Tommy Gun. DOA-1.2"


# --- who sees whom -------------------------------------------------------------------

CLEAR = {
    "hero1": {"P": 0, "N": 0, "U": 2, "R": 4, "T": 6},
    "hero2": {"S": 0, "U": 0, "L": 4, "N": 4, "Y": 4, "K": 2},
    "hero4": {"P": 0, "K": 2},
}
BLOCKED = {
    "hero1": {"L": "DOA-3.7"},
    "hero2": {"Z": "DOA-3.5", "R": "DOA-3.6", "X": "DOA-3.7"},
    "hero3": dict.fromkeys(LETTERS, "DOA-3.6"),
    "hero4": dict.fromkeys("LNU", "DOA-3.7"),
    "hero5": dict.fromkeys(LETTERS, "DOA-3.7"),
}
BEHIND = {
    ("hero1", "R"): ["Woods", "Woods"],
    ("hero1", "T"): ["Woods", "Woods", "Rough"],
    ("hero1", "U"): ["Rough"],
    ("hero2", "L"): ["Rough", "Rough"],
    ("hero2", "N"): ["Rough", "Rough"],
    ("hero2", "Y"): ["Woods", "Swamp"],
    ("hero2", "K"): ["Building"],
    ("hero4", "K"): ["Building"],
}


@pytest.mark.whole("long")
@pytest.mark.rule("DOA-3.1", "DOA-3.2", "DOA-3.3", "DOA-3.4", "DOA-3.5")
@pytest.mark.parametrize(("hero", "target"), [(hero, target) for hero in CLEAR for target in CLEAR[hero]])
def test_what_is_seen_costs_what_the_figure_says(hero: str, target: str) -> None:
    given = ruling(example("duel-of-ages-line-of-sight"), hero, target)
    assert given.legal
    assert given.summary["stealth_bonus"] == CLEAR[hero][target]
    counted = [m.name.partition(" on ")[0] for m in given.modifiers if m.applies][1:]
    assert sorted(counted) == sorted(BEHIND.get((hero, target), []))


@pytest.mark.whole("long")
@pytest.mark.rule("DOA-3.5", "DOA-3.6", "DOA-3.7")
@pytest.mark.parametrize(("hero", "target"), [(hero, target) for hero in BLOCKED for target in BLOCKED[hero]])
def test_what_is_not_seen_is_hidden_by_what_the_figure_says(hero: str, target: str) -> None:
    refused = rules_against(example("duel-of-ages-line-of-sight"), hero, target)
    assert BLOCKED[hero][target] in refused
    if hero in {"hero1", "hero2", "hero4"}:
        assert refused == [BLOCKED[hero][target]], "and by nothing else"
