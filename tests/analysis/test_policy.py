from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

import endless_horizons_field
from ancients_table import lay
from battles import battle as battle_named
from battles import every_ruleset, starter
from fireline.analysis.goal import planning_of
from fireline.analysis.playing import narrate_phase
from fireline.analysis.policy import (
    POLICIES,
    BySide,
    best,
    everybody,
    net,
    policy_of,
)
from fireline.chance import FixedDice
from fireline.chance.counter import CounterDice
from fireline.game.battle import Battle
from fireline.game.command import Command, EndPhase, Move, Shoot
from fireline.game.shot import Shot
from fireline.game.standing import Answers
from fireline.game.transitions import reply
from fireline.rulesets.endless_horizons.handling import Aim
from fireline.testing.battery.chances import fits
from refusing import wrong_with

LINE = lay(
    "bow bottom light_bow_infantry F5",
    "slingers bottom light_sling_infantry F7",
    "far top light_infantry C5",
    "near top heavy_infantry D7",
)


def said(name: str, battle: Battle, fired: frozenset[str] = frozenset()) -> Command:
    return policy_of(name, battle)(battle, battle.legal(), fired, CounterDice(1, 1))


def shots(battle: Battle) -> list[Shot]:
    return [one.shot for one in battle.legal() if isinstance(one, Shoot)]


def test_the_simple_policy_takes_the_shot_of_the_best_net_ledger() -> None:
    for shot in shots(LINE):
        ledger = LINE.odds(shot).ledger
        assert ledger
        assert net(LINE, shot) == ledger.net
    chosen = said("simple", LINE)
    assert isinstance(chosen, Shoot)
    assert net(LINE, chosen.shot) == max(net(LINE, shot) for shot in shots(LINE))


def test_a_shot_that_costs_more_than_it_gains_is_not_taken_and_bystanders_count() -> None:
    for side, wanted in (("bottom", EndPhase()), ("top", Shoot(Shot("bow", "ele")))):
        beside = [f"m{hex_} {side} heavy_infantry {hex_} blocks=1" for hex_ in ("D4", "D6", "C5", "C6")]
        leaders = [f"l{hex_} {side} {hex_}" for hex_ in ("D4", "D6")]
        battle = lay("bow bottom light_bow_infantry G5", "ele top elephant D5", *beside, leaders=leaders)
        assert (net(battle, Shot("bow", "ele")) > 0) is (side == "top")
        assert said("simple", battle) == wanted


def test_the_first_is_the_first_the_nearest_the_nearest_and_without_shots_the_phase_ends() -> None:
    assert said("first", LINE) == Shoot(shots(LINE)[0])
    chosen = said("nearest", LINE)
    assert isinstance(chosen, Shoot)
    distances = [LINE.check(shot).summary["distance"] for shot in shots(LINE)]
    assert LINE.check(chosen.shot).summary["distance"] == min(distances) < max(distances)
    battle = lay("bow bottom light_bow_infantry F5", "far top light_infantry A1")
    assert best(battle, battle.legal(), set()) == EndPhase()


@pytest.mark.parametrize("name", ["simple", "first", "nearest"])
def test_who_has_fired_does_not_fire_again_and_then_the_phase_ends(name: str) -> None:
    uncounted = planning_of(LINE)._replace(shots_left=lambda _state, _unit: None)
    for counted in (True, False):  # the rules count battles (CCA-1.4); where a game's do not, whoever plays does
        rules = LINE.ruleset if counted else replace(LINE.ruleset, planning=uncounted)
        line = replace(LINE, ruleset=rules)
        tired = line.play(Shoot(Shot("bow", "far")), FixedDice("red", "red")).battle if counted else line
        again = said(name, tired, frozenset({"bow"}))
        assert isinstance(again, Shoot)
        assert again.shot.shooter == "slingers"
        done = tired.play(again, FixedDice("red", "red")).battle if counted else line
        assert said(name, done, frozenset({"bow", "slingers"})) == EndPhase()


@pytest.mark.parametrize(
    ("skill", "metres", "actions", "chosen"),
    [
        (2, 100, 2, Aim("jack", 1, "drone")),  # 2/5 a shot, 9/10 after one action of aim
        (3, 100, 2, Shoot(Shot("jack", "drone", bullets=2))),  # 3/5 a shot, 6/5 after it: no more than two shots
        (3, 200, 2, Aim("jack", 1, "drone")),
        (3, 200, 1, EndPhase()),  # no action is left for the shot
    ],
)
def test_the_simple_policy_aims_where_the_shot_after_it_is_worth_more_than_the_shots_it_costs(
    skill: int, metres: int, actions: int, chosen: object
) -> None:
    check = {"dexterity": 1, "perception": 1, "skill": skill}
    battle = endless_horizons_field.field({"actions": actions, "check": check}, metres=metres)
    assert said("simple", battle) == chosen


