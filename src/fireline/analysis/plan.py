"""The best commands of a side in this phase: which first, and what next after every outcome.

A plan says after every outcome what to do next: take a shot, or prepare one (aim, reload, kneel). Its value is the
exact expected gain of the whole phase, found over the battles that commands can lead to, each looked at once. A battle
that has not been looked at yet is worth at least 0, because a side may always stop, and at most the sum of what each
unit can be expected to gain with the shots it has left (`Planning.upper_bound` times `Planning.shots_left`; one shot if
nobody counts them). If units have turns of their own within the phase, they act in that order, and enemies whose turns
come in between are assumed to do nothing, since the side cannot plan what they choose.
Both bounds are passed up through chances and choices, so the best value always lies between them, and is known
exactly when they meet. The simple policy is followed first, so that there is a plan at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf

from fireline.analysis.deadline import USUAL, Deadline, Listener, OutOfTime, tell_nobody
from fireline.analysis.goal import NET, Goal, goal_of, planning_of
from fireline.analysis.plananswer import Ended, PlanAnswer, SimpleGain
from fireline.analysis.plantree import NOTHING, Happened, PlanBranch, PlanChoice, PlanNode, what_happened
from fireline.analysis.policy import best
from fireline.chance import Dist
from fireline.game.battle import Battle
from fireline.game.command import Command, EndPhase, Shoot, Shot
from fireline.game.entries import one_of
from fireline.game.errors import BattleFileError, Code
from fireline.game.event import enemies_of
from fireline.game.transitions import Transition, command_transitions, shot_transitions
from fireline.game.ways import legal_shots
from fireline.ruling.prose import plural

BUDGET = 2000
"""How many battles are looked at where nobody says how many or how long."""
SIMPLE = 0.7
"""The part of the time that the simple policy, which comes first, may take."""
MANY = 100
"""A choice with more results shows that faces are a part of battles (cards drawn). Then shots are first weighed by
their outcomes, and followed only where the value depends on them."""


@dataclass
class Search:
    """Searches for what some units had best do; raises `BattleFileError` while an answer is owed."""

    battle: Battle
    goal: Goal = field(default_factory=Goal)
    shooters: tuple[str, ...] = ()
    """Who may fire; by default, the whole side whose turn it is to fire."""
    looked_at: int = 0
    """How many battles have been looked at."""
    ended: Ended | None = None
    """Why the last search ended before everything was known."""

    def __post_init__(self) -> None:
        self.battle = self.battle.remembering()
        owner = self.battle.owing
        if owner is not None:
            raise BattleFileError(
                Code.NOT_NOW, f"{owner} owes an answer first; a plan is for the shots after it", "battle"
            )
        self.shooters = self.shooters or side_to_fire(self.battle)
        able = self.battle.ruleset.shooters(self.battle.state)
        for shooter in self.shooters:
            one_of(shooter, able, "unit that may fire", "shooter")

    def shots(self) -> Iterator[Shot]:
        """Every legal shot of theirs now."""
        return (command.shot for command in acting(self.battle, self.shooters) if isinstance(command, Shoot))


class Planner(Search):
    """Searches for the best plan of some units' shots in a phase."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._planning = planning_of(self.battle)
        self._met: dict[tuple[Battle, tuple[str, ...]], PlanNode] = {}
        self._upper_bounds = {shooter: self.goal.upper_bound(self.battle, shooter) for shooter in self.shooters}
        self._alike = self._planning.equivalence(self.battle.state)
        self._outcomes_alike = self._alike._replace(face=lambda _: None)
        self._many = False
        self._deadline, self._gains = Deadline(), dict[tuple[Battle, Shot], Fraction]()
        self._weighing: Callable[[], object] = lambda: None
        self.start = self._node(self.battle.with_state(self._alike.state(self.battle.state)), self.shooters)
        self.simple_bounds = SimpleGain(NOTHING, self.start.most)
        """What the simple policy gains by the same goal, as far as it was followed."""

    @property
    def known(self) -> bool:
        """Whether the value is exact, so that more time finds nothing more."""
        return self.start.known

    @property
    def simple_gain(self) -> Fraction | None:
        """What the simple policy gains; None while that is not known."""
        return self.simple_bounds.value

    @property
    def in_turns(self) -> bool:
        """Whether others have turns in this phase before everybody here has had one."""
        return self._planning.handing_on(self.battle.state) is not None

    @property
    def left_out(self) -> tuple[str, ...]:
        """What was not searched, as sentences; () where the value is that of the best plan of all, moves aside."""
        told = []
        if not self.start.known:
            looked = f"{plural(self.looked_at, 'battle')} looked at"
            told.append(f"Not every course was followed to its end ({looked}); more time narrows the bounds.")
        kept = {shooter: "; ".join(self._planning.left_out(self.battle.state, shooter)) for shooter in self.shooters}
        told += [f"{self.battle.title(shooter)}: {words}." for shooter, words in kept.items() if words]
        return tuple(told)

    def answer(self) -> PlanAnswer:
        """The plan found so far."""
        return PlanAnswer(
            battle=self.battle,
            aim=self.goal,
            shooters=self.shooters,
            in_turns=self.in_turns,
            left_out=self.left_out,
            simple_bounds=self.simple_bounds,
            looked_at=self.looked_at,
            start=self.start,
            ended=self.ended,
        )

    def run(
        self, budget: int | None = None, seconds: float | None = None, heard: Listener[Planner] = tell_nobody
    ) -> None:
        """Follow the simple policy, then search, for 5 seconds unless a number of battles or seconds is given.

        `heard` is told now and then which part of that is used up, from 0 to 1.
        """
        self.ended, limit = Ended.STOPPED, (inf if budget else USUAL) if seconds is None else seconds
        deadline, most = Deadline(limit, heard=heard), max(budget, BUDGET) if budget else inf
        self.simple(most, SIMPLE * limit, lambda part: deadline.tell(part / 2, lambda: self))
        begun = 1 / 2 if budget else 0.0
        self.search(budget or inf, deadline.left, lambda part: deadline.tell(begun + part / 2, lambda: self))
        if self.simple_gain is None and self.start.known:
            self.simple(most, deadline.left)
        spent = budget is not None and self.looked_at >= budget
        self.ended = None if self.known else Ended.BUDGET if spent else Ended.TIME

    def search(
        self, budget: float = BUDGET, seconds: float = inf, report: Callable[[float], object] = lambda _: None
    ) -> bool:
        """Look at more battles until the value is known, or so many or so long; returns whether it is known.

        `report` receives after each of them which part of the budget is used up.
        """
        self._deadline = Deadline(seconds)
        while not self.start.known and self.looked_at < budget and not self._deadline.over:
            self.look()
            report(self.looked_at / budget)
        return self.start.known

    def look(self) -> None:
        """Look at one more battle, the one on which the value depends most, and update everything before it."""
        way, here = [self.start], self.start
        while here.choices is not None:
            here.refresh()
            if here.known:
                break
            assert here.choices, "a situation whose value is not known has a shot"  # noqa: S101
            hopeful = max(here.choices, key=lambda choice: choice.most)
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

    def simple(
        self, budget: float = BUDGET, seconds: float = inf, report: Callable[[float], object] = lambda _: None
    ) -> Fraction | None:
        """What the simple policy gains: always the best single command by the same goal.

        It is followed command by command, in every battle that may come of it, the likeliest ones first. None where
        that takes more battles than the budget, or longer than so many seconds: `simple_bounds` are then the bounds of
        it, as what was not followed gains nothing at least, because no command of the policy loses, and at most what
        anything there can gain. As far as it was followed it is a plan. `report` receives, with every shot that is
        weighed, which part of the budget is used up.
        """
        self._deadline = Deadline(seconds)
        followed: dict[PlanNode, PlanChoice | None] = {}
        self._weighing = lambda: report(len(followed) / budget)
        gained, open_, level = NOTHING, NOTHING, {self.start: Fraction(1)}
        while level:
            onward: dict[PlanNode, Fraction] = {}
            for here, p in sorted(level.items(), key=lambda one: one[1] * one[0].most, reverse=True):
                if here not in followed:
                    late = self._deadline.over and here is not self.start
                    if late or len(followed) >= budget or not self._simplest(here):
                        open_ += p * here.most
                        continue
                    followed[here] = here.greedy
                choice = followed[here] = followed.pop(here)  # after everything that may lead here
                if choice is not None:
                    gained += p * choice.gain
                    for branch in choice.branches:
                        onward[branch.onward] = onward.get(branch.onward, NOTHING) + p * branch.chance
            level = onward
        for here in reversed(followed):
            here.refresh()
        self.simple_bounds = SimpleGain(gained, gained + open_)
        return self.simple_gain

    def _simplest(self, here: PlanNode) -> bool:
        """Take the simple policy's command in a situation, if it gives one; returns whether there was time for it."""
        if here.greedy is not None:
            return True
        commands = list(self._legal(here))

        def gains(battle: Battle, shots: Sequence[Shot]) -> list[Fraction]:
            return [self._expected(battle, shot) for shot in shots]

        try:
            chosen = best(here.battle, [*commands, EndPhase()], frozenset(), gains)
        except OutOfTime:
            self._best_so_far(here, commands)
            return False
        if chosen in commands:
            known = (one for one in here.choices or () if one.command == chosen and not one.unfollowed)
            here.greedy = next(known, None) or self._choice(here, chosen)
        return True

    def _best_so_far(self, here: PlanNode, commands: Sequence[Command]) -> None:
        """The best of the shots that were weighed before the time was over, so that there is a plan of one shot."""
        shots = [one for one in commands if isinstance(one, Shoot) and (here.battle, one.shot) in self._gains]
        gains = {one: self._gains[here.battle, one.shot] for one in shots}
        if here is self.start and gains and max(gains.values()) > 0:
            here.greedy = self._choice(here, max(shots, key=gains.__getitem__))
            here.refresh()

    def _expected(self, battle: Battle, shot: Shot) -> Fraction:
        """What a shot is expected to gain by itself; one is weighed even where the time is over."""
        if self._deadline.over and self._gains:
            raise OutOfTime
        self._weighing()
        if (battle, shot) not in self._gains:
            self._gains[battle, shot] = self.goal.expected(battle, shot)
        return self._gains[battle, shot]

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
        yield from acting(here.battle, here.to_fire)
        on = self._planning.handing_on(here.battle.state)
        if on is not None and here.to_fire:
            yield on

    def _choices(self, here: PlanNode) -> Iterator[PlanChoice]:
        for command in self._legal(here):
            if here.greedy is not None and here.greedy.command == command:
                yield here.greedy
            elif self._deadline.over:  # it may gain whatever anything here may, until somebody looks
                yield PlanChoice(command, NOTHING, (), here.most)
            elif self._many and isinstance(command, Shoot):
                yield self._weighed(here, command)
            else:
                yield self._choice(here, command)

    def _weighed(self, here: PlanNode, command: Shoot) -> PlanChoice:
        """A shot with what it gains, and the most that may follow, by its outcomes, whatever faces led to them."""
        came_to = shot_transitions(here.battle, command.shot, self._outcomes_alike)
        unfollowed = came_to.mean(lambda one: self._most(one.battle, self._still_to_fire(here, command, one.battle)))
        gain = self._gain(here.battle, command.shot, came_to)
        return PlanChoice(command, gain, (), unfollowed, _own(here.battle, command, came_to))

    def _gain(self, battle: Battle, shot: Shot, came_to: Dist[Transition]) -> Fraction:
        counts = enemies_of(battle, shot.shooter)
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
            gain = self._gain(battle, command.shot, came_to)
        else:
            came_to = command_transitions(battle, command, self._alike)
            if command == self._planning.handing_on(battle.state):
                came_to = came_to.map(lambda one: one._replace(battle=self._passed(one.battle, here.to_fire)))
        chances, told = dict[PlanNode, Fraction](), dict[PlanNode, dict[Happened, None]]()
        for one, p in came_to.items():
            onward = self._node(one.battle, self._still_to_fire(here, command, one.battle))
            chances[onward] = chances.get(onward, NOTHING) + p
            told.setdefault(onward, {}).setdefault(what_happened(battle, command, one.battle, one.losses))
        self._many = self._many or len(chances) > MANY
        branches = sorted(
            (PlanBranch(p, tuple(told[onward]), onward) for onward, p in chances.items()), key=lambda one: -one.chance
        )
        return PlanChoice(command, gain, tuple(branches), own=_own(battle, command, came_to))

    def _passed(self, battle: Battle, to_fire: Sequence[str]) -> Battle:
        """The battle when one of these units may act again; the turns of others pass without action."""
        while (on := self._planning.handing_on(battle.state)) and not any(acting(battle, to_fire)):
            (after,) = command_transitions(battle, on, self._alike)
            battle = after.battle
        return battle

    def _still_to_fire(self, here: PlanNode, command: Command, after: Battle) -> tuple[str, ...]:
        """The units still to fire: those with shots left or, if shots are not counted, those that have not fired."""
        counted = self._planning.shots_left
        fired = command.shot.shooter if isinstance(command, Shoot) else None
        left = ((unit, counted(after.state, unit)) for unit in here.to_fire)
        return tuple(unit for unit, shots in left if (unit != fired if shots is None else shots > 0))


