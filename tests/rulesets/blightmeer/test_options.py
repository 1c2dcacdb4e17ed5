"""The three versions, readings a table may play otherwise, special rules of weapons, hints and warnings."""

from dataclasses import fields
from typing import Any

import pytest

from battles import FILES
from blightmeer_table import EDITIONS as IDS
from blightmeer_table import Data, archer, battle, box, data, enemy, mill, refused, shot, state, unit
from fireline.chance import odds
from fireline.game.battle import Battle
from fireline.game.differing import differences
from fireline.game.errors import BattleFileError
from fireline.game.registry import ruleset
from fireline.rulesets.blightmeer.editions import EDITIONS, JANUARY_2026, OPTIONS, RULES, Edition
from fireline.rulesets.blightmeer.pieces import Injury
from fireline.rulesets.blightmeer.resolution import MANY, injures, which


def rifle(*special: tuple[str, str, int], **more: Any) -> Data:
    """A plain weapon with special rules: each a name, a check and a value."""
    rules = [{"name": name, "check": check, "value": value} for name, check, value in special]
    return {"name": "Own", "range": 30, "special": rules} | more


def steps(game: Battle, rule: str, **details: Any) -> list[str]:
    return [step.text for step in game.check(shot(**details)).steps if step.rule == rule]


# --- options --------------------------------------------------------------------------------


@pytest.mark.rule("BLM-4.2")
@pytest.mark.parametrize("status", ["stunned", "dazed"])
def test_the_stunned_and_dazed_may_protect_where_the_table_says_so(status: str) -> None:
    units = archer(), enemy(), enemy("guard", 19.5, 18, status=[status])
    with_guard = shot(protector="guard")
    assert refused(battle(*units), with_guard) == ["BLM-4.2"]
    assert refused(battle(*units, options={"injured_may_protect": True}), with_guard) == []
    gone = archer(), enemy(), enemy("guard", 19.5, 18, status=["incapacitated"])
    assert refused(battle(*gone, options={"injured_may_protect": True}), with_guard)[0] == "BLM-4.2"


@pytest.mark.rule("BLM-7.8")
def test_a_target_at_0_wounds_counts_as_having_1_where_the_table_says_so() -> None:
    usual = battle(archer(), enemy(wounds=0))
    assert usual.odds(shot()).marginal("injury")["none"] < 1
    off = battle(archer(), enemy(wounds=0), options={"zero_wounds_count_as_one": False})
    assert off.odds(shot()).marginal("injury") == {"none": 1}
    assert "orc has 0 Wounds, so nothing injures it" in steps(off, "BLM-7.6")[0]
    assert off.odds(shot()).marginal("attacks_hit") == usual.odds(shot()).marginal("attacks_hit")


@pytest.mark.rule("BLM-7.3")
def test_a_defence_of_none_is_improved_where_the_table_says_so() -> None:
    units = archer(moved=True), enemy(defence="-", gear=["shield"])
    assert battle(*units).check(shot()).summary["defence_needed"] == 14
    off = battle(*units, options={"improves_no_defence": False})
    assert off.check(shot()).summary["defence_needed"] is None


@pytest.mark.rule("BLM-2.2")
@pytest.mark.parametrize("edition", ["2025-11", "2026-07"])
def test_height_counts_in_distances_where_the_table_says_so(edition: str) -> None:
    tower = box("tower", (18, 6), (3, 3, 9))
    units = archer(weapon=rifle(range=12)), enemy()
    usual = battle(*units, terrain=[tower], edition=edition).check(shot())
    flat = battle(*units, terrain=[tower], edition=edition, options={"measure_height": False}).check(shot())
    assert (usual.summary["in_range"], flat.summary["in_range"]) == (False, True)
    assert flat.summary["distance"] == pytest.approx(12 - 25 / 25.4, abs=0.01)


@pytest.mark.rule("BLM-4.4")
@pytest.mark.parametrize("cover", [True, False])
def test_who_peers_has_cover_in_its_window_where_the_table_says_so(cover: bool) -> None:
    units = archer(), enemy("orc", 15.5, 15, peering="w")
    ruling = battle(*units, terrain=[mill("w", 14)], options={"peering_gives_cover": cover}).check(shot())
    assert ruling.legal
    assert ruling.cover is cover
    assert ruling.summary["net_pierce"] == -3 * cover


# --- special rules --------------------------------------------------------------------------


