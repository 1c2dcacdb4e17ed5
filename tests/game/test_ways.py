"""One list of ways: whatever lists or ranks shots takes the same way of a pair, and no legal way is better."""

from fractions import Fraction
from typing import get_args

import pytest

from battles import battle as battle_named
from battles import every_battle
from fireline.analysis.matchups import matchups
from fireline.analysis.threat import threat
from fireline.game import answers
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError
from fireline.game.shot import Shot
from fireline.game.ways import best_way, ways

PROTECT = "blightmeer@2026-01-blightmeer-protect.yaml"


def rank(battle: Battle, shot: Shot) -> tuple[Fraction, Fraction]:
    odds = battle.odds(shot)
    return odds.headline.chance, odds.ledger.net if odds.ledger else Fraction(0)


@every_battle
def test_targets_and_matchups_take_the_best_of_all_legal_ways(name: str) -> None:
    battle = battle_named(name)
    firing = battle.ruleset.shooters(battle.state)[:3]
    pairs = {(pair.shooter, pair.target): pair for pair in matchups(battle).pairs}
    for shooter in firing:
        for seen in battle.targets(shooter):
            legal = [one.shot for one in ways(battle, shooter, seen.target) if not one.ruling.refusals]
            assert seen.ruling.legal is bool(legal)
            if legal:
                assert seen.shot == max(legal, key=lambda shot: rank(battle, shot))
                pair = pairs[shooter, seen.target]
                assert pair.data()["with"] == answers.target(seen)["odds"]["with"] == dict(seen.shot.details)
                assert pair.chance == seen.odds.headline.chance if seen.odds else False


def test_a_window_counts_wherever_shots_are_ranked() -> None:
    battle = battle_named(PROTECT)
    assert [one.shot.details.get("peer") for one in battle.targets("marksman")] == [*["north window"] * 3, None]
    (pair,) = [one for one in matchups(battle).pairs if (one.shooter, one.target) == ("marksman", "captain")]
    cell = threat(battle, "captain", ["marksman"]).cell(battle.places.at(battle.state, "captain"))
    assert pair.chance == cell.chance == Fraction(8, 21)


def test_a_shot_as_declared_names_a_better_way() -> None:
    battle = battle_named(PROTECT)
    plain = answers.odds(battle, Shot("marksman", "captain"))["odds"]
    assert plain["headline"]["p"] == "32/99"
    assert plain["better"] == {"with": {"peer": "north window"}, "p": "8/21"}
    assert "better" not in answers.odds(battle, Shot("marksman", "captain", peer="north window"))["odds"]


def test_somebody_who_is_not_there_has_no_way() -> None:
    with pytest.raises(BattleFileError, match="'nobody' is no unit of this battle"):
        best_way(battle_named(PROTECT), "nobody", "captain")


@pytest.mark.parametrize("id_", ["ancients", "blightmeer@2026-01", "duel-of-ages", "endless-horizons"])
def test_what_rules_read_has_the_names_of_the_battle_file(id_: str) -> None:
    battle = battle_named(f"{id_}-starter")
    assert [name for name in battle.ruleset.entry.model_fields if not hasattr(battle.state, name)] == []
    for listed in ("units", "leaders", "heroes"):
        if field := battle.ruleset.entry.model_fields.get(listed):
            (kind,) = get_args(field.annotation)
            things = getattr(battle.state, listed)
            assert [name for one in things for name in kind.model_fields if not hasattr(one, name)] == []
