"""What people from elsewhere may do to a server."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

PATIENCE = 20.0
"""Seconds that the answer to a question about a battle may take, if nothing else is said."""


class Limits(NamedTuple):
    """How much each client may ask, and which names and pages are trusted; 0 is no limit."""

    rate: float = 100.0
    """Requests a second in the long run, from elsewhere."""
    tables: int = 200
    """Tables that a client may open in a day."""
    models: int = 100
    """Models that a client may bring in a day."""
    connections: int = 200
    """Connections that an address elsewhere may have."""
    patience: float = PATIENCE
    """Seconds that a question about a battle may wait, and that its answer may take; analyses have their own."""
    hosts: Collection[str] = ()
    """Further names by which the server may be called; `*` for any."""
    origins: Collection[str] = ()
    """The addresses of further pages that may use the API from a browser."""
    proxies: Collection[str] = ()
    """Addresses and networks of proxies, which say for whom they ask."""