@pytest.mark.rule("BLM-2.1", "BLM-2.4")
def test_a_special_rule_changes_the_check_it_names() -> None:
    needs = ("ranged_needed", "defence_needed", "net_pierce")
    plain = battle(archer(weapon=rifle()), enemy()).check(shot())
    keen = battle(archer(weapon=rifle(("Telescope", "ranged", 2), ("Bodkin", "defence", -1))), enemy()).check(shot())
    assert [plain.summary[key] for key in needs] == [14, 15, 0]
    assert [keen.summary[key] for key in needs] == [12, 16, 1]
    (line,) = [one for one in keen.modifiers if one.name == "Bodkin"]
    assert (line.rule, line.value) == ("BLM-2.1", 1)
    game = battle(archer(weapon=rifle(("Telescope", "ranged", 2), ("Poison", "injury", 3), injury=1)), enemy())
    assert steps(game, "BLM-7.2") == ["Ranged Check: 12 or more on a d20 (Ranged 14, Telescope +2)."]
    assert steps(game, "BLM-2.4") == ["For injury +4 is added to the Ranged Check, of which Poison +3."]


@pytest.mark.rule("BLM-2.1")
def test_special_rules_are_told_and_written() -> None:
    game = battle(archer(weapon=rifle(("Poison", "injury", 3))), enemy())
    assert game.data()["units"][0]["weapon"]["special"] == [{"name": "Poison", "check": "injury", "value": 3}]
    assert Battle.read(game.data()) == game
    story = [step.text for step in game.shoot(shot(), dice=[14, 3]).story]
    assert "For injury the roll counts 17." in story
    assert "orc is Stunned." in story
    with pytest.raises(BattleFileError, match=r"weapon\.special\[0\]\.check: 'morale' is not ranged, defence"):
        battle(archer(weapon=rifle(("Fear", "morale", 3))), enemy())


# --- the attack that is removed -------------------------------------------------------------


@pytest.mark.rule("BLM-7.8")
def test_the_die_says_what_it_is_for() -> None:
    assert which(3).faces == (1, 2, 3)
    with pytest.raises(BattleFileError, match="0 is no face of a d2 for the attack that is removed, counted as rolled"):
        battle(archer(), enemy(wounds=2)).shoot(shot(), dice=[20, 3, 14, 4, 0])


@pytest.mark.rule("BLM-7.8")
def test_no_die_is_thrown_where_a_long_chain_leaves_the_worst_whatever_is_removed() -> None:
    worst = (Injury.INCAPACITATED,) * MANY
    assert odds(injures, JANUARY_2026, worst, 5) == {Injury.INCAPACITATED: 1}
    chain = [20, 3] * (MANY + 2)
    turned = battle(archer(), enemy(wounds=2)).shoot(shot(), dice=[*chain, 1, "Iron Will"])
    assert state(turned.battle).unit("orc").out


@pytest.mark.rule("BLM-7.10")
def test_the_cards_are_named_when_one_is_owed() -> None:
    with pytest.raises(BattleFileError, match="2 given, but the next throw is a card of 25: Battle Fury, Fleet of"):
        battle(archer(weapon=rifle(injury=4)), enemy()).shoot(shot(), dice=[15, 3])


# --- hints and warnings ---------------------------------------------------------------------


@pytest.mark.rule("BLM-4.4")
def test_a_shot_that_is_legal_through_a_window_is_hinted_at() -> None:
    game = battle(archer(at=(19.2, 6)), enemy("orc", 15, 8), terrain=[mill()])
    (told,) = [one.because for one in game.check(shot()).refusals if one.rule == "BLM-5.1"]
    assert told.endswith(" Legal through the window north: peer=north.")
    ran = battle(archer(at=(19.2, 6), ran=True), enemy("orc", 15, 8), terrain=[mill()])
    assert not any("peer=" in one.because for one in ran.check(shot()).refusals), "not for who has run"


@pytest.mark.rule("BLM-3.1", "BLM-3.2", "BLM-3.4")
def test_every_legal_target_of_the_first_edition_says_what_allows_it() -> None:
    crate = box("crate", (18, 9), (2, 0.5, 0.5))
    units = archer(), enemy("near", 18, 10), enemy("open", 21, 12), enemy("large", 12, 18, size="large")
    game = battle(*units, terrain=[crate], edition="2025-11")
    allowed = {one.target: one.ruling.allowed.rule for one in game.targets("archer") if one.ruling.allowed}
    assert allowed == {"near": "BLM-3.1", "open": "BLM-3.2", "large": "BLM-3.4"}
    assert game.check(shot("near")).data()["allowed"] == {"rule": "BLM-3.1", "text": "It is the closest enemy."}
    later = battle(*units, terrain=[crate], edition="2026-01").check(shot("near"))
    assert later.allowed is None
    assert "allowed" not in later.data()


