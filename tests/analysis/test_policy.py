from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import replace
from fractions import Fraction

import pytest

import endless_horizons_field
from ancients_table import lay
from battles import battle as battle_named
from battles import every_ruleset, example, starter
from fireline.analysis.goal import planning_of
from fireline.analysis.policy import (
    POLICIES,
    BySide,
    _expected_worth,
    at_random,
    best,
    everybody,
    expected_worth,
    policy_of,
)
from fireline.chance import FixedDice
from fireline.chance.counter import CounterDice
from fireline.game.battle import Answers, Battle
from fireline.game.command import EndPhase, NextTurn, Shoot
from fireline.game.errors import BattleFileError
from fireline.game.shot import Shot
from fireline.game.transitions import reply
from fireline.testing.chisquare import fits

WEIGHED = (
    "ancients-leaders",
    "ancients-elephants",
    "ancients-edges",
    "blightmeer-village",
    "blightmeer-protect",
    "endless-horizons-alley",
    "endless-horizons-burst",
)
LINE = lay(
    "bow bottom light_bow_infantry F5",
    "slingers bottom light_sling_infantry F7",
    "far top light_infantry C5",
    "near top heavy_infantry D7",
)


def commands(battle: Battle) -> tuple[object, ...]:
    return battle.ruleset.commands(battle.state)


def said(name: str, battle: Battle, fired: frozenset[str] = frozenset()) -> object:
    return policy_of(name, battle)(battle, battle.ruleset.commands(battle.state), fired, CounterDice(1, 1))


def shots(battle: Battle) -> list[Shot]:
    return [one.shot for one in battle.ruleset.commands(battle.state) if isinstance(one, Shoot)]


def test_the_simple_policy_takes_the_shot_of_the_best_expected_worth_over_the_odds() -> None:
    for shot in shots(LINE):
        worth = sum(
            (p * LINE.ruleset.worth(LINE.state, shot, outcome) for outcome, p in LINE.odds(shot).outcomes.items()),
            Fraction(0),
        )
        assert expected_worth(LINE, shot) == worth
    chosen = said("simple", LINE)
    assert isinstance(chosen, Shoot)
    assert expected_worth(LINE, chosen.shot) == max(expected_worth(LINE, shot) for shot in shots(LINE))


def test_the_first_is_the_first_the_nearest_the_nearest_and_without_shots_the_phase_ends() -> None:
    assert said("first", LINE) == Shoot(shots(LINE)[0])
    chosen = said("nearest", LINE)
    assert isinstance(chosen, Shoot)
    distances = [LINE.check(shot).summary["distance"] for shot in shots(LINE)]
    assert LINE.check(chosen.shot).summary["distance"] == min(distances) < max(distances)
    battle = lay("bow bottom light_bow_infantry F5", "far top light_infantry A1")
    assert best(battle, battle.ruleset.commands(battle.state), set()) == EndPhase()


@pytest.mark.parametrize("name", ["simple", "first", "nearest"])
def test_who_has_fired_does_not_fire_again_and_then_the_phase_ends(name: str) -> None:
    uncounted = replace(planning_of(LINE), shots_left=lambda _state, _unit: None)
    for counted in (True, False):  # the rules count battles (CCA-1.4); where a game's do not, whoever plays does
        rules = LINE.ruleset if counted else replace(LINE.ruleset, planning=uncounted)
        line = replace(LINE, ruleset=rules)
        tired = line.play(Shoot(Shot("bow", "far")), FixedDice("red", "red")).battle if counted else line
        again = said(name, tired, frozenset({"bow"}))
        assert isinstance(again, Shoot)
        assert again.shot.shooter == "slingers"
        done = tired.play(again, FixedDice("red", "red")).battle if counted else line
        assert said(name, done, frozenset({"bow", "slingers"})) == EndPhase()


@pytest.mark.parametrize("name", ["simple", "first", "nearest"])
def test_owed_answers_are_given_the_customary_way(name: str) -> None:
    owing = LINE.play(Shoot(Shot("bow", "far")), FixedDice("flag", "flag")).battle
    assert owing.owing == "top"
    assert said(name, owing) == owing.ruleset.commands(owing.state)[0]


