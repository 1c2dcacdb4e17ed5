"""A situation of a match: who decides, between which actions, and where each of them leads."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from fireline.analysis.memo import Memo
from fireline.analysis.policy import Policy
from fireline.chance import Dice, Dist
from fireline.chance.recording import RecordingDice
from fireline.env.rewards import Number
from fireline.env.slots import PASS
from fireline.game.battle import Battle
from fireline.game.command import Command, EndPhase, NextTurn, Shoot
from fireline.game.event import Event
from fireline.game.losses import Kind, Loss
from fireline.game.transitions import after_events, legal_transitions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fireline.env.match import Match


class Key(NamedTuple):
    """What a situation depends on: the state, who has fired in this phase, and which agents have passed."""

    state: Any
    fired: frozenset[str] = frozenset()
    passed: frozenset[int] = frozenset()


class Led(NamedTuple):
    """What one command led to: the situation after it, and what each agent won."""

    situation: Situation
    rewards: tuple[Number, ...]


class Situation:
    """A point of a match without its clock. Two are equal if nothing that follows can tell them apart."""

    __slots__ = (
        "_choices", "_ending", "_exact", "_follow", "_kept", "_over", "_playing", "agent", "battle", "forced", "key",
        "legal", "match",
    )  # fmt: skip

    def __init__(self, match: Match, key: Key, playing: frozenset[int] | None = None) -> None:
        """A situation of a match; `playing` are the agents with a unit in play, if that is known already."""
        self.match, self.key = match, key
        self.battle = match.battle.with_state(key.state)
        if playing is None:
            playing = frozenset(match.agent_of[unit.id] for unit in self.battle.units if not unit.out)
        self._playing = playing
        self.agent: int | None = None
        """Who decides; None if nobody does."""
        self.forced = False
        """Whether nobody has a choice, so that the phase ends, or the next turn begins, by itself."""
        self.legal: Mapping[int, Command | None] = {}
        """The legal actions by their numbers, each with its command; None for a pass while others may still act."""
        self._ending: Command | None = None
        self._over: bool | None = None
        self._decide()
        # Many situations are left before anything is asked of them.
        self._follow: dict[int, Memo[Led] | Led | None] | None = None
        self._exact: dict[int, Dist[Led]] | None = None
        self._choices: dict[Policy, Memo[int]] | None = None
        self._kept: dict[Hashable, Any] | None = None

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Situation) and self.match is other.match and self.key == other.key)

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def kept(self) -> dict[Hashable, Any]:
        """What observers have worked out about it, for whoever asks again."""
        if self._kept is None:
            self._kept = {}
        return self._kept

    def follow(self, action: int, dice: RecordingDice) -> Led:
        """Carry out a legal action with these dice; from the second time on, what was thrown before is looked up."""
        if self._follow is None:
            self._follow = {}
        known = self._follow.get(action)
        if type(known) is Led:
            return known
        if known is None and action in self._follow:
            known = self._follow[action] = Memo(partial(self._carry_out, action), self.match.room)
        if type(known) is Memo:
            return known(dice)
        thrown = len(dice.transcript.throws)
        led = self._carry_out(action, dice)
        self._follow[action] = led if len(dice.transcript.throws) == thrown else None
        return led

    def told(self, action: int, dice: Dice) -> tuple[Led, tuple[Event, ...]]:
        """The same with its events, for whoever wants to read the story."""
        command = self.legal[action]
        events = self.battle.put(command).decided(dice) if command else ()
        return self._after(command, after_events(self.battle, events), self.battle.losses(events)), events

    def transitions(self, action: int) -> Dist[Led]:
        """Everything that a legal action can lead to, exactly."""
        if self._exact is None:
            self._exact = {}
        found = self._exact.get(action)
        if found is None:
            command = self.legal[action]
            if command is None:
                found = Dist.certain(self._after(None, self.battle, ()))
            else:
                happened = legal_transitions(self.battle.put(command))
                found = happened.map(lambda one: self._after(command, one.battle, one.losses))
            self._exact[action] = found
        return found

    def choice(self, policy: Policy, dice: RecordingDice) -> int:
        """The action that a policy chooses for the agent that decides, from what that agent sees."""
        if self._choices is None:
            self._choices = {}
        memo = self._choices.get(policy)
        if memo is None:
            memo = self._choices[policy] = Memo(partial(self._choose, policy), self.match.room)
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

    def _decide(self) -> None:
        match, battle = self.match, self.battle
        if len(self._playing) < 2:
            return
        commands = battle.ruleset.commands(battle.state)
        if owing := battle.owing:
            self.agent = match.sides.index(owing)
            self.legal = match.slots.numbered(self.agent, commands, battle)
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
            self.legal = passing | match.slots.numbered(self.agent, by_agent[self.agent], battle)
        elif ending:
            self.forced = True
            self.legal = {PASS: ending}

    def _agent_of(self, command: Command) -> int:
        """Whose a command is: the acting unit's or, if no unit acts, that of the side whose turn it is."""
        whose = self.match.agent_of.get(command.actor or "")
        side = self.battle.turn.side
        return whose if whose is not None else self.match.sides.index(side) if side else 0

    def _goes_round(self) -> bool:
        """Whether nobody will ever have a choice again: without a die, the game comes back to where it was.

        A game that counts its turns never does; there the limits end it.
        """
        met: set[Situation] = set()
        here, turns = self, 0
        while here.forced and here not in met and turns <= self.match.limits.turns:
            met.add(here)
            turns += isinstance(here.legal[PASS], NextTurn)
            try:
                led = here.follow(PASS, _NoDice())
            except _Thrown:
                return False
            if any(led.rewards):
                return False
            here = led.situation
        return here in met

    def _choose(self, policy: Policy, dice: Dice) -> int:
        assert self.agent is not None, "somebody decides"  # noqa: S101
        actions = {command or self._ending: action for action, command in self.legal.items() if action != PASS}
        if PASS in self.legal:
            actions[self._ending] = PASS
        commands = [command for command in actions if command]
        return actions[policy(self.match.seen(self.battle, self.agent), commands, self.key.fired, dice)]

    # --- what happens ----------------------------------------------------------------

    def _carry_out(self, action: int, dice: Dice) -> Led:
        return self.told(action, dice)[0]

    def _after(self, command: Command | None, battle: Battle, losses: Sequence[Loss]) -> Led:
        match, (state, fired, passed) = self.match, self.key
        if command is None:
            assert self.agent is not None, "somebody passes"  # noqa: S101
            return Led(match.situation(Key(state, fired, passed | {self.agent}), self._playing), match.nothing)
        if isinstance(command, NextTurn):
            fired = frozenset()
        elif isinstance(command, Shoot):
            fired |= {command.shot.shooter}
        fallen = any(Kind.OUT in loss.what.kind for loss in losses)
        playing, key = None if fallen else self._playing, Key(battle.state, fired)
        # The end of a phase is hardly worth looking up: what follows it is the next turn.
        ended = isinstance(command, EndPhase)
        situation = Situation(match, key, playing) if ended else match.situation(key, playing)
        return Led(situation, match.won(losses) if losses else match.nothing)


class _Thrown(Exception):
    """A die was thrown where none should be."""


class _NoDice(RecordingDice):
    def land(self, die: Any) -> Any:
        raise _Thrown
