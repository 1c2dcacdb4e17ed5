"""The best shots of a side in this phase: which first, and what next after every outcome.

A plan says after every outcome what to do next: take a shot, or prepare one (aim, reload). Its value is the exact
expected gain of the whole phase, found over the battles that commands can lead to, each looked at once. A battle that
has not been looked at yet is worth at least 0, because a side may always stop, and at most the sum of what each unit
can be expected to gain with the shots it has left (`Planning.upper_bound` times `Planning.shots_left`; one shot if
nobody counts them). If units have turns of their own within the phase, they act in that order, and enemies whose turns
come in between are assumed to do nothing, since the side cannot plan what they choose.
Both bounds are passed up through chances and choices, so the best value always lies between them, and is known
exactly when they meet.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from typing import NamedTuple

from fireline.analysis.goal import LOSSES, Goal, enemies_of, goal_of, planning_of
from fireline.analysis.policy import best
from fireline.chance import Dist
from fireline.game.battle import Battle
from fireline.game.command import Command, EndPhase, Shoot
from fireline.game.entries import one_of
from fireline.game.errors import BattleFileError, Code
from fireline.game.losses import Loss
from fireline.game.shot import Shot
from fireline.game.survey import legal_shots
from fireline.game.transitions import Transition, command_transitions, shot_transitions
from fireline.ruling.prose import plural

BUDGET = 2000
"""How many battles are looked at by default."""
SEARCHED = 0.8
"""The part of a given time in which plans are searched; the rest is for the value of the simple policy."""
MANY = 100
"""A choice with more results shows that faces are a part of battles (cards drawn). Then shots are first weighed by
their outcomes, and followed only where the value depends on them."""
NOTHING = Fraction(0)


class PlanBranch(NamedTuple):
    """One result of a shot: its chance, what happened in words, and the situation it leads to."""

    chance: Fraction
    what: str
    onward: PlanNode


@dataclass(frozen=True)
class PlanChoice:
    """One thing to do now: what it is expected to gain by itself, and what may follow."""

    command: Command
    gain: Fraction
    branches: tuple[PlanBranch, ...]
    unfollowed: Fraction = NOTHING
    """The most that may be gained later, where it has not been looked into what may follow; 0 where it has."""

    @property
    def shot(self) -> Shot | None:
        """The shot, None for a command that prepares one."""
        return self.command.shot if isinstance(self.command, Shoot) else None

    @property
    def least(self) -> Fraction:
        """The least that it gains with everything that follows."""
        return self.gain + sum((branch.chance * branch.onward.least for branch in self.branches), NOTHING)

    @property
    def most(self) -> Fraction:
        """The most that it gains with everything that follows."""
        onward = sum((branch.chance * branch.onward.most for branch in self.branches), NOTHING)
        return self.gain + onward + self.unfollowed


@dataclass(eq=False)
class PlanNode:
    """A battle and the units still to fire in it; its value lies between `least` and `most`."""

    battle: Battle
    to_fire: tuple[str, ...]
    most: Fraction
    least: Fraction = NOTHING
    choices: tuple[PlanChoice, ...] | None = None
    """Every legal shot and what may prepare one; None if it has not been looked at."""

    def __repr__(self) -> str:
        value = str(self.least) if self.known else f"{self.least} to {self.most}"
        first = self.battle.ruleset.label(self.battle.state, self.best.command) if self.best else "nothing to do"
        return f"<PlanNode worth {value}: {first}>"

    @property
    def known(self) -> bool:
        """Whether its value is exact."""
        return self.least == self.most

    @property
    def best(self) -> PlanChoice | None:
        """The choice with the greatest certain gain, the first of equally good ones; None if stopping is as good."""
        chosen = max(self.choices or (), key=lambda choice: choice.least, default=None)
        return chosen if chosen is not None and chosen.least > 0 else None

    def refresh(self) -> None:
        """Update the bounds from later situations; they only ever come closer."""
        if self.choices is not None:
            self.least = max((self.least, *(choice.least for choice in self.choices)))
            self.most = min(self.most, max((NOTHING, *(choice.most for choice in self.choices))))


@dataclass
class Planner:
    """Searches for the best plan of some units' shots in a phase; raises `BattleFileError` while an answer is owed."""

    battle: Battle
    goal: Goal = field(default_factory=Goal)
    shooters: tuple[str, ...] = ()
    """Who may fire; by default, the whole side whose turn it is to fire."""
    looked_at: int = 0

    def __post_init__(self) -> None:
        owner = self.battle.owing
        if owner is not None:
            raise BattleFileError(
                Code.NOT_NOW, f"{owner} owes an answer first; a plan is for the shots after it", "battle"
            )
        self.shooters = self.shooters or side_to_fire(self.battle)
        for shooter in self.shooters:
            one_of(shooter, self.battle.ruleset.shooters(self.battle.state), "unit that may fire", "shooter")
        self._planning = planning_of(self.battle)
        self._met: dict[tuple[Battle, tuple[str, ...]], PlanNode] = {}
        self._upper_bounds = {shooter: self.goal.upper_bound(self.battle, shooter) for shooter in self.shooters}
        self._alike = self._planning.equivalence(self.battle.state)
        self._outcomes_alike = self._alike._replace(face=lambda _: None)
        self._many = False
        self.start = self._node(self.battle.with_state(self._alike.state(self.battle.state)), self.shooters)

    def shots(self) -> Iterator[Shot]:
        """Every legal shot now."""
        return (command.shot for command in self._legal(self.start) if isinstance(command, Shoot))

    @property
    def in_turns(self) -> bool:
        """Whether others have turns in this phase before everybody here has had one."""
        return self._planning.handing_on(self.battle.state) is not None

    def search(self, budget: int = BUDGET) -> bool:
        """Look at more battles until the value is known or the number is reached; returns whether it is known."""
        while not self.start.known and self.looked_at < budget:
            self.look()
        return self.start.known

    def look(self) -> None:
        """Look at one more battle, the one on which the value depends most, and update everything before it."""
        way, here = [self.start], self.start
        while here.choices is not None:
            here.refresh()
            if here.known:
                break
            hopeful = _most_hopeful(here)
            if hopeful.unfollowed:
                self._follow(here, hopeful)
                break
            open_branches = [branch for branch in hopeful.branches if not branch.onward.known]
            if not open_branches:
                break
            here = max(open_branches, key=lambda one: one.chance * (one.onward.most - one.onward.least)).onward
            way.append(here)
        if here.choices is None:
            here.choices = tuple(self._choices(here))
            self.looked_at += 1
        for situation in reversed(way):
            situation.refresh()

    def simple(self, budget: int = BUDGET, seconds: float = inf) -> Fraction | None:
        """What the simple policy gains: always the shot with the best expected worth.

        None where that takes more battles than the budget, or longer than so many seconds.
        """
        values: dict[PlanNode, Fraction] = {}
        end = time.monotonic() + seconds
        try:
            return self._simple(self.start, values, lambda: len(values) >= budget or time.monotonic() > end)
        except _OverBudget:
            return None

    def _simple(self, here: PlanNode, values: dict[PlanNode, Fraction], over: Callable[[], bool]) -> Fraction:
        if here in values:
            return values[here]
        if over():
            raise _OverBudget
        commands = list(self._legal(here))
        chosen = best(here.battle, [*commands, EndPhase()], frozenset())
        value = NOTHING
        if chosen in commands:
            choice = self._choice(here, chosen)
            later = (branch.chance * self._simple(branch.onward, values, over) for branch in choice.branches)
            value = choice.gain + sum(later, NOTHING)
        values[here] = value
        return value

    def _node(self, battle: Battle, to_fire: tuple[str, ...]) -> PlanNode:
        key = battle, to_fire
        if key not in self._met:
            self._met[key] = PlanNode(battle, to_fire, self._most(battle, to_fire))
        return self._met[key]

    def _most(self, battle: Battle, to_fire: tuple[str, ...]) -> Fraction:
        """The most that these units can be expected to gain with the shots that they have left."""
        left = ((unit, self._planning.shots_left(battle.state, unit)) for unit in to_fire)
        return sum((self._upper_bounds[unit] * (1 if shots is None else shots) for unit, shots in left), NOTHING)

    def _legal(self, here: PlanNode) -> Iterator[Command]:
        """Every legal shot, and what prepares one, of the units still to fire; and the end of a turn before theirs."""
        yield from self._acting(here.battle, here.to_fire)
        on = self._planning.handing_on(here.battle.state)
        if on is not None and here.to_fire:
            yield on

    def _acting(self, battle: Battle, to_fire: Iterable[str]) -> Iterator[Command]:
        for shooter in to_fire:
            yield from map(Shoot, legal_shots(battle, (shooter,)))
            yield from (one for one in self._planning.preparing(battle.state, shooter) if not battle.refusals(one))

    def _choices(self, here: PlanNode) -> Iterator[PlanChoice]:
        for command in self._legal(here):
            if self._many and isinstance(command, Shoot):
                yield self._weighed(here, command)
            else:
                yield self._choice(here, command)

    def _weighed(self, here: PlanNode, command: Shoot) -> PlanChoice:
        """A shot with what it gains, and the most that may follow, by its outcomes, whatever faces led to them."""
        came_to = shot_transitions(here.battle, command.shot, self._outcomes_alike)
        unfollowed = came_to.mean(lambda one: self._most(one.battle, self._still_to_fire(here, command, one.battle)))
        return PlanChoice(command, self._gain(here, command, came_to), (), unfollowed)

    def _gain(self, here: PlanNode, command: Shoot, came_to: Dist[Transition]) -> Fraction:
        counts = enemies_of(here.battle, command.shot.shooter)
        return came_to.mean(lambda one: self.goal.of(one, counts))

    def _follow(self, here: PlanNode, choice: PlanChoice) -> None:
        """Look at all that may follow from a choice that is only weighed so far."""
        followed = self._choice(here, choice.command)
        here.choices = tuple(followed if one is choice else one for one in here.choices or ())
        self.looked_at += 1

    def _choice(self, here: PlanNode, command: Command) -> PlanChoice:
        """A command weighed: equal battles after it merge, and what happened on the way is told together."""
        battle, gain = here.battle, NOTHING
        if isinstance(command, Shoot):
            came_to = shot_transitions(battle, command.shot, self._alike)
            gain = self._gain(here, command, came_to)
        else:
            came_to = command_transitions(battle, command, self._alike)
            if command == self._planning.handing_on(battle.state):
                came_to = came_to.map(lambda one: one._replace(battle=self._passed(one.battle, here.to_fire)))
        chances, told = dict[PlanNode, Fraction](), dict[PlanNode, dict[str, None]]()
        for one, p in came_to.items():
            onward = self._node(one.battle, self._still_to_fire(here, command, one.battle))
            chances[onward] = chances.get(onward, NOTHING) + p
            told.setdefault(onward, {}).setdefault(what_happened(battle, command, one.battle, one.losses))
        self._many = self._many or len(chances) > MANY
        branches = (PlanBranch(p, " or ".join(told[onward]), onward) for onward, p in chances.items())
        return PlanChoice(command, gain, tuple(sorted(branches, key=lambda branch: -branch.chance)))

    def _passed(self, battle: Battle, to_fire: Sequence[str]) -> Battle:
        """The battle when one of these units may act again; the turns of others pass without action."""
        while (on := self._planning.handing_on(battle.state)) and not any(self._acting(battle, to_fire)):
            (after,) = command_transitions(battle, on, self._alike)
            battle = after.battle
        return battle

    def _still_to_fire(self, here: PlanNode, command: Command, after: Battle) -> tuple[str, ...]:
        """The units still to fire: those with shots left or, if shots are not counted, those that have not fired."""
        counted = self._planning.shots_left
        fired = command.shot.shooter if isinstance(command, Shoot) else None
        left = ((unit, counted(after.state, unit)) for unit in here.to_fire)
        return tuple(unit for unit, shots in left if (unit != fired if shots is None else shots > 0))