@pytest.mark.rule("BLM-5.2")
def test_of_an_unseen_target_the_block_is_said_once_and_no_cover() -> None:
    ruling = battle(archer(), enemy(), terrain=[box("crate", (18, 12), (9, 1, 5))]).check(shot())
    assert not ruling.legal
    assert str(list(ruling.lines())).count("crate") == 1
    assert not any(one.name == "target has Cover" for one in ruling.modifiers)


def warned(*units: Data, **more: Any) -> tuple[str, ...]:
    game = battle(*units or (archer(), enemy()), **more)
    return tuple(game.ruleset.warnings(game.state))


def test_what_looks_like_a_slip_is_told() -> None:
    assert warned() == ()
    (floats,) = warned(archer(at=(18, 4, 9)), enemy())
    assert floats == 'archer stands 9" up over nothing: the next surface under it is at 0".'
    crate = box("crate", (18, 4), (2, 2, 3))
    assert warned(archer(at=(18, 4, 3)), enemy(), terrain=[crate]) == ()
    assert warned(archer(at=(19.2, 4, 3)), enemy(), terrain=[crate]) == (), "its rim is on the crate"
    two, sides = warned(archer(), enemy(), unit("goblin", "Blue", 3, 3))
    assert two == "'Blue' and 'blue' are two sides, enemies of each other."
    assert sides == "There are 3 sides: red, blue and Blue; each is an enemy of all others."
    (first,) = warned(turn={"side": "red", "number": 1})
    assert first.startswith("turn.first_player is missing")
    assert warned(turn={"side": "red", "number": 2}) == ()
    tower = {"id": "tower", "mesh": {"file": "tower.glb", "at": [18, 6, 0], "scale": 1}}
    game = Battle.read(data(archer(at=(18, 6, 3)), enemy(), terrain=[tower]), FILES)
    assert not any(game.ruleset.warnings(game.state)), "who stands on a mesh does not float"


def test_the_diff_names_everything_that_differs_and_nothing_else() -> None:
    for before in EDITIONS.values():
        for after in EDITIONS.values():
            found = list(differences(RULES, before, after))
            named = {one.what for one in found}
            there = {*RULES.of(before.id), *RULES.of(after.id)}
            assert all(one.rules and set(one.rules) <= there for one in found), "no rule that neither of them has"
            values = {one.name: (getattr(before, one.name), getattr(after, one.name)) for one in fields(Edition)}
            apart = {name for name, (old, new) in values.items() if old != new} - {"id", "house"}
            differing = {RULES.choices[name].what for name in apart}
            shared = before.house.numbers.keys() & after.house.numbers.keys()
            differing |= {
                before.house.numbers[one].about for one in shared if before.house.value(one) != after.house.value(one)
            }
            assert named == differing


def test_each_rulebook_has_the_rules_of_its_version() -> None:
    first, second = (set(ruleset(f"blightmeer@{id_}").rulebook) for id_ in IDS[:2])
    assert first - second == {"BLM-3.1", "BLM-3.2", "BLM-3.3", "BLM-3.4", "BLM-3.5", "BLM-7.4", "BLM-7.7"}
    assert second - first == {"BLM-4.1", "BLM-4.2", "BLM-4.3", "BLM-4.4", "BLM-7.5", "BLM-7.8"}
    mine, theirs = ({one.name for one in ruleset(f"blightmeer@{id_}").rulebook.options} for id_ in IDS[:2])
    assert mine - theirs == {"getting_up_is_no_move"}, "a ruling there, a rule here"
    assert mine | theirs == set(OPTIONS)


@pytest.mark.rule("BLM-7.2")
def test_naturals_may_be_played_otherwise() -> None:
    options = {"natural_20_passes": False, "natural_1_fails": False}
    plain = battle(archer(ranged=21), enemy(defence=1))
    other = battle(archer(ranged=21), enemy(defence=1), options=options)
    assert plain.odds(shot()).headline.chance > 0
    assert other.odds(shot()).headline.chance == 0
    easy = battle(archer(ranged=1), enemy(defence="-"), options=options)
    assert easy.odds(shot()).headline.chance == 1
