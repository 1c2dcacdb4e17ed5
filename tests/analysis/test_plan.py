"""Plans against a full search without bounds, values worked out by hand, and bounds that hold."""

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ancients_table
import battles
import blightmeer_table
import crowds
import duel_table
import endless_horizons_field
from battles import Data, every_ruleset, legal_shots
from fireline.analysis.goal import Goal, goal_of, planning_of
from fireline.analysis.plan import Planner, side_to_fire
from fireline.analysis.plantree import what_happened
from fireline.chance import FixedDice
from fireline.cli.searches import searched
from fireline.formats.parsing import parse
from fireline.game.battle import Battle
from fireline.game.command import Command, EndPhase, Shoot, Shot
from fireline.game.errors import BattleFileError
from refusing import wrong_with
from smallbattles import BruteForce, every_command

ENOUGH = 10**6
DECK = duel_table.deck(("a", "hit", 0), ("b", "hit", 2), ("c", "miss", 0))


def ways(battle: Battle, units: tuple[str, ...]) -> Iterator[Command]:
    """Every shot that the rules tell apart, and all that prepares one."""
    yield from (one for one in battle.legal() if isinstance(one, Shoot) and one.shot.shooter in units)
    for unit in units:
        yield from (one for one in planning_of(battle).preparing(battle.state, unit) if not battle.refusals(one))


def small(id_: str, data: Data) -> tuple[Battle, tuple[str, ...]] | None:
    """A battle of which everything can be tried: two shooters, a deck of three cards."""
    if id_ == "duel-of-ages":
        data = data | {"decks": {"white": {"deck": DECK}, "black": {"deck": DECK}}}
    try:
        battle = Battle.read(data)
    except BattleFileError:
        return None
    side = side_to_fire(battle)
    able = tuple(dict.fromkeys(one.shot.shooter for one in every_command(battle, side) if isinstance(one, Shoot)))[:2]
    few = sum(1 for _ in every_command(battle, able)) <= 6
    return (battle, able) if able and few else None


GOALS = (Goal(), Goal((("kills", Fraction(3)), ("losses", Fraction(1, 2)))), Goal((("net", Fraction(2)),)))


