"""Seats: who may see and say what at a table, each known by a secret token of its own."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fireline.game.battle import Battle
from fireline.game.entries import one_of
from fireline.game.errors import BattleFileError, Code
from fireline.questions.answering.sides import sides
from fireline.server.consent import GM
from fireline.server.store import SeatRow

SPECTATOR = "spectator"
TOKEN_BYTES = 16
MOST_SEATS = 50
ABOUT_DICE = ("client_seed", "dice_value", "without_seat", "rotate_dice")
PLAYERS_MAY = ("command", "faces", "add", "override", "undo_request", "undo_answer", *ABOUT_DICE, "chat", "player")
GM_MAY = (*PLAYERS_MAY, "hide", "reveal", "rename")


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
        return GM_MAY if self.is_gm else PLAYERS_MAY if self.sides else ()


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
    known = sides(battle)
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
