"""The shapes of what a table tells, for OpenAPI."""

from __future__ import annotations

from typing import Any

from fireline.server.api.shapes import ReadAnswer, Shape


class UnderlayLine(Shape):
    """A picture underneath the board: its file, its upper left corner, and its size, as `POST /tables` took them."""

    file: str
    x: float
    y: float
    width: float
    height: float


class SeatLink(Shape):
    """A seat's secret: told once."""

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
    player: str | None = None
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


class TableAnswer(ReadAnswer):
    """A table as a seat finds it."""

    table: str
    name: str
    version: str
    head: int
    seat: MySeat
    seats: list[SeatLine]
    dice: str
    undo: str
    adding: str = "players"
    about: str = ""
    underlay: UnderlayLine | None = None
    commit: str | None
    mixing: MixingAnswer
    patience: int | None
    rotating: list[str]
    going_on: list[str]
    key: str
    note: str | None
    over: bool


class EventLine(Shape):
    """An event of a table's log; where something is hidden from a seat, without the hashes of the chain."""

    seq: int
    kind: str
    actor: str
    at: str
    body: dict[str, Any]
    cmd_id: str | None
    state: str
    units: list[str]
    prev: str | None = None
    hash: str | None = None


class AtEvent(Shape):
    """The battle after an event."""

    seq: int
    battle: dict[str, Any]
    state: str
    to_decide: str | None


class Acknowledgement(Shape):
    """A command was carried out: the event it led to."""

    ack: str
    seq: int
    result: dict[str, Any]
    dup: bool | None = None
