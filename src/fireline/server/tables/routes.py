"""Tables over HTTP: open one, read it, say something, ask about a shot as a seat may know the battle."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from inspect import getdoc
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import Field, create_model

from fireline.analysis.luck import LuckReport, luck
from fireline.game.battle import Battle
from fireline.game.entries import FileEntry, Name, one_of
from fireline.game.errors import Code
from fireline.questions import Question, declared, shots
from fireline.questions.answering import seen as answering
from fireline.questions.answering.overview import ReadAnswer
from fireline.questions.forms import requests, samples
from fireline.questions.forms.requests import BattleData, Underlay
from fireline.questions.games import StepRequest, recalled, step_of
from fireline.server import asking
from fireline.server.api.describing import described
from fireline.server.api.shaping import answer_of, shape_of
from fireline.server.guard import Quota, client_of
from fireline.server.problems import Problem
from fireline.server.services import answered, body, cancel_on_disconnect, rank_of, raw, services, worked_out
from fireline.server.store.jsonl import begun, export_table
from fireline.server.tables.happened import EventLine
from fireline.server.tables.live import hello, refused
from fireline.server.tables.messages import ClientMessage
from fireline.server.tables.room import TOGETHER, Room
from fireline.server.tables.rooms import UNKNOWN
from fireline.server.tables.seats import GM, MOST_SEATS, Seat, fresh_token, plan, token_hash
from fireline.server.tables.telling import Acknowledgement, AtEvent, NoteAnswer, SeatChanged, TableAnswer, TableOpened
from fireline.server.tables.views import seen_at, unseen_by
from fireline.server.work import ANALYSIS, SEAT

router = APIRouter(prefix="/tables", tags=["tables"])
TOKEN = re.compile(r"Bearer ([A-Za-z0-9_-]{1,128})", re.IGNORECASE)
MOST_EVENTS = 1000
DICE_WAIT = 10.0
"""Seconds for which an answer over HTTP waits for the values that seats give for its dice."""
SECURED: dict[str, Any] = {"security": [{"seat": []}]}


class SeatRequest(FileEntry):
    """A seat of a new table: its name, and the sides it plays."""

    seat: Name
    sides: Annotated[list[Name], Field(max_length=MOST_SEATS)]


class OpenTableRequest(FileEntry):
    """A table to be opened."""

    battle: BattleData
    name: Name | None = None
    dice: Literal["server", "real"] = "server"
    undo: Literal["consent", "free-before-dice"] = "free-before-dice"
    adding: Literal["players", "gm"] = "players"
    about: Annotated[str, Field(max_length=1000, pattern=r"^[^\p{C}]*$")] | None = None
    underlay: Underlay | None = None
    seats: Annotated[list[SeatRequest], Field(max_length=MOST_SEATS)] | None = None
    patience: Annotated[int, Field(ge=5, le=86_400)] | None = None


SETTINGS = {"dice", "undo", "adding", "about", "underlay", "patience"}
"""What a table keeps of how it was opened."""


class SeatChange(FileEntry):
    """What is to become of a seat."""

    seat: Name
    action: Literal["revoke", "rotate", "add"]
    sides: Annotated[list[Name], Field(max_length=MOST_SEATS)] | None = None


def secured(answer: Any, takes: type[FileEntry] | None = None, **more: Any) -> dict[str, Any]:
    """The keywords for a route that a seat's token opens."""
    facts = described(answer, takes, wrong=(401, 404, 503, *more.pop("wrong", ())), **more)
    facts["openapi_extra"] = facts.get("openapi_extra", {}) | SECURED
    return facts


async def room_and_seat(request: Request, table: str) -> tuple[Room, Seat]:
    """The table, and the seat of whoever asks; raises `Problem`."""
    found = TOKEN.fullmatch(request.headers.get("authorization", ""))
    if found is None:
        told = "say who you are: Authorization: Bearer, and the token of your seat"
        raise Problem(401, Code.FORBIDDEN, told, headers=UNKNOWN)
    return await services(request).rooms.seat(table, found[1])


