"""Hits that are kept, whom they stop, and which skill makes them."""

import pytest

from endless_horizons_field import field, play, refused, rifle, shot, story, unit
from fireline.analysis.goal import planning_of
from fireline.game.command import Shoot, Shot
from fireline.game.event import Loss
from fireline.rulesets.endless_horizons.events import HITS, INCAPACITATED
from fireline.rulesets.endless_horizons.state import Hit

SURE = {"weapon": rifle(recoil=0), "check": {"skill": 20}}


@pytest.mark.rule("EHZ-1.4", "EHZ-5.1")
def test_a_hit_is_kept_with_the_shot_that_made_it_and_the_hits_to_expect_are_told() -> None:
    once = play(field(SURE), Shoot(shot(bullets=3)), 5).battle
    twice = play(once, Shoot(shot()), 5).battle
    assert unit(twice, "drone").hits_taken == (Hit("jack", "Rifle", 3), Hit("jack", "Rifle", 1))
    assert unit(twice, "drone").hits == 4
    assert twice.data()["units"][1]["hits_taken"] == [
        {"shooter": "jack", "weapon": "Rifle", "hits": 3},
        {"shooter": "jack", "weapon": "Rifle", "hits": 1},
    ]
    missed = play(field({"check": {}}), Shoot(shot()), 1).battle
    assert unit(missed, "drone").hits_taken == ()
    dusk = [{"name": "low light", "penalty": 1}]
    assert field(environment=dusk).check(shot(bullets=3)).summary["expected_hits"] == "2/5"
    assert field(environment=dusk).check(shot()).summary["expected_hits"] == "3/10"
    assert field({"weapon": None}).check(shot()).summary["expected_hits"] is None


@pytest.mark.rule("EHZ-1.4")
def test_a_battle_says_whom_no_number_of_hits_puts_out_of_the_fight() -> None:
    unsaid = "No number of hits puts {} out of the fight: the battle gives no hits_to_stop."
    assert field().assumptions == unsaid.format("anybody")
    assert field({}, {"hits_to_stop": 3}).assumptions == unsaid.format("jack")
    assert field({"hits_to_stop": 3}, {"hits_to_stop": 3}).assumptions == ""


@pytest.mark.rule("EHZ-1.4")
def test_with_the_last_hit_it_is_out_where_the_table_says_so() -> None:
    battle = field(SURE, {"hits_to_stop": 3, "weapon": "G36", "suppressing": {"bullets": 1, "targets": ["jack"]}})
    first = play(battle, Shoot(shot(bullets=2)), 5)
    (step,) = [one.text for one in first.battle.check(shot()).steps if one.rule == "EHZ-1.4"]
    assert step == "drone has taken 2 hits and is out of the fight with 3."
    last = play(first.battle, Shoot(shot()), 5)
    assert story(last)[-1] == "drone is out of the fight, hit 3 times. EHZ-1.4"
    assert last.battle.losses(last.events) == (Loss("drone", HITS), Loss("drone", INCAPACITATED))
    over = last.battle
    assert refused(over) == {"EHZ-1.4": "drone is out of the fight, hit 3 times."}
    assert over.ruleset.targets(over.state, "jack") == ()
    assert unit(over, "drone").suppressing is None


@pytest.mark.rule("EHZ-1.4")
def test_planning_counts_who_can_be_stopped() -> None:
    battle = field(SURE, None, {"id": "third", "weapon": rifle()})
    rules = planning_of(battle)
    assert rules.upper_bound(battle.state, "jack")["kills"] == 0
    mortal = field(SURE, {"hits_to_stop": 9}, {"id": "third", "weapon": rifle()})
    assert rules.upper_bound(mortal.state, "jack")["kills"] == 1


@pytest.mark.rule("EHZ-1.5")
def test_the_skill_is_that_of_the_weapon_in_hand_and_environment_is_of_all_of_one_or_of_a_pair() -> None:
    check = {"dexterity": 1, "skill": 9, "skills": {"rifle": 3, "pistol": 1}}
    pistol = field({"check": check, "weapon": "Glock 17"}, metres=10).check(shot())
    assert pistol.summary["bonus"] == 2
    assert [one.text for one in pistol.steps if one.rule == "EHZ-1.5"] == ["The Glock 17 takes the pistol skill."]
    assert "(dexterity +1 and pistol skill +1)" in next(one.text for one in pistol.steps if one.rule == "EHZ-1.2")
    assert field({"check": check, "weapon": "G36"}).check(shot()).summary["bonus"] == 4
    assert field({"check": check, "weapon": "MP5"}).check(shot()).summary["bonus"] == 10, "the plain skill serves"
    assert field({"check": check, "weapon": rifle(kind="rifle")}).check(shot()).summary["bonus"] == 4
    dusk = {"name": "dusk", "penalty": 1}
    smoke = {"name": "smoke", "penalty": 2, "unit": "drone"}
    glare = {"name": "glare", "penalty": 3, "pair": "jack>third"}
    battle = field(None, {"weapon": "G36"}, {"id": "third", "weapon": "G36"}, environment=[dusk, smoke, glare])

    def counted(shooter: str, target: str) -> list[str]:
        names = {"dusk", "smoke", "glare"}
        return [line.name for line in battle.check(Shot(shooter, target)).modifiers if line.name in names]

    assert counted("jack", "drone") == counted("drone", "jack") == ["dusk", "smoke"]
    assert counted("jack", "third") == ["dusk", "glare"]
    assert counted("third", "jack") == ["dusk"]
    reasons = [line.because for line in battle.check(Shot("jack", "third")).modifiers if line.name == "glare"]
    assert reasons == ["environment from jack to third"]


@pytest.mark.rule("EHZ-1.3")
@pytest.mark.parametrize(("metres", "said"), [(149, False), (150, True), (300, True), (301, True)])
def test_at_extreme_distances_the_ruling_speaks_of_evading(metres: int, said: bool) -> None:
    ruling = field(metres=metres, options={"beyond_range_penalty": 2}).check(shot())
    assert bool([one for one in ruling.steps if one.rule == "EHZ-1.3"]) is said
