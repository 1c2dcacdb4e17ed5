"""What other programs rely on in the answers of our own games."""

import copy
import pickle
from fractions import Fraction
from itertools import islice

import pytest

import battles
from battles import every_battle, pairs
from fireline.game.command import Shot

SUMMARY = {
    "ancients": {"distance", "range", "dice"},
    "blightmeer": {"distance", "range", "in_range", "ranged_needed", "defence_needed", "net_pierce"}
    | {"advantage", "visible"},
    "endless-horizons": {"distance", "range_category", "size", "difficulty", "bonus"},
    "duel-of-ages": {*("distance", "stealth_bonus", "attack", "defence", "difference", "damage_difference", "deck")},
}
MARGINALS = {
    "ancients": {"hits", "flags", "eliminated", "leader_killed"},
    "blightmeer": {"wounds_lost", "injury", "attacks_hit"},
    "endless-horizons": {"hits"},
    "duel-of-ages": {"hit", "wounds"},
}
"""What other programs rely on in the summary and the marginals of a game, beside what every game has."""


@every_battle
def test_answers_have_the_words_of_their_game(name: str) -> None:
    battle = battles.battle(name)
    game, _, _ = battle.ruleset.id.partition("@")
    for shot in islice(pairs(battle), 30):
        given = battle.preview(shot).data()
        assert given["summary"].keys() >= SUMMARY.get(game, set())
        if given["odds"]:
            assert given["odds"]["marginals"].keys() >= MARGINALS.get(game, set())


def test_a_shot_stays_as_declared_and_travels() -> None:
    shot = Shot("jack", "drone", bullets=3)
    with pytest.raises(AttributeError):
        shot.target = "jack"
    with pytest.raises(TypeError):
        shot.details["bullets"] = 4  # type: ignore[index]
    for copied in (copy.copy(shot), copy.deepcopy(shot), pickle.loads(pickle.dumps(shot))):  # noqa: S301
        assert copied == shot
    same = Shot("jack", "drone", bullets=Fraction(3))
    assert (same, hash(same)) == (shot, hash(shot)), "equal shots have one hash, whatever kind their numbers are of"