@router.post("", **described(TableOpened, OpenTableRequest, example={"battle": samples.BATTLE}, status=201))
async def open_table(request: Request) -> Response:
    """Open a table: its seats, each with its own secret link. The tokens are told once and never again."""
    sent = await raw(request, requests.BATTLE)
    asked, battle = await worked_out(request, opened, sent, rank=rank_of(sent))
    quota: Quota = request.app.state.opening
    quota.take(client_of(request), "tables")
    wanted = None if asked.seats is None else [(one.seat, one.sides) for one in asked.seats]
    seats = plan(battle, wanted)
    name = asked.name or str(battle.data().get("name") or battle.ruleset.name)[:60]
    rooms = services(request).rooms
    settings = asked.model_dump(include=SETTINGS, exclude_none=True)
    table, tokens = await rooms.create(battle, name=name, settings=settings, seats=seats)
    links = [_link(table, seat.name, tokens[seat.name]) for seat in seats]
    return answered({"table": table, "name": name, "seats": links}, 201)


def opened(sent: bytes) -> tuple[OpenTableRequest, Battle]:
    """What is wanted of a new table, and the battle of it."""
    asked = asking.read(OpenTableRequest, sent)
    return asked.model_copy(update={"battle": None}), answering.battle_of(asking.ready(asked))


@router.get("/{table}", **secured(TableAnswer, wrong=(503,)))
async def read_table(table: str, request: Request) -> Response:
    """The table as this seat may see it: the battle, what may be said now, who is there."""
    room, seat = await room_and_seat(request, table)
    told: dict[str, Any] = await worked_out(request, read, known(room, seat), client=seat.token, rank=SEAT)
    return answered(told | hello(room, seat).model_dump() | {"winner": winner(room, seat)})


@router.get("/{table}/events", **secured(EventLine, many=True, wrong=(422,)))
async def table_events(table: str, request: Request, after: int = 0) -> Response:
    """The events behind number `after` in order, at most a thousand, as this seat may see them."""
    room, seat = await room_and_seat(request, table)
    first = max(after, 0) + 1
    last = min(room.game.head, first + MOST_EVENTS - 1)
    found = []
    for seq in range(first, last + 1):
        found.append(room.told(seq, seat))
        if not seq % TOGETHER:
            await asyncio.sleep(0)
    return answered(found)


@router.get("/{table}/at/{seq}", **secured(AtEvent, wrong=(422,)))
async def battle_at(table: str, seq: int, request: Request) -> Response:
    """The battle after an event, as this seat may see it; 0 for the one that the table began with."""
    room, seat = await room_and_seat(request, table)
    battle = known(room, seat, seq)
    told = room.told(max(seq, 1), seat)
    owes = battle.owing
    return answered({"seq": seq, "battle": battle.data(), "state": told["state"], "to_decide": owes})


@router.get("/{table}/luck", **secured(shape_of(LuckReport), wrong=(403,)))
async def table_luck(table: str, request: Request) -> Response:
    """What was rolled in the steps that stand against what was to be expected, for every player."""
    room, seat = await room_and_seat(request, table)
    if not room.view(seat).is_whole or room.game.hidden:
        told = "The odds would tell of hidden cards; ask again when the game has been revealed."
        raise Problem(403, Code.HIDDEN, told)
    standing = (room.game.log[step.seq - 1].event for step in room.game.steps)
    steps = [step for event in standing if (step := step_of(event.kind, event.body))]
    start = room.game.log[0].after
    return answered(await worked_out(request, luck_of, start, steps, lane=ANALYSIS, client=seat.token))


@router.get("/{table}/head", **secured(NoteAnswer))
async def table_head(table: str, request: Request) -> Response:
    """How far the log goes, signed for this seat to keep: whoever has it notices a log that was cut or rewritten."""
    room, seat = await room_and_seat(request, table)
    return answered({"note": room.note(seat)})


@router.get("/{table}/export", **secured("application/jsonl"))
async def table_log(table: str, request: Request) -> Response:
    """The whole log as JSON Lines: for the game master, and for everybody once the game is over."""
    room, seat = await room_and_seat(request, table)
    name = f'attachment; filename="fireline-{room.row.id}.jsonl"'
    check_open(room, seat)
    lines = await begun(export_table(services(request).store, room.row.id, sign=room.key.sign))
    return StreamingResponse(lines, media_type="application/jsonl", headers={"Content-Disposition": name})


@router.post("/{table}/commands", **secured(Acknowledgement, ClientMessage, wrong=(409,), example={
    "cmd_id": "c1", "expect": 2, "kind": "command", "body": {"command": {"command": "EndPhase"}}
}))  # fmt: skip
async def say_command(table: str, request: Request) -> Response:
    """Say a command, as on the socket: kept before it is answered; the same `cmd_id` is carried out once."""
    room, seat = await room_and_seat(request, table)
    said = await body(request, ClientMessage, requests.BATTLE if seat.is_gm else requests.COMMAND)
    try:
        done = await room.say_to_the_end(seat, said, DICE_WAIT)
        return answered(done.model_dump(exclude_unset=True))
    except Problem as wrong:
        wrong.more |= refused(room, said.cmd_id, wrong).model_dump(exclude={"problem"})
        raise