def test_the_simple_policy_answers_as_the_battle_says_and_each_side_plays_by_its_own() -> None:
    battle = battle_named("blightmeer@2026-01-blightmeer-protect.yaml")
    declared = next(
        turned for shot in shots(battle) if (turned := battle.play(Shoot(shot), CounterDice(1, 1)).battle).owing
    )
    for how in Answers:
        assert said("simple", declared.with_answers(how)) == reply(declared.with_answers(how))
    assert said("simple", declared) == declared.ruleset.commands(declared.state)[0]
    mixed = policy_of("top=random, bottom=nearest", LINE)
    options = LINE.ruleset.commands(LINE.state)
    assert mixed == BySide((("top", "random"), ("bottom", "nearest")))
    assert mixed(LINE, options, (), CounterDice(1, 1)) == said("nearest", LINE)
    owing = LINE.play(Shoot(Shot("bow", "far")), FixedDice("flag", "flag")).battle
    answers = owing.ruleset.commands(owing.state)
    assert len({mixed(owing, answers, (), CounterDice(1, trial)) for trial in range(60)}) == len(answers) > 1


def test_at_random_everything_that_may_be_said_is_as_likely() -> None:
    options = LINE.ruleset.commands(LINE.state)
    counts = Counter(POLICIES["random"](LINE, options, (), CounterDice(5, trial)) for trial in range(6000))
    assert fits(counts, {option: Fraction(1, len(options)) for option in options})


def test_where_everybody_may_act_the_first_side_that_wants_to_does() -> None:
    armed = {"weapon": endless_horizons_field.RIFLE, "side": "blue", "size": "medium"}
    battle = endless_horizons_field.field({"side": "red"}, armed)
    sides = list(dict.fromkeys(battle.side(unit) for unit in everybody(battle)))
    mixed = BySide(tuple((side, "first") for side in sides))
    options = battle.ruleset.commands(battle.state)
    chosen = mixed(battle, options, (), CounterDice(1, 1))
    assert isinstance(chosen, Shoot)
    everyone = frozenset(everybody(battle))
    assert mixed(battle, options, everyone, CounterDice(1, 1)) == EndPhase()
    own = battle.side(chosen.shot.shooter)
    idle = frozenset(unit for unit in everyone if battle.side(unit) == own)
    other = mixed(battle, options, idle, CounterDice(1, 1))
    assert not isinstance(other, Shoot) or battle.side(other.shot.shooter) != own


@every_ruleset
def test_everybody_has_a_place_and_a_side_as_the_game_says(id_: str) -> None:
    battle = Battle.read(starter(id_))
    assert set(battle.ruleset.shooters(battle.state)) <= set(everybody(battle))
    assert all(isinstance(battle.side(unit), str) for unit in everybody(battle))
    assert battle.side("nobody of this name") == ""


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
    with pytest.raises(BattleFileError) as refused:
        policy_of(spec, LINE)
    assert problem in str(refused.value)


@pytest.mark.whole("long")
@pytest.mark.parametrize("name", WEIGHED)
def test_shots_that_depend_on_equal_things_are_worth_the_same(name: str) -> None:
    start = example(name)
    planning = start.ruleset.planning
    assert planning, "its games say what their shots depend on"
    assert planning.depends
    met: dict[Hashable, object] = {}
    again = 0
    for trial in range(4):
        battle, dice = start, CounterDice(7, trial)
        while commands := battle.legal():
            for command in commands:
                if isinstance(command, Shoot):
                    key = planning.depends(battle.state, command.shot)
                    again += key in met
                    found = battle.outcomes(command.shot), _expected_worth(battle, command.shot)
                    assert met.setdefault(key, found) == found
            if commands == (NextTurn(),):
                break
            battle = battle.play(at_random(battle, commands, (), dice), dice).battle
    assert again, "games go back to what they have met"