@pytest.mark.parametrize("name", ["simple", "first", "nearest"])
def test_owed_answers_are_given_the_customary_way(name: str) -> None:
    owing = LINE.play(Shoot(Shot("bow", "far")), FixedDice("flag", "flag")).battle
    assert owing.owing == "top"
    assert said(name, owing) == owing.legal()[0]


def test_the_simple_policy_answers_as_the_battle_says_and_each_side_plays_by_its_own() -> None:
    battle = battle_named("blightmeer@2026-01-blightmeer-protect.yaml")
    declared = next(
        turned for shot in shots(battle) if (turned := battle.play(Shoot(shot), CounterDice(1, 1)).battle).owing
    )
    for how in Answers:
        assert said("simple", declared.with_answers(how)) == reply(declared.with_answers(how))
    assert said("simple", declared) == declared.legal()[0]
    mixed = policy_of("top=random, bottom=nearest", LINE)
    options = LINE.legal()
    assert mixed == BySide((("top", "random"), ("bottom", "nearest")))
    assert mixed(LINE, options, (), CounterDice(1, 1)) == said("nearest", LINE)
    owing = LINE.play(Shoot(Shot("bow", "far")), FixedDice("flag", "flag")).battle
    answers = owing.legal()
    assert len({mixed(owing, answers, (), CounterDice(1, trial)) for trial in range(60)}) == len(answers) > 1


def test_at_random_everything_that_may_be_said_is_as_likely() -> None:
    options = LINE.legal()
    counts = Counter(POLICIES["random"](LINE, options, (), CounterDice(5, trial)) for trial in range(6000))
    assert fits(counts, {option: Fraction(1, len(options)) for option in options})


def test_where_everybody_may_act_the_first_side_that_wants_to_does() -> None:
    armed = {"weapon": endless_horizons_field.RIFLE, "side": "blue", "size": "medium"}
    battle = endless_horizons_field.field({"side": "red"}, armed)
    sides = list(dict.fromkeys(battle.side(unit) for unit in everybody(battle)))
    mixed = BySide(tuple((side, "first") for side in sides))
    options = battle.legal()
    chosen = mixed(battle, options, (), CounterDice(1, 1))
    assert isinstance(chosen, Shoot)
    everyone = frozenset(everybody(battle))
    assert mixed(battle, options, everyone, CounterDice(1, 1)) == EndPhase()
    own = battle.side(chosen.shot.shooter)
    idle = frozenset(unit for unit in everyone if battle.side(unit) == own)
    other = mixed(battle, options, idle, CounterDice(1, 1))
    assert not isinstance(other, Shoot) or battle.side(other.shot.shooter) != own


def test_whoever_has_no_shot_advances_one_step_a_turn_and_then_shoots() -> None:
    apart = lay("bow bottom light_bow_infantry I5", "axe bottom auxilia I8", "legion top heavy_infantry B5")
    step = said("advance", apart)
    assert isinstance(step, Move)
    assert step.to in apart.places.steps(apart.state, "bow")
    stepped = apart.play(step).battle
    assert said("advance", stepped) == Move("axe", "H7"), "the bow has moved; one way to H7 or H8 is as good"
    assert isinstance(said("advance", LINE), Shoot)
    for name, lost in (("simple", False), ("advance", True)):
        played = narrate_phase(apart, POLICIES[name], 1, 1, turns=8).played
        assert bool(played.losses) is lost


@every_ruleset
def test_whoever_advances_comes_nearer_by_a_legal_step(id_: str) -> None:
    battle = Battle.read(starter(id_))
    for _ in range(8):
        command = said("advance", battle)
        assert not battle.refusals(command)
        if not isinstance(command, Move):
            break
        after = battle.play(command).battle
        marks = {mark.name: mark.value for mark in after.places.marks(after.state, command.unit)}
        still = planning_of(after).still
        assert any(marks[name] != value for name, value in still.items()), "nobody steps twice"
        battle = after


@pytest.mark.parametrize(
    ("spec", "problem"),
    [
        ("smple", "'smple' is no policy; did you mean 'simple'?"),
        ("tp=first", "'tp' is no side of this battle; did you mean 'top'?"),
        ("top=frist", "'frist' is no policy; did you mean 'first'?"),
        ("top=first,bottom", "'bottom' is not SIDE=NAME for another side, e.g. bottom=simple"),
        ("top=first,top=random", "'top=random' is not SIDE=NAME for another side"),
    ],
)
def test_a_policy_or_side_that_there_is_not_is_refused(spec: str, problem: str) -> None:
    assert problem in wrong_with(policy_of, spec, LINE)
