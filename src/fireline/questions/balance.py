"""What games say: what makes a side win as often as it should, and what a unit is worth to its side."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from fireline.analysis.balance import Balance, Level
from fireline.analysis.balance import balance as balanced
from fireline.analysis.contest import MOST_GAMES, Playing
from fireline.analysis.deadline import USUAL
from fireline.analysis.simulate import USUAL_TURNS
from fireline.analysis.unitworth import UnitsWorth, UnitWorth, units_worth
from fireline.analysis.vary import Variant
from fireline.game.entries import FileEntry, Name
from fireline.questions import LINES, Report, question, unheard
from fireline.questions.answering.files import files
from fireline.questions.answering.seen import seen
from fireline.questions.forms.requests import Begins, OfBattle, Policies, Seconds, Seed


class GamesAsked(FileEntry):
    """How games are played to find something out."""

    games: Annotated[int, Field(ge=1, le=1_000_000, description="How many games of each battle at the most.")] = (
        MOST_GAMES
    )
    turns: Annotated[int, Field(ge=1, le=1000, description="A game of more turns is unfinished; nobody wins it.")] = (
        USUAL_TURNS
    )
    begins: Begins = None
    policies: Policies = "simple"
    seed: Seed = 0
    seconds: Seconds = USUAL

    @property
    def how(self) -> Playing:
        """The same for those who play."""
        return Playing(self.turns, self.begins, self.policies, self.seed, self.games, self.seconds)


class Balancing(GamesAsked, OfBattle):
    """With which value of `field` does a side win so many of its games?"""

    side: Annotated[Name, Field(description="The side whose win rate counts.")]
    field: Annotated[
        str, Field(min_length=1, max_length=200, description="The field to vary.", examples=["units[bow].blocks"])
    ]
    goal: Annotated[str, Field(max_length=40, description="The win rate to find: 1/2, 0.5 or 50%.")] = "1/2"
    over: Annotated[
        str,
        Field(
            max_length=1000,
            description="The values to try: 1..6, 0.5..4 step 0.5 or E5|E6. Default: whole numbers around its value.",
        ),
    ] = ""


@question(
    media=LINES,
    example={"side": "bottom", "field": "units[bow].blocks", "over": "2|4", "games": 4, "turns": 2, "seconds": 1},
    tag="analysis",
    known={"games": int, "nearest": Level},
)
def balance(asked: Balancing, report: Report = unheard) -> Balance:
    """Find the value of a field with which a side wins as often as asked, by games on the same dice, with intervals."""
    variant = Variant.of(seen(asked), files=files())
    report(0.0)
    return balanced(
        variant,
        asked.field,
        asked.side,
        asked.goal,
        over=asked.over,
        how=asked.how,
        heard=lambda share, so_far: report(share, so_far, games=so_far.games, nearest=so_far.nearest.data()),
    )


class UnitWorthAsked(GamesAsked, OfBattle):
    """What are these units worth to their sides, or what is everybody?"""

    units: Annotated[
        list[Name] | None,
        Field(max_length=100, description="The units, by id, place or name; everybody in play if nobody is named."),
    ] = None


@question(
    media=LINES,
    example={"units": ["bow"], "games": 4, "turns": 2, "seconds": 1},
    tag="analysis",
    known={"games": int, "units": tuple[UnitWorth, ...]},
)
def unit_worth(asked: UnitWorthAsked, report: Report = unheard) -> UnitsWorth:
    """Say what units are worth: the win rate that each adds to its side, by games on the same dice, with intervals."""
    variant = Variant.of(seen(asked), files=files())
    report(0.0)
    return units_worth(
        variant,
        asked.units or (),
        how=asked.how,
        heard=lambda share, so_far: report(
            share, so_far, games=so_far.games, units=[one.data() for one in so_far.units]
        ),
    )
