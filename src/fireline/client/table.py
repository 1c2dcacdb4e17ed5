"""A server with its tables; and a table, from the seat that its link opens: read it, say something, listen."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from secrets import token_hex
from typing import TYPE_CHECKING, Literal

from pydantic import JsonValue

from fireline.client.asking import AnyBattle, AnyCommand, AnyShot, Server, TargetsSeen, address_in, data, said
from fireline.client.errors import Busy, Forbidden, ServerError, Unreachable, problem_of
from fireline.extras import need
from fireline.game.errors import BattleFileError, Code
from fireline.game.preview import ShotPreview
from fireline.ruling import Ruling
from fireline.server.tables.happened import EventLine
from fireline.server.tables.telling import Acknowledgement, AtEvent, TableAnswer, TableOpened

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

LINK = re.compile(r"/t/([A-Za-z0-9_-]{1,64})#seat=([A-Za-z0-9_-]{1,128})")
PAUSE = 0.2
"""Seconds before something is sent again."""


class Table:
    """A table as one seat sees it.

    `head` is the number of the last event that you have seen. What you say goes with it, so the server refuses a
    command about a battle that has changed since, with `Stale`.
    """

    def __init__(self, client: Server, link: str) -> None:
        parts = address_in(link)
        found = None if parts is None else LINK.fullmatch(f"{parts.path}#{parts.fragment}")
        if parts is None or found is None:
            raise BattleFileError(Code.MALFORMED, "is no link of a seat, such as /t/TABLE#seat=TOKEN", "link")
        if parts.netloc and f"{parts.scheme}://{parts.netloc}" != client.server:
            problem = f"leads to {parts.scheme}://{parts.netloc}, and not to {client.server}"
            raise BattleFileError(Code.MISMATCH, problem, "link")
        self.client, self.id, self._token = client, found[1], found[2]
        self.head: int | None = None

    def __repr__(self) -> str:
        return f"<Table {self.id} at {self.client.server}>"

    def read(self) -> TableAnswer:
        """The table as this seat may see it: the battle, the commands that may be given now, who is there."""
        found = self.client.get(self._path(""), TableAnswer, self._token)
        self.head = found.head
        return found

    def events(self, after: int = 0) -> list[EventLine]:
        """The events behind number `after`, at most a thousand.

        Args:
            after: The number of the last event that is known, 0 for none.

        Returns:
            The events in order, as the seat may know them.
        """
        found = self.client.get(self._path(f"/events?after={after}"), list[EventLine], self._token)
        self.head = max([self.head or 0, *(one.seq for one in found)])
        return found

    def at(self, seq: int) -> AtEvent:
        """The battle after an event.

        Args:
            seq: The number of the event.

        Returns:
            The battle, as the seat may know it.
        """
        return self.client.get(self._path(f"/at/{seq}"), AtEvent, self._token)

    def listen(self, after: int | None = None, *, patience: float | None = None) -> Iterator[EventLine]:
        """Every event in order, then everything as it happens.

        A lost connection is made again from the last event on: none is left out, none comes twice.

        Args:
            after: The number of the last event that is known; `head` if nothing is said, so that you hear what comes
                after it.
            patience: End once nothing has happened for so many seconds; None listens for ever.

        Yields:
            Each event, as the seat may know it.

        Raises:
            Forbidden: The link opens no seat any more.
            Unreachable: The server stays away for longer than the client's patience.
        """
        start = self.head or 0 if after is None else after
        for event in events(self.client, self.id, self._token, start, patience):
            self.head = max(self.head or 0, event.seq)
            yield event

    # --- saying something ------------------------------------------------------------

    def say(self, command: AnyCommand, *, dice: Sequence[int | str] | None = None, reason: str = "") -> Acknowledgement:
        """Give a command of the game.

        What puts or marks a unit by hand needs everybody's consent, or the game master's reason.

        Args:
            command: The command.
            dice: The faces of your own dice, at a table where those are thrown.
            reason: Why, where the game master puts or marks a unit.

        Returns:
            The server's answer, with the number of the event; its `result.kind` is `consent_request` if somebody has to
            agree.

        Raises:
            Stale: The battle has changed since you looked: read the table again.
            Illegal: The rules forbid it; the error has every reason.
            Forbidden: The seat may not say it.
            BadInput: It is no command of this game, or the faces do not fit.
        """
        if dice is not None:
            return self.send("faces", said(command=command, faces=dice))
        body = said(command=command, reason=reason or None)
        return self.send("command", body, lambda done: done.result.kind != "declared")

    def undo(self, seq: int, reason: str = "") -> Acknowledgement:
        """Take steps back, or ask the others to agree to it.

        Args:
            seq: The number of the first event to be taken back; all after it go with it.
            reason: Why; the game master must say.

        Returns:
            The server's answer, with the number of the event; its `result.kind` is `undone`, or `undo_request` if
            somebody has to agree.
        """
        return self.send("undo_request", {"seq": seq, "reason": reason or None})

    def answer_undo(self, seq: int, *, agree: bool, reason: str = "") -> Acknowledgement:
        """Say yes or no to a request. The game master's yes is enough by itself, with a reason.

        Args:
            seq: The number of the event to be taken back, or of the request.
            agree: Yes or no.
            reason: Why.

        Returns:
            The server's answer, with the number of the event.
        """
        return self.send("undo_answer", said(seq=seq, agree=agree, reason=reason or None))

    def chat(self, text: str) -> Acknowledgement:
        """Say a line of talk.

        Args:
            text: The line.

        Returns:
            The server's answer, with the number of the event.
        """
        return self.send("chat", {"text": text})

    def send(
        self,
        kind: str,
        body: Mapping[str, JsonValue],
        done: Callable[[Acknowledgement], bool] = lambda _: True,
    ) -> Acknowledgement:
        """Say anything that a seat may say.

        It is sent again until the server has answered and the answer is done; it is carried out once.

        Args:
            kind: What is said, as `docs/server.md` lists it.
            body: What belongs to it, as JSON.
            done: Says of an answer whether it is the last; any is if nothing is said.

        Returns:
            The server's answer, with the number of the event.

        Raises:
            ServerError: The server refuses it.
        """
        if self.head is None:
            self.read()
        message: dict[str, JsonValue] = {"cmd_id": token_hex(16), "expect": self.head, "kind": kind, "body": dict(body)}
        last = time.monotonic() + self.client.patience
        while True:
            try:
                answer = self.client.post(self._path("/commands"), message, Acknowledgement, self._token)
                if done(answer) or time.monotonic() > last:
                    self.head = max(self.head or 0, answer.seq)
                    return answer
            except (Busy, Unreachable) as wrong:
                if time.monotonic() > last:
                    raise
                time.sleep(wrong.wait if isinstance(wrong, Busy) else PAUSE)

    # --- asking about a shot ---------------------------------------------------------

    def check(self, shot: AnyShot) -> Ruling:
        """The ruling on a shot, as far as this seat may know the battle.

        Args:
            shot: Who fires at whom.

        Returns:
            The ruling, each line with its rule.
        """
        return self.client.post(self._path("/check"), {"shot": data(shot)}, Ruling, self._token)

    def odds(self, shot: AnyShot) -> ShotPreview:
        """The ruling and the exact odds, as far as this seat may know the battle.

        Args:
            shot: Who fires at whom.

        Returns:
            The ruling; its `odds` is None for an illegal shot.
        """
        return self.client.post(self._path("/odds"), {"shot": data(shot)}, ShotPreview, self._token)

    def targets(self, shooter: str, *, targets: Sequence[str] | None = None) -> Sequence[ShotPreview]:
        """Every enemy of a shooter, or those among these units, as far as this seat may know the battle.

        Args:
            shooter: The unit that shoots.
            targets: Look only at these.

        Returns:
            The enemies, in the order of the battle.
        """
        asked = said(shooter=shooter, targets=targets)
        return self.client.post(self._path("/targets"), asked, TargetsSeen, self._token).targets

    def _path(self, path: str) -> str:
        return f"/tables/{self.id}{path}"


SOONEST, LATEST = 0.1, 5.0
"""Seconds before the first and before each later attempt to come back."""
ENDS: dict[int, tuple[type[ServerError], Code]] = {
    4401: (Forbidden, Code.FORBIDDEN),
    4403: (Forbidden, Code.FORBIDDEN),
}
"""With which codes the server closes a socket for good."""


class Client(Server):
    """A Fireline server: its questions, and tables to open and to sit down at.

    Every method raises `ServerError` with the server's code and sentence for a question that was not answered, and
    `Unreachable` where nobody answers. Use it in a `with`, or `close` it.

    Args:
        server: The server's address.
        timeout: Seconds to wait for an answer.
        patience: Seconds for which a table's command is sent again, and a lost table is looked for again.

    Raises:
        BattleFileError: The extra `client` is not installed, or the address is none.
    """

    def open_table(
        self,
        battle: AnyBattle,
        *,
        name: str | None = None,
        dice: Literal["server", "real"] = "server",
        undo: Literal["consent", "free-before-dice"] = "free-before-dice",
        seats: Mapping[str, Sequence[str]] | None = None,
    ) -> TableOpened:
        """Open a table.

        Args:
            battle: A battle, or the data of its file.
            name: What the table is called.
            dice: "server": the server throws; "real": players throw and type the faces.
            undo: "consent": everybody agrees to each step taken back; "free-before-dice": a step that threw nothing
                goes without.
            seats: Which sides each seat plays; one seat for each side if nothing is said.

        Returns:
            The table with the secret link of each seat, told once and never again.
        """
        played = None if seats is None else [{"seat": seat, "sides": list(sides)} for seat, sides in seats.items()]
        return self.post("/tables", said(battle=battle, name=name, dice=dice, undo=undo, seats=played), TableOpened)

    def join(self, link: str) -> Table:
        """Sit down at a table.

        Args:
            link: The link of a seat, whole or from its path on.

        Returns:
            The table, as the seat sees it.

        Raises:
            BattleFileError: It is no link of a seat, or leads to another server.
        """
        return Table(self, link)


def events(asked: Server, table: str, token: str, after: int, patience: float | None) -> Iterator[EventLine]:
    """Every event behind number `after` in order; see `Table.listen`."""
    need("websockets", "client", "a table is listened to with websockets")
    from websockets.exceptions import ConnectionClosed, InvalidHandshake
    from websockets.sync.client import connect

    address = f"{asked.server.replace('http', 'ws', 1)}/api/v1/tables/{table}/live"
    pause, away = SOONEST, time.monotonic()
    while True:
        try:
            with connect(f"{address}?after={after}", max_size=None) as socket:
                socket.send(json.dumps({"auth": token}))
                for event in _heard(socket, patience):
                    pause, away = SOONEST, time.monotonic()
                    if event.seq > after + 1:
                        raise ConnectionResetError("an event is missing")
                    if event.seq == after + 1:
                        after = event.seq
                        yield event
                return
        except ConnectionClosed as closed:
            if closed.rcvd is not None and closed.rcvd.code in ENDS:
                kind, code = ENDS[closed.rcvd.code]
                raise kind(problem_of(code, closed.rcvd.reason)) from None
        except (OSError, TimeoutError, InvalidHandshake):
            pass  # the server is away: it may come back
        if time.monotonic() - away > asked.patience:
            raise Unreachable(problem_of(Code.UNAVAILABLE, f"{asked.server} has gone away"))
        time.sleep(pause)
        pause = min(2 * pause, LATEST)


def _heard(socket: ClientConnection, patience: float | None) -> Iterator[EventLine]:
    """The events that come over one connection, until nothing has come for so long."""
    while True:
        try:
            message = json.loads(socket.recv(patience))
        except TimeoutError:
            return
        if "event" in message:
            yield EventLine.model_validate(message["event"])
