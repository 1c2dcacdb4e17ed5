"""A Fireline server asked from Python: rulings, odds and pictures, and tables to play at.

    import fireline
    from fireline.client import Client

    with Client("http://127.0.0.1:8700") as server:
        battle = server.example("ancients-ranged-combat")
        print(server.odds(battle, fireline.Shot("bow", "warriors")).odds)

Asking: `Client`, `Table`. What goes wrong: `ServerError` and its kinds `BadInput`, `Illegal`, `Stale`, `Forbidden`,
`NotFound`, `Busy`, `Unreachable`. `answers` has the models of what it answers.
"""

from __future__ import annotations

from fireline.client.errors import (
    BadInput,
    Busy,
    Forbidden,
    Illegal,
    NotFound,
    ServerError,
    Stale,
    Unreachable,
)
from fireline.client.table import Client, Table

__all__ = [
    "BadInput",
    "Busy",
    "Client",
    "Forbidden",
    "Illegal",
    "NotFound",
    "ServerError",
    "Stale",
    "Table",
    "Unreachable",
]
