"""Plans against everything that the rules let units do but move, with all details, in hundreds of small battles."""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import pytest

import ancients_table
import duel_table
import endless_horizons_field
from fireline.analysis.goal import Goal
from fireline.analysis.plan import Planner, planner_for, side_to_fire
from fireline.game.battle import Battle
from fireline.rulesets.endless_horizons.posture import Hide
from fireline.ruling import ModifierChange
from fireline.testing.battery.planning import followed
from smallbattles import GAMES, BruteForce, Data, every_command, numbered

ENOUGH = 10**5


def compared(battle: Battle) -> None:
    if battle.answers != "customary" or battle.owing:
        return
    planner = Planner(battle)
    planner.run(ENOUGH)
    start, simple = planner.start, planner.simple_gain
    assert start.known
    assert not planner.left_out, "these battles have nothing that a plan leaves out"
    truth = BruteForce(Goal()).value(battle, side_to_fire(battle))
    assert start.least == start.most == truth == followed(start, {})
    assert simple is not None
    assert 0 <= simple <= truth
    for budget in (1, 2, 4):
        partly = Planner(battle)
        assert partly.simple(budget) in {None, simple}
        assert 0 <= partly.simple_bounds.least <= simple <= partly.simple_bounds.most
        assert partly.start.least >= partly.simple_bounds.least, "as far as it was followed it is a plan"


@numbered(2, 242, parts=8)
@pytest.mark.parametrize("id_", GAMES)
def test_exactly_means_that_nothing_legal_gains_more(id_: str, numbers: range) -> None:
    for number in numbers:
        compared(GAMES[id_](number))


@pytest.mark.rule("EHZ-7.3")
@pytest.mark.parametrize("number", [4, *(pytest.param(n, marks=pytest.mark.whole("long")) for n in (5, 7, 9, 10))])
def test_no_plan_gains_by_hiding_a_weapon(number: int) -> None:
    battle = GAMES["endless-horizons"](number)
    side = side_to_fire(battle)
    assert any(isinstance(command, Hide) for command in every_command(battle, side, hide=True))
    planner = Planner(battle)
    planner.run(ENOUGH)
    assert planner.start.most == BruteForce(Goal(), partial(every_command, hide=True)).value(battle, side)


@pytest.mark.rule("EHZ-4.3", "EHZ-7.1")
@pytest.mark.parametrize(("shot", "actions"), [(0, 0), (0, 1), (2, 1), (2, 3)])
@pytest.mark.parametrize("goal", ["net", "kills"])
def test_exactly_means_so_whatever_actions_a_shot_takes_at_this_table(shot: int, actions: int, goal: str) -> None:
    weapon = {"name": "M1911", "loaded": 1, "capacity": 1}
    battle = endless_horizons_field.field(
        {"side": "own", "stance": "prone_firing", "weapon": weapon, "actions": actions, "magazines": 1},
        {"side": "other", "hits_to_stop": 1},
        {"id": "guard", "side": "other", "hits_to_stop": 1},
        metres=40,
        house={"EHZ-4.3.shot": shot},
    )
    planner = planner_for(battle, goal)
    planner.run(ENOUGH)
    assert not planner.left_out
    assert planner.start.least == planner.start.most == BruteForce(planner.goal).value(battle, ("jack",))
    assert (planner.start.most > 0) is (shot <= actions), "whatever is legal counts"


@pytest.mark.rule("EHZ-6.2", "EHZ-4.3")
@pytest.mark.parametrize("stops", [1, 3])
def test_exactly_means_so_of_aimed_shots_at_who_left_cover_under_suppressing_fire(stops: int) -> None:
    weapon = {"name": "MP5", "loaded": 4}
    battle = endless_horizons_field.field(
        {
            "side": "own", "stance": "prone_firing", "weapon": weapon, "actions": 2, "magazines": 0,
            "check": {"skill": 2}, "suppressing": {"bullets": 1, "targets": ["drone"], "openings": ["drone"]},
        },
        {"side": "other", "hits_to_stop": stops},
        options={"suppression_shots": True},
    )  # fmt: skip
    planner = planner_for(battle, "net")
    planner.run(ENOUGH)
    assert planner.start.least == planner.start.most == BruteForce(planner.goal).value(battle, ("jack",)) > 0
    best = planner.start.best
    assert best is not None
    assert best.shot is not None
    assert best.shot.details["aim_actions"] == 2
    assert "2 actions of aim" in battle.ruleset.shot_label(battle.state, best.shot)


