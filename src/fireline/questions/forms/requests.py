"""What questions have in common: entries like those of battle files, with the same errors, and their bounds."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from fireline.formats.parsing import SIZE_LIMIT
from fireline.game.entries import FileEntry, Name
from fireline.questions.forms import shape

KIB = 1024


class Bound(NamedTuple):
    """How large a request may be: bytes, and parts, which are what a list or a mapping holds."""

    size: int
    parts: int


COMMAND = Bound(16 * KIB, 2_000)
"""A command, a name, a question about a battle that is known; little enough to be read between two other things."""
BATTLE = Bound(SIZE_LIMIT + COMMAND.size, 200_000)
"""A battle, and what is asked about it."""
TEXT = Bound(2 * SIZE_LIMIT, 500_000)
"""A battle file as a text, with what JSON adds to it; the commas in it are no parts."""
MAP = Bound(8 * KIB * KIB, 1_000_000)
"""A map of another program, its picture left out."""
LOG = Bound(8 * KIB * KIB, 1_000_000)
"""A whole game."""


MOST_FACES = 1000
KEPT_NAME = r"[0-9a-f]{64}\.webp"
"""The name of a picture that was brought to a server."""

BattleData = Annotated[Any, shape.DescribedLike(shape.BattleData)]
"""A battle as it was sent: the game reads it, and says what is wrong with it."""
ShotData = Annotated[Any, shape.DescribedLike(shape.ShotData)]
CommandData = Annotated[Any, shape.DescribedLike(shape.CommandData)]
EventData = Annotated[Any, shape.DescribedLike(shape.EventData)]
Team = Annotated[Name | None, Field(description="Answer only what this team may know, if the game hides cards.")]
Answering = Annotated[
    Literal["customary", "best", "worst"] | None,
    Field(description="The answers that other players owe: customary, best or worst for the one who owes them."),
]
OnlyThese = Annotated[
    list[Name] | None,
    Field(max_length=2000, description="Only these units; a unit that is no enemy is left out."),
]
Apart = Annotated[
    float | None, Field(ge=0, le=1e6, description="Each target at this distance, in hexes, spaces or metres.")
]
Changes = Annotated[
    Annotated[dict[str, Any], Field(max_length=50)] | Annotated[str, Field(max_length=2000)],
    Field(
        description="New values by their paths in the battle file, in `shot.`, or `edition`; null takes an entry away. "
        "Or as they are typed: PATH=VALUE; PATH=VALUE.",
        examples=[{"units[bow].moved": 1}, "units[bow].moved=1"],
    ),
]
Begins = Annotated[
    Name | None,
    Field(description="The side that begins each game, or either: each begins as many. Default: as the battle says."),
]
Seed = Annotated[int, Field(ge=0, lt=1 << 53, description="The seed of the dice; the same seed throws the same dice.")]
Seconds = Annotated[float, Field(gt=0, le=240, description="How long it may take; then it answers what it knows.")]
Policies = Annotated[
    str,
    Field(
        max_length=200,
        description="Who plays: simple, careful, advance, cover, first, nearest or random; by side, SIDE=POLICY,...",
    ),
]
Shooter = Annotated[Name, Field(description="The unit that shoots, by its id, its place or what it is called.")]
Unit = Annotated[Name, Field(description="A unit, by its id, its place or what it is called.")]
Word = Annotated[str, Field(max_length=200)]
Faces = Annotated[
    list[int | str],
    Field(
        max_length=MOST_FACES,
        description="Your own faces, in the order thrown, e.g. 16,5 or green,flag; cards by name.",
    ),
]
Number = Annotated[float, Field(ge=-1_000_000, le=1_000_000, allow_inf_nan=False)]
Length = Annotated[float, Field(gt=0, le=1_000_000, allow_inf_nan=False)]


class BattleRequest(FileEntry):
    """A question about a battle, as a team may know it, with the owed answers that are given."""

    battle: BattleData
    team: Team = None
    answers: Answering = None


class ShotRequest(BattleRequest):
    """A question about one shot in a battle."""

    shot: ShotData


class Underlay(FileEntry):
    """A picture underneath a board: its file, its upper left corner, and its size.

    Where the drawing of a board measures places by two numbers these are such numbers, else they are its pixels.
    """

    file: Annotated[str, Field(pattern=f"^{KEPT_NAME}$")]
    x: Number
    y: Number
    width: Length
    height: Length
    strength: Annotated[float, Field(ge=0.05, le=1, description="How strongly it is drawn.")] = 1.0
