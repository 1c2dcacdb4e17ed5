"""Chance: write a rule once; throw it, lay its faces down, or weigh it exactly.

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

from fireline.chance.deck import Deck as Deck
from fireline.chance.dice import Chain as Chain
from fireline.chance.dice import Dice as Dice
from fireline.chance.dice import Die as Die
from fireline.chance.dice import NotOnDie as NotOnDie
from fireline.chance.dice import Program as Program
from fireline.chance.dice import Unanswered as Unanswered
from fireline.chance.dice import chain as chain
from fireline.chance.dice import chance as chance
from fireline.chance.dice import d6 as d6
from fireline.chance.dice import d10 as d10
from fireline.chance.dice import d20 as d20
from fireline.chance.dice import pick as pick
from fireline.chance.dice import repeated as repeated
from fireline.chance.dist import CappedCount as CappedCount
from fireline.chance.dist import Dist as Dist
from fireline.chance.errors import CallsItself as CallsItself
from fireline.chance.errors import EmptyDeck as EmptyDeck
from fireline.chance.errors import ImpureProgram as ImpureProgram
from fireline.chance.errors import Limits as Limits
from fireline.chance.errors import NeverEnds as NeverEnds
from fireline.chance.errors import TooDeep as TooDeep
from fireline.chance.errors import TooManyPaths as TooManyPaths
from fireline.chance.errors import TooManyStates as TooManyStates
from fireline.chance.errors import limited as limited
from fireline.chance.errors import limits as limits
from fireline.chance.exact import forget_odds as forget_odds
from fireline.chance.exact import odds as odds
from fireline.chance.faces import with_faces as with_faces
from fireline.chance.faces import with_step as with_step
from fireline.chance.thrown import FixedDice as FixedDice
from fireline.chance.thrown import RecordingDice as RecordingDice
from fireline.chance.thrown import SeededDice as SeededDice
from fireline.chance.thrown import Step as Step
from fireline.chance.thrown import Throw as Throw
from fireline.chance.thrown import Transcript as Transcript
