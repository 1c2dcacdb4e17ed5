"""Seats, each known by a secret token of its own: who may say what, and whose word it takes outside the rules.

The table asks for consent by the list of acts, the log keeps `who`, `reason` and `agreed` with every such act, and the
page, an export and the verdict name and count the same acts. The game master gives a reason; players need everybody's
yes.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from fireline.game.battle import Battle
from fireline.game.entries import one_of
from fireline.game.errors import BattleFileError, Code
from fireline.ruling.prose import listing, plural
from fireline.ruling.told import tells
from fireline.server.store.rows import KeptEvent, SeatRow
from fireline.server.tables.happened import TOLD, Happened
from fireline.server.tables.messages import BODIES, asked_for

GM = "gm"
"""The seat that gives its reason where others need everybody's consent."""
AGREED, FIRST = "agreed", "none was in force"
"""Why a roll was given up, or a new secret made, where that is not the game master's reason."""

Data = dict[str, Any]
SPECTATOR = "spectator"
TOKEN_BYTES = 16
MOST_SEATS = 50


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: its name, and the sides it plays; the game master plays all of them, a spectator none."""

    name: str
    sides: tuple[str, ...] = ()
    token: str = ""
    """The SHA-256 of its token in hexadecimal."""
    revoked: bool = False

    @classmethod
    def of(cls, row: SeatRow) -> Seat:
        """The seat as it is kept."""
        return cls(row.name, tuple(row.grants.get("sides", ())), row.token, row.revoked)

    def row(self) -> SeatRow:
        """The seat as it is kept."""
        return SeatRow(name=self.name, token=self.token, grants={"sides": list(self.sides)}, revoked=self.revoked)

    @property
    def is_gm(self) -> bool:
        """Whether this is the game master's."""
        return self.name == GM

    @property
    def may(self) -> tuple[str, ...]:
        """The kinds of command that it may say."""
        said = BODIES.values() if self.is_gm or self.sides else ()
        return tuple(one.kind for one in said if self.is_gm or not one.for_gm)

    def may_now(self, *, closed: bool) -> tuple[str, ...]:
        """The same, without what would open what is hidden in a closed game.

        The heads that seats hold are sealed with the secret of the dice, and the hashes in them let hidden cards be
        guessed at. So that secret is told with everything else, when the game is revealed.
        """
        return tuple(kind for kind in self.may if not closed or kind != "rotate_dice")


