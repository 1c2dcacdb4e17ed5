"""Whole games worked out exactly: every game that two policies can play, by the exact steps of the rules, no trial."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from fireline.analysis.policy import Policy
from fireline.chance import FixedDice
from fireline.game.battle import Battle
from fireline.game.command import NextTurn, Shoot
from fireline.game.transitions import transitions

Situation = tuple[Battle, frozenset[str], int]
"""A battle, who has fired in this phase, and how many turns are over."""


@cache
def chances_to_win(battle: Battle, policy: Policy, turns: int) -> Mapping[str, Fraction]:
    """The chance of each side to win within so many turns, "" for nobody; for policies that throw no dice."""
    if battle.winner is not None:
        return {battle.winner: Fraction(1)}
    open_: dict[Situation, Fraction] = {(battle, frozenset(), 0): Fraction(1)}
    won: defaultdict[str, Fraction] = defaultdict(Fraction)
    while open_:
        later: defaultdict[Situation, Fraction] = defaultdict(Fraction)
        for (here, before, over), chance in open_.items():
            command = policy(here, here.legal(), before, FixedDice([]))
            fired = frozenset[str]() if isinstance(command, NextTurn) else before
            if isinstance(command, Shoot):
                fired |= {command.shot.shooter}
            for led, p in transitions(here, command).items():
                ended = led.battle.turn.over and not here.turn.over
                winner, done = led.battle.winner, over + ended
                if winner is not None or (ended and done >= turns):
                    won[winner or ""] += chance * p
                else:
                    later[led.battle, fired, done] += chance * p
        open_ = later
    assert sum(won.values()) == 1
    return won
