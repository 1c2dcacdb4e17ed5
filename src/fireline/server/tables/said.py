"""What may be said at a table: a command with its id, what the speaker had seen, its kind and its body."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from fireline.game.entries import FileEntry, Name, one_of, read_entry
from fireline.server.api.requests import BattleData, CommandData, Faces

Id = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")]
Seq = Annotated[int, Field(ge=0, le=1_000_000_000)]
Text = Annotated[str, Field(min_length=1, max_length=1000, pattern=r"^[^\p{C}]+$")]
Reason = Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[^\p{C}]+$")]


class Said(FileEntry):
    """A command; the same `cmd_id` is carried out once, however often it arrives.

    `expect` is the last event that the speaker has seen: a command about a battle that has changed since is stale.
    """

    cmd_id: Id
    kind: str
    expect: Seq | None = None
    body: dict[str, Any] = Field(default_factory=dict)


class CommandBody(FileEntry):
    """A command of the game; with a client seed for the dice where none was given yet."""

    command: CommandData
    client_seed: Annotated[str, Field(min_length=1, max_length=64)] | None = None


class FacesBody(FileEntry):
    """A command of the game, with the faces of real dice as they fell."""

    command: CommandData
    faces: Faces


class OverrideBody(FileEntry):
    """The game master's word against the rules: another battle, or other faces for the last throw."""

    reason: Reason
    what: Annotated[str, Field(max_length=20)] | None = None
    battle: BattleData = None
    faces: Faces | None = None


class UndoBody(FileEntry):
    """Take back every step from this event on."""

    seq: Annotated[int, Field(ge=1)]
    reason: Reason | None = None


class UndoAnswerBody(FileEntry):
    """Yes or no to the request to take back steps from this event on."""

    seq: Annotated[int, Field(ge=1)]
    agree: bool


class SeedBody(FileEntry):
    """A seed for the dice."""

    seed: Annotated[str, Field(min_length=1, max_length=64)]


class ChatBody(FileEntry):
    """A line of talk."""

    text: Text


class RenameBody(FileEntry):
    """Another name for the table."""

    name: Name


class NothingBody(FileEntry):
    """Nothing more to say."""


BODIES: dict[str, type[FileEntry]] = {
    "command": CommandBody,
    "faces": FacesBody,
    "override": OverrideBody,
    "undo_request": UndoBody,
    "undo_answer": UndoAnswerBody,
    "client_seed": SeedBody,
    "rotate_dice": NothingBody,
    "reveal": NothingBody,
    "chat": ChatBody,
    "rename": RenameBody,
}


def read_body(said: Said) -> Any:
    """The body of a command as its kind has it; raises `BattleFileError`."""
    return read_entry(BODIES[one_of(said.kind, BODIES, "kind of command", "kind")], said.body, "body")
