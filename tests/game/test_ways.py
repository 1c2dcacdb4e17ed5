"""One list of ways: whatever lists or ranks shots takes the same way of a pair, and no legal way is better."""

from fractions import Fraction
from typing import get_args

import pytest

from battles import battle as battle_named
from fireline.analysis.matchups import matchups
from fireline.analysis.threat import threat
from fireline.game.command import Shot
from fireline.game.ways import best_way
from refusing import wrong_with

PROTECT = "blightmeer@2026-01-blightmeer-protect.yaml"


def test_a_window_counts_wherever_shots_are_ranked() -> None:
    battle = battle_named(PROTECT)
    assert [one.shot.details.get("peer") for one in battle.targets("marksman")] == [*["north window"] * 3, None]
    (pair,) = [one for one in matchups(battle).pairs if (one.shooter, one.target) == ("marksman", "captain")]
    cell = threat(battle, "captain", ["marksman"]).cell(battle.places.at(battle.state, "captain"))
    assert pair.chance == cell.chance == Fraction(8, 21)


def test_a_shot_as_declared_names_a_better_way() -> None:
    battle = battle_named(PROTECT)
    plain = battle.preview(Shot("marksman", "captain")).data()["odds"]
    assert plain["headline"]["p"] == "32/99"
    assert plain["better"] == {"with": {"peer": "north window"}, "p": "8/21"}
    assert "better" not in battle.preview(Shot("marksman", "captain", peer="north window")).data()["odds"]


def test_somebody_who_is_not_there_has_no_way() -> None:
    assert "'nobody' is no unit of this battle" in wrong_with(best_way, battle_named(PROTECT), "nobody", "captain")


@pytest.mark.parametrize("id_", ["ancients", "blightmeer@2026-01", "duel-of-ages", "endless-horizons"])
def test_what_rules_read_has_the_names_of_the_battle_file(id_: str) -> None:
    battle = battle_named(f"{id_}-starter")
    assert [name for name in battle.ruleset.entry.model_fields if not hasattr(battle.state, name)] == []
    for listed in ("units", "leaders", "heroes"):
        if field := battle.ruleset.entry.model_fields.get(listed):
            (kind,) = get_args(field.annotation)
            things = getattr(battle.state, listed)
            assert [name for one in things for name in kind.model_fields if not hasattr(one, name)] == []
