"""Slots: every command has a number that means the same shooter, target or kind all through a match."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from fireline.game.battle import Battle
from fireline.game.command import Command, Shoot
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code

PASS = 0
"""Ends the phase, passes where others may still act, and waits while another agent decides."""


@dataclass(frozen=True)
class Slots:
    """The numbers of an agent's actions, the same for every agent, whose own units come first.

    0 is `PASS`. Then come shots: one for each own unit, each other unit, and each of so many `ways` to shoot. Then
    everything else: for each own unit, and once for what no own unit does, so many `options` of each kind of command.
    """

    sides: tuple[tuple[str, ...], ...]
    """The units of each agent, by their ids, in the order of the battle."""
    kinds: tuple[type[Command], ...]
    ways: int
    options: int

    @cached_property
    def own(self) -> int:
        """How many slots there are for units of one's own."""
        return max(map(len, self.sides))

    @cached_property
    def others(self) -> int:
        """How many slots there are for units of others."""
        units = sum(map(len, self.sides))
        return max(units - len(side) for side in self.sides)

    @cached_property
    def size(self) -> int:
        """How many actions there are."""
        return self._first_other + (self.own + 1) * len(self.kinds) * self.options

    @cached_property
    def _first_other(self) -> int:
        return 1 + self.own * self.others * self.ways

    def units(self, agent: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The units in an agent's slots: its own, and those of the others.

        Args:
            agent: The number of an agent.

        Returns:
            The ids of its own units, and those of the others.
        """
        return self._units[agent]

    @cached_property
    def _units(self) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
        every = range(len(self.sides))
        return tuple(
            (self.sides[agent], tuple(unit for side in every if side != agent for unit in self.sides[side]))
            for agent in every
        )

    def numbered(self, agent: int, commands: Iterable[Command], title: Callable[[str], str]) -> dict[int, Command]:
        """Each of these commands by its number.

        Args:
            agent: The number of the agent that gives them.
            commands: Legal commands.
            title: What people call a unit, for the error.

        Returns:
            The commands by their numbers.

        Raises:
            BattleFileError: There are more commands than slots.
        """
        numbers: dict[int, Command] = {}
        used: dict[int, int] = {}
        for command in commands:
            first = self._first_of(agent, command)
            count = used[first] = used.get(first, -1) + 1
            name = "ways" if isinstance(command, Shoot) else "options"
            if count == getattr(self, name):
                who = title(command.actor) if command.actor else "a side"
                problem = f"{who} has more than the {count} {name} of {type(command).__name__}; give the match more"
                raise BattleFileError(Code.TOO_LARGE, problem, name)
            numbers[first + count] = command
        return numbers

    def pair(self, agent: int, action: int) -> tuple[str, str] | None:
        """The shooter and the target of an action, None if it is no shot, or one of empty slots.

        Args:
            agent: The number of the agent.
            action: The number of the action.

        Returns:
            The two ids.
        """
        if not PASS < action < self._first_other:
            return None
        row, column = divmod((action - 1) // self.ways, self.others)
        own, others = self.units(agent)
        return (own[row], others[column]) if row < len(own) and column < len(others) else None

    def _first_of(self, agent: int, command: Command) -> int:
        """The first number of the group of slots of a command."""
        rows, columns = self._places[agent]
        if isinstance(command, Shoot):
            shot = command.shot
            return 1 + (rows[shot.shooter] * self.others + columns[shot.target]) * self.ways
        row = rows.get(command.actor or "", self.own)
        return self._first_other + (row * len(self.kinds) + self.kinds.index(type(command))) * self.options

    @cached_property
    def _places(self) -> tuple[tuple[dict[str, int], dict[str, int]], ...]:
        """For each agent, the slot of every own and of every other unit."""
        both = map(self.units, range(len(self.sides)))
        return tuple(
            ({one: n for n, one in enumerate(own)}, {one: n for n, one in enumerate(rest)}) for own, rest in both
        )


def sides_of(battle: Battle) -> tuple[str, ...]:
    """Every side, and every unit that has none, in the order of the battle; raises `BattleFileError`."""
    named = set(battle.sides)
    alone = [unit.id for unit in battle.units if not unit.side]
    if both := named.intersection(alone):
        problem = f"{shown(min(both))} is a side and a unit without one; give the unit another id"
        raise BattleFileError(Code.DUPLICATE, problem, "units")
    sides = tuple(dict.fromkeys(unit.side or unit.id for unit in battle.units))
    if len(sides) < 2:
        raise BattleFileError(Code.MISSING, "all units are of one side; agents play against each other", "units")
    return sides