@pytest.mark.rule("EHZ-6.1", "EHZ-6.4")
def test_exactly_means_so_of_who_stops_suppressing_before_it_costs_the_bullets_of_the_shot() -> None:
    fire = {"bullets": 3, "targets": ["drone"]}
    jack = {"stance": "prone", "weapon": {"name": "MP5", "loaded": 3}, "magazines": 0, "actions": 2}
    battle = endless_horizons_field.field(
        jack | {"suppressing": fire, "check": {"skill": 3}}, {"size": "medium"}, metres=10
    )
    planner = planner_for(battle, "net")
    planner.run(ENOUGH)
    assert not planner.left_out
    assert planner.start.least == planner.start.most == BruteForce(planner.goal).value(battle, ("jack",))
    best = planner.start.best
    assert best is not None
    assert battle.text(best.command) == "jack stop"


@pytest.mark.rule("EHZ-4.3", "EHZ-6.4", "EHZ-7.1", "EHZ-8.1")
@pytest.mark.parametrize(
    ("jack", "more", "left_out"),
    [
        ({"weapon": "M1911"}, {"house": {"EHZ-7.1.reload": 0}}, "reloading"),
        ({"weapon": "M1911", "magazines": 0}, {"house": {"EHZ-7.1.reload": 0}}, ""),
        ({"carried": [{"name": "M1911", "reload_actions": 0}]}, {}, "reloading"),
        ({"weapon": "M40A6"}, {"house": {"EHZ-5.2.cycle": 0}}, "cycling"),
        ({}, {"house": {"EHZ-8.1.clear": 0}}, ""),
        ({}, {"house": {"EHZ-8.1.clear": 0}, "options": {"escalation": True}}, "clearing"),
        ({}, {"house": {"EHZ-6.4.stance": 0}, "round": {"order": ["drone", "jack"]}}, "another stance"),
        ({}, {"house": {"EHZ-6.4.stance": 0}, "round": {"order": ["drone"]}}, ""),
    ],
)
def test_what_takes_no_action_once_it_can_be_done_is_left_out(jack: Data, more: Data, left_out: str) -> None:
    battle = endless_horizons_field.field({"actions": 2, "stance": "standing"} | jack, **more)
    (said,) = planner_for(battle, "net", ["jack"]).left_out[1:] or [""]
    assert said == (f"jack: without {left_out}, which takes no action." if left_out else "")


def worn_heroes() -> Battle:
    """Two against one whom the first may wound: the cards `near` and `far` differ only two points further on."""
    hits = {"always": 0, "near": 6, "far": 8, "never": 13}
    heroes = [
        duel_table.hero("s", "white", "0,0", ratings={"aim": 4}, cards=[duel_table.gun("G", wounds=1)]),
        duel_table.hero("t", "white", "0,1", ratings={"aim": 4}, cards=[duel_table.gun("H", wounds=1)]),
        duel_table.hero("y", "black", "2,0", ratings={"stealth": 5}, health=6),
    ]
    deck = duel_table.deck(*((name, ["miss"] * least + ["hit"] * (13 - least), 0) for name, least in hits.items()))
    data = {"board": {"spaces": duel_table.patch(2)}, "heroes": heroes, "decks": {"white": {"deck": deck}}}
    return duel_table.read(data | {"step": "action", "team": "white"})


def cornered() -> Battle:
    """A bow against a unit that has no room behind it."""
    return ancients_table.lay("bow bottom light_bow_infantry D5", "legion top heavy_infantry A5 blocks=2")


@pytest.mark.parametrize(
    ("battle", "rule", "value"),
    [
        (worn_heroes(), "DOA-4.1", lambda shot: -2 * shot.target.wounds),
        (cornered(), "CCA-4.4", lambda shot: 4 - shot.target.blocks),
    ],
)
def test_a_modifier_that_is_added_is_planned_with(
    battle: Battle, rule: str, value: Callable[[Any], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    modifiers = import_module(f"{battle.ruleset.package}.modifiers").modifiers
    monkeypatch.setattr(modifiers, "_entries", [*modifiers._entries])
    compared(battle)
    modifiers.rule(rule)(lambda shot, so_far: ModifierChange("a test", value(shot)))
    compared(battle)
