"""What planning promises: bounds that hold, plans that nothing legal beats and anybody can follow, turns by unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest

from fireline.analysis.goal import Goal, planning_of
from fireline.analysis.plan import Planner, side_to_fire
from fireline.analysis.plantree import PlanNode, order_of, tell_apart
from fireline.chance import Dist
from fireline.game.battle import Battle
from fireline.game.command import Command, Move, Shoot
from fireline.game.errors import BattleFileError, Code
from fireline.game.event import enemies_of
from fireline.game.transitions import Transition, command_transitions, shot_transitions
from fireline.testing import battles

FEW = 12
"""A battle with more commands than this is too large to be planned whole in a test."""
NET = Goal()
Ways = Callable[[Battle, tuple[str, ...]], Iterator[Command]]
"""What some units may do in a battle."""
LOOKED_AT = 60
"""So many battles a plan looks at; one that is not known by then is not compared."""
ASKED, TRIED = 12, 400
"""So many units are given the turn; and so many battles are tried out: a phase that has more is not compared."""


@pytest.fixture
def planned(name: str) -> Battle:
    """The battle of this name, which can be planned."""
    battle = battles.battle(name)
    if battle.ruleset.planning is None or battle.ruleset.losses is None:
        pytest.skip("the game has no planning, or counts no losses")
    if battle.owing is not None:
        pytest.skip("somebody owes an answer")
    return battle


# --- bounds -------------------------------------------------------------------------


def test_no_shot_is_expected_to_come_to_more_than_its_upper_bound(planned: Battle) -> None:
    planning = planning_of(planned)
    for shot in battles.legal_shots(planned)[:1]:
        most = planning.upper_bound(planned.state, shot.shooter)
        happened = shot_transitions(planned, shot, alike=planning.equivalence(planned.state))
        for field, value in next(iter(happened)).outcome._asdict().items():
            if not isinstance(value, str) and field in most:  # what has no bound is no goal
                average = sum(p * Fraction(getattr(one.outcome, field)) for one, p in happened.items())
                assert average <= most[field], field
        for count in ("losses", "kills"):
            assert happened.mean(Goal(((count, Fraction(1)),)).of) <= most[count], count
        assert happened.mean(NET.of) <= NET.upper_bound(planned, shot.shooter)


# --- plans --------------------------------------------------------------------------


@pytest.fixture
def searched(planned: Battle) -> Planner:
    """The plan of a battle with few commands, as far as it has been looked into."""
    if len(planned.legal()) > FEW:
        pytest.skip(f"more than {FEW} commands; a smaller battle in tests/battles can be planned whole")
    planner = Planner(planned)
    planner.search(LOOKED_AT)
    return planner


class TooMany(Exception):
    """There are more battles than can be tried."""

    code = Code.TOO_LARGE


def every_command(battle: Battle, units: tuple[str, ...]) -> Iterator[Command]:
    """Everything legal that these units may do but move."""
    prepared = (one for unit in units for one in planning_of(battle).preparing(battle.state, unit))
    for command in dict.fromkeys((*battle.legal(), *(one for one in prepared if not battle.refusals(one)))):
        if command.actor in units and not moves(battle, command):
            yield command


class EverythingTried:
    """The most that units can gain in a phase, each battle tried by itself, until there are too many.

    It asks the game which commands are legal, what they lead to, and how many shots are left; nothing else.
    """

    def __init__(self, goal: Goal = NET, ways: Ways = every_command, most: float = TRIED) -> None:
        self.goal, self.ways, self.most = goal, ways, most
        self.known: dict[object, Fraction] = {}
        self.tried = 0

    def value(self, battle: Battle, left: tuple[str, ...], met: frozenset[Battle] = frozenset()) -> Fraction:
        """What these units can gain; `met` are the battles since the last command that took something."""
        key = battle, left, met
        if key not in self.known:
            self.tried += 1
            if self.tried > self.most:
                raise TooMany
            gains = [self._of(battle, left, command, met) for command in self.ways(battle, left)]
            if (on := planning_of(battle).handing_on(battle.state)) and left:
                gains.append(command_transitions(battle, on).mean(lambda one: self.value(one.battle, left)))
            self.known[key] = max([Fraction(0), *gains])
        return self.known[key]

    def _of(self, battle: Battle, left: tuple[str, ...], command: Command, met: frozenset[Battle]) -> Fraction:
        unit, shots_left, value = str(command.actor), planning_of(battle).shots_left, Fraction(0)
        shot, before, counts = isinstance(command, Shoot), shots_left(battle.state, unit), enemies_of(battle, unit)
        for one, p in results(battle, command).items():
            after = shots_left(one.battle.state, unit)
            onward = left if after or (after is None and not shot) else tuple(other for other in left if other != unit)
            free = not shot and after == before
            if free and one.battle in {battle, *met}:
                continue
            gain = self.goal.of(one, counts) if shot else Fraction(0)
            value += p * (gain + self.value(one.battle, onward, met | {battle} if free else frozenset()))
        return value


def results(battle: Battle, command: Command) -> Dist[Transition]:
    """All that a command may come to."""
    if isinstance(command, Shoot):
        return shot_transitions(battle, command.shot)
    return command_transitions(battle, command)


def moves(battle: Battle, command: Command) -> bool:
    """Whether a command may take the unit that acts elsewhere."""
    places, unit = battle.ruleset.places, str(command.actor)
    if places is None or isinstance(command, Shoot | Move):
        return isinstance(command, Move)
    try:
        here = places.at(battle.state, unit)
        return any(places.at(one.battle.state, unit) != here for one in results(battle, command))
    except BattleFileError:  # nobody knows where it stands
        return False


def test_nothing_legal_but_moves_gains_more_than_a_plan_that_is_exact(planned: Battle, searched: Planner) -> None:
    if searched.left_out:
        pytest.skip("the plan says that it leaves something out")
    try:
        truth = EverythingTried().value(planned, side_to_fire(planned))
    except TooMany:
        pytest.skip(f"more than {TRIED} battles; a smaller one in tests/battles can be tried whole")
    assert searched.start.least == truth, "what is neither in `preparing` nor told in `left_out` gains nothing"


def test_a_plan_can_be_followed_and_gains_what_it_says(searched: Planner) -> None:
    gained = followed(searched.start, {})
    assert searched.start.least <= gained <= searched.start.most, "exactly so much where the bounds meet"


def followed(here: PlanNode, known: dict[PlanNode, Fraction]) -> Fraction:
    """What a plan gains command by command; each is legal, and what happened says in words what to do next."""
    best = here.best
    if best is None:
        return Fraction(0)
    if here not in known:
        battle, gain = here.battle, Fraction(0)
        assert not battle.refusals(best.command), best.command
        if isinstance(best.command, Shoot):
            counts = enemies_of(battle, best.command.shot.shooter)
            gain = shot_transitions(battle, best.command.shot).mean(lambda one: NET.of(one, counts))
        orders: dict[str, set[object]] = {}
        for told, branch in zip(tell_apart(best.branches), best.branches, strict=True):
            for one in told:
                orders.setdefault(str(one), set()).add(order_of(branch.onward))
        assert [words for words, some in orders.items() if len(some) > 1] == [], "the same words mean one command"
        known[here] = gain + sum((one.chance * followed(one.onward, known) for one in best.branches), Fraction(0))
    return known[here]


# --- turns by unit ------------------------------------------------------------------


def test_whoever_is_given_the_turn_has_it(planned: Battle) -> None:
    planning, rules = planning_of(planned), planned.ruleset
    for unit in [one for one in planned.units if not one.out][:ASKED]:
        ready = planned.with_state(planning.with_turn_of(planned.state, unit.id))
        assert planning.with_turn_of(ready.state, unit.id) == ready.state, "and giving it again changes nothing"
        if unit.id not in rules.shooters(ready.state):  # a leader, say, who never shoots
            continue
        assert ready.turn.side in {"", unit.side or unit.id}
        if battles.can_shoot(planned, unit.id):
            assert planning.shots_left(ready.state, unit.id) != 0, "who may shoot has a shot left"


def test_a_turn_is_handed_on_within_its_phase_and_without_dice(planned: Battle) -> None:
    for entry in battles.play_out(planned, 5).entries:
        here, planning = entry.after, planning_of(entry.after)
        if here.owing is not None:
            continue
        able = {here.turn.side: {*here.ruleset.shooters(here.state)}}
        for _ in range(len(here.units)):
            on = planning.handing_on(here.state)
            if on is None:
                break
            assert not here.refusals(on), "the turn can be handed on"
            ((after, chance),) = command_transitions(here, on).items()
            assert chance == 1, "without dice"
            assert not after.battle.turn.over, "another turn follows in the same phase; after the last it is None"
            assert after.battle.state != here.state
            here, now = after.battle, {*here.ruleset.shooters(after.battle.state)}
            before = able.setdefault(here.turn.side, now)
            assert now <= before, "`shooters` are all of a side, those whose turn is still to come among them"
        else:
            assert planning.handing_on(here.state) is None, "a phase has no more turns than units"
