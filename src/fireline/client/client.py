"""A server, and the tables at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from fireline.client.asking import AnyBattle, Server, said
from fireline.client.table import Table
from fireline.server.tables.shapes import TableOpened


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
        """Open a table; the answer has the secret link of each seat, told once and never again.

        `seats` says which sides each seat plays; by default there is one seat for each side.
        """
        played = None if seats is None else [{"seat": seat, "sides": list(sides)} for seat, sides in seats.items()]
        return self.post("/tables", said(battle=battle, name=name, dice=dice, undo=undo, seats=played), TableOpened)

    def join(self, link: str) -> Table:
        """Sit down at a table by the link of a seat, whole or from its path on.

        Raises `BattleFileError` for a link that is none, or that leads to another server.
        """
        return Table(self, link)
