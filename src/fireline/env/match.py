"""A match: a battle as agents play it, and its situations: who decides, between what, and where each choice leads."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from fireline.analysis.memo import Memo, Memory
from fireline.analysis.policy import Policy, fired_after
from fireline.chance import Dice, Dist, FixedDice
from fireline.chance.dice import Unanswered
from fireline.chance.thrown import RecordingDice
from fireline.env.rewards import Limits, Number, Rewards, within_bounds
from fireline.env.slots import PASS, Slots, sides_of
from fireline.game.battle import Battle
from fireline.game.command import Command, EndPhase, NextTurn
from fireline.game.entries import one_of
from fireline.game.event import Event, Loss
from fireline.game.transitions import legal_transitions
from fireline.ruling.prose import listing

if TYPE_CHECKING:
    from collections.abc import Mapping

T = TypeVar("T")
ENDS = (EndPhase, NextTurn)
"""What ends a phase, or goes on after it; there is never more than one of them."""
REMEMBERED = 50_000
"""The most situations and results that are kept."""


class Key(NamedTuple):
    """What a situation depends on: the state, who has fired in this phase, and which agents have passed."""

    state: Any
    fired: frozenset[str] = frozenset()
    passed: frozenset[int] = frozenset()


class Match:
    """A battle that agents play, one for each side; a unit without a side has an agent of its own.

    A match has no dice and never changes; `start` is where it begins. All environments of one match share what it
    remembers.
    """

    def __init__(
        self,
        battle: Battle,
        *,
        limits: Limits | None = None,
        rewards: Rewards | None = None,
        information: Literal["hidden", "perfect"] = "hidden",
        ways: int = 16,
        options: int = 32,
        remembered: int = REMEMBERED,
    ) -> None:
        """Prepare a match.

        Args:
            battle: Where every game begins.
            limits: Where games are cut off: after 20 turns or 1,000 commands, if nothing is said.
            rewards: What losses weigh: 1 each step of harm, 1 each unit put out of play, if nothing is said.
            information: Whether agents see what their side may see ("hidden") or everything ("perfect").
            ways: The most ways in which one unit can choose to shoot at another.
            options: The most commands of one kind that one unit can choose from.
            remembered: The most situations and results that are kept.

        Raises:
            BattleFileError: The game counts no losses, or the battle has only one side.
        """
        battle.ruleset.needs(battle.ruleset.losses, "counts no losses, so agents have nothing to win")
        one_of(information, ["hidden", "perfect"], "kind of information", "information")
        for name, number in (("ways", ways), ("options", options)):
            within_bounds(name, number, 1)
        within_bounds("remembered", remembered, 0)
        self.battle, self.information = battle.remembering(), information
        self.limits, self.rewards = limits or Limits(), rewards or Rewards()
        self.sides = sides_of(battle)
        self.agents = tuple(f"side_{n}" for n in range(len(self.sides)))
        """The agents' names, in the order of `sides`."""
        self.agent_of = {unit.id: self.sides.index(unit.side or unit.id) for unit in battle.units}
        """Whose each unit is."""
        units = [tuple(unit for unit, agent in self.agent_of.items() if agent == n) for n in range(len(self.sides))]
        self.slots = Slots(tuple(units), battle.ruleset.command_types, ways, options)
        self.nothing: tuple[Number, ...] = (0,) * len(self.agents)
        """What every agent wins where nobody loses anything."""
        self.memory = Memory(remembered)
        self.start = self.situation(Key(battle.state))

    def __deepcopy__(self, _: object) -> Match:
        return self

    def __repr__(self) -> str:
        return f"<Match {self.battle.ruleset.id}: {listing(self.sides, 'against')}>"

    def won(self, losses: Sequence[Loss]) -> tuple[Number, ...]:
        """What each agent wins by these losses.

        Args:
            losses: What was lost, by whom.

        Returns:
            A number for each agent; together they are 0.
        """
        return self.rewards.of(losses, self.agent_of, len(self.agents))

    def situation(self, key: Key) -> Situation:
        """The situation of a key, the same object every time while there is room."""
        return self.memory.situation(key, Situation, self, key)

    def seen(self, battle: Battle, agent: int) -> Battle:
        """The battle as an agent sees it.

        Args:
            battle: A battle of this match.
            agent: The number of an agent.

        Returns:
            The battle without what is hidden from the agent.
        """
        hidden, side = battle.ruleset.hidden, self.sides[agent]
        if self.information == "perfect" or hidden is None or side not in hidden.teams:
            return battle
        return battle.view_for(side)


