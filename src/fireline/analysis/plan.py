"""The best shots of a side in this phase: which first, and what then, whatever the dice have done.

A plan says after every outcome what to do next: a shot, or what prepares one (aim, reload). Its value is the exact
expected gain of the whole phase, found over the battles that commands may lead to, each looked at once. What has not
been looked at yet lies between nothing, for a side may always stop, and the sum of what each unit is expected to gain
at most by the shots it has left (`Planning.upper_bound` times `Planning.shots_left`; one shot where nobody counts).
Where units have turns of their own within the phase, they act in that order, and enemies whose turns lie between are
taken to do nothing: what they choose is not the side's to plan.
Both bounds are passed up through chances and choices, so the best lies between them at any time, and is known exactly
where they meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from fireline.analysis.goal import LOSSES, Goal, enemies_of, goal_of, planning_of
from fireline.analysis.policy import best
from fireline.game.battle import Battle
from fireline.game.command import Command, EndPhase, Shoot
from fireline.game.entries import one_of
from fireline.game.errors import BattleFileError, Code
from fireline.game.losses import Loss
from fireline.game.shot import Shot
from fireline.game.survey import legal_shots
from fireline.game.transitions import command_transitions, shot_transitions
from fireline.ruling.prose import plural

BUDGET = 2000
"""Battles that are looked at if nothing else is said."""
NOTHING = Fraction(0)


class PlanBranch(NamedTuple):
    """One way on from a shot: its chance, what happened in words, and the situation it leads to."""

    chance: Fraction
    what: str
    onward: PlanNode


@dataclass(frozen=True)
class PlanChoice:
    """What may be done now: what it is expected to gain itself, and the ways on from it."""

    command: Command
    gain: Fraction
    branches: tuple[PlanBranch, ...]

    @property
    def shot(self) -> Shot | None:
        """The shot, None for what prepares one."""
        return self.command.shot if isinstance(self.command, Shoot) else None

    @property
    def least(self) -> Fraction:
        """What it gains with all that follows at least."""
        return self.gain + sum((branch.chance * branch.onward.least for branch in self.branches), NOTHING)

    @property
    def most(self) -> Fraction:
        """What it gains with all that follows at most."""
        return self.gain + sum((branch.chance * branch.onward.most for branch in self.branches), NOTHING)


@dataclass(eq=False)
class PlanNode:
    """A battle and who is still to fire in it; its value lies between `least` and `most`."""

    battle: Battle
    to_fire: tuple[str, ...]
    most: Fraction
    least: Fraction = NOTHING
    choices: tuple[PlanChoice, ...] | None = None
    """Every legal shot and what may prepare one; None where it has not been looked at."""

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
        """What gains the most for sure, the first of equally good choices; None where stopping is as good."""
        chosen = max(self.choices or (), key=lambda choice: choice.least, default=None)
        return chosen if chosen is not None and chosen.least > 0 else None

    def refresh(self) -> None:
        """Take over what has become known further on; bounds only ever draw nearer."""
        if self.choices is not None:
            self.least = max((self.least, *(choice.least for choice in self.choices)))
            self.most = min(self.most, max((NOTHING, *(choice.most for choice in self.choices))))


@dataclass
class Planner:
    """Looks for the best plan of some units' shots in a phase; raises `BattleFileError` while an answer is owed."""

    battle: Battle
    goal: Goal = field(default_factory=Goal)
    shooters: tuple[str, ...] = ()
    """Who may fire; the whole side whose fire it is if nothing is said."""
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
        self.start = self._node(self.battle.with_state(self._alike.state(self.battle.state)), self.shooters)

    def shots(self) -> Iterator[Shot]:
        """Every legal shot now."""
        return (command.shot for command in self._legal(self.start) if isinstance(command, Shoot))

    @property
    def in_turns(self) -> bool:
        """Whether others have their turns in this phase before everybody here has had his."""
        return self._planning.handing_on(self.battle.state) is not None

    def search(self, budget: int = BUDGET) -> bool:
        """Look at more battles until the value is known or so many have been; whether it is known."""
        while not self.start.known and self.looked_at < budget:
            self.look()
        return self.start.known

    def look(self) -> None:
        """Look at one battle more: the one on which the value hangs the most, and tell everything before it."""
        way, here = [self.start], self.start
        while here.choices is not None:
            here.refresh()
            open_branches = [
                branch for choice in (_most_hopeful(here),) for branch in choice.branches if not branch.onward.known
            ]
            if here.known or not open_branches:
                break
            here = max(open_branches, key=lambda one: one.chance * (one.onward.most - one.onward.least)).onward
            way.append(here)
        if here.choices is None:
            here.choices = tuple(self._choices(here))
            self.looked_at += 1
        for situation in reversed(way):
            situation.refresh()

    def simple(self, budget: int = BUDGET) -> Fraction | None:
        """What the simple policy gains, always the shot of the best expected worth; None beyond the budget."""
        values: dict[PlanNode, Fraction] = {}
        try:
            return self._simple(self.start, values, budget)
        except _OverBudget:
            return None

    def _simple(self, here: PlanNode, values: dict[PlanNode, Fraction], budget: int) -> Fraction:
        if here in values:
            return values[here]
        if len(values) >= budget:
            raise _OverBudget
        commands = list(self._legal(here))
        chosen = best(here.battle, [*commands, EndPhase()], frozenset())
        value = NOTHING
        if chosen in commands:
            choice = self._choice(here, chosen)
            later = (branch.chance * self._simple(branch.onward, values, budget) for branch in choice.branches)
            value = choice.gain + sum(later, NOTHING)
        values[here] = value
        return value

    def _node(self, battle: Battle, to_fire: tuple[str, ...]) -> PlanNode:
        key = battle, to_fire
        if key not in self._met:
            left = ((unit, self._planning.shots_left(battle.state, unit)) for unit in to_fire)
            most = sum((self._upper_bounds[unit] * (1 if shots is None else shots) for unit, shots in left), NOTHING)
            self._met[key] = PlanNode(battle, to_fire, most)
        return self._met[key]

    def _legal(self, here: PlanNode) -> Iterator[Command]:
        """Every legal shot, and what prepares one, of those still to fire; and the end of a turn before theirs."""
        yield from self._acting(here.battle, here.to_fire)
        on = self._planning.handing_on(here.battle.state)
        if on is not None and here.to_fire:
            yield on

    def _acting(self, battle: Battle, to_fire: Iterable[str]) -> Iterator[Command]:
        for shooter in to_fire:
            yield from map(Shoot, legal_shots(battle, (shooter,)))
            yield from (one for one in self._planning.preparing(battle.state, shooter) if not battle.refusals(one))

    def _choices(self, here: PlanNode) -> Iterator[PlanChoice]:
        yield from (self._choice(here, command) for command in self._legal(here))

    def _choice(self, here: PlanNode, command: Command) -> PlanChoice:
        """A command weighed: equal battles after it merge, and what happened on the way is told together."""
        battle, gain = here.battle, NOTHING
        if isinstance(command, Shoot):
            came_to = shot_transitions(battle, command.shot, self._alike)
            counts = enemies_of(battle, command.shot.shooter)
            gain = came_to.mean(lambda one: self.goal.of(one, counts))
        else:
            came_to = command_transitions(battle, command, self._alike)
            if command == self._planning.handing_on(battle.state):
                came_to = came_to.map(lambda one: one._replace(battle=self._passed(one.battle, here.to_fire)))
        chances, told = dict[PlanNode, Fraction](), dict[PlanNode, dict[str, None]]()
        for one, p in came_to.items():
            onward = self._node(one.battle, self._still_to_fire(here, command, one.battle))
            chances[onward] = chances.get(onward, NOTHING) + p
            told.setdefault(onward, {}).setdefault(what_happened(battle, command, one.battle, one.losses))
        branches = (PlanBranch(p, " or ".join(told[onward]), onward) for onward, p in chances.items())
        return PlanChoice(command, gain, tuple(sorted(branches, key=lambda branch: -branch.chance)))

    def _passed(self, battle: Battle, to_fire: Sequence[str]) -> Battle:
        """The battle when one of these may act again; the turns of others pass with nothing done."""
        while (on := self._planning.handing_on(battle.state)) and not any(self._acting(battle, to_fire)):
            (after,) = command_transitions(battle, on, self._alike)
            battle = after.battle
        return battle

    def _still_to_fire(self, here: PlanNode, command: Command, after: Battle) -> tuple[str, ...]:
        """Who is still to fire: those with shots left, and where they are not counted, who has not fired."""
        counted = self._planning.shots_left
        fired = command.shot.shooter if isinstance(command, Shoot) else None
        left = ((unit, counted(after.state, unit)) for unit in here.to_fire)
        return tuple(unit for unit, shots in left if (unit != fired if shots is None else shots > 0))