@pytest.mark.whole("long")
@every_ruleset
@settings(max_examples=8, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(data=st.data())
def test_the_plan_is_the_best_there_is_and_every_budget_gives_bounds_that_hold(id_: str, data: st.DataObject) -> None:
    found = small(id_, data.draw(battles.random_battles(id_)))
    if found is None:
        return
    battle, shooters = found
    goal = data.draw(st.sampled_from(GOALS))
    truth, planner = BruteForce(goal).value(battle, shooters), Planner(battle, goal, shooters)
    weighed_first = Planner(battle, goal, shooters)
    weighed_first._many = True
    for one in (weighed_first, planner):
        least, most = one.start.least, one.start.most
        for budget in (1, 2, 3, 5, 8, ENOUGH):
            one.search(budget)
            assert least <= one.start.least <= truth <= one.start.most <= most
            least, most = one.start.least, one.start.most
            assert one.looked_at <= budget
        assert one.start.known
    simple = planner.simple()
    assert simple is not None
    assert simple <= truth


@pytest.mark.whole("long")
def test_in_a_large_deck_shots_are_weighed_first_and_followed_where_it_matters() -> None:
    planner = Planner(crowds.duel(4))
    planner.look()
    assert planner.start.choices
    first, *others = planner.start.choices
    assert first.branches
    assert all(choice.unfollowed and not choice.branches for choice in others)
    assert planner._choice(planner.start, others[0].command).most == others[0].most
    while not any(choice.branches for choice in others):
        planner.look()
        others = [choice for choice in planner.start.choices if choice.command != first.command]


@pytest.mark.whole("long")
def test_a_side_plans_through_the_turns_of_an_order() -> None:
    battle = Battle.read(parse(endless_horizons_field.ROUND))
    kills = Goal((("kills", Fraction(1)),))
    planner, alone = Planner(battle, kills), Planner(battle, kills, ("jack",))
    assert planner.shooters == ("jack", "jill")
    assert planner.search(ENOUGH)
    assert alone.search(ENOUGH)
    assert planner.start.least > alone.start.least, "the second turn is in it"
    assert planner.start.least == BruteForce(kills, ways).value(battle, ("jack", "jill"))
    simple = planner.simple(ENOUGH)
    assert simple is not None
    assert alone.start.least < simple <= planner.start.least
    handed = [choice for choice in planner.start.choices or () if isinstance(choice.command, EndPhase)]
    (branch,) = (branch for choice in handed for branch in choice.branches)
    assert branch.onward.battle.state.round.turn == "jill", "the enemy's turn passes"
    last = Battle.read(parse(endless_horizons_field.ROUND.replace("turn: jack", "turn: drone")))
    assert Planner(last, kills).start.most == 0, "whoever has acted has no shot left"
    theirs = Battle.read(parse(endless_horizons_field.ROUND.replace("turn: jack", "turn: foe")))
    assert set(Planner(theirs, kills).shooters) == {"foe", "drone"}
    assert theirs.ruleset.planning
    assert theirs.ruleset.planning.shots_left(theirs.state, "jack") == 0
    assert theirs.ruleset.planning.shots_left(theirs.state, "jill") == 2


def test_who_cannot_shoot_has_an_upper_bound_of_nothing() -> None:
    for name in battles.WRITTEN:
        battle = battles.battle(name)
        assert set(planning_of(battle).upper_bound(battle.state, "nobody").values()) <= {Fraction(0), Fraction(3)}


# --- by hand -------------------------------------------------------------------------

TWO_BOWS = ("a bottom light_bow_infantry C4", "b bottom light_bow_infantry C6")


def test_the_second_bow_finds_what_the_first_has_left_and_nobody_fires_twice() -> None:
    # A last block on the edge is lost to a hit or a flag: 2 of 6 symbols on each of 2 dice, so that 4/9 spare it.
    battle = ancients_table.lay(*TWO_BOWS, "z top auxilia A5 blocks=1")
    planner = Planner(battle)
    assert planner.search()
    assert planner.start.least == 1 - Fraction(4, 9) ** 2
    assert planner.simple() == planner.start.least
    first = planner.start.best
    assert first is not None
    assert {branch.what: branch.chance for branch in first.branches} == {
        "nothing": Fraction(4, 9),
        "z 1 block, eliminated": Fraction(5, 9),
    }
    assert {branch.onward.best is None for branch in first.branches} == {True, False}
    planner = Planner(ancients_table.lay(TWO_BOWS[0], "z top auxilia A5 blocks=4"))
    planner.search()
    assert planner.start.best
    assert all(branch.onward.to_fire == () and branch.onward.known for branch in planner.start.best.branches)


def test_in_a_game_without_turns_the_first_ones_side_plans_and_alone_means_alone() -> None:
    battle = endless_horizons_field.field({"side": "a"}, {"side": "b"}, {"id": "cat", "side": "a"})
    assert side_to_fire(battle) == ("jack", "cat")
    planner = Planner(battle)
    assert planner.search()
    first = planner.start.best
    assert first is not None
    assert first.shot is not None
    assert planner.start.least == battle.odds(first.shot).outcomes.mean(lambda outcome: outcome.hits)
    assert side_to_fire(endless_horizons_field.field()) == ("jack",)
    bare = {"side": "a", "weapon": None}, {"side": "b", "weapon": "AKM"}
    assert side_to_fire(endless_horizons_field.field(*bare)) == ("drone",), "the first side has nothing to shoot with"
    for sides in ({}, {"side": "a"}), ({"side": "a"}, {"side": "b"}):
        theirs = endless_horizons_field.field(*sides, round={"order": ["drone", "jack"]})
        assert side_to_fire(theirs) == ("drone",), "it is the turn of the second unit's side"


def test_nobody_to_fire_is_no_plan_and_beyond_its_budget_the_simple_policy_has_no_value() -> None:
    battle = ancients_table.lay("z top auxilia A5")
    planner = Planner(battle)
    assert planner.search()
    assert planner.start.best is None
    assert planner.start.least == planner.simple() == 0
    battle = ancients_table.lay(*TWO_BOWS, "z top auxilia A5")
    assert Planner(battle).simple(1) is None
    late = Planner(battle)
    assert late.simple(seconds=-1) is None
    first = late.start.best
    assert first is not None, "the best of what was weighed in time is a plan"
    assert late.start.least == first.least > 0


@pytest.mark.rule("CCA-4.6")
def test_a_card_that_lets_a_unit_battle_twice_and_an_opponents_best_reply_are_planned_with() -> None:
    strong = blightmeer_table.enemy("strong", 19.2, 18, defence=2, morale=2, wounds=9)
    orc = blightmeer_table.enemy(defence="-", wounds=1)
    battle = blightmeer_table.battle(blightmeer_table.archer(), orc, strong, edition="2026-07")
    best, customary = Planner(battle.with_answers("best")), Planner(battle)
    assert best.search()
    assert customary.search()
    assert best.start.least < customary.start.least
    once = ancients_table.lay("a bottom light_bow_infantry E4", "z top heavy_infantry C5")
    twice = ancients_table.lay("a bottom light_bow_infantry E4 battles=2", "z top heavy_infantry C5")
    plans = [Planner(battle) for battle in (once, twice)]
    assert all(planner.search() for planner in plans)
    assert plans[1].start.least == BruteForce(plans[1].goal).value(twice, ("a",)) > plans[0].start.least


def test_a_plan_is_for_the_shots_after_an_answer_that_is_owed() -> None:
    battle = ancients_table.lay(TWO_BOWS[0], "z top auxilia C7")
    owing = battle.play(Shoot(Shot("a", "z")), FixedDice("flag", "red")).battle
    assert "top owes an answer first" in wrong_with(Planner, owing)
    assert "'x' is no unit that may fire" in wrong_with(Planner, battle, shooters=("x",))


# --- goals ---------------------------------------------------------------------------


def goal(spec: str) -> Goal:
    battle = ancients_table.lay(*TWO_BOWS, "z top auxilia A5")
    return goal_of(spec, battle, legal_shots(battle))


def test_a_goal_is_names_with_weights_and_what_happened_says_who_lost_what() -> None:
    assert goal("kills") == Goal((("kills", Fraction(1)),))
    assert goal("z=2, flags=1/2,losses") == Goal(
        (("z", Fraction(2)), ("flags", Fraction(1, 2)), ("losses", Fraction(1))), ("z",)
    )
    assert str(goal("z=2,flags")) == "z x 2, flags"
    battle = ancients_table.lay(TWO_BOWS[0], "z top auxilia C7")
    turned = battle.shoot(Shot("a", "z"), dice=["green", "flag"])
    losses = [loss for event in turned.events for loss in battle.losses((event,))]
    assert str(what_happened(battle, Shoot(Shot("a", "z")), turned.battle, losses)) == "z 1 block, to B6"
    ended = battle.play(EndPhase(), FixedDice()).battle
    assert str(what_happened(battle, Shoot(Shot("a", "z")), ended, [])) == "nothing"


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("kils", "goal: 'kils' is no goal of this battle; did you mean 'kills'?"),
        ("kills,kills", "goal: 'kills' stands there twice"),
        ("kills=-1", "goal: '-1' is no weight; a number above 0, e.g. 2 or 1/2"),
        ("kills=1/0", "goal: '1/0' is no weight"),
        ("kills=1e999999999", "goal: '1e999999999' is no weight"),
        (f"kills=1.{'0' * 50}1", "goal: '1.0000000"),
        ("kills=much", "goal: 'much' is no weight"),
        ("", "goal: '' is no goal"),
    ],
)
def test_what_is_no_goal_is_told_in_a_line(spec: str, why: str) -> None:
    with pytest.raises(BattleFileError) as wrong:
        goal(spec)
    assert str(wrong.value).startswith(why)


