"""Three versions as values: the diff is the code, and the versions differ nowhere else."""

from __future__ import annotations

from dataclasses import fields

import pytest

from blightmeer_table import EDITIONS as IDS
from blightmeer_table import archer, battle, enemy, shot
from fireline.game.errors import BattleFileError
from fireline.game.registry import ruleset, ruleset_ids
from fireline.rulesets.blightmeer.editions import EDITIONS, OPTIONS, RULES, Edition, differences


def test_every_field_that_differs_cites_its_rules() -> None:
    for one in fields(Edition):
        if one.name != "id":
            assert one.metadata["rules"], one.name
            assert set(one.metadata["rules"]) <= set(RULES)


def test_the_diff_names_everything_that_differs_and_nothing_else() -> None:
    for before in EDITIONS.values():
        for after in EDITIONS.values():
            named = {one.what for one in differences(before, after)}
            differing = {
                one.metadata["what"]
                for one in fields(Edition)
                if one.name != "id" and getattr(before, one.name) != getattr(after, one.name)
            }
            assert named == differing


def test_a_bare_name_is_the_newest() -> None:
    assert ruleset("blightmeer") is ruleset("blightmeer@2026-07")
    assert [id_ for id_ in ruleset_ids() if id_.startswith("blightmeer")] == [f"blightmeer@{id_}" for id_ in IDS]
    with pytest.raises(BattleFileError, match="did you mean 'blightmeer@2026-01'"):
        ruleset("blightmeer@2026-1")


def test_each_rulebook_has_the_rules_of_its_version() -> None:
    first, second = (set(ruleset(f"blightmeer@{id_}").rulebook) for id_ in IDS[:2])
    assert first - second == {"BLM-3.1", "BLM-3.2", "BLM-3.3", "BLM-3.4", "BLM-3.5", "BLM-7.4", "BLM-7.7"}
    assert second - first == {"BLM-4.1", "BLM-4.2", "BLM-4.3", "BLM-4.4", "BLM-7.5", "BLM-7.8"}
    assert {option.name for option in ruleset("blightmeer@2025-11").rulebook.options} < set(OPTIONS)


@pytest.mark.rule("BLM-7.2")
def test_naturals_may_be_played_otherwise() -> None:
    options = {"natural_20_passes": False, "natural_1_fails": False}
    plain = battle(archer(ranged=21), enemy(defence=1))
    other = battle(archer(ranged=21), enemy(defence=1), options=options)
    assert plain.odds(shot()).headline.chance > 0
    assert other.odds(shot()).headline.chance == 0
    easy = battle(archer(ranged=1), enemy(defence="-"), options=options)
    assert easy.odds(shot()).headline.chance == 1
