"""What a table tells a seat beside its events."""

from __future__ import annotations

from typing import Any

from fireline.game.battle import Battle
from fireline.game.errors import Code
from fireline.server import answering
from fireline.server.dice.mixing import Mixing
from fireline.server.problems import Problem
from fireline.server.services import Services
from fireline.server.tables.messages import ClientMessage
from fireline.server.tables.planning import Refused
from fireline.server.tables.room import Acknowledged, Room
from fireline.server.tables.seats import Seat
from fireline.server.tables.views import seen
from fireline.server.work import SEAT

SAID = ("story", "outcome", "faces", "undoes", "commit")
"""What of an event's body whoever said the command is told at once."""


def hello(room: Room, seat: Seat) -> dict[str, Any]:
    """The first word on a socket: where the log stands, and who sits where."""
    game = room.game
    return {
        "table": room.row.id,
        "name": game.name or room.row.name,
        "ruleset": room.row.ruleset,
        "version": room.row.version,
        "head": game.head,
        "state": game.log[-1].event.state if room.view(seat) is None else None,
        "seat": seat.data(),
        "seats": seats(room),
        "dice": room.row.settings["dice"],
        "undo": room.row.settings["undo"],
        "about": room.row.settings.get("about", ""),
        "underlay": room.row.settings.get("underlay"),
        "adding": room.row.settings.get("adding", "players"),
        "commit": game.book.commit or None,
        "mixing": mixing(game.book.mixing),
        "patience": room.row.settings.get("patience"),
        "rotating": sorted(game.rotating),
        "going_on": sorted(game.going_on),
        "key": room.key.text,
        "note": room.note(seat),
        "over": game.over,
        "revealed": game.revealed,
        "request": None if game.request is None else {"seq": game.request.seq, "by": game.request.by},
    }


def mixing(found: Mixing) -> dict[str, Any]:
    """The dice into which seats mix values of their own: the next roll, who takes part, and whom a roll waits for."""
    waiting = None if found.declared is None else {"roll": found.declared.roll, "silent": found.silent}
    return {"roll": found.roll, "seats": sorted(found.standing), "waiting": waiting}


def seats(room: Room) -> list[dict[str, Any]]:
    """Who sits where: nothing of the tokens."""
    online = room.online()
    return [
        {
            "name": seat.name,
            "sides": list(seat.sides),
            "revoked": seat.revoked,
            "online": online.get(seat.name, 0),
            "player": room.game.players.get(seat.name),
            "client_seed_set": seat.name in room.game.book.seeds,
        }
        for seat in room.seats
    ]


async def table(room: Room, seat: Seat, services: Services) -> dict[str, Any]:
    """The table as a seat finds it: the battle it may see, and what may be said now."""
    battle = known(room, seat)
    told: dict[str, Any] = await services.lanes.play.answer(answering.overview, battle, client=seat.token, rank=SEAT)
    return told | hello(room, seat)


def known(room: Room, seat: Seat, at: int | None = None) -> Battle:
    """The battle as a seat may see it, now or after an event; raises `Problem` for one that there is not."""
    battle = room.game.at(room.game.head if at is None else at)
    if battle is None:
        raise Problem(404, Code.NOT_FOUND, f"there is no event {at}; the last is {room.game.head}")
    return seen(battle, room.view(seat))


def acknowledged(room: Room, seat: Seat, said: ClientMessage, done: Acknowledged) -> dict[str, Any]:
    """The answer to a command that was carried out, the same however often it is sent."""
    told = room.told(done.event.seq, room.view(seat))
    result = {"kind": told["kind"], "state": told["state"]}
    result |= {
        key: told["body"][key] for key in ("story", "outcome", "faces", "undoes", "commit") if key in told["body"]
    }
    return {"ack": said.cmd_id, "seq": done.event.seq, "result": result} | ({"dup": True} if done.again else {})


def refused(room: Room, cmd_id: str, wrong: Refused) -> dict[str, Any]:
    """The answer to a command that was not carried out."""
    return {"nack": cmd_id, "why": wrong.why, "head": room.game.head, "problem": wrong.problem.data()}


def check_open(room: Room, seat: Seat) -> None:
    """Raise `Problem` for a seat that the whole log would tell what is hidden from it, or what is not over yet."""
    game = room.game
    if not (seat.is_gm or game.revealed or (game.over and game.battle.ruleset.hidden is None)):
        raise Problem(
            403, Code.NOT_NOW, "The game is not over; until then only the game master may take the whole log."
        )
