from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

import duel_table
import endless_horizons_field
from ancients_table import lay
from battles import battle as battle_named
from battles import every_ruleset, starter
from fireline.analysis.goal import planning_of
from fireline.analysis.playing import narrate_phase
from fireline.analysis.policy import POLICIES, BySide, best, everybody, policy_of
from fireline.chance import FixedDice
from fireline.chance.counter import CounterDice
from fireline.game.battle import Battle
from fireline.game.command import Command, EndPhase, Move, Shoot, Shot
from fireline.game.event import balance
from fireline.game.standing import Answers
from fireline.game.transitions import Transition, legal_steps, reply, shot_transitions, transitions
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
        assert LINE.preview(shot).attack.net == ledger.net
    chosen = said("simple", LINE)
    assert isinstance(chosen, Shoot)
    assert LINE.preview(chosen.shot).attack.net == max(LINE.preview(shot).attack.net for shot in shots(LINE))


def test_a_shot_that_costs_more_than_it_gains_is_not_taken_and_bystanders_count() -> None:
    for side, wanted in (("bottom", EndPhase()), ("top", Shoot(Shot("bow", "ele")))):
        beside = [f"m{hex_} {side} heavy_infantry {hex_} blocks=1" for hex_ in ("D4", "D6", "C5", "C6")]
        leaders = [f"l{hex_} {side} {hex_}" for hex_ in ("D4", "D6")]
        battle = lay("bow bottom light_bow_infantry G5", "ele top elephant D5", *beside, leaders=leaders)
        assert (battle.preview(Shot("bow", "ele")).attack.net > 0) is (side == "top")
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


APART = lay("bow bottom light_bow_infantry I5", "axe bottom auxilia I8", "legion top heavy_infantry B5")
HEROES = [duel_table.hero("bow", "white", "-4,0"), duel_table.hero("axe", "white", "-4,2")]
WALL = {"spaces": duel_table.patch(4), "walls": [[[1.5, -9], [1.6, -9], [1.6, 9], [1.5, 9]]]}
TURN = {"step": "action", "team": "white", "first": "white"}
WALLED = duel_table.read({"board": WALL, "heroes": [*HEROES, duel_table.hero("legion", "black", "4,0")], **TURN})


@pytest.mark.parametrize("battle", [APART, WALLED])
def test_whoever_has_no_shot_advances_one_step_a_turn_and_then_shoots(battle: Battle) -> None:
    for unit in ("bow", "axe"):
        step = said("advance", battle)
        assert step.actor == unit
        assert battle.command(step.data()) == step, "the game itself reads it"
        after = battle.play(step).battle
        far = [one.check(Shot(unit, "legion")).summary["distance"] for one in (battle, after)]
        assert far[1] == far[0] - 1
        battle = after
    assert said("advance", battle) == EndPhase(), "each has moved"


def test_whoever_advances_comes_to_shoot() -> None:
    assert isinstance(said("advance", LINE), Shoot)
    for name, lost in (("simple", False), ("advance", True)):
        assert bool(narrate_phase(APART, POLICIES[name], 1, 1, turns=8).played.losses) is lost


@every_ruleset
def test_whoever_steps_takes_a_legal_step_once_in_its_turn(id_: str) -> None:
    for name in ("advance", "cover"):
        battle, moved = Battle.read(starter(id_)), set[str]()
        while (command := said(name, battle)).actor is not None and not isinstance(command, Shoot):
            assert not battle.refusals(command)
            assert command.actor not in moved, "nobody steps twice"
            battle = battle.play(command).battle
            moved.add(command.actor)


def test_where_moves_do_not_count_nobody_steps() -> None:
    assert isinstance(said("advance", battle_named("endless-horizons-endless-horizons-alley.yaml")), Shoot)


