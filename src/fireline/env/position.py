"""A position: a situation with its clock, which agents step or search from; an episode: one game, as they play it."""

from __future__ import annotations

from typing import NamedTuple

from fireline.analysis.policy import POLICIES, Policy
from fireline.chance import Dist
from fireline.chance.counter import MASK, CounterDice
from fireline.chance.thrown import RecordingDice
from fireline.env.match import ActionResult, Match, Situation
from fireline.env.rewards import Number, added
from fireline.env.slots import PASS
from fireline.game.battle import Battle, fresh_seed
from fireline.game.command import Shot
from fireline.game.entries import one_of, shown
from fireline.game.errors import BattleFileError, Code
from fireline.ruling import Explained


class Position(NamedTuple):
    """A point of a match: the situation, and how many turns and commands have gone by. It never changes."""

    situation: Situation
    turns: int = 0
    commands: int = 0

    @property
    def battle(self) -> Battle:
        """The battle as it stands, with everything that is hidden."""
        return self.situation.battle

    @property
    def agent(self) -> int | None:
        """The number of the agent that decides; None if the game is over or cut off."""
        return None if self.truncated else self.situation.agent

    @property
    def legal(self) -> tuple[int, ...]:
        """The actions that the deciding agent may take, () if nobody decides."""
        return () if self.agent is None else tuple(self.situation.legal)

    @property
    def over(self) -> bool:
        """Whether the game has come to its end by itself."""
        return self.situation.over

    @property
    def truncated(self) -> bool:
        """Whether a limit cuts the game off here."""
        limits = self.situation.match.limits
        return (self.turns >= limits.turns or self.commands >= limits.commands) and not self.situation.over

    @property
    def settled(self) -> bool:
        """Whether an agent decides here, or nothing more happens."""
        return not self.situation.forced or self.over or self.truncated

    def label(self, action: int) -> str:
        """A legal action in words, as a menu shows it.

        Args:
            action: Its number, one of `legal`.

        Returns:
            The words.

        Raises:
            BattleFileError: It is not legal; the error has every reason.
        """
        self._check(action)
        return self.situation.words[action]

    def refusals(self, action: int) -> tuple[str, ...]:
        """Every reason against an action of the deciding agent, as sentences; () if it is legal.

        Args:
            action: Its number.

        Returns:
            The sentences.
        """
        if action in self.legal:
            return ()
        match, agent = self.situation.match, self.agent
        if agent is None:
            return ("The game is over.",)
        pair = match.slots.pair(agent, action)
        present = {unit.id for unit in self.battle.units}
        if pair is not None and present.issuperset(pair):
            try:
                against = match.seen(self.battle, agent).check(Shot(*pair)).refusals
            except BattleFileError as wrong:  # one of the two never shoots, or is never shot at
                return (wrong.problem,)
            if against:
                return tuple(map(str, against))
        return (f"{shown(action)} is no legal action now; `legal` lists them.",)

    def after(self, action: int, dice: RecordingDice, story: list[Explained] | None = None) -> Advance:
        """Take a legal action with these dice, and everything after it that nobody decides.

        Args:
            action: Its number, one of `legal`.
            dice: The dice to throw.
            story: Collects what happens, where somebody wants to read it.

        Returns:
            Where it leads, and what each agent wins.

        Raises:
            BattleFileError: It is not legal; the error has every reason.
        """
        if action not in self.situation.legal or self.agent is None:
            self._check(action)
        return self._followed(action, dice, story).settled(dice, story)

    def transitions(self, action: int) -> Dist[Advance]:
        """Everything that a legal action can lead to, up to the next decision.

        Args:
            action: Its number, one of `legal`.

        Returns:
            Each end with its exact chance.

        Raises:
            BattleFileError: It is not legal; the error has every reason.
        """
        self._check(action)
        return settling(self.situation.transitions(action).map(self._onto))

    def seen_by(self, agent: int) -> Position:
        """The same position as an agent sees it; what it asks of it tells it nothing that is hidden from it.

        Args:
            agent: The number of an agent.

        Returns:
            The position without what is hidden from the agent.
        """
        match, key, battle = self.situation.match, self.situation.key, self.battle
        seen = match.seen(battle, agent)
        return self if seen is battle else self._replace(situation=match.situation(key._replace(state=seen.state)))

    def _followed(self, action: int, dice: RecordingDice, story: list[Explained] | None) -> Advance:
        led = self.situation.follow(action, dice)
        if story is not None:
            story += self.battle.happen(led.events).story
        return self._onto(led)

    def _check(self, action: int) -> None:
        if action not in self.legal:
            raise BattleFileError(Code.NOT_LEGAL, " ".join(self.refusals(action)), "action")

    def _onto(self, led: ActionResult) -> Advance:
        situation, rewards, turns, commands, _ = led
        return Advance(Position(situation, self.turns + turns, self.commands + commands), rewards)


