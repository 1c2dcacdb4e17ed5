"""What questions have in common: entries like those of a battle file, with the same errors."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from fireline.game.entries import FileEntry, Name
from fireline.questions.forms import shape

MOST_FACES = 1000

BattleData = Annotated[Any, shape.Like(shape.BattleData)]
"""A battle as it was sent: the game reads it, and says what is wrong with it."""
ShotData = Annotated[Any, shape.Like(shape.ShotData)]
CommandData = Annotated[Any, shape.Like(shape.CommandData)]
EventData = Annotated[Any, shape.Like(shape.EventData)]
Team = Annotated[Name | None, Field(description="Answer what this team may know, where the game hides cards.")]
Answering = Annotated[
    Literal["customary", "best", "worst"] | None,
    Field(description="How other players answer what they owe: customarily, or best or worst for them."),
]
OnlyThese = Annotated[
    list[Name] | None, Field(max_length=2000, description="Of these units alone; whoever is no enemy is left out.")
]
Seed = Annotated[int, Field(ge=0, lt=1 << 53, description="Throw the dice of this seed.")]
Word = Annotated[str, Field(max_length=200)]
Faces = Annotated[list[int | str], Field(max_length=MOST_FACES, description="Faces as they fell.")]


class Keeping(FileEntry):
    """A shot to be kept under a link of its own."""

    battle: BattleData
    shot: ShotData
    answers: Answering = None