def fresh_token() -> str:
    """A secret of 128 bits, as a link carries it."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: str) -> str:
    """What is kept of a token.

    >>> token_hash("abc")[:8]
    'ba7816bf'
    """
    return hashlib.sha256(token.encode()).hexdigest()


def seat_of(token: str, seats: Iterable[Seat]) -> Seat | None:
    """The seat that a token opens, revoked or not; every seat is compared, in the same time."""
    hashed, found = token_hash(token), None
    for seat in seats:
        if hmac.compare_digest(hashed, seat.token):
            found = seat
    return found


def plan(battle: Battle, asked: Sequence[tuple[str, Sequence[str]]] | None) -> list[Seat]:
    """The seats of a new table: the game master's, those asked for or one for each side, and the spectators'.

    Raises `BattleFileError` for a side that the battle does not have, and for a name that is taken.
    """
    known = battle.every_side
    wanted = [(side, (side,)) for side in known] if asked is None else asked
    players = []
    for n, (name, plays) in enumerate(wanted):
        for side in plays:
            one_of(side, known, "side of this battle", f"seats[{n}].sides")
        players.append(Seat(name, tuple(dict.fromkeys(plays))))
    seats = [Seat(GM, known), *players, Seat(SPECTATOR)]
    names = [seat.name for seat in seats]
    for n, name in enumerate(names):
        if name in names[:n]:
            raise BattleFileError(Code.DUPLICATE, f"two seats would be called {name!r}", "seats")
    if len(seats) > MOST_SEATS:
        problem = f"there would be {len(seats)} seats; at most {MOST_SEATS}: say which seats play which sides"
        raise BattleFileError(Code.TOO_LARGE, problem, "seats")
    return seats


# --- acts outside the rules -----------------------------------------------------------


class Act(NamedTuple):
    """A kind of act outside the rules: how lists name it, and how it is counted, for one and for several."""

    kind: str
    one: str
    many: str


TAKEN_BACK = Act("taken back", "step taken back", "steps taken back")
ROLL_TAKEN_BACK = Act("taken back", "roll taken back", "rolls taken back")
OVERRIDE = Act("override", "result typed in", "results typed in")
PLACED = Act("placed", "unit placed by hand", "units placed by hand")
MARK = Act("mark", "mark set by hand", "marks set by hand")
EDITED = Act("edited", "battle edited", "battles edited")
ADDED = Act("added", "unit added", "units added")
WITHOUT = Act("without seat", "roll repeated without a silent seat", "rolls repeated without silent seats")

PLACING = ("Place", "MoveByHand")
"""The commands that put or mark a unit by hand, by their names in logs."""


def act_of(kind: str, body: Mapping[str, Any], threw: Callable[[int], bool]) -> Act | None:
    """Which act outside the rules an event is, None for none; `threw` tells whether dice were thrown in an event.

    Other faces for a throw are one act, though the throw is taken back first: see `Found.see`.
    """
    if "undoes" in body:
        return ROLL_TAKEN_BACK if threw(body["undoes"]) else TAKEN_BACK
    if "without" in body:
        return WITHOUT
    if kind == "override":
        return EDITED if "battle" in body else OVERRIDE
    if kind == "add" or "added" in body:
        return ADDED
    command = body.get("command")
    if isinstance(command, Mapping) and command.get("command") in PLACING:
        return PLACED if command.get("to") else MARK
    return None


@tells("event kind=act.kind by agreed reason")
class Irregular(NamedTuple):
    """An act outside the rules: its event, whose it is, who else agreed, and the reason where it has one."""

    event: int
    act: Act
    by: str
    agreed: tuple[str, ...] = ()
    reason: str = ""

    @property
    def by_whom(self) -> str:
        """In words by whom: `by gm alone`, `by top with bottom`."""
        return f"by {self.by} with {listing(self.agreed)}" if self.agreed else f"by {self.by} alone"


def irregular_of(event: KeptEvent, threw: Callable[[int], bool]) -> Irregular | None:
    """What an event does outside the rules, None for nothing."""
    body = event.body
    act = act_of(event.kind, body, threw)
    if act is None:
        return None
    if act is WITHOUT:
        without = body["without"]
        who = [str(one) for one in without["who"]]
        by = event.actor if event.actor in who or not who else who[0]
        reason = "" if without["why"] == AGREED else str(without["why"])
        return Irregular(event.seq, act, by, tuple(one for one in who if one != by), reason)
    by = str(body.get("who", event.actor))
    agreed = tuple(str(one) for one in body.get("agreed") or () if one != by)
    return Irregular(event.seq, act, by, agreed, str(body.get("reason") or ""))


def counted(acts: Iterable[Irregular]) -> str:
    """The acts in words, those alike together; several kinds begin with how many there are in all.

    >>> counted([Irregular(4, ROLL_TAKEN_BACK, "gm"), Irregular(7, ROLL_TAKEN_BACK, "gm")])
    '2 rolls taken back by gm alone'
    >>> counted([])
    '0 acts outside the rules'
    """
    groups = Counter((one.act, one.by_whom) for one in acts)
    told = [f"{plural(number, act.one, act.many)} {by}" for (act, by), number in groups.items()]
    if len(told) == 1:
        return told[0]
    every = plural(groups.total(), "act outside the rules", "acts outside the rules")
    return ": ".join(filter(None, (every, ", ".join(told))))


# --- asking the others ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Request:
    """A player asks the others for something outside the rules; `agreed` are those who have said yes so far.

    `seq` is how the others name it: the step that is to be taken back, else the number of the request's own event.
    """

    event: int
    seq: int
    by: str
    kind: str
    body: Mapping[str, Any]
    asked: tuple[str, ...] = ()
    reason: str | None = None
    agreed: frozenset[str] = frozenset()

    @property
    def what(self) -> str:
        """What the others are asked to agree to, in words."""
        return asked_for(self.kind)


def request_after(request: Request | None, event: KeptEvent) -> Request | None:
    """The request that is open after an event."""
    body, reason = event.body, event.body.get("reason")
    told = tuple(map(str, body.get("asked") or ())), reason
    match event.kind:
        case "undo_request":
            return Request(event.seq, body["seq"], event.actor, event.kind, {"seq": body["seq"]}, *told)
        case "consent_request":
            return Request(event.seq, event.seq, event.actor, str(body["asks"]), dict(body["body"]), *told)
        case "undo_answer" if request is not None and body["agree"]:
            return replace(request, agreed=request.agreed | {event.actor}, reason=reason or request.reason)
    return None if TOLD.get(event.kind, Happened).settles else request


def consent(who: str, agreed: Iterable[str] = (), reason: str | None = None) -> Data:
    """By whose will something is done, as its event keeps it."""
    return {"who": who, "agreed": sorted(set(agreed) - {who})} | ({"reason": reason} if reason else {})


def seats_after(seats: Mapping[str, tuple[str, ...]], event: KeptEvent) -> dict[str, tuple[str, ...]]:
    """The seats that may speak after an event, with the sides that they play."""
    body = event.body
    if "battle" in body and isinstance(body.get("seats"), list | tuple):
        return {str(one["name"]): tuple(one["sides"]) for one in body["seats"]}
    if event.kind != "seats":
        return dict(seats)
    name = str(body["seat"])
    if body["action"] == "revoke":
        return {seat: sides for seat, sides in seats.items() if seat != name}
    return {**seats, name: tuple(body["sides"])}


def players_of(seats: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """The seats whose players are asked: those that play a side, but for the game master's."""
    return (seat for seat, sides in seats.items() if sides and seat != GM)