def plan(
    battle: Battle,
    goal: str = NET,
    shooters: Sequence[str] = (),
    *,
    budget: int | None = None,
    seconds: float | None = None,
) -> PlanNode:
    """Find the best commands of a side in this phase, with a decision after every outcome.

    The value is exact if `known`; otherwise it lies between `least` and `most`, and more time narrows them.

    Args:
        battle: The battle as it stands; nobody owes an answer in it.
        goal: What counts: "net", "losses", "kills", a field of outcomes or the id of a unit; several as
            "NAME=WEIGHT,...".
        shooters: Who may fire; by default, the whole side whose turn it is to fire.
        budget: The most battles to look at; by default, as many as the time allows.
        seconds: How long to search; by default 5 seconds, or as long as a budget takes.

    Returns:
        The situation now, its choices with what each is worth, and what follows from each.

    Raises:
        BattleFileError: The battle has no such unit or goal, or somebody owes an answer first.

    >>> from fireline.formats.battlefile import load
    >>> plan(load("ancients-ranged-combat"), "kills", ["bow"]).most
    Fraction(0, 1)
    """
    planner = planner_for(battle, goal, shooters)
    planner.run(budget, seconds)
    return planner.start


def planner_for(battle: Battle, goal: str, shooters: Sequence[str] = ()) -> Planner:
    """A planner for a goal as typed; raises `BattleFileError`."""
    asked = Search(battle, shooters=tuple(dict.fromkeys(shooters)))
    return Planner(asked.battle, goal_of(goal, asked.battle, asked.shots()), asked.shooters)


