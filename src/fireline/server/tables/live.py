"""A table over a WebSocket: what happens as it happens, and commands with their answers."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from fireline.formats.parsing import parse_json
from fireline.game.entries import read_entry
from fireline.game.errors import BattleFileError
from fireline.questions.forms.shape import ProblemDetails
from fireline.server.dice.book import Mixing
from fireline.server.guard import Buckets
from fireline.server.problems import Problem, problem_of
from fireline.server.services import services
from fireline.server.tables.messages import Auth, ClientMessage, Ping, ShowHead
from fireline.server.tables.room import SEAT_SHUT, Room
from fireline.server.tables.seats import Seat
from fireline.server.tables.telling import (
    ErrorMessage,
    Hello,
    HelloMessage,
    MixingAnswer,
    MySeat,
    NackMessage,
    PongMessage,
    RequestLine,
    SeatLine,
    SocketQueue,
    WaitingRoll,
    Why,
)

router = APIRouter()
PATIENCE = 10.0
"""Seconds in which somebody must say who he is."""
MESSAGE_LIMIT = 64 * 1024
RATE, BURST = 200.0, 400.0
"""Messages a second from one socket in the long run, and at once."""
MOST_BAD = 20
"""How many messages that nobody understands one socket may send."""
BAD, UNKNOWN, FLOOD = 4400, 4401, 4429
WHY: dict[str, Why] = {"stale": "stale", "illegal": "illegal", "waiting": "illegal", "forbidden": "forbidden"}
"""Why a command is not carried out, by the kind of the problem; all else that is wrong with it is `bad`."""


@router.websocket("/tables/{table}/live")
async def live(socket: WebSocket, table: str, after: str = "0") -> None:
    """The socket of one seat: `auth` first, then everything behind event `after`, then the game as it goes on."""
    await socket.accept()
    try:
        found = await _welcome(socket, table)
    except (WebSocketDisconnect, RuntimeError):
        return
    if found is None:
        return
    room, seat = found
    number = int(after) if after.isascii() and after.isdigit() and len(after) < 10 else 0
    line = SocketQueue(seat)
    head = room.game.head
    room.enter(line)  # from here on everything is put behind the line: no gap, nothing twice
    try:
        parts = (_speak(socket, room, line, min(number, head), head), _hear(socket, room, line), line.shutting.wait())
        tasks = [asyncio.create_task(part) for part in parts]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if line.closing is not None:
            await _close(socket, *line.closing)
    finally:
        room.leave(line)


async def _welcome(socket: WebSocket, table: str) -> tuple[Room, Seat] | None:
    """The table and the seat, or None for who has been turned away."""
    try:
        async with asyncio.timeout(PATIENCE):
            auth = read_entry(Auth, parse_json(await socket.receive_text()))
    except (TimeoutError, BattleFileError, KeyError):
        await _close(socket, UNKNOWN, 'the first message is {"auth": the token of your seat}')
        return None
    try:
        return await services(socket).rooms.seat(table, auth.auth)
    except Problem as wrong:
        await _close(socket, SEAT_SHUT if wrong.kind == "revoked" else UNKNOWN, wrong.detail)
    except BattleFileError as wrong:
        await _close(socket, 1013, wrong.problem)
    return None


async def _speak(socket: WebSocket, room: Room, line: SocketQueue, after: int, head: int) -> None:
    """Tell the socket: a greeting, what it has missed, and what comes."""
    await socket.send_text(HelloMessage(hello=hello(room, line.seat)).text())
    for seq in range(after + 1, head + 1):
        await socket.send_text(room.text(seq, line.seat))
        await asyncio.sleep(0)  # other tables go on while somebody catches up
    while True:
        await socket.send_text(await line.get())


async def _hear(socket: WebSocket, room: Room, line: SocketQueue) -> None:
    """Carry out what the socket says, until it goes away or says too much."""
    bucket, bad = Buckets(RATE, BURST), 0
    while line.closing is None:
        try:
            text = await socket.receive_text()
        except KeyError:  # bytes where text was due
            text = ""
        if bucket.wait(""):
            line.shut(FLOOD, f"more than {RATE:.0f} messages a second")
        elif len(text.encode()) > MESSAGE_LIMIT:
            line.shut(1009, f"a message is at most {MESSAGE_LIMIT // 1024} KiB")
        else:
            bad += not await _message(room, line, text)
            if bad > MOST_BAD:
                line.shut(BAD, "too many messages that are none")


async def _message(room: Room, line: SocketQueue, text: str) -> bool:
    """Answer one message; whether it was understood."""
    data: Any = None
    try:
        data = parse_json(text)
        if isinstance(data, dict) and set(data) == {"ping"}:
            line.tell(PongMessage(pong=read_entry(Ping, data).ping).text())
            return True
        if isinstance(data, dict) and set(data) == {"head"}:
            room.show_head(line, read_entry(ShowHead, data).head)
            return True
        said = read_entry(ClientMessage, data)
    except BattleFileError as wrong:
        _nack(room, line, data, problem_of(wrong))
        return False

    try:
        await room.say(line.seat, said, lambda done: line.tell(done.text()))
        if said.kind == "dice_value":
            room.gives(line)
    except Exception as wrong:  # noqa: BLE001 - a command that breaks must not break the line
        line.tell(refused(room, said.cmd_id, problem_of(wrong)).text())
    return True


def _nack(room: Room, line: SocketQueue, data: Any, wrong: Problem) -> None:
    cmd_id = data.get("cmd_id") if isinstance(data, dict) else None
    if isinstance(cmd_id, str) and len(cmd_id) <= 64:
        line.tell(refused(room, cmd_id, wrong).text())
    else:
        line.tell(ErrorMessage(error=ProblemDetails.model_validate(wrong.data())).text())


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    with suppress(RuntimeError, WebSocketDisconnect, OSError):
        if socket.application_state is not WebSocketState.DISCONNECTED:
            await asyncio.wait_for(socket.close(code, reason[:120]), 2)


# --- what a seat is told beside events ------------------------------------------------


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
        seat=MySeat(name=seat.name, sides=list(seat.sides), may=list(seat.may_now(closed=game.closed))),
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


def refused(room: Room, cmd_id: str, wrong: Problem) -> NackMessage:
    """The answer to a command that was not carried out."""
    problem = ProblemDetails.model_validate(wrong.data())
    return NackMessage(nack=cmd_id, why=WHY.get(wrong.kind, "bad"), head=room.game.head, problem=problem)