def plan(battle: Battle, goal: str = LOSSES, shooters: Sequence[str] = (), *, budget: int = BUDGET) -> PlanNode:
    """The best order and targets of a side's shots in this phase, adapted to every outcome on the way.

    The value is exact where `known`, else it lies between `least` and `most`; more budget draws them nearer.

    Args:
        battle: The battle as it stands; nobody owes an answer in it.
        goal: What counts: "losses", "kills", a field of outcomes or a unit by its id; several as "NAME=WEIGHT,...".
        shooters: Who may fire; the whole side whose fire it is if nothing is said.
        budget: How many battles are looked at, at most.

    Raises:
        BattleFileError: The battle has no such unit or goal, or somebody owes an answer first.
    """
    planner = planner_for(battle, goal, shooters)
    planner.search(budget)
    return planner.start


def planner_for(battle: Battle, goal: str, shooters: Sequence[str] = ()) -> Planner:
    """Who looks for the best plan for a goal that is written so; raises `BattleFileError`."""
    planner = Planner(battle, shooters=tuple(dict.fromkeys(shooters)))
    return Planner(battle, goal_of(goal, battle, planner.shots()), planner.shooters)


class _OverBudget(Exception):
    """More battles would have to be looked at than were allowed."""


def side_to_fire(battle: Battle) -> tuple[str, ...]:
    """Everyone on the side that fires; where everybody may act, the side of the first, or he alone if he has none."""
    shooters = battle.ruleset.shooters(battle.state)
    side = battle.side(shooters[0]) if shooters else ""
    return tuple(one for one in shooters if battle.side(one) == side) if side else shooters[:1]


def what_happened(before: Battle, command: Command, after: Battle, losses: Iterable[Loss]) -> str:
    """What a command came to in a few words: losses by unit, and where the target of a shot has gone."""
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
