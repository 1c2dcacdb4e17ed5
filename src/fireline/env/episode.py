"""An episode: one game of a match with its dice, as environments drive it."""

from __future__ import annotations

from fireline.analysis.policy import POLICIES, Policy
from fireline.chance.counter import MASK, CounterDice
from fireline.env.match import Match
from fireline.env.position import Advance, Position
from fireline.env.rewards import Number, added
from fireline.game.battle import fresh_seed
from fireline.game.entries import one_of
from fireline.ruling import Explained


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
        self.agent = self.position.agent
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
        """Begin a game, up to the agent's first decision; what it wins until then is added to its first reward.

        Args:
            seed: As in `Episode.reset`.

        Returns:
            What each agent wins before the agent decides.
        """
        won = self._others(super().reset(seed))
        self._before = won[self.mine]
        return won

    def act(self, action: int) -> Number:
        """Take the agent's action and all that the others do after it.

        Args:
            action: Its number; one that is not legal forfeits the game.

        Returns:
            What the agent wins.
        """
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
