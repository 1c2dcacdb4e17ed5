"""What may be said at a table: a command with its id, what the speaker had seen, its kind and its body.

Each kind is one class: what it says, who may say it, and when. `Decider` has a method of its name for what comes of it.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import Field, JsonValue

from fireline.game.entries import FileEntry, Name, one_of, read_entry
from fireline.questions.forms.requests import BattleData, CommandData, Faces
from fireline.server.dice.hashes import Hash

Id = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")]
Seq = Annotated[int, Field(ge=0, le=1_000_000_000)]
Text = Annotated[str, Field(min_length=1, max_length=1000, pattern=r"^[^\p{C}]+$")]
Reason = Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[^\p{C}]+$")]


class Auth(FileEntry):
    """The first message: the token of a seat."""

    auth: str


class Ping(FileEntry):
    """Asks for a pong that holds the same."""

    ping: JsonValue


class ShowHead(FileEntry):
    """Shows everybody at the table a head of its log that the server has signed for this seat before."""

    head: Annotated[str, Field(max_length=2000)]


class ClientMessage(FileEntry):
    """A command; the same `cmd_id` is carried out once, however often it arrives.

    `expect` is the last event that the speaker has seen: a command about a battle that has changed since is stale.
    """

    cmd_id: Id
    kind: str
    expect: Seq | None = None
    body: dict[str, Any] = Field(default_factory=dict)


class SaidBody(FileEntry):
    """The body of a command of one kind."""

    kind: ClassVar[str]
    for_gm: ClassVar[bool]
    """Whether only the game master may say it."""
    any_time: ClassVar[bool]
    """Whether it fits however the battle has gone on since the speaker looked."""
    while_waiting: ClassVar[bool]
    """Whether it may be said while a roll waits for values."""
    asked: ClassVar[str]
    """What the others are asked to agree to, where it takes their consent."""

    def __init_subclass__(
        cls, *, kind: str, for_gm: bool = False, any_time: bool = False, while_waiting: bool = False, asked: str = ""
    ) -> None:
        cls.kind, cls.asked, cls.for_gm = kind, asked, for_gm
        cls.any_time, cls.while_waiting = any_time or while_waiting, while_waiting


class DiceExpected(FileEntry):
    """The roll that the speaker expects his dice to be, and the seats that he expects to mix it."""

    roll: Annotated[int, Field(ge=1)]
    seats: Annotated[list[Name], Field(max_length=100)]


class CommandBody(SaidBody, kind="command", asked="a unit put or marked by hand"):
    """A command of the game; with a client seed for the dice where none was given yet.

    `dice` names what the speaker had seen of them: another roll, or a seat less, and the command is stale. `reason` is
    for what is done by hand: the game master gives one, players may.
    """

    command: CommandData | str
    reason: Reason | None = None
    client_seed: Annotated[str, Field(min_length=1, max_length=64)] | None = None
    dice: DiceExpected | None = None


class FacesBody(SaidBody, kind="faces"):
    """A command of the game, with the faces of real dice as they fell."""

    command: CommandData | str
    faces: Faces


class OverrideBody(SaidBody, kind="override", asked="a change outside the rules"):
    """Another battle, or other faces for the last throw: by the game master's reason, or everybody's consent."""

    reason: Reason | None = None
    what: Annotated[str, Field(max_length=20)] | None = None
    battle: BattleData = None
    faces: Faces | None = None


class UndoBody(SaidBody, kind="undo_request", any_time=True, asked="a step that is taken back"):
    """Take back every step from this event on."""

    seq: Annotated[int, Field(ge=1)]
    reason: Reason | None = None


class UndoAnswerBody(SaidBody, kind="undo_answer", any_time=True):
    """Yes or no to a request: `seq` is the step that is to be taken back, or else the number of the request's event.

    The game master's yes is enough by itself, with a reason: here, or in the request.
    """

    seq: Annotated[int, Field(ge=1)]
    agree: bool
    reason: Reason | None = None


class SeedBody(SaidBody, kind="client_seed", while_waiting=True):
    """A seed for the dice."""

    seed: Annotated[str, Field(min_length=1, max_length=64)]


class ValueBody(SaidBody, kind="dice_value", while_waiting=True):
    """A seat's part in the mixed dice: its commitment for the next roll, or its value for the one that is declared.

    A commitment of None says that the seat takes no part any more.
    """

    roll: Annotated[int, Field(ge=1)]
    commit: Hash | None = None
    context: Hash | None = None
    value: Hash | None = None


class WithoutBody(SaidBody, kind="without_seat", while_waiting=True):
    """Go on without the seats that are silent: the roll is given up and the command declared again."""

    seats: Annotated[list[Name], Field(min_length=1, max_length=100)]
    reason: Reason | None = None


class RotateBody(SaidBody, kind="rotate_dice"):
    """A new secret seed of the server's; the game master says why."""

    reason: Reason | None = None


class ChatBody(SaidBody, kind="chat", while_waiting=True):
    """A line of talk; with a `place`, as the game names it, it points there."""

    text: Text
    place: Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[^\p{C}]+$")] | None = None


class AddBody(SaidBody, kind="add", asked="a unit that is added"):
    """One unit more: its entry in the battle file, the list it stands in, and the place it is put on."""

    reason: Reason | None = None
    piece: dict[str, Any]
    path: Annotated[str, Field(min_length=1, max_length=40)] | None = None
    stem: Name | None = None
    to: Annotated[str, Field(min_length=1, max_length=200)] | None = None


class PlayerBody(SaidBody, kind="player", while_waiting=True):
    """What the player of a seat is called."""

    name: Name


class RenameBody(SaidBody, kind="rename", for_gm=True, while_waiting=True):
    """Another name for the table."""

    name: Name


class HideBody(SaidBody, kind="hide", for_gm=True, any_time=True):
    """A unit that the seats of other sides do not see from here on; or, where it is hidden, see again."""

    unit: Name


class NothingBody(SaidBody, kind="reveal", for_gm=True):
    """Nothing more to say."""


BODIES: dict[str, type[SaidBody]] = {one.kind: one for one in SaidBody.__subclasses__()}
"""What may be said, by its kind."""


def asked_for(kind: str) -> str:
    """What the others are asked to agree to, by the kind of the command that it is for, whatever a log says it is."""
    return BODIES.get(kind, CommandBody).asked


NOT_ASKED = {"reason", "client_seed", "dice", "what"}
"""What a body may say that is no part of what the others are asked to agree to."""


def read_body(said: ClientMessage) -> SaidBody:
    """The body of a command as its kind has it; raises `BattleFileError`."""
    return read_entry(BODIES[one_of(said.kind, BODIES, "kind of command", "kind")], said.body, "body")