@router.post("/{table}/seats", **secured(SeatChanged, SeatChange, example={"seat": samples.SEAT, "action": "rotate"}))
async def change_seat(table: str, request: Request) -> Response:
    """Shut a seat, give it a new link, or add one: for the game master."""
    room, seat = await room_and_seat(request, table)
    asked = await body(request, SeatChange, requests.COMMAND)
    if not seat.is_gm:
        raise Problem(403, Code.FORBIDDEN, "only the game master changes seats", kind="forbidden")
    by_name = {one.name: one for one in room.seats}
    if asked.action == "add":
        known = room.game.battle.every_side
        plays = tuple(one_of(side, known, "side of this battle", "sides") for side in asked.sides or ())
        if asked.seat in by_name or len(by_name) >= MOST_SEATS:
            raise Problem(409, Code.DUPLICATE, f"there is a seat {asked.seat!r} already, or no room for another")
        old = Seat(asked.seat, plays)
    else:
        old = by_name[one_of(asked.seat, by_name, "seat of this table", "seat")]
    if asked.action == "revoke":
        if old.name == GM:
            raise Problem(409, Code.CONFLICT, "the game master's own seat cannot be shut; rotate it")
        await room.change_seat(seat, Seat(old.name, old.sides, old.token, revoked=True), "revoke")
        return answered({"seat": old.name, "revoked": True})
    token = fresh_token()
    await room.change_seat(seat, Seat(old.name, old.sides, token_hash(token)), asked.action)
    return answered(_link(room.row.id, old.name, token))


def _ask(question: Question, example: Mapping[str, Any] | None = None) -> None:
    """Have a question asked about the battle of a table, as far as a seat may know it."""
    asks: dict[str, Any] = {name: (one.annotation, one) for name, one in question.request.model_fields.items()}
    del asks["battle"], asks["team"]
    told = getdoc(question.request)
    takes = create_model(f"Table{question.request.__name__}", __base__=FileEntry, __doc__=told, **asks)

    async def answer(table: str, request: Request) -> Response:
        room, seat = await room_and_seat(request, table)
        asked = await body(request, takes, requests.COMMAND)
        battle = known(room, seat)
        work = services(request).about(question.name, battle, asked.model_dump(), client=seat.token)
        return answered(await cancel_on_disconnect(request, work))

    text = f"{question.text} It is answered as far as this seat may know the battle."
    facts = secured(answer_of(question), takes, example=example)
    named = f"table_{question.name}"
    router.add_api_route(f"/{{table}}/{question.name}", answer, name=named, description=text, methods=["POST"], **facts)


_ask(declared(shots.targets), {"shooter": "bow"})
_ask(declared(shots.check))
_ask(declared(shots.odds))


def _link(table: str, seat: str, token: str) -> dict[str, str]:
    return {"seat": seat, "token": token, "url": f"/t/{table}#seat={token}"}


def luck_of(start: Battle, steps: list[dict[str, Any]]) -> dict[str, Any]:
    """The luck of the players in these steps."""
    return luck(recalled(start, [StepRequest(**step) for step in steps])).data()


def read(battle: Battle) -> dict[str, Any]:
    """What a seat sees of its battle, as data."""
    return ReadAnswer(battle).data()


def winner(room: Room, seat: Seat) -> str | None:
    """Who has won a game, whatever units a seat sees; None too where that is a hidden unit that plays for itself."""
    won = room.game.battle.winner
    return None if won in unseen_by(room.game.hidden, seat.sides) else won


def known(room: Room, seat: Seat, at: int | None = None) -> Battle:
    """The battle as a seat may see it, now or after an event; raises `Problem` for one that there is not."""
    seq = room.game.head if at is None else at
    if room.game.at(seq) is None:
        raise Problem(404, Code.NOT_FOUND, f"there is no event {at}; the last is {room.game.head}")
    return seen_at(room.game, seq, room.view(seat, seq))


def check_open(room: Room, seat: Seat) -> None:
    """Raise `Problem` for a seat that the whole log would tell what is hidden from it, or what is not over yet."""
    game = room.game
    if not (seat.is_gm or game.revealed or (game.over and not game.closed)):
        raise Problem(
            403, Code.NOT_NOW, "The game is not over; until then only the game master may take the whole log."
        )
