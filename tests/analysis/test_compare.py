"""Shots side by side: exact differences, and the rules that make them, each tested by itself."""

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from battles import EXAMPLES, FILES, WRITTEN, battle, every_battle, pairs
from fireline.analysis.causes import Cause
from fireline.analysis.compare import Comparison, compare
from fireline.analysis.grid import grid
from fireline.analysis.ranges import ranges
from fireline.analysis.vary import Variant, armed, vary
from fireline.game.command import Shot
from refusing import wrong_with

VILLAGE = Variant.of_file(EXAMPLES / "blightmeer-village.yaml", Shot("lookout", "brute"))
COLUMN = Variant.of_file(EXAMPLES / "ancients-ranged-combat.yaml", Shot("bow", "warriors"))


def by_edition(*editions: str) -> Comparison:
    return compare(*(VILLAGE.vary(f"edition={edition}") for edition in editions))


def mattering(found: Comparison, column: int = 0) -> list[Cause]:
    return [cause for cause in found.causes[column] if cause.matters]


def test_the_difference_to_the_first_is_exact_in_every_marginal() -> None:
    found = compare(COLUMN, COLUMN.vary("units[bow].moved=1"))
    moved = found.columns[1]
    assert [column.label for column in found.columns] == ["as it stands", "units[bow].moved=1"]
    assert found.gain(moved) == Fraction(1, 6) - Fraction(11, 36)
    assert found.differences(moved)["hits"] == {0: Fraction(5, 36), 1: Fraction(-1, 9), 2: Fraction(-1, 36)}
    assert [column.mean("hits") for column in found.columns] == [Fraction(1, 3), Fraction(1, 6)]
    assert moved.mean("nothing") is None
    assert [cause.what for cause in mattering(found)] == ["held its position", "moved"]


def test_the_rule_between_two_editions_is_found_and_every_difference_is_tested() -> None:
    found = by_edition("2026-01", "2026-07")
    (criticals,) = mattering(found)
    assert criticals.rules == ("BLM-7.5",), "the rule that both editions have"
    assert criticals.alone is not None
    assert criticals.last is not None
    assert criticals.alone.chance == criticals.last.chance == found.gain(found.columns[1])
    told = {"legal_before": True, "legal_after": True, "headline": str(criticals.alone.chance), "changes": True}
    assert criticals.alone.data() == told
    idle = [cause.rules for cause in found.causes[0] if not cause.matters]
    assert ("BLM-7.2",) in idle
    found = by_edition("2025-11", "2026-07")
    old, new = (column.preview.battle.state.edition for column in found.columns)
    choices = VILLAGE.battle.ruleset.rulebook.choices
    differing = [name for name in choices if getattr(old, name) != getattr(new, name)]
    tested = [cause for cause in found.causes[0] if cause.tested]
    assert len(tested) == len(differing) + 1
    assert tested[-1].what == "natural roll up to which a check always fails"


def test_a_rule_may_matter_only_together_with_another() -> None:
    strong = VILLAGE.vary("units[lookout].weapon={name: Gun, range: 35, injury: 5}")
    found = compare(strong.vary("edition=2026-01"), strong.vary("edition=2026-07"))
    by_value = next(cause for cause in found.causes[0] if cause.what == "what a critical is")
    assert by_value.tested
    assert by_value.alone is not None
    assert by_value.last is not None
    assert by_value.alone != by_value.last


@every_battle
def test_every_cause_is_what_its_own_flip_does(name: str) -> None:
    start, shot = battle(name), next(iter(pairs(battle(name))))
    first = Variant(WRITTEN[name](), shot, FILES)
    option = start.ruleset.rulebook.options[0].name
    on = getattr(start.state.edition, option)
    other = first.vary(f"options.{option}={str(not on).lower()}") if isinstance(on, bool) else first
    found = compare(first, other)
    if other is first:
        assert found.causes == ((),)
        return
    tested = [cause for cause in found.causes[0] if cause.tested]
    assert [cause.rules[0] for cause in tested] == [start.ruleset.rulebook.options[0].rule]
    state = replace(start.state, edition=replace(start.state.edition, **{option: not on}))
    after = replace(start, state=state).preview(shot)
    assert tested[0].alone == tested[0].last
    assert tested[0].alone is not None
    assert tested[0].alone.legal_after == after.ruling.legal
    if after.odds and found.columns[0].odds:
        assert tested[0].alone.chance == after.odds.headline.chance - found.columns[0].odds.headline.chance


def test_a_rule_that_leaves_the_chance_says_whether_it_changes_the_odds() -> None:
    wounded = VILLAGE.vary("units[brute].wounds=3")
    found = compare(*(wounded.vary(f"edition={one}") for one in ("2025-11", "2026-01")))
    (row,) = (row for table in found.in_full() for row in table.rows if row[1] == "which value injures")
    assert row[-2:] == ("no effect", "other odds, same chance"), "alone, and on top of the rest"


def test_a_verdict_that_changes_names_the_rule_that_changes_it() -> None:
    closest = Variant.of_file(EXAMPLES / "blightmeer-closest.yaml", Shot("archer", "sixth"))
    found = compare(closest, closest.vary("edition=2026-01"))
    targeting = next(cause for cause in found.causes[0] if cause.rules == ("BLM-3.1", "BLM-4.1"))
    assert targeting.alone is not None
    told = {"legal_before": False, "legal_after": True, "headline": None, "changes": True}
    assert targeting.alone.data() == told
    assert found.gain(found.columns[1]) is None
    assert found.differences(found.columns[1]) == {}
    assert found.columns[0].mean("wounds_lost") is None
    lines = [cause for cause in found.causes[0] if not cause.tested]
    assert (lines[0].rules, lines[0].before, lines[0].after) == (("BLM-3.1",), "forbids", "does not object")


