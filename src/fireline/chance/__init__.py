"""Chance: write a rule once; throw it, lay its faces down, weigh it exactly, or count a billion trials.

Write what the dice do as an ordinary function that takes the dice:

>>> @chance(rule="CCA-5.2")
... def hits(dice: Dice, count: int) -> int:
...     return sum(dice.roll(d6) >= 5 for _ in range(count))

>>> hits(SeededDice(7), 2)  # thrown
1
>>> hits(FixedDice(3, 6), 2)  # laid down beforehand
1
>>> odds(hits, 2)  # weighed
Dist({0: 4/9, 1: 4/9, 2: 1/9})

Probabilities are Fractions.  Nothing is rounded, pruned or cut off: if there is no exact answer, an error says why.
"""

from fireline.chance.deck import Deck
from fireline.chance.dice import (
    Chain,
    Dice,
    Die,
    NotOnDie,
    Program,
    Unanswered,
    chain,
    chance,
    d6,
    d10,
    d20,
    pick,
    repeated,
)
from fireline.chance.dist import CappedCount, Dist
from fireline.chance.errors import (
    CallsItself,
    EmptyDeck,
    ImpureProgram,
    Limits,
    NeverEnds,
    TooDeep,
    TooManyPaths,
    TooManyStates,
    limited,
    limits,
)
from fireline.chance.exact import forget_odds, odds
from fireline.chance.faces import with_faces, with_step
from fireline.chance.thrown import FixedDice, RecordingDice, SeededDice, Step, Throw, Transcript
from fireline.chance.trials import tally

__all__ = [
    "CallsItself",
    "CappedCount",
    "Chain",
    "Deck",
    "Dice",
    "Die",
    "Dist",
    "EmptyDeck",
    "FixedDice",
    "ImpureProgram",
    "Limits",
    "NeverEnds",
    "NotOnDie",
    "Program",
    "RecordingDice",
    "SeededDice",
    "Step",
    "Throw",
    "TooDeep",
    "TooManyPaths",
    "TooManyStates",
    "Transcript",
    "Unanswered",
    "chain",
    "chance",
    "d6",
    "d10",
    "d20",
    "forget_odds",
    "limited",
    "limits",
    "odds",
    "pick",
    "repeated",
    "tally",
    "with_faces",
    "with_step",
]