def harm(battle: Battle, unit: str) -> Fraction:
    """What every enemy's best shot at a unit is expected to cost its side, over all that may come of each shot."""
    total = Fraction(0)

    def cost(one: Transition) -> int:
        return balance(one.losses, lambda hurt: battle.side(hurt) == battle.side(unit))

    for enemy in battle.ruleset.targets(battle.state, unit):
        ready, most = battle.with_turn_of(enemy), Fraction(0)
        for shot in (one.shot for one in ready.legal() if isinstance(one, Shoot)):
            if (shot.shooter, shot.target) == (enemy, unit):
                most = max(most, shot_transitions(ready, shot).mean(cost))
        total += most
    return total


@pytest.mark.parametrize("at", ["E4", "E5", "E6"])
def test_whoever_has_no_shot_steps_to_where_fire_costs_least(at: str) -> None:
    bows = ["b1 top light_bow_infantry C5", "b2 top light_infantry C6"]
    battle = lay(f"axe bottom heavy_infantry {at}", *bows, terrain={"F5": "forest", "E7": "broken_ground"})
    costs: dict[Command, Fraction] = {EndPhase(): harm(battle, "axe")}
    for step, there in legal_steps(battle, "axe"):
        if not list(planning_of(there).contact(there.state, "axe")):
            costs[step] = harm(there, "axe")
    chosen = said("cover", battle)
    assert chosen == min(costs, key=costs.__getitem__)
    assert isinstance(chosen, Move) is (at != "E4"), "elsewhere a wood is nearer"
    assert said("cover", battle.play(chosen).battle) == EndPhase() or chosen == EndPhase()


def by_any_plan(battle: Battle, command: Command, side: str) -> set[Fraction]:
    """What a side may come to expect by an answer, whichever way it plans to give all those after it."""
    came, found = transitions(battle, command), set[Fraction]()
    onward = [
        {gain for answer in one.battle.legal() for gain in by_any_plan(one.battle, answer, side)}
        if one.battle.owing
        else {Fraction(0)}
        for one in came
    ]
    here = [balance(one.losses, lambda unit: battle.side(unit) != side) for one in came]
    for later in product(*onward):
        parts = zip(came.values(), here, later, strict=True)
        found.add(sum((p * (now + then) for p, now, then in parts), Fraction(0)))
    return found


def owing(name: str) -> Battle:
    """A battle in which an answer is owed."""
    if name == "protect":
        battle = battle_named("blightmeer@2026-01-blightmeer-protect.yaml")
        every = (battle.play(Shoot(shot), CounterDice(1, 1)).battle for shot in shots(battle))
        return next(one for one in every if one.owing and len(one.legal()) > 1)
    walls = ("w top heavy_infantry A5", "x top heavy_infantry A4", "y bottom auxilia A7", "z bottom auxilia A8")
    battle = lay("bow bottom light_bow_infantry E5", "far top light_infantry C5", *walls)
    return battle.play(Shoot(Shot("bow", "far")), FixedDice("flag", "flag")).battle


def test_the_best_answer_is_that_of_the_best_of_all_plans_by_the_net_ledger() -> None:
    battle = owing("retreat")
    plans = {command: by_any_plan(battle, command, str(battle.owing)) for command in battle.legal()}
    most, least = ({command: how(worth) for command, worth in plans.items()} for how in (max, min))
    assert len(set(most.values())) > 1
    best = max(most, key=most.__getitem__)
    assert reply(battle.with_answers("best")) == said("careful", battle) == said("cover", battle) == best
    assert reply(battle.with_answers("worst")) == min(least, key=least.__getitem__)


@pytest.mark.rule("BLM-4.2")
def test_where_a_rule_says_which_answer_is_best_everybody_gives_that_one() -> None:
    battle = owing("protect")
    plans = {command: max(by_any_plan(battle, command, str(battle.owing))) for command in battle.legal()}
    best = reply(battle.with_answers("best"))
    assert best != max(plans, key=plans.__getitem__), "a life comes before Wounds"
    assert said("careful", battle) == said("cover", battle) == best


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