def plan(battle: Battle, goal: str = LOSSES, shooters: Sequence[str] = (), *, budget: int = BUDGET) -> PlanNode:
    """Find the best order and targets for a side's shots in this phase, with a decision after every outcome.

    The value is exact if `known`; otherwise it lies between `least` and `most`, and more budget narrows them.

    Args:
        battle: The battle as it stands; nobody owes an answer in it.
        goal: What counts: "losses", "kills", a field of outcomes or the id of a unit; several as "NAME=WEIGHT,...".
        shooters: Who may fire; by default, the whole side whose turn it is to fire.
        budget: The most battles to look at.

    Raises:
        BattleFileError: The battle has no such unit or goal, or somebody owes an answer first.
    """
    planner = planner_for(battle, goal, shooters)
    planner.search(budget)
    return planner.start


def planner_for(battle: Battle, goal: str, shooters: Sequence[str] = ()) -> Planner:
    """A planner for a goal as typed; raises `BattleFileError`."""
    planner = Planner(battle, shooters=tuple(dict.fromkeys(shooters)))
    return Planner(battle, goal_of(goal, battle, planner.shots()), planner.shooters)


class _OverBudget(Exception):
    """The search needs to look at more battles than allowed."""


def side_to_fire(battle: Battle) -> tuple[str, ...]:
    """Everybody on the side that fires; if everybody may act, the side of the first unit, or that unit alone."""
    shooters = battle.ruleset.shooters(battle.state)
    side = battle.side(shooters[0]) if shooters else ""
    return tuple(one for one in shooters if battle.side(one) == side) if side else shooters[:1]


def what_happened(before: Battle, command: Command, after: Battle, losses: Iterable[Loss]) -> str:
    """What a command did in a few words: losses by unit, and where the target of a shot went."""
    words: dict[str, list[str]] = {}
    for unit, what, count in losses:
        words.setdefault(unit, []).append(plural(count, what.one) if what.one else what.name)
    places = before.ruleset.places
    if places is not None and isinstance(command, Shoot):
        target = command.shot.target
        try:
            here, there = (places.at(battle.state, target) for battle in (before, after))
        except BattleFileError:
            here = there = ""
        if here != there:
            words.setdefault(target, []).append(f"to {there}")
    return "; ".join(f"{unit} {', '.join(told)}" for unit, told in words.items()) or "nothing"


def _most_hopeful(here: PlanNode) -> PlanChoice:
    assert here.choices, "a situation whose value is not known has a shot"  # noqa: S101
    return max(here.choices, key=lambda choice: choice.most)