@pytest.mark.parametrize("spec", ["z", "hits", "eliminated=5", "flags", "leader_killed"])
def test_the_best_for_one_shooter_is_the_average_of_what_is_counted(spec: str) -> None:
    battle = ancients_table.lay(TWO_BOWS[0], "z top auxilia C7 blocks=4", "y top warrior F1")
    counted = goal_of(spec, battle, legal_shots(battle))
    planner = Planner(battle, counted)
    assert planner.search()
    outcomes = battle.odds(Shot("a", "z")).outcomes
    field: Any = {"z": lambda one: min(one.hits, 4)}.get(
        spec, lambda one: Fraction(getattr(one, spec.partition("=")[0]))
    )
    assert planner.start.least == outcomes.mean(field) * counted.weights[0][1]


def test_a_count_that_ends_with_or_more_has_no_average_nor_a_field_without_a_shot() -> None:
    battle = blightmeer_table.battle(blightmeer_table.archer(), blightmeer_table.enemy(), edition="2026-01")
    counted = goal_of("attacks_hit", battle, legal_shots(battle))
    with pytest.raises(BattleFileError, match=r"goal: attacks_hit is counted only up to \d\+ in this game"):
        Planner(battle, counted).search()
    battle = ancients_table.lay("a bottom heavy_infantry C4", "z top auxilia A5")
    assert "'hits' is no goal" in wrong_with(goal_of, "hits", battle, [])