def test_what_cannot_be_declared_half_way_is_not_tested_there() -> None:
    data = WRITTEN["blightmeer@2026-01-blightmeer-protect.yaml"]()
    game = battle("blightmeer@2026-01-blightmeer-protect.yaml")
    shot = next(shot for shot in pairs(game) if "replies" in game.check(shot).summary)
    protector = next(one["protector"] for one in game.check(shot).summary["replies"] if one["protector"])
    named = Variant(data, Shot(shot.shooter, shot.target, protector=protector), FILES)
    found = compare(named.vary("edition=2026-07"), named)
    assert all(cause.alone is not None for cause in found.causes[0] if cause.tested)
    assert "shot.protector" in wrong_with(compare, named, named.vary("edition=2025-11"))
    plain = Variant(data, shot, FILES)
    half = compare(plain.vary("edition=2025-11"), named)
    protects = next(cause for cause in half.causes[0] if cause.what == "allies of the target may Protect it")
    assert protects.alone is not None
    assert protects.last is None


def test_a_weapon_is_found_where_its_game_has_it() -> None:
    hero = Variant.of_file(EXAMPLES / "duel-of-ages-tommy-gun.yaml", Shot("sanchez", "lazar"))
    assert armed(hero, "Tommy Gun").shot == Shot("sanchez", "lazar", weapon="Tommy Gun")
    assert "'Tomy Gun' is no weapon of sanchez" in wrong_with(armed, hero, "Tomy Gun")
    assert "weapon: a shot of Commands & Colors: Ancients has no weapon" in wrong_with(armed, COLUMN, "Bow")
    assert "nobody called" in wrong_with(armed, VILLAGE.vary("shot.shooter=robin"), "Bow")


def test_the_answer_is_plain_data() -> None:
    found = by_edition("2025-11", "2026-01", "2026-07")
    answer = json.loads(json.dumps(found.data()))
    assert [column["label"] for column in answer["columns"]] == ["2025-11", "2026-01", "2026-07"]
    assert Fraction(answer["differences"][0]["headline"]) == Fraction(279, 761) - Fraction(597, 1600)
    assert answer["differences"][0]["marginals"]["wounds_lost"]["1"].startswith("-")
    told = answer["differences"][0]["causes"]
    assert {"alone", "last", "rules", "matters"} <= set(told[0])
    moved = [cause.alone.chance for cause in found.causes[0] if cause.tested and cause.alone]
    assert [cause["alone"]["headline"] for cause in told if cause.get("alone")] == list(map(str, moved))
    rows = {(one["name"], one["value"]): one["chances"] for one in answer["rows"]}
    for column, told in enumerate(answer["columns"]):
        for name, chances in (told["odds"] or {"marginals": {}})["marginals"].items():
            assert {value: rows[name, value][column] for value in chances} == chances
            assert sum(Fraction(one[column]) for (other, _), one in rows.items() if other == name) == 1
    assert len(rows) == len(answer["rows"])


@pytest.mark.parametrize(
    ("variants", "says"),
    [
        ((COLUMN,), "compare: there is nothing to compare"),
        ((COLUMN, VILLAGE), "compare: shots of different games cannot be compared: ancients, blightmeer"),
        ((Variant(COLUMN.data), COLUMN), "shot: is missing"),
    ],
)
def test_what_cannot_be_compared_is_refused(variants: tuple[Variant, ...], says: str) -> None:
    assert wrong_with(compare, *variants).startswith(says)


@pytest.mark.parametrize("ask", [compare, partial(grid, axes="shooter.moved=0..1"), ranges])
def test_every_column_has_one_name(ask: Callable[..., Any]) -> None:
    wrong = wrong_with(ask, COLUMN, COLUMN.vary("units[bow].moved=1"), labels=["held"])
    assert wrong == "labels: 1 given for 2 columns"


def test_curves_are_named_as_columns_are() -> None:
    both = (COLUMN, COLUMN.vary("units[bow].moved=1"))
    assert [one.label for one in ranges(*both).curves] == [one.label for one in compare(*both).columns]
    assert wrong_with(ranges) == "ranges: there is no battle to ask"


def test_vary_and_compare_agree_with_a_battle_written_out_and_options_are_told_by_their_value() -> None:
    data = {**COLUMN.data, "options": {"lone_leader_pins": True}}
    found = compare(COLUMN, vary(data, shot=COLUMN.shot))
    assert [(cause.what, cause.before, cause.after) for cause in found.causes[0]] == [
        ("option lone_leader_pins", "no", "yes")
    ]
    assert not mattering(found)
    burst = Variant.of_file(EXAMPLES / "endless-horizons-burst.yaml", Shot("player", "target"))
    found = compare(burst, burst.vary("options.beyond_range_penalty=3"))
    assert [(cause.what, cause.before, cause.after) for cause in found.causes[0]][:1] == [
        ("option beyond_range_penalty", "none", "3")
    ]


def test_a_change_may_name_the_shooter_or_the_target_by_its_role() -> None:
    held = vary(EXAMPLES / "ancients-ranged-combat.yaml", shot=Shot("bow", "warriors"))
    meant = held.vary("units[bow].moved=1", "units[warriors].blocks=2")
    assert held.vary("shooter.moved=1", "target.blocks=2").data == meant.data