class ActionResult(NamedTuple):
    """What an action led to: the situation after it, what each agent won, and the turns and commands gone by."""

    situation: Situation
    rewards: tuple[Number, ...]
    turns: int = 0
    commands: int = 0
    events: tuple[Event, ...] = ()
    """What happened, for whoever wants to read the story; none where everything that can happen is told at once."""


class Situation:
    """A point of a match without its clock. Two are equal if nothing that follows can tell them apart."""

    __slots__ = ("_ending", "_kept", "_onward", "_over", "agent", "forced", "key", "legal", "match")

    def __init__(self, match: Match, key: Key) -> None:
        """A situation of a match."""
        self.match, self.key = match, key
        self.agent: int | None = None
        """Who decides; None if nobody does."""
        self.forced = False
        """Whether nobody has a choice, so that the phase ends, or the next turn begins, by itself."""
        self.legal: Mapping[int, Command | None] = {}
        """The legal actions by their numbers, each with its command; None for a pass while others may still act."""
        self._ending: Command | None = None
        self._onward: ActionResult | None = None
        """Where a forced one leads without a die, once somebody has looked."""
        self._over: bool | None = None
        self._kept: dict[Hashable, Any] | None = None
        """Many situations are left before anything is asked of them."""
        battle = self.battle
        if battle.winner is None:
            self._decide(battle)

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        """What it is, without what was worked out about it: that leads to other situations, and they to more."""
        return None, {name: getattr(self, name) for name in self.__slots__} | {"_kept": None, "_onward": None}

    def __deepcopy__(self, _: object) -> Situation:
        return self

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Situation) and self.match is other.match and self.key == other.key)

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def battle(self) -> Battle:
        """The battle as it stands, made anew: of most situations little is asked, and what it found out is let go."""
        return self.match.battle.with_state(self.key.state)

    @property
    def kept(self) -> dict[Hashable, Any]:
        """What was worked out about it, for whoever asks again."""
        if self._kept is None:
            self._kept = {}
        return self._kept

    def follow(self, action: int, dice: RecordingDice) -> ActionResult:
        """Carry out a legal action and nothing more with these dice; what is thrown again is looked up."""
        return self._onward or self._remembered(action, partial(self._carry_out, action), dice)

    def transitions(self, action: int) -> Dist[ActionResult]:
        """Everything that a legal action can lead to, exactly."""
        found: Dist[ActionResult] | None = self.kept.get(("exactly", action))
        if found is None:
            command = self.legal[action]
            if command is None:
                found = Dist.certain(self._passed())
            else:
                happened = legal_transitions(self.battle.put(command))
                found = happened.map(lambda one: self._led(command, one.battle, one.losses))
            self.kept["exactly", action] = found
        return found

    def choice(self, policy: Policy, dice: RecordingDice) -> int:
        """The action that a policy chooses for the agent that decides, from what that agent sees."""
        return self._remembered(policy, partial(self._choose, policy), dice)

    def _remembered(self, key: Hashable, make: Callable[[Any], T], dice: RecordingDice) -> T:
        """What a function of dice comes to, looked up where these faces have fallen before."""
        memo: Memo[T] | None = self.kept.get(key)
        if memo is None:
            if not self.match.memory.left:  # a memo would hold the situation, which holds the memo
                return make(dice)
            memo = self.kept[key] = Memo(make, self.match.memory)
        return memo(dice)

    @property
    def over(self) -> bool:
        """Whether the game has come to its end: it is won or drawn, or nobody will ever have a choice again.

        The latter is looked into where a phase ends by itself.
        """
        if self._over is None:
            ends = not self.forced or (not isinstance(self._ending, NextTurn) and self._goes_round())
            self._over = self.agent is None and ends
        return self._over

    @property
    def words(self) -> dict[int, str]:
        """The legal actions as a menu shows them."""
        label, state = self.match.battle.ruleset.label, self.key.state
        return {n: label(state, command) if command else "Pass" for n, command in self.legal.items()}

    # --- who decides -----------------------------------------------------------------

    def _decide(self, battle: Battle) -> None:
        match, commands = self.match, battle.legal()
        if owing := battle.owing:
            self.agent = match.sides.index(owing)
            self.legal = match.slots.numbered(self.agent, commands, battle.title)
            return
        by_agent: dict[int, list[Command]] = {}
        for command in commands:
            if isinstance(command, ENDS):
                self._ending = command
            else:
                by_agent.setdefault(self._agent_of(command, battle), []).append(command)
        ending = self._ending
        waiting = sorted(by_agent.keys() - self.key.passed)
        if waiting:
            self.agent = waiting[0]
            last = by_agent.keys() <= self.key.passed | {self.agent}
            passing: dict[int, Command | None] = {PASS: ending if last else None} if ending else {}
            self.legal = passing | match.slots.numbered(self.agent, by_agent[self.agent], battle.title)
        elif ending:
            self.forced = True
            self.legal = {PASS: ending}

    def _agent_of(self, command: Command, battle: Battle) -> int:
        """Whose a command is: the acting unit's or, if no unit acts, that of the side whose turn it is."""
        whose = self.match.agent_of.get(command.actor or "")
        if whose is not None:
            return whose
        side = battle.turn.side
        return self.match.sides.index(side) if side else 0

    def _goes_round(self) -> bool:
        """Whether nobody will ever have a choice again: without a die, the game comes back to where it was.

        A game that counts its turns never does; there the limits end it.
        """
        if self.battle.turn.number is not None:
            return False
        met: set[Situation] = set()
        here, turns = self, 0
        while here.forced and here not in met and turns <= self.match.limits.turns:
            met.add(here)
            try:
                led = here._onward = here._onward or here._carry_out(PASS, FixedDice())
            except Unanswered:
                return False
            if any(led.rewards):
                return False
            here, turns = led.situation, turns + led.turns
        return here in met

    def _choose(self, policy: Policy, dice: Dice) -> int:
        assert self.agent is not None, "somebody decides"  # noqa: S101
        actions = {command or self._ending: action for action, command in self.legal.items() if action != PASS}
        if PASS in self.legal:
            actions[self._ending] = PASS
        commands = [command for command in actions if command]
        return actions[policy(self.match.seen(self.battle, self.agent), commands, self.key.fired, dice)]

    # --- what happens ----------------------------------------------------------------

    def _carry_out(self, action: int, dice: Dice) -> ActionResult:
        command, battle = self.legal[action], self.battle
        if command is None:
            return self._passed()
        events = battle.put(command).decided(dice)
        return self._led(command, battle.after(events), battle.losses(events), events)

    def _passed(self) -> ActionResult:
        """Where it leads that the agent passes while others may still act."""
        match, (state, fired, passed) = self.match, self.key
        assert self.agent is not None, "somebody passes"  # noqa: S101
        return ActionResult(match.situation(Key(state, fired, passed | {self.agent})), match.nothing)

    def _led(
        self, command: Command, after: Battle, losses: Sequence[Loss], events: tuple[Event, ...] = ()
    ) -> ActionResult:
        """Where a command leads that has led to this battle."""
        match = self.match
        won = match.won(losses) if losses else match.nothing
        there = match.situation(Key(after.state, fired_after(self.key.fired, command)))
        return ActionResult(there, won, int(isinstance(command, NextTurn)), 1, events)
