"""Generic questions stand on the parts of a game and on nothing else: a game from outside, and a bare one."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from regatta import RULESET
from regatta.events import BoatFired
from regatta.resolution import broadside
from regatta.shot import Shooting
from regatta.turn import Plug

from fireline import draw, example
from fireline.analysis.goal import cost, goal_of
from fireline.analysis.luck import luck, rolled
from fireline.analysis.matchups import matchups
from fireline.analysis.plan import Planner
from fireline.analysis.policy import policy_of
from fireline.analysis.reply import ReplySearch
from fireline.analysis.simulate import simulate
from fireline.analysis.threatmap import ThreatMap
from fireline.chance import Dice, FixedDice, SeededDice, d6
from fireline.game.battle import Battle
from fireline.game.command import EndPhase, Place, Shoot, Shot
from fireline.game.event import Event
from fireline.game.log import GameLog
from fireline.game.pieces import Pieces, PieceState
from fireline.game.ruleset import NO_FILES, Ruleset, UnitView
from fireline.game.transitions import after
from fireline.questions.answering import overview
from fireline.questions.answering.overview import ReadAnswer
from fireline.ruling import Refusal
from refusing import wrong_with

THIRD = Fraction(1, 3)
"""The chance that one cannon makes a hole."""
QUAY: dict[str, Any] = {
    "watch": "red",
    "quay": 8,
    "boats": [
        {"id": "ada", "flag": "red", "berth": 3, "cannons": 1},
        {"id": "bee", "flag": "red", "berth": 6, "cannons": 1},
        {"id": "cat", "flag": "blue", "berth": 4, "planks": 1, "cannons": 1},
    ],
}
BARE = replace(RULESET, id="bare-regatta", places=None, losses=None, planning=None, drawing=None, distance="")
"""The same game without parts that a game may lack."""


def quay(rules: Ruleset[Any, Any, Any] = RULESET) -> Battle:
    return Battle(rules, RULESET.read(QUAY, NO_FILES))


def planned(goal: str, battle: Battle) -> Fraction:
    aim = goal_of(goal, battle, Planner(battle).shots())
    planner = Planner(battle, aim)
    assert planner.search()
    return planner.start.least


# --- losses by kind ------------------------------------------------------------------


def test_a_plan_a_threat_and_a_simulation_count_holes_and_sunk_boats() -> None:
    # cat sinks by its one plank, so the second boat fires at nobody if the first has holed it.
    assert planned("losses", quay()) == planned("kills", quay()) == 1 - Fraction(2, 3) ** 2
    assert planned("cat", quay()) == planned("kills=1/2,losses=1/2", quay()) == Fraction(5, 9)
    battle = quay().with_state(replace(quay().state, watch="blue"))
    twice = {n: ThreatMap(battle, "ada", ("cat",), n).cell("5").chance for n in (1, 2)}
    assert twice == {1: THIRD, 2: 0}
    assert ThreatMap(battle, "ada", ("cat",)).cell("5").chance == THIRD
    found = simulate(quay(), phases=60, seed=1)
    assert set(found.units["cat"]) == {"holes", "sunk"}
    assert found.units["cat"]["holes"] == found.units["cat"]["sunk"]
    best = ReplySearch(quay(), goal_of("kills", quay(), ())).run().exchanges[0]
    assert (best.gain, best.reply) == (THIRD, Fraction(0))


def test_luck_and_who_is_there_are_told_in_the_words_of_the_game() -> None:
    log, _ = GameLog(quay()).play(Shoot(Shot("ada", "cat")), FixedDice(6))
    tallies = [(one.who, one.kind, one.count, one.expected) for one in luck(log).tallies]
    assert ("red", "holes", 1, THIRD) in tallies
    assert [roll.who for roll in rolled(log)[0]] == ["red"]
    told = ReadAnswer(quay()).data()
    assert [(one["id"], one["title"], one["side"], one["place"]) for one in told["units"]] == [
        ("ada", "ada (berth 3)", "red", "3"),
        ("bee", "bee (berth 6)", "red", "6"),
        ("cat", "cat (berth 4)", "blue", "4"),
    ]
    assert (told["turn"], told["over"], told["sides"]) == ({"watch": "red"}, False, ["red", "blue"])
    ended = quay().play(EndPhase(), SeededDice(1)).battle
    assert ReadAnswer(ended).data()["over"]
    said = (Plug("ada", overboard=True), EndPhase(), Shoot(Shot("ada", "cat")), Place("bee"))
    assert [one.actor for one in said] == ["ada", None, "ada", "bee"]
    assert overview.speakers(quay(), Plug("cat", overboard=True)) == {"blue"}
    assert overview.speakers(quay(), EndPhase()) == {"red"}


# --- parts that are missing ----------------------------------------------------------

LACKS: dict[str, Callable[[Battle], object]] = {
    "bare-regatta has no planning, so there is no plan": Planner,
    "bare-regatta names no places, so there is no threat map": lambda battle: ThreatMap(battle, "cat", ("ada",)),
    "bare-regatta counts no losses, so kills is no goal": lambda battle: goal_of("kills", battle, ()),
    "bare-regatta cannot hand the turn over, so there are no matchups": matchups,
    "bare-regatta gives no distances, so no target is nearest": lambda battle: simulate(
        battle, phases=1, seed=1, policies="nearest"
    ),
    "bare-regatta names no places": lambda battle: battle.play(Place("ada", "5"), SeededDice(1)),
    "bare-regatta draws no pictures": draw.picture,
}


@pytest.mark.parametrize("line", LACKS)
def test_a_question_that_needs_a_part_says_so_in_one_line(line: str) -> None:
    assert wrong_with(LACKS[line], quay(BARE)) == f"ruleset: {line}"


def test_a_bare_game_is_still_played_and_what_has_no_proven_bound_is_no_goal() -> None:
    bare = quay(BARE)
    assert bare.odds(Shot("ada", "cat")).headline.chance == THIRD
    assert simulate(bare, phases=5, seed=1).phase["shots"]
    assert [line.cost for line in ReadAnswer(bare).commands] == [None] * 3
    assert policy_of("simple", bare)(bare, bare.legal(), frozenset(), SeededDice(1)).actor == "ada"
    with pytest.raises(ValueError, match="nobody owes an answer"):
        cost(bare, EndPhase())
    planning = RULESET.planning
    assert planning
    loose = quay(replace(RULESET, planning=planning._replace(upper_bound=lambda _state, _shooter: {})))
    assert "goal: regatta proves no bound on losses, so it is no goal of a plan" in wrong_with(Planner, loose)


class Buoy(NamedTuple):
    """A piece that is of no side."""

    id: str
    place: int | None = None


def test_pieces_have_the_hash_of_those_that_are_made_anew_however_they_came_about() -> None:
    for known in (False, True):
        pieces = Pieces(Buoy(name) for name in "abcd")
        if known:
            hash(pieces)
        moved = pieces.put(Buoy("a", 1), Buoy("e")).without("b").put(Buoy("c", 2)).put(Buoy("c"))
        back = moved.put(Buoy("a")).without("e").put(Buoy("b"))
        for one in (moved, back):
            assert hash(one) == hash(Pieces(one))
            assert one == Pieces(one)
        assert back == pieces != moved


def test_who_is_in_play_is_what_the_units_of_a_game_say() -> None:
    whole = example("ancients-ranged-combat").battle
    lost, left = whole.sides_in_play
    routed = tuple(one._replace(out=one.side == lost) for one in whole.units)
    rules = replace(whole.ruleset, units=lambda _: routed)
    assert replace(whole, ruleset=rules).sides_in_play == (left,)
    buoy = Buoy("buoy")
    rules = replace(rules, units=lambda _: (UnitView("buoy", "buoy", "red", ""),))
    assert Battle(rules, PieceState(pieces=Pieces([buoy]))).side("buoy") == "red"


# --- one door for dice ---------------------------------------------------------------


@pytest.mark.parametrize("throw", [lambda dice: dice.roll(d6), lambda dice: dice.run(broadside, 1, 3)])
def test_a_decision_that_throws_past_the_door_is_told_so(throw: Any) -> None:
    def shoot(_: Shooting, dice: Dice) -> tuple[Event, ...]:
        throw(dice)
        return (BoatFired("ada", "cat", (5,), 1),)

    with pytest.raises(TypeError, match=r"a decision (threw a d6|ran .*broadside.*) by itself; .* with_faces"):
        after(quay(replace(RULESET, shoot=shoot)), Shoot(Shot("ada", "cat")))


def test_a_game_is_drawn_when_nothing_follows_its_last_phase_and_nobody_has_won() -> None:
    last = RULESET.phases._replace(
        last=lambda state: [Refusal("RGT-4.1", "That was the last watch.")] if state.over else []
    )
    short: Any = replace(RULESET, id="short-regatta", phases=last)
    afloat = quay(short)
    assert (afloat.winner, afloat.ending) == (None, ""), "its watch goes on"
    over = afloat.play(EndPhase(), FixedDice()).battle
    assert (over.winner, over.ending, over.legal()) == ("", "The game is drawn.", ())
    assert quay().play(EndPhase(), FixedDice()).battle.winner is None, "another watch follows"
    won = quay(replace(short, victor=lambda _: "blue")).play(EndPhase(), FixedDice()).battle
    assert won.winner == "blue"
    games = simulate(afloat, phases=50, seed=0, turns=9)
    assert games.drawn
    assert not games.unfinished
