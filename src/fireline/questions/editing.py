"""A battle changed by hand, measured with a ruler, or made of a map of another program."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from fireline.game.entries import FileEntry, Name
from fireline.maps import importing
from fireline.maps.importing import MapImport
from fireline.questions import question
from fireline.questions.answering import changing as editing
from fireline.questions.answering.changing import EditAnswer
from fireline.questions.answering.ruler import RulerAnswer, measured
from fireline.questions.answering.seen import battle_of
from fireline.questions.forms.bounds import MAP
from fireline.questions.forms.requests import BattleData, Word

SAMPLE = 'size 1 2\nhex 0101 0 "" ""\nhex 0102 0 "woods:1" ""\nend\n'
"""A board of two hexes, as a map of another program."""


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


class Measuring(FileEntry):
    """A unit that might stand somewhere else, put there or moved there by the rules."""

    battle: BattleData
    unit: Name
    to: Word
    counted: Annotated[bool, Field(description="Whether it moves there by the rules, which count it.")] = False


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


@question(example={"edits": [{"op": "move", "unit": "bow", "to": "F6"}]}, tool="edit_battle")
def edit(asked: Editing) -> EditAnswer:
    """A battle changed by hand: pieces placed, moved, turned or removed, ground painted, values set.

    It is checked like a battle file, and no rule of movement is asked.
    """
    return editing.edit(battle_of(asked), [one.model_dump() for one in asked.edits])


@question(example={"unit": "bow", "to": "F6"}, tool="")
def ruler(asked: Measuring) -> RulerAnswer:
    """How far it is to a place, and from there to the nearest enemy, and whether the line is clear."""
    return measured(battle_of(asked), asked.unit, asked.to, counted=asked.counted)


@question(
    name="import",
    example={"map": SAMPLE, "name": "two-hexes.board"},
    tool="",
    bound=MAP,
)
def import_map(asked: Importing) -> MapImport:
    """A battle made of a map of Universal VTT, Foundry, Tiled or MegaMek; nothing is kept."""
    beside = {name: text.encode() for name, text in asked.tilesets.items()}
    return importing.import_map(asked.map.encode(), asked.name, asked.ruleset, asked.answers, beside=beside)
