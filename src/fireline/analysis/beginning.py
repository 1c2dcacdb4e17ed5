"""Who begins a game: the side whose turn it is, another one, or each side in turn."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fireline.analysis.policy import Policy, policy_of
from fireline.chance import Dice
from fireline.chance.counter import seed_of
from fireline.game.battle import Battle
from fireline.game.command import Command
from fireline.game.entries import one_of

EITHER = "either"
"""Each side begins as many games as the other."""


class Start(NamedTuple):
    """How a game begins."""

    side: str
    """The side that begins; "" where the battle says it."""
    battle: Battle
    policy: Policy

    def seed(self, seed: int) -> int:
        """The seed of its dice: each side that begins has its own, so that all games are independent of each other.

        With common dice, a battle of two equal sides would be won twice by the side that begins, or twice by the other;
        intervals that count both games would be too narrow.
        """
        return seed_of(seed, self.side) if self.side else seed


@dataclass(frozen=True)
class Eager:
    """Lets one side do what it wants before anybody else, where everybody may act at once."""

    side: str
    policy: Policy

    def __call__(self, battle: Battle, commands: Sequence[Command], fired: Collection[str], dice: Dice) -> Command:
        """What the side does, or what the policy chooses for everybody once it wants nothing more."""
        if not battle.owing:
            own = [one for one in commands if one.actor is None or (battle.side(one.actor) or one.actor) == self.side]
            chosen = self.policy(battle, own, fired, dice) if own else None
            if chosen is not None and chosen.actor is not None:
                return chosen
        return self.policy(battle, commands, fired, dice)


def starts_of(battle: Battle, policies: str, begins: str | None) -> tuple[Start, ...]:
    """The ways in which games of a battle begin; game N begins in the way N, counted round and round.

    Where the game has turns, the side that begins has the first; where everybody may act at once, it acts first in
    every round.

    Args:
        battle: The battle at the beginning of each game.
        policies: As `policy_of` takes them.
        begins: A side, `EITHER` for each in turn, or None for the battle as it stands.

    Raises:
        BattleFileError: There is no such policy or side.
    """
    policy = policy_of(policies, battle)
    if begins is None:
        return (Start("", battle, policy),)
    sides = battle.sides_in_play
    one_of(begins, [EITHER, *sides], "side of this battle", "begins")
    ready = {side: _turn_of(battle, side) for side in sides}
    at_once = not battle.turn.side and len(set(ready.values())) == 1
    named = sides if begins == EITHER else (begins,)
    return tuple(Start(side, ready[side], Eager(side, policy) if at_once else policy) for side in named)


def _turn_of(battle: Battle, side: str) -> Battle:
    """The battle in which a side has its turn: as it stands if it has, else the first turn that one of it can have."""
    units = [one.id for one in battle.units if (one.side or one.id) == side and not one.out]
    ready = [battle.with_turn_of(unit) for unit in units]
    return battle if battle in ready else ready[0]
