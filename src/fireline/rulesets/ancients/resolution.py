"""What the dice do: a volley read symbol by symbol, and the leader's casualty check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from fireline.chance import Dice, Die, chance
from fireline.game.command import Shot
from fireline.game.numbers import House
from fireline.rulesets.ancients.editions import NUMBERS, RULES
from fireline.rulesets.ancients.modifiers import dice_number
from fireline.rulesets.ancients.pieces import Symbol
from fireline.rulesets.ancients.shot import Shooting
from fireline.rulesets.ancients.state import Leader, State, Unit

BATTLE_DIE = Die("battle die", tuple(Symbol))
RULES.cite("CCA-5.1")
BLOCKS = NUMBERS.cite("CCA-5.3.blocks")
STANDING, GONE = NUMBERS.cite("CCA-6.standing"), NUMBERS.cite("CCA-6.gone")


class Outcome(NamedTuple):
    """What an attack by fire comes to: of the dice the symbols that hit and the flags, and what is left in the end.

    Of the dice alone the middle three are what hits and the check that follows them have done; `ended` says what they
    are when the attack is over (CCA-8).
    """

    hits: int
    eliminated: bool
    leader_killed: bool
    blocks_lost: int
    flags: int


@dataclass(frozen=True, slots=True)
class Volley:
    """All that the dice need to know: how many, what hits, the target's blocks, and its leader."""

    dice: int
    hits_on: Symbol
    blocks: int
    leader: bool = False
    """Whether a leader is attached to the target unit."""
    lone_leader: bool = False
    """Whether the target is a leader alone."""
    house: House = NUMBERS.printed


def volley(shooting: Shooting) -> Volley:
    """What the dice need to know of a shot."""
    target, (_, dice) = shooting.target, dice_number(shooting)
    if isinstance(target, Leader):
        return Volley(dice, Symbol.LEADER, blocks=1, lone_leader=True)
    led, house = shooting.state.leader_at(target.hex) is not None, shooting.state.edition.house
    return Volley(dice, target.type.symbol, target.blocks, leader=led, house=house)


@chance(rule=RULES.cite("CCA-5.2"))
def reads(dice: Dice, hits_on: Symbol) -> tuple[int, int]:
    """One battle die: hits and flags."""
    face = dice.roll(BATTLE_DIE)
    return int(face == hits_on), int(face == Symbol.FLAG)


@chance(rule=RULES.cite("CCA-6"))
def shows_leader(dice: Dice) -> bool:
    """One battle die of a casualty check."""
    return dice.roll(BATTLE_DIE) == Symbol.LEADER


@chance(rule=RULES.cite("CCA-6"))
def falls(dice: Dice, checks: int) -> bool:
    """A leader's casualty check: every one of the dice must show a leader, and all are thrown."""
    return sum(shows_leader(dice) for _ in range(checks)) == checks


@chance(rule=RULES.cite("CCA-5.3"))
def fire(dice: Dice, volley: Volley) -> Outcome:
    """The attack up to the leader's check; retreats are their owner's to decide (CCA-5.4)."""
    hits = flags = 0
    for hit, flag in dice.several(reads, volley.dice, volley.hits_on):
        hits += hit
        flags += flag
    if volley.lone_leader:
        return Outcome(0, hits > 0, hits > 0, 0, flags)
    lost = min(hits * volley.house[BLOCKS], volley.blocks)
    eliminated = lost == volley.blocks
    killed = volley.leader and hits > 0 and falls(dice, checks_for(volley.house, eliminated=eliminated))
    return Outcome(hits, eliminated, killed, lost, flags)


def ended(before: State, shot: Shot, rolled: Outcome, after: State) -> Outcome:
    """The outcome when the last answer and check are done: who is gone, and how many blocks the target is short of.

    A leader whose unit is shot at is lost with it, or on his flight from it.
    """
    target = before.find(shot.target)
    if not isinstance(target, Unit):
        gone = after.find(shot.target) is None
        return rolled._replace(eliminated=gone, leader_killed=gone)
    leader, left = before.leader_at(target.hex), after.find(target.id)
    return rolled._replace(
        eliminated=left is None,
        leader_killed=leader is not None and after.find(leader.id) is None,
        blocks_lost=target.blocks - (left.blocks if isinstance(left, Unit) else 0),
    )


def checks_for(house: House, *, eliminated: bool) -> int:
    """Dice of a casualty check: one where the unit is gone, two where it stands."""
    return house[GONE if eliminated else STANDING]
