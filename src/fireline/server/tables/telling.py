"""What the server says on the socket of a table: one model for each message, which is also its description."""

from __future__ import annotations

from pydantic import JsonValue

from fireline.questions.forms.shape import Shape
from fireline.questions.forms.shapes import ProblemDetails
from fireline.questions.forms.wire import as_json
from fireline.server.tables.happened import EventLine
from fireline.server.tables.shapes import Acknowledgement, Hello, Why


class Message(Shape):
    """A message of the server."""

    def data(self) -> dict[str, JsonValue]:
        """The message as data, without what was not said."""
        return self.model_dump(exclude_unset=True)

    def text(self) -> str:
        """The message as it is sent."""
        return as_json(self.data()).decode()


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


SAYS: tuple[type[Message], ...] = (
    HelloMessage,
    EventMessage,
    AckMessage,
    NackMessage,
    PresenceMessage,
    NoteMessage,
    HeadMessage,
    PongMessage,
    ErrorMessage,
)
"""Every message of the server."""
