"""Who asks, as far as a server can know: by the address, and at a table by the seat."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.requests import HTTPConnection
from starlette.types import Scope

from fireline.game.errors import BattleFileError, Code

OWN_MACHINE = frozenset({"127.0.0.1", "::1"})
NETWORK = 64
"""Leading bits of an IPv6 address that are one household's; the rest it may choose anew for every request."""


@lru_cache(maxsize=4096)
def network(address: str) -> str:
    """The part of an address that one client cannot change at will.

    >>> network("203.0.113.7"), network("2001:db8:1:2:aaaa::1"), network("::ffff:203.0.113.7"), network("no address")
    ('203.0.113.7', '2001:db8:1:2::', '203.0.113.7', 'no address')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address) or found.is_loopback:
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Address(int(found) >> (128 - NETWORK) << (128 - NETWORK)))


class Proxies:
    """Addresses and networks of proxies, and this machine itself; raises `BattleFileError` for what is neither."""

    def __init__(self, named: Collection[str] = ()) -> None:
        try:
            self._networks = [ip_network(one, strict=False) for one in (*OWN_MACHINE, *named)]
        except ValueError:
            problem = f"{', '.join(named)}: only addresses and networks may stand here"
            raise BattleFileError(Code.MALFORMED, problem, "--proxy") from None

    @property
    def texts(self) -> list[str]:
        """Each as text."""
        return [str(one) for one in self._networks]

    def __contains__(self, client: object) -> bool:
        try:
            address = ip_address(str(client))
        except ValueError:
            return False
        return any(address in one for one in self._networks)


def client_in(scope: Scope) -> str:
    """The client of a connection, by its address."""
    return network(scope["client"][0]) if scope.get("client") else ""


def client_of(connection: HTTPConnection) -> str:
    """The client who asks, by its address."""
    return client_in(connection.scope)
