"""The round: what a shot changes, what may be said, and when it ends."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from endless_horizons_field import field, play, refused, rifle, shot, story, unit
from fireline.analysis.plan import Planner
from fireline.chance import SeededDice
from fireline.game.battle import Battle
from fireline.game.command import Command, EndPhase, Shoot, Shot
from fireline.rulesets.endless_horizons.handling import Aim, Clear, Cycle, Reload
from fireline.rulesets.endless_horizons.posture import TakeCover
from fireline.rulesets.endless_horizons.state import Suppression
from fireline.rulesets.endless_horizons.suppression import Suppress

ESCALATING = {"escalation": True}


@pytest.mark.rule("EHZ-5.1")
def test_a_shot_spends_bullets_actions_and_aim() -> None:
    turned = play(
        field({"actions": 3, "aimed": 1, "weapon": rifle(loaded=9)}), Shoot(shot(bullets=3, aim_actions=1)), 8
    )
    jack = unit(turned.battle)
    assert story(turned) == ["jack fires 3 bullets of the Rifle at drone and rolls 8, a total of 13: 3 hits. EHZ-5.1"]
    assert (jack.weapon and jack.weapon.loaded, jack.actions, jack.aimed, jack.fired) == (6, 1, 0, 3)


@pytest.mark.rule("EHZ-8.1", "EHZ-8.2")
def test_a_failure_ends_the_burst_and_good_effects_are_told() -> None:
    battle = field({"weapon": rifle(recoil=0), "check": {"skill": 20}}, options=ESCALATING)
    # A 1, then a 4 that ends the escalation, then the second of five bullets.
    turned = play(battle, Shoot(shot(bullets=5)), 1, 4, 1)
    assert story(turned) == [
        "jack fires 2 bullets of the Rifle at drone and rolls 1, a total of 21: 2 hits. EHZ-5.1",
        "The 1 is rolled on: 4; a minor negative effect. EHZ-8.2",
        "The Rifle has failed to feed. EHZ-8.1",
    ]
    weapon = unit(turned.battle).weapon
    assert weapon is not None
    assert (weapon.loaded, weapon.jam, weapon.damaged) == (28, "failure_to_feed", False)
    battle = field(options=ESCALATING)
    good = play(battle, Shoot(shot()), 10, 10, 3)
    none = play(battle, Shoot(shot()), 1, 10, 3)
    assert story(good)[1] == "The 10 is rolled on: 10 and 3; a medium positive effect. EHZ-8.2"
    assert story(none)[1] == "The 1 is rolled on: 10 and 3; no effect. EHZ-8.2"


@pytest.mark.rule("EHZ-8.1")
def test_a_squib_takes_its_bullet_back_and_firing_on_it_wrecks_the_weapon() -> None:
    battle = field({"weapon": rifle(recoil=0), "check": {"skill": 20}}, options=ESCALATING)
    last = play(battle, Shoot(shot(bullets=2)), 1, 1, 1, 1).battle
    weapon = unit(last).weapon
    assert weapon is not None
    assert (weapon.jam, weapon.damaged, weapon.loaded) == ("squib", False, 28)
    wrecked = play(battle, Shoot(shot(bullets=5)), 1, 1, 1, 1)
    assert story(wrecked) == [
        "jack fires 3 bullets of the Rifle at drone and rolls 1, a total of 21: 1 hit. EHZ-5.1",
        "The 1 is rolled on: 1 and 1; a major negative effect. EHZ-8.2",
        "A bullet meets the one stuck in the barrel: the Rifle is wrecked, jack injured. EHZ-8.1",
    ]
    assert unit(wrecked.battle).injured
    assert not wrecked.battle.check(shot()).legal
    turned = play(field({"weapon": rifle(jam="squib")}), Shoot(shot(bullets=3)))
    assert story(turned) == [
        "jack fires 1 bullet of the Rifle at drone with a bullet stuck in the barrel. EHZ-8.1",
        "A bullet meets the one stuck in the barrel: the Rifle is wrecked, jack injured. EHZ-8.1",
    ]
    jack = unit(turned.battle)
    assert jack.injured
    assert jack.weapon is not None
    assert (jack.weapon.damaged, jack.weapon.loaded) == (True, 29)


def test_a_menu_offers_every_length_that_hits_otherwise_and_what_else_is_legal() -> None:
    carried = [{"name": "Glock 17"}, {"name": "M1911", "hidden": 9}]
    battle = field(
        {"weapon": rifle(modes="SBA", loaded=20), "carried": carried}, {"cover": {"material": "wood"}, "weapon": "G36"}
    )
    commands = battle.legal()
    texts = [battle.ruleset.label(battle.state, command) for command in commands]
    assert texts == [
        "jack fires at drone, 1 bullet",
        "jack fires at drone, 2 bullets, 0.6 hits on average",
        "drone fires at jack, 1 bullet",
        "jack: reload the Rifle",
        "jack: draw the Glock 17",
        "jack: draw the M1911",
        "jack: take careful aim at drone, 1 action",
        "jack: suppress drone, 1 bullet an action",
        "jack: take cover behind wood",
        "jack: take cover behind brick",
        "jack: kneel",
        "jack: lie down to fire",
        "jack: fall prone",
        "jack: walk",
        "jack: run",
        "jack: give up",
        "jack: hide the Glock 17",
        "drone: take careful aim at jack, 1 action",
        "drone: suppress jack, 1 bullet an action",
        "drone: leave cover",
        "drone: keep still",
        "drone: walk",
        "drone: run",
        "drone: give up",
        "drone: search jack",
        "drone: look over jack",
        "End the round",
    ]
    for command in commands:
        assert battle.play(command, SeededDice(3)).events


def with_loaded(loaded: int, **weapon: Any) -> Battle:
    gun = {"name": "Gun", "effective_range": 50, "capacity": 6, "cartridge": "9x19"} | weapon
    jack = {"check": {"skill": 3}, "weapon": gun | {"loaded": loaded}, "magazines": 0, "actions": 2}
    return field(jack | {"side": "a"}, {"side": "b", "size": "medium"}, metres=5)


def most_hits(loaded: int, actions: int, **weapon: Any) -> Fraction:
    """The most hits to be expected of so many actions, with every number of bullets that the rules allow, and aim."""
    battle, tried = with_loaded(loaded, **weapon), [Fraction(0)]
    for bullets, aim in product(range(1, loaded + 1), range(actions)):
        if not refused(battle, bullets=bullets):
            now = battle.odds(shot(bullets=bullets, aim_actions=aim)).outcomes.mean(lambda one: one.hits)
            tried.append(now + most_hits(loaded - bullets, actions - 1 - aim, **weapon))
    return max(tried)


@pytest.mark.rule("EHZ-5.1", "EHZ-5.2")
@pytest.mark.parametrize("loaded", [4, 5])
@pytest.mark.parametrize(("modes", "recoil"), [("SA", 2), ("SB", 3), ("SB(2)A", 5), ("SA", 0)])
def test_no_number_of_bullets_does_better_than_those_that_a_plan_tries(loaded: int, modes: str, recoil: int) -> None:
    weapon = {"modes": modes, "recoil": recoil, "burst_recoil": 1 if modes == "SB(2)A" else None}
    planner = Planner(with_loaded(loaded, **weapon))
    assert planner.search()
    assert planner.start.least == most_hits(loaded, 2, **weapon)


@pytest.mark.rule("EHZ-5.1", "EHZ-8.1", "EHZ-8.2")
def test_every_number_of_bullets_is_a_way_where_one_may_fail_or_show_the_shooter() -> None:
    def bullets(battle: Battle) -> list[int]:
        return [one.shot.details.get("bullets", 1) for one in battle.survey() if one.shot.shooter == "jack"]

    weapon = rifle(loaded=6)
    assert bullets(field({"weapon": weapon})) == [1, 2], "a third cannot hit"
    assert bullets(field({"weapon": weapon}, options={"escalation": True})) == [*range(1, 7)]
    assert bullets(field({"weapon": weapon | {"jam": "squib"}})) == [*range(1, 7)]
    suppressing = {"suppressing": {"bullets": 1, "targets": ["drone"], "openings": ["drone"]}}
    assert bullets(field({"weapon": weapon} | suppressing)) == [1, 2]
    assert bullets(field({"weapon": weapon, "cover": {"material": "wood"}} | suppressing)) == [*range(1, 7)]


def test_commands_that_no_menu_here_offers_have_words_too() -> None:
    battle = field()
    say = battle.ruleset.label
    assert say(battle.state, Clear("jack")) == "jack: clear the Rifle"
    assert say(battle.state, Cycle("jack")) == "jack: cycle the Rifle"
    assert say(battle.state, Reload("drone")) == "drone: reload the weapon"
    assert say(battle.state, Aim("jack", 2)) == "jack: take careful aim, 2 actions"
    assert say(battle.state, Suppress("jack", ("a", "b"), 3)) == "jack: suppress a and b, 3 bullets an action"
    assert say(battle.state, TakeCover("jack", "wood", full=False)) == "jack: take cover in part behind wood"
    assert say(battle.state, Shoot(Shot("jack", "nobody", bullets=3))) == "jack fires at nobody, 3 bullets"


@pytest.mark.rule("EHZ-6.1", "EHZ-6.2")
def test_a_menu_goes_on_with_suppression_or_stops_it_and_leaves_out_who_is_nowhere() -> None:
    jack = {"suppressing": {"bullets": 2, "targets": ["drone"], "openings": ["drone"]}}
    battle = field(jack, options={"suppression_shots": True})
    said = [battle.ruleset.label(battle.state, command) for command in battle.legal()]
    assert "jack: suppress drone, 1 bullet an action" in said
    assert "jack: stop suppressing" in said
    assert unit(play(battle, EndPhase()).battle).suppressing == Suppression(2, ("drone",))
    battle = field(None, None, {"id": "far", "weapon": "G36"}, distances={"jack>drone": 100})
    said = [battle.ruleset.label(battle.state, command) for command in battle.legal()]
    assert not [text for text in said if "at far" in text or "far fires" in text or "far: suppress" in text]


def test_what_belongs_to_another_game_and_targets_of_nobody() -> None:
    battle = field()
    (refusal,) = battle.refusals(Command())
    assert str(refusal) == "That is no command of this game. EHZ-6.3"
    assert battle.ruleset.label(battle.state, Command()) == "Command()"
    assert battle.ruleset.targets(battle.state, "nobody") == ("jack", "drone")
    assert battle.owing is None
