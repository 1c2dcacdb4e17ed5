"""What a unit is worth to its side."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from fireline.analysis.unitworth import UnitsWorth, UnitWorth, units_worth
from fireline.analysis.vary import Variant
from fireline.game.entries import Name
from fireline.questions import LINES, Report, question, unheard
from fireline.questions.answering.files import files
from fireline.questions.answering.seen import seen
from fireline.questions.balance import GamesAsked
from fireline.questions.forms.requests import Answering, BattleData, Team


class UnitWorthAsked(GamesAsked):
    """What are these units worth to their sides, or what is everybody?"""

    battle: BattleData
    units: Annotated[
        list[Name] | None,
        Field(max_length=100, description="The units, by id, place or name; everybody in play if nobody is named."),
    ] = None
    team: Team = None
    answers: Answering = None


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
