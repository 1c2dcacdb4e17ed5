"""What a table tells over HTTP and on its socket: one model for each answer and message, from which its description is
made.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, JsonValue

from fireline.questions.answering.overview import ReadAnswer
from fireline.questions.forms.requests import Underlay
from fireline.questions.forms.shape import BattleData, ProblemDetails, Shape
from fireline.server.api.shaping import shape_of
from fireline.server.tables.happened import EventLine
from fireline.server.tables.seats import Seat

Why = Literal["stale", "illegal", "forbidden", "bad"]
"""Why a command is not carried out."""


class SeatLink(Shape):
    """A seat's secret: told once."""

    seat: str
    token: str
    url: str


class SeatChanged(Shape):
    """A seat as it was changed: with its new secret, or shut."""

    seat: str
    token: str | None = None
    url: str | None = None
    revoked: bool | None = None


class TableOpened(Shape):
    """A new table and the links of its seats."""

    table: str
    name: str
    seats: list[SeatLink]


class SeatLine(Shape):
    """A seat as everybody may know it."""

    name: str
    sides: list[str]
    revoked: bool
    online: int
    player: str | None
    client_seed_set: bool


class MySeat(Shape):
    """The seat of whoever asks: its sides, and the kinds of command it may say."""

    name: str
    sides: list[str]
    may: list[str]


class WaitingRoll(Shape):
    """A roll that is declared, and the seats whose values it waits for."""

    roll: int
    silent: list[str]


class MixingAnswer(Shape):
    """The dice into which seats mix values of their own: the number of the next roll, and who takes part in it."""

    roll: int
    seats: list[str]
    waiting: WaitingRoll | None


class NoteAnswer(Shape):
    """How far the log goes, signed by the server for this seat to keep; null where something hidden forbids it."""

    note: str | None


class RequestLine(Shape):
    """A player asks the others for something outside the rules: who asks, the kind of command and what it is in words,
    who agrees so far.

    `seq` is what an answer names: the step that is to be taken back, else the number of the request's own `event`.
    """

    seq: int
    by: str
    event: int
    kind: str
    what: str
    asked: list[str]
    agreed: Annotated[list[str], BeforeValidator(sorted)]
    reason: str | None


class Hello(Shape):
    """A table as a seat finds it: where its log stands, who sits where, whose dice are thrown."""

    table: str
    name: str
    ruleset: str
    version: str
    head: int
    state: str | None
    seat: MySeat
    seats: list[SeatLine]
    dice: str
    undo: str
    about: str
    underlay: Underlay | None
    adding: str
    commit: str | None
    mixing: MixingAnswer
    patience: int | None
    rotating: list[str]
    going_on: list[str]
    key: str
    note: str | None
    heads: dict[str, str]
    over: bool
    revealed: bool
    hidden_units: list[str] = Field(description="The units that are hidden from others, as far as this seat sees them.")
    request: RequestLine | None


class TableAnswer(Hello, shape_of(ReadAnswer)):  # type: ignore[misc] # made of the result while this runs
    """A table as a seat finds it, with the battle and what may be said now."""


class AtEvent(Shape):
    """The battle after an event."""

    seq: int
    battle: BattleData
    state: str
    to_decide: str | None


class Result(Shape):
    """What the event tells of itself to whoever said the command."""

    kind: str
    state: str
    story: list[str] | None = None
    outcome: str | None = None
    faces: list[int | str] | None = None
    undoes: int | None = None
    commit: str | None = None


class Acknowledgement(Shape):
    """A command was carried out: the event it led to."""

    ack: str
    seq: int
    result: Result
    dup: bool | None = None


class Message(Shape):
    """A message of the server."""

    def text(self) -> str:
        """The message as it is sent, without what was not said."""
        return self.model_dump_json(exclude_unset=True)


class HelloMessage(Message):
    """The first message: the table as this seat finds it."""

    hello: Hello


class EventMessage(Message):
    """Something has happened; events come in order, and none is left out."""

    event: EventLine


class AckMessage(Acknowledgement, Message):
    """A command was carried out, now or, with `dup`, before: the event that it led to."""


class NackMessage(Message):
    """A command was not carried out: why, and where the log stands."""

    nack: str
    why: Why
    head: int
    problem: ProblemDetails


class Presence(Shape):
    """How many sockets each seat has."""

    online: dict[str, int]


class PresenceMessage(Message):
    """Who is there."""

    presence: Presence


class NoteMessage(Message):
    """How far the log goes, signed by the server for this seat to keep."""

    note: str


class ShownHead(Shape):
    """A head of the log that somebody holds, as the server signed it."""

    seat: str
    note: str


class HeadMessage(Message):
    """A seat shows the last head that it holds: who has heard of another game, or of less, tells its player."""

    head: ShownHead


class PongMessage(Message):
    """The answer to a ping: what it held."""

    pong: JsonValue


class ErrorMessage(Message):
    """A message that was not understood and named no command."""

    error: ProblemDetails


SAYS: tuple[type[Message], ...] = (*Message.__subclasses__(),)
"""Every message of the server."""
MOST_UNREAD = 512
"""How many messages may wait for one socket."""
TOO_SLOW = 4408
"""The code with which a socket is closed that does not read them."""


class SocketQueue(asyncio.Queue[str]):
    """Messages on their way to one socket."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(MOST_UNREAD)
        self.seat = seat
        self.gives = False
        """Whether the seat's own values for the dice come through here."""
        self.closing: tuple[int, str] | None = None
        """Why the socket is to be closed, once it is."""
        self.shutting = asyncio.Event()

    def tell(self, message: str) -> None:
        """Put a message behind those that wait."""
        try:
            self.put_nowait(message)
        except asyncio.QueueFull:
            self.shut(TOO_SLOW, "you read too slowly; come back with ?after= the last event that you have")

    def shut(self, code: int, reason: str) -> None:
        """Have the socket closed; what waits is not sent any more."""
        self.closing = self.closing or (code, reason)
        self.shutting.set()
