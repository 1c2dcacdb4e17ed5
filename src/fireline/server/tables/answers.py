"""What a table tells a seat beside its events."""

from __future__ import annotations

from typing import Any

from fireline.game.battle import Battle
from fireline.game.errors import Code
from fireline.questions.answering.overview import ReadAnswer
from fireline.questions.forms.shape import ProblemDetails
from fireline.server.dice.book import Mixing
from fireline.server.problems import Problem
from fireline.server.services import Services
from fireline.server.tables.messages import ClientMessage
from fireline.server.tables.room import Acknowledged, Room
from fireline.server.tables.seats import Seat
from fireline.server.tables.telling import (
    AckMessage,
    Hello,
    MixingAnswer,
    MySeat,
    NackMessage,
    RequestLine,
    Result,
    SeatLine,
    WaitingRoll,
    Why,
)
from fireline.server.tables.views import seen_at
from fireline.server.work import SEAT

WHY: dict[str, Why] = {"stale": "stale", "illegal": "illegal", "waiting": "illegal", "forbidden": "forbidden"}
"""Why a command is not carried out, by the kind of the problem; all else that is wrong with it is `bad`."""


def hello(room: Room, seat: Seat) -> Hello:
    """The first word on a socket: where the log stands, and who sits where."""
    game, settings = room.game, room.row.settings
    return Hello(
        table=room.row.id,
        name=game.name or room.row.name,
        ruleset=room.row.ruleset,
        version=room.row.version,
        head=game.head,
        state=game.log[-1].event.state if room.view(seat).is_whole else None,
        seat=MySeat(name=seat.name, sides=list(seat.sides), may=list(seat.may)),
        seats=seats(room),
        dice=settings["dice"],
        undo=settings["undo"],
        about=settings.get("about", ""),
        underlay=settings.get("underlay"),
        adding=settings.get("adding", "players"),
        commit=game.book.commit or None,
        mixing=mixing(game.book.mixing),
        patience=settings.get("patience"),
        rotating=sorted(game.rotating),
        going_on=sorted(game.going_on),
        key=room.key.text,
        note=room.note(seat),
        heads=room.heads,
        over=game.over,
        revealed=game.revealed,
        hidden_units=sorted(unit for unit, side in game.hidden.items() if seat.is_gm or side in seat.sides),
        request=None if game.request is None else RequestLine.model_validate(game.request, from_attributes=True),
    )


def mixing(found: Mixing) -> MixingAnswer:
    """The dice into which seats mix values of their own: the next roll, who takes part, and whom a roll waits for."""
    waiting = None if found.declared is None else WaitingRoll(roll=found.declared.roll, silent=found.silent)
    return MixingAnswer(roll=found.roll, seats=sorted(found.standing), waiting=waiting)


def seats(room: Room) -> list[SeatLine]:
    """Who sits where: nothing of the tokens."""
    online = room.online()
    return [
        SeatLine(
            name=seat.name,
            sides=list(seat.sides),
            revoked=seat.revoked,
            online=online.get(seat.name, 0),
            player=room.game.players.get(seat.name),
            client_seed_set=seat.name in room.game.book.seeds,
        )
        for seat in room.seats
    ]


async def table(room: Room, seat: Seat, services: Services) -> dict[str, Any]:
    """The table as a seat finds it: the battle it may see, and what may be said now."""
    battle = known(room, seat)
    told: dict[str, Any] = await services.work.answer(read, battle, client=seat.token, rank=SEAT)
    return told | hello(room, seat).model_dump()


def read(battle: Battle) -> dict[str, Any]:
    """What a seat sees of its battle, as data."""
    return ReadAnswer(battle).data()


def known(room: Room, seat: Seat, at: int | None = None) -> Battle:
    """The battle as a seat may see it, now or after an event; raises `Problem` for one that there is not."""
    seq = room.game.head if at is None else at
    if room.game.at(seq) is None:
        raise Problem(404, Code.NOT_FOUND, f"there is no event {at}; the last is {room.game.head}")
    return seen_at(room.game, seq, room.view(seat, seq))


def acknowledged(room: Room, seat: Seat, said: ClientMessage, done: Acknowledged) -> AckMessage:
    """The answer to a command that was carried out, the same however often it is sent."""
    told = room.told(done.event.seq, seat)
    known = told["body"] | told.get("shown", {})
    tells = {key: known[key] for key in Result.model_fields if key in known}
    result = Result(**tells | {"kind": told["kind"], "state": told["state"]})
    again = {"dup": True} if done.again else {}
    return AckMessage(ack=said.cmd_id, seq=done.event.seq, result=result, **again)


def refused(room: Room, cmd_id: str, wrong: Problem) -> NackMessage:
    """The answer to a command that was not carried out."""
    problem = ProblemDetails.model_validate(wrong.data())
    return NackMessage(nack=cmd_id, why=WHY.get(wrong.kind, "bad"), head=room.game.head, problem=problem)


def check_open(room: Room, seat: Seat) -> None:
    """Raise `Problem` for a seat that the whole log would tell what is hidden from it, or what is not over yet."""
    game = room.game
    if not (seat.is_gm or game.revealed or (game.over and not game.closed)):
        raise Problem(
            403, Code.NOT_NOW, "The game is not over; until then only the game master may take the whole log."
        )