# --- several actions of one unit ------------------------------------------------------


@pytest.mark.parametrize(("metres", "loaded"), [(10, 2), (45, 7), (20, 0), (30, 1)])
@pytest.mark.rule("EHZ-6.3")
def test_a_unit_with_actions_shoots_aims_and_reloads_as_they_last(metres: int, loaded: int) -> None:
    pistol = {"name": "Glock 17", "loaded": loaded}
    battle = endless_horizons_field.field({"actions": 3, "weapon": pistol, "side": "a"}, {"side": "b"}, metres=metres)
    planner = Planner(battle, shooters=("jack",))
    assert planner.search()
    assert planner.start.least == BruteForce(planner.goal, ways).value(battle, ("jack",))
    simple = planner.simple()
    assert simple is not None
    assert 0 < simple <= planner.start.least


def test_it_may_end_by_time_or_ctrl_c_with_the_bounds_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = ancients_table.lay(*TWO_BOWS, "z top auxilia A5", "y top auxilia C3")
    planner = Planner(battle)
    searched(planner, None, 0)
    assert str(planner.ended) == "the time is up"
    assert planner.start.least < planner.start.most
    assert planner.simple_gain is None
    searched(planner, 1, None)
    assert str(planner.ended) == "the budget is used up"
    searched(planner, None, None)
    assert str(planner.ended) == "None"
    assert planner.start.known
    planner = Planner(ancients_table.lay(*TWO_BOWS, "z top auxilia A5", "y top auxilia C3"))
    looked = planner.look

    def interrupted() -> None:
        looked()
        if planner.looked_at == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(planner, "look", interrupted)
    searched(planner, None, None)
    assert str(planner.ended) == "stopped"
    assert planner.looked_at == 3
    assert planner.start.least <= planner.start.most


def test_progress_moves_while_the_simple_policy_is_valued(monkeypatch: pytest.MonkeyPatch) -> None:
    shares: list[float] = []
    heard_before_the_search: list[float] = []
    ticks = itertools.count()
    monkeypatch.setattr("fireline.analysis.deadline.time.monotonic", lambda: next(ticks))
    monkeypatch.setattr("fireline.analysis.plan.BUDGET", 20)
    for budget, seconds in ((None, 100), (20, None)):
        planner = Planner(ancients_table.lay(*TWO_BOWS, "z top auxilia A5", "y top auxilia A4"))
        search = planner.search

        def searched_after(*how: Any, search: Any = search) -> bool:
            heard_before_the_search[:] = shares
            return bool(search(*how))

        monkeypatch.setattr(planner, "search", searched_after)
        shares.clear()
        planner.run(budget, seconds, lambda share, _: shares.append(share))
        assert len(set(heard_before_the_search)) > 3
        assert shares == sorted(shares)
        assert shares[-1] <= 1
