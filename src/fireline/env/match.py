"""A match: a battle as agents play it, and its situations: who decides, between what, and where each choice leads."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from fireline.analysis.memo import Memo, MemoBudget
from fireline.analysis.policy import Policy
from fireline.chance import Dice, Dist, FixedDice
from fireline.chance.dice import Unanswered
from fireline.chance.thrown import RecordingDice
from fireline.env.rewards import Limits, Number, Rewards, added, within_bounds
from fireline.env.slots import PASS, Slots, sides_of
from fireline.game.battle import Battle
from fireline.game.command import Command, EndPhase, NextTurn, Shoot
from fireline.game.entries import one_of
from fireline.game.event import Event, Kind, Loss
from fireline.game.transitions import legal_transitions
from fireline.ruling.prose import listing

if TYPE_CHECKING:
    from collections.abc import Mapping

T = TypeVar("T")
REMEMBERED = 50_000
"""The most situations and results that are kept."""
MOST_AT_ONCE = 3
"""The most commands that are followed at once: a shot, the end of the phase, the next turn."""


class Key(NamedTuple):
    """What a situation depends on: the state, who has fired in this phase, and which agents have passed."""

    state: Any
    fired: frozenset[str] = frozenset()
    passed: frozenset[int] = frozenset()

    def after(self, command: Command, state: Any) -> Key:
        """The key once a command has led to a state."""
        if isinstance(command, NextTurn):
            return Key(state)
        return Key(state, self.fired | {command.shot.shooter} if isinstance(command, Shoot) else self.fired)


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
        self.room = MemoBudget(remembered)
        self.met: dict[Key, Situation] = {}
        """The situations that are remembered."""
        self.start = self.situation(Key(battle.state))

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

    def situation(
        self, key: Key, playing: frozenset[int] | None = None, commands: tuple[Command, ...] | None = None
    ) -> Situation:
        """The situation of a key, the same object every time while there is room; see `Situation` for the others."""
        found = self.met.get(key)
        if found is None:
            found = Situation(self, key, playing, commands)
            if self.room.take():
                self.met[key] = found
        return found

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


class Led(NamedTuple):
    """What a command led to: the situation after it, what each agent won, and the turns and commands gone by."""

    situation: Situation
    rewards: tuple[Number, ...]
    turns: int
    commands: int = 1


class Situation:
    """A point of a match without its clock. Two are equal if nothing that follows can tell them apart."""

    __slots__ = (
        "_battle", "_ending", "_kept", "_onward", "_over", "_playing", "agent", "forced", "key", "legal", "match",
    )  # fmt: skip

    def __init__(
        self,
        match: Match,
        key: Key,
        playing: frozenset[int] | None = None,
        commands: tuple[Command, ...] | None = None,
    ) -> None:
        """A situation of a match, with the agents that have a unit in play and its commands, where they are known."""
        self.match, self.key = match, key
        self._battle: Battle | None = None
        if playing is None:
            playing = frozenset(match.agent_of[unit.id] for unit in self.fresh.units if not unit.out)
        self._playing = playing
        self.agent: int | None = None
        """Who decides; None if nobody does."""
        self.forced = False
        """Whether nobody has a choice, so that the phase ends, or the next turn begins, by itself."""
        self.legal: Mapping[int, Command | None] = {}
        """The legal actions by their numbers, each with its command; None for a pass while others may still act."""
        self._ending: Command | None = None
        self._onward: Led | None = None
        """Where a forced one leads without a die, once somebody has looked."""
        self._over: bool | None = None
        if len(playing) > 1:
            self._decide(match.battle.with_state(key.state).legal() if commands is None else commands)
        # Many situations are left before anything is asked of them.
        self._kept: dict[Hashable, Any] | None = None

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Situation) and self.match is other.match and self.key == other.key)

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def battle(self) -> Battle:
        """The battle as it stands, with all that has been asked about it."""
        if self._battle is None:
            self._battle = self.fresh
        return self._battle

    @property
    def fresh(self) -> Battle:
        """The same for one question: of most situations nothing more is asked, and what it found out is let go."""
        return self.match.battle.with_state(self.key.state)

    @property
    def kept(self) -> dict[Hashable, Any]:
        """What was worked out about it, for whoever asks again."""
        if self._kept is None:
            self._kept = {}
        return self._kept

    def follow(self, action: int, dice: RecordingDice) -> Led:
        """Carry out a legal action with these dice, and what ends the turn after it if nobody can do anything else.

        That takes at most `MOST_AT_ONCE` commands, and of these only the last may begin a turn. What is thrown again
        is looked up.
        """
        return self._onward or self._remembered(action, partial(self._carry_out, action), dice)

    def told(self, action: int, dice: Dice) -> tuple[Led, tuple[Event, ...]]:
        """Carry out a legal action and nothing more, with its events, for whoever wants to read the story."""
        command = self.legal[action]
        if command is None:
            return self._passed(), ()
        key, losses, events = self._happens(self.key, command, dice)
        return self._led(command, key, losses), events

    def transitions(self, action: int) -> Dist[Led]:
        """Everything that a legal action can lead to, exactly."""
        found: Dist[Led] | None = self.kept.get(("exactly", action))
        if found is None:
            command = self.legal[action]
            if command is None:
                found = Dist.certain(self._passed())
            else:
                key, happened = self.key, legal_transitions(self.fresh.put(command))
                found = happened.map(lambda one: self._led(command, key.after(command, one.battle.state), one.losses))
            self.kept["exactly", action] = found
        return found

    def choice(self, policy: Policy, dice: RecordingDice) -> int:
        """The action that a policy chooses for the agent that decides, from what that agent sees."""
        return self._remembered(policy, partial(self._choose, policy), dice)

    def _remembered(self, key: Hashable, make: Callable[[Any], T], dice: RecordingDice) -> T:
        """What a function of dice comes to, looked up where these faces have fallen before."""
        memo: Memo[T] | None = self.kept.get(key)
        if memo is None:
            if not self.match.room.left:  # a memo would hold the situation, which holds the memo
                return make(dice)
            memo = self.kept[key] = Memo(make, self.match.room)
        return memo(dice)

    @property
    def over(self) -> bool:
        """Whether the game has come to its end: one side is left, or nobody will ever have a choice again.

        The latter is looked into where a phase ends by itself.
        """
        if self._over is None:
            ends = not self.forced or (not isinstance(self._ending, NextTurn) and self._goes_round())
            self._over = self.agent is None and ends
        return self._over

    @property
    def words(self) -> dict[int, str]:
        """The legal actions as a menu shows them."""
        label, state = self.battle.ruleset.label, self.battle.state
        return {n: label(state, command) if command else "Pass" for n, command in self.legal.items()}

    # --- who decides -----------------------------------------------------------------

    def _decide(self, commands: tuple[Command, ...]) -> None:
        match, rules, state = self.match, self.match.battle.ruleset, self.key.state
        if owing := rules.decisions and rules.decisions.decision_owner(state):
            self.agent = match.sides.index(owing)
            self.legal = match.slots.numbered(self.agent, commands, self.fresh.title)
            return
        self._ending = ending = next((one for one in commands if isinstance(one, EndPhase | NextTurn)), None)
        by_agent: dict[int, list[Command]] = {}
        for command in commands:
            if command is not ending:
                by_agent.setdefault(self._agent_of(command), []).append(command)
        waiting = sorted(by_agent.keys() - self.key.passed)
        if waiting:
            self.agent = waiting[0]
            last = by_agent.keys() <= self.key.passed | {self.agent}
            passing: dict[int, Command | None] = {PASS: ending if last else None} if ending else {}
            self.legal = passing | match.slots.numbered(self.agent, by_agent[self.agent], self.fresh.title)
        elif ending:
            self.forced = True
            self.legal = {PASS: ending}

    def _agent_of(self, command: Command) -> int:
        """Whose a command is: the acting unit's or, if no unit acts, that of the side whose turn it is."""
        whose = self.match.agent_of.get(command.actor or "")
        if whose is not None:
            return whose
        side = self.fresh.turn.side
        return self.match.sides.index(side) if side else 0

    def _goes_round(self) -> bool:
        """Whether nobody will ever have a choice again: without a die, the game comes back to where it was.

        A game that counts its turns never does; there the limits end it.
        """
        if self.fresh.turn.number is not None:
            return False
        met: set[Situation] = set()
        here, turns = self, 0
        while here.forced and here not in met and turns <= self.match.limits.turns:
            met.add(here)
            try:
                led = here._onward = here.follow(PASS, FixedDice())
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
        return actions[policy(self.match.seen(self.fresh, self.agent), commands, self.key.fired, dice)]

    # --- what happens ----------------------------------------------------------------

    def _led(self, command: Command, key: Key, losses: Sequence[Loss]) -> Led:
        """Where a command leads that has led to this key."""
        return self._there(key, losses, 1, turned=isinstance(command, NextTurn))

    def _passed(self) -> Led:
        """Where it leads that the agent passes while others may still act."""
        match, (state, fired, passed) = self.match, self.key
        assert self.agent is not None, "somebody passes"  # noqa: S101
        return Led(match.situation(Key(state, fired, passed | {self.agent}), self._playing), match.nothing, 0)

    def _carry_out(self, action: int, dice: RecordingDice) -> Led:
        command = self.legal[action]
        if command is None:
            return self._passed()
        key, losses, _ = self._happens(self.key, command, dice)
        if isinstance(command, EndPhase):
            return self._turned(key, losses, 1, dice)
        if isinstance(command, NextTurn) or _fell(losses) or key in self.match.met:
            return self._led(command, key, losses)
        commands = self.match.battle.with_state(key.state).legal()
        if not self._only(EndPhase, commands, key):
            return self._there(key, losses, 1, commands=commands)
        thrown = len(dice.transcript.throws)
        ended, more, _ = self._happens(key, commands[0], dice)
        led = self._turned(ended, more, 2, dice)
        onward = led.situation
        calm = len(dice.transcript.throws) == thrown and not any(led.rewards)
        if calm and onward.forced and (not led.turns or onward.over):  # it may go round from here
            return self._there(key, losses, 1, commands=commands)
        return led._replace(rewards=added(self.match.won(losses), led.rewards)) if losses else led

    def _turned(self, key: Key, losses: Sequence[Loss], gone: int, dice: RecordingDice) -> Led:
        """Where the end of a phase leads, after so many commands, with the turn that follows it by itself."""
        commands = self.match.battle.with_state(key.state).legal()
        if _fell(losses) or not self._only(NextTurn, commands, key):
            return self._there(key, losses, gone, commands=commands)
        begun, more, _ = self._happens(key, commands[0], dice)
        return self._there(begun, (*losses, *more), gone + 1, turned=True)

    def _only(self, kind: type[Command], commands: Sequence[Command], key: Key) -> bool:
        """Whether nothing can be done but this, and nobody owes an answer."""
        decisions = self.match.battle.ruleset.decisions
        alone = len(commands) == 1 and isinstance(commands[0], kind)
        return alone and not (decisions and decisions.decision_owner(key.state))

    def _happens(self, key: Key, command: Command, dice: Dice) -> tuple[Key, tuple[Loss, ...], tuple[Event, ...]]:
        """What follows from a command at a key, what is lost by it, and what happens."""
        battle = self.match.battle.with_state(key.state)
        events = battle.put(command).decided(dice)
        return key.after(command, battle.after(events).state), battle.losses(events), events

    def _there(
        self,
        key: Key,
        losses: Sequence[Loss],
        gone: int,
        *,
        turned: bool = False,
        commands: tuple[Command, ...] | None = None,
    ) -> Led:
        """The situation of a key after these losses and so many commands."""
        match = self.match
        playing = None if _fell(losses) else self._playing
        won = match.won(losses) if losses else match.nothing
        return Led(match.situation(key, playing, commands), won, int(turned), gone)


def _fell(losses: Sequence[Loss]) -> bool:
    """Whether anybody is out of play by these losses."""
    return any(Kind.OUT in loss.what.kind for loss in losses)
