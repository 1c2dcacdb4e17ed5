"""What may be asked of the API: entries like those of a battle file, with the same errors."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from fireline.game.entries import FileEntry, Name
from fireline.server.api import shape

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


class Ask(FileEntry):
    """A question about one shot, or the shot itself: from a seed (a fresh one if none is given), or with faces."""

    battle: BattleData
    shot: ShotData
    team: Team = None
    answers: Answering = None
    seed: Seed | None = None
    dice: Faces | None = None


class TargetsOf(FileEntry):
    """Whom may this shooter shoot at?"""

    battle: BattleData
    shooter: Name
    targets: OnlyThese = None
    team: Team = None
    answers: Answering = None


class Reading(FileEntry):
    """A battle to be read: as data, or as the text of a file."""

    battle: BattleData = None
    text: Annotated[str | None, Field(description="A battle file, YAML or JSON.")] = None
    name: Annotated[str | None, Field(max_length=200, description="The file's name, for errors.")] = None
    team: Team = None
    answers: Answering = None


class Writing(FileEntry):
    """A battle to be written as a file."""

    battle: BattleData


class Drawing(FileEntry):
    """A picture of a battle, of one shot in it, of what its shooter sees, of its odds, or its card alone."""

    battle: BattleData
    shot: ShotData = None
    kind: Literal["board", "card", "eye", "odds", "plan"] = "board"
    viewer: Annotated[Name | None, Field(description="Without a shot: whose range or sight the board shows.")] = None
    team: Team = None


class Measuring(FileEntry):
    """A unit that might stand somewhere else."""

    battle: BattleData
    unit: Name
    to: Word


class DrawingPng(Drawing):
    """The same picture, and how many pixels a side each of its own becomes."""

    zoom: Annotated[float, Field(ge=0.25, le=4)] = 1.0


class Playing(FileEntry):
    """One command to be carried out."""

    battle: BattleData
    command: CommandData
    seed: Seed | None = None
    dice: Faces | None = None
    team: Team = None


class Viewing(FileEntry):
    """A table in three dimensions to be drawn elsewhere."""

    battle: BattleData
    shot: ShotData = None
    team: Team = None


class Keeping(FileEntry):
    """A shot to be kept under a link of its own."""

    battle: BattleData
    shot: ShotData
    answers: Answering = None


class EditEntry(FileEntry):
    """One change of a battle.

    `place` puts an entry into the list at `path`, at `to`; without an id it gets one that begins with `unit`. `move`,
    `rotate` and `remove` are about a unit or another piece. `paint` makes the ground at `to` the kind in `value`.
    `turn` makes it the turn of a unit's side to fire. `set` sets the value at a path. `draw` draws the entry in
    `value`, or the brush at `path`, through `places`. `rotate` with `units` turns pieces as one thing about their
    middle, `move` with `units` moves them as far as from the first of `places` to the second.
    `add` puts one value more into the list at `path`. `reshape` draws the outline at `path` anew through `places`,
    without any it goes. `model` makes a piece a model of one's own, of which `value` says its file and how it stands.
    """

    op: Literal["place", "move", "rotate", "remove", "paint", "turn", "set", "draw", "add", "reshape", "model"]
    unit: Word | None = None
    units: Annotated[list[Word] | None, Field(max_length=500, description="Pieces that go as one thing.")] = None
    to: Annotated[Word | None, Field(description="A place of this game: E5, 2,0 or 12.5,8.")] = None
    path: Annotated[Word | None, Field(description="A path into the battle file: units[bow].blocks.")] = None
    value: Annotated[Any, Field(description="What is set; null takes the entry away.")] = None
    places: Annotated[list[Word] | None, Field(max_length=200, description="Places that a stroke goes through.")] = None


class Editing(FileEntry):
    """A battle, and what is to be changed in it."""

    battle: BattleData
    edits: Annotated[list[EditEntry], Field(max_length=500)]


class Importing(FileEntry):
    """A map to be made into a battle of a game."""

    ruleset: Word
    map: Annotated[str, Field(description="The text of the map file; a picture inside may be left out.")]
    name: Annotated[str, Field(max_length=200, description="What the file is called.")] = "map"
    answers: Annotated[
        dict[Word, Word], Field(max_length=300, description="Answers to its questions, by their keys.")
    ] = Field(default_factory=dict)
    tilesets: Annotated[
        dict[Word, str], Field(max_length=20, description="Texts of tilesets that it uses, by their file names.")
    ] = Field(default_factory=dict)
