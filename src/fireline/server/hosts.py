"""By which names a server may be called, so that no other page's name can be made to lead to it (DNS rebinding)."""

from __future__ import annotations

import socket
from collections.abc import Collection
from ipaddress import ip_address

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
EVERY_ADDRESS = frozenset({"0.0.0.0", "::", ""})  # noqa: S104 - compared with, not listened to
ANY = "*"


class Hosts:
    """The names and addresses that a request may be for: those of this machine, and `named`.

    A server that listens on `host` may be called so; one that listens on every address, by every address and by this
    machine's own name. `*` allows any name.
    """

    def __init__(self, named: Collection[str] = (), host: str = "localhost") -> None:
        everywhere = host in EVERY_ADDRESS
        own = {socket.gethostname(), f"{socket.gethostname()}.local"} if everywhere else {host}
        self._named = LOOPBACK | {_plain(name) for name in (*own, *named)}
        self._any, self._addresses = ANY in named, everywhere

    def allow(self, host: str) -> bool:
        """Whether a request with this Host header is for this server.

        >>> hosts = Hosts(["play.example"])
        >>> [hosts.allow(host) for host in ("play.example:443", "LOCALHOST:8700", "[::1]:8700", "evil.example", "")]
        [True, True, True, False, False]
        """
        name = name_in(host)
        if self._any or name in self._named:
            return name != ""
        return self._addresses and _is_address(name)


def name_in(host: str) -> str:
    """The name or the address in a Host header, "" where there is none.

    >>> name_in("Play.Example:8700"), name_in("[::1]:8700"), name_in("game.home"), name_in("a:b:c")
    ('play.example', '::1', 'game.home', '')
    """
    if host.startswith("["):
        name, closed, rest = host[1:].partition("]")
        fits = closed and (not rest or _is_port(rest))
        return name.lower() if fits and _is_address(name) else ""
    name, colon, port = host.partition(":")
    return _plain(name) if not colon or _is_port(colon + port) else ""


def _plain(name: str) -> str:
    return name.strip("[]").lower().rstrip(".")


def _is_port(text: str) -> bool:
    return text[:1] == ":" and len(text) <= 6 and (text == ":" or text[1:].isdecimal())


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