class Advance(NamedTuple):
    """Where an action has led: the position, and what each agent has won, in the order of the agents."""

    position: Position
    rewards: tuple[Number, ...]

    def settled(self, dice: RecordingDice, story: list[Explained] | None = None) -> Advance:
        """The same once everything that nobody decides has happened with these dice: a decision is next, or the end.

        `story` collects what happens, where somebody wants to read it.
        """
        position, rewards = self
        while not position.settled:
            position, more = position._followed(PASS, dice, story)  # noqa: SLF001 - of its own module
            rewards = added(rewards, more) if any(more) else rewards
        return Advance(position, rewards)

    def then(self, onward: Advance) -> Advance:
        """This and what follows together: the position after both, with the sum of the rewards."""
        return Advance(onward.position, added(self.rewards, onward.rewards))


def settling(led: Dist[Advance]) -> Dist[Advance]:
    """The same once everything that nobody decides has happened."""

    def onward(one: Advance) -> Dist[Advance]:
        here = one.position
        if here.settled:
            return Dist.certain(one)
        return here.situation.transitions(PASS).map(lambda more: one.then(here._onto(more)))  # noqa: SLF001 - the same

    while not all(one.position.settled for one in led):
        led = led.bind(onward)
    return led


# --- episodes: games with their dice, as environments drive them -------------------------


class Episode:
    """One game after another of a match; the dice of each depend only on the seed and the number of the game.

    An action that is not legal forfeits the game: the agent's side counts as having lost all that it has left.
    """

    def __init__(self, match: Match, *, tells: bool = False) -> None:
        """Prepare games of a match; with `tells`, `story` has what the last action made happen."""
        self.match = match
        self.seed, self.number = fresh_seed(), -1
        self.story: list[Explained] | None = [] if tells else None
        self.reset()

    def reset(self, seed: int | None = None) -> tuple[Number, ...]:
        """Begin a game.

        Args:
            seed: The first game of this seed; the next game of the last one if nothing is said.

        Returns:
            What each agent wins before anybody decides.
        """
        if seed is None:
            self.number += 1
        else:
            self.seed, self.number = seed, 0
        self.dice = CounterDice(self.seed, self.number & MASK)
        self._hear()
        return self._stands(Advance(Position(self.match.start), self.match.nothing).settled(self.dice, self.story))

    def _stands(self, led: Advance) -> tuple[Number, ...]:
        self.position, rewards = led
        self.refused: tuple[str, ...] = ()
        """Why the game was forfeited."""
        self.over, self.truncated = self.position.over, self.position.truncated
        """Whether the game has come to its end or was forfeited, and whether a limit has cut it off."""
        self.agent = None if self.truncated else self.position.situation.agent
        """The number of the agent that decides; None once the game is over or cut off."""
        return rewards

    def play(self, action: int) -> tuple[Number, ...]:
        """Take an action for the agent that decides.

        Args:
            action: Its number; one that is not legal forfeits the game.

        Returns:
            What each agent wins by it.
        """
        position, agent = self.position, self.agent
        assert agent is not None, "the game goes on"  # noqa: S101
        self._hear()
        if action not in position.situation.legal:
            self.refused, self.over, self.agent = position.refusals(action), True, None
            left = [unit for unit in position.battle.units if self.match.agent_of[unit.id] == agent]
            return self.match.rewards.forfeited(left, agent, len(self.match.agents))
        return self._stands(position.after(action, self.dice, self.story))

    def _hear(self) -> None:
        if self.story is not None:
            self.story.clear()


class SoloEpisode(Episode):
    """Games in which one agent decides, and the others play by a policy."""

    def __init__(self, match: Match, agent: int, policy: Policy, *, tells: bool = False) -> None:
        """Prepare games of one agent against a policy."""
        self.mine, self.policy = agent, policy
        self._before: Number = 0
        super().__init__(match, tells=tells)

    def reset(self, seed: int | None = None) -> tuple[Number, ...]:
        """Begin a game as `Episode.reset` does, up to the agent's first decision; returns what each agent wins by then.

        What the agent itself wins until then is added to its first reward.
        """
        won = self._others(super().reset(seed))
        self._before = won[self.mine]
        return won

    def act(self, action: int) -> Number:
        """What the agent wins by an action and all that the others do after it; an illegal one forfeits the game."""
        if self.agent is None:  # the game was over before it could do anything
            won: Number = 0
        else:
            won = self._others(self.play(action))[self.mine]
        before, self._before = self._before, 0
        return won + before

    def _others(self, won: tuple[Number, ...]) -> tuple[Number, ...]:
        story = list(self.story or ())
        while self.agent is not None and self.agent != self.mine:
            won = added(won, self.play(self.position.situation.choice(self.policy, self.dice)))
            story += self.story or ()
        if self.story is not None:
            self.story[:] = story
        return won


def policy_named(policy: str | Policy) -> Policy:
    """A policy, or the one of this name; raises `BattleFileError` for an unknown name."""
    return POLICIES[one_of(policy, POLICIES, "policy", "policy")] if isinstance(policy, str) else policy
