"""A match: a battle as agents play it, with limits and rewards, and everything that was worked out about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from fireline.analysis.memo import MemoBudget
from fireline.env.rewards import Number, Rewards
from fireline.env.situation import Key, Situation
from fireline.env.slots import Slots
from fireline.env.throws import Throws
from fireline.game.battle import Battle
from fireline.game.command import Command
from fireline.game.entries import one_of, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.losses import Loss
from fireline.ruling.prose import listing

REMEMBERED = 50_000
"""How many situations and results of throws are kept, the first ones met."""
MOST = 10**6


@dataclass(frozen=True)
class Limits:
    """Where a game is cut off: after so many turns (a `NextTurn` each), or so many commands.

    Raises `BattleFileError` unless both are whole numbers from 1 to a million.
    """

    turns: int = 20
    commands: int = 1000

    def __post_init__(self) -> None:
        for name, limit in (("turns", self.turns), ("commands", self.commands)):
            _check(f"limits.{name}", limit, 1)


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
            remembered: How many situations are kept.

        Raises:
            BattleFileError: The game counts no losses, or the battle has only one side.
        """
        battle.ruleset.needs(battle.ruleset.losses, "counts no losses, so agents have nothing to win")
        one_of(information, ["hidden", "perfect"], "kind of information", "information")
        for name, number in (("ways", ways), ("options", options)):
            _check(name, number, 1)
        _check("remembered", remembered, 0)
        self.battle, self.information = battle.remembering(), information
        self.limits, self.rewards = limits or Limits(), rewards or Rewards()
        self.sides = _sides(battle)
        self.agents = tuple(f"side_{n}" for n in range(len(self.sides)))
        """The agents' names, in the order of `sides`."""
        self.agent_of = {unit.id: self.sides.index(unit.side or unit.id) for unit in battle.units}
        """Whose each unit is."""
        units = [tuple(unit for unit, agent in self.agent_of.items() if agent == n) for n in range(len(self.sides))]
        self.slots = Slots(tuple(units), battle.ruleset.command_types, ways, options)
        self.nothing: tuple[Number, ...] = (0,) * len(self.agents)
        """What every agent wins where nobody loses anything."""
        self.room = MemoBudget(remembered)
        self.throws = Throws(self.room)
        self._met: dict[Key, Situation] = {}
        self.start = self.situation(Key(battle.state))

    def __repr__(self) -> str:
        return f"<Match {self.battle.ruleset.id}: {listing(self.sides, 'against')}>"

    def won(self, losses: Sequence[Loss]) -> tuple[Number, ...]:
        """What each agent wins by these losses."""
        return self.rewards.of(losses, self.agent_of, len(self.agents))

    def situation(
        self, key: Key, playing: frozenset[int] | None = None, commands: tuple[Command, ...] | None = None
    ) -> Situation:
        """The situation of a key, the same object every time while there is room; see `Situation` for the others."""
        found = self._met.get(key)
        if found is None:
            found = Situation(self, key, playing, commands)
            if self.room.take():
                self._met[key] = found
        return found

    def met(self, key: Key) -> Situation | None:
        """The situation of a key if it is known."""
        return self._met.get(key)

    def seen(self, battle: Battle, agent: int) -> Battle:
        """The battle as an agent sees it."""
        hidden, side = battle.ruleset.hidden, self.sides[agent]
        if self.information == "perfect" or hidden is None or side not in hidden.teams:
            return battle
        return battle.view_for(side)


def _sides(battle: Battle) -> tuple[str, ...]:
    """Every side, and every unit that has none, in the order of the battle."""
    named = set(battle.sides)
    alone = [unit.id for unit in battle.units if not unit.side]
    if both := named.intersection(alone):
        problem = f"{shown(min(both))} is a side and a unit without one; give the unit another id"
        raise BattleFileError(Code.DUPLICATE, problem, "units")
    sides = tuple(dict.fromkeys(unit.side or unit.id for unit in battle.units))
    if len(sides) < 2:
        raise BattleFileError(Code.MISSING, "all units are of one side; agents play against each other", "units")
    return sides


def _check(place: str, number: object, least: int) -> None:
    if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= MOST:
        problem = f"{shown(number)} is not between {least} and {MOST}; give a whole number"
        raise BattleFileError(Code.OUT_OF_RANGE, problem, place)
