"""The shapes of what a table tells, for OpenAPI."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from fireline.questions.forms.shape import BattleData, Shape
from fireline.questions.forms.shapes import ReadAnswer

Why = Literal["stale", "illegal", "forbidden", "bad"]
"""Why a command is not carried out."""


class UnderlayLine(Shape):
    """A picture underneath the board: its file, its upper left corner, and its size, as `POST /tables` took them.

    `strength` is how strongly it is drawn: 1 as it is, near 0 hardly to be seen.
    """

    file: str
    x: float
    y: float
    width: float
    height: float
    strength: float = 1.0


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
    """A player asks the others for something outside the rules: who asks, the kind of command, who agrees so far.

    `seq` is what an answer names: the step that is to be taken back, else the number of the request's own `event`.
    """

    seq: int
    by: str
    event: int
    kind: str
    asked: list[str]
    agreed: list[str]
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
    underlay: UnderlayLine | None
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


class TableAnswer(Hello, ReadAnswer):
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