def side_to_fire(battle: Battle) -> tuple[str, ...]:
    """Everybody on the side whose turn it is; if everybody may act, on that of the first who has anything to do.

    Whoever is on no side is alone. Where nobody has anything to do, it is the side of the first unit.
    """
    sides = {one: battle.side(one) or one for one in battle.ruleset.shooters(battle.state)}
    side = battle.turn.side
    if not side and sides:
        side = sides[next((one for one in sides if any(acting(battle, (one,)))), next(iter(sides)))]
    return tuple(one for one, own in sides.items() if own == side)


def acting(battle: Battle, units: Iterable[str]) -> Iterator[Command]:
    """Every legal shot of some units, and what prepares one."""
    planning = planning_of(battle)
    for unit in units:
        yield from map(Shoot, legal_shots(battle, (unit,)))
        yield from (one for one in planning.preparing(battle.state, unit) if not battle.refusals(one))


def _own(battle: Battle, command: Command, came_to: Dist[Transition]) -> tuple[tuple[str, Fraction], ...]:
    """What the side that gives a command is expected to lose by it, of each kind."""
    if command.actor is None:
        return ()
    is_enemy, lost = enemies_of(battle, command.actor), dict[str, Fraction]()
    for one, p in came_to.items():
        for unit, what, number in one.losses:
            if not is_enemy(unit):
                name = what.of or what.name
                lost[name] = lost.get(name, NOTHING) + p * number
    return tuple(lost.items())
