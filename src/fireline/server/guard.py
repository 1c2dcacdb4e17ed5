"""Who asks, as far as a server can know, by which name, how often, and what a browser may do with the answer."""

from __future__ import annotations

import asyncio
import socket
import time
from collections import OrderedDict, deque
from collections.abc import Collection
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from math import ceil
from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.server.problems import Problem, problem_of
from fireline.server.work import PATIENCE

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
OFFLINE = "/offline/"
"""Where the page lies that needs no server."""
OFFLINE_CSP = CSP.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""Its policy: the engine is WebAssembly, which a browser compiles only where this is said.

Scripts come from files of the server all the same, and no text is run as one. No other page needs this.

"""
HEADERS = {
    "Content-Security-Policy": CSP,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
SAFE = {"GET", "OPTIONS"}
MOST_CLIENTS = 10_000
DAY = 24 * 3600.0
LONGEST_PATH = 300
HEALTH = ("/healthz", "/readyz")
"""What watches over the server is never told to wait."""
SCHEMES = {"ws": "http", "wss": "https"}
"""The scheme of the pages that a socket may be opened from."""
AT_ONCE = 2
"""How many requests begin before whatever else waits has its turn; each takes about a millisecond."""

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
EVERY_ADDRESS = frozenset({"0.0.0.0", "::", ""})  # noqa: S104 - compared with, not listened to
ANY = "*"
OWN_MACHINE = frozenset({"127.0.0.1", "::1"})
NETWORK = 64
"""Leading bits of an IPv6 address that are one household's; the rest it may choose anew for every request."""


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


DEFAULT = Limits()


# --- names ----------------------------------------------------------------------------


class Hosts:
    """The names and addresses that a request may be for: those of this machine, and `named`.

    A server that listens on `host` may be called so; one that listens on every address, by every address and by this
    machine's own name. `*` allows any name. Raises `BattleFileError` for what no request can be for.
    """

    def __init__(self, named: Collection[str] = (), host: str = "localhost") -> None:
        everywhere = host in EVERY_ADDRESS
        own = {socket.gethostname(), f"{socket.gethostname()}.local"} if everywhere else {host}
        self._named = LOOPBACK | {*map(_plain, own), *map(_host_in, named)}
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
        return self._addresses and _address(name) is not None


def name_in(host: str) -> str:
    """The name or the address in a Host header, "" where there is none.

    >>> name_in("Play.Example:8700"), name_in("[::1]:8700"), name_in("game.home"), name_in("a:b:c"), name_in("a@b")
    ('play.example', '::1', 'game.home', '', '')
    """
    try:
        found = urlsplit(f"//{host}")
        name, _ = found.hostname or "", found.port
    except ValueError:  # no port, or no address in brackets
        return ""
    odd = "[" in host and not (_address(name) and host[0] == "[" and host.partition("]")[2][:1] in {"", ":"})
    return "" if odd or found.netloc != host or "@" in host else _plain(name)


def _host_in(named: str) -> str:
    """A name that somebody gives the server, whatever the port beside it; raises `BattleFileError`."""
    found = named if named == ANY or _address(named) else name_in(named)
    if not found:
        problem = f"{shown(named)} is no name of a server; give it as the browser shows it, such as play.example"
        raise BattleFileError(Code.MALFORMED, problem, "--allow-host")
    return _plain(found)


def origin_in(named: str) -> str:
    """The origin of pages that may use the API, as a browser says it; raises `BattleFileError`.

    >>> origin_in("https://Play.Example/")
    'https://play.example'
    """
    with suppress(ValueError):
        page = urlsplit(named)
        if page.scheme and page.netloc and not (page.path.strip("/") or page.query or page.fragment):
            return f"{page.scheme}://{page.netloc}".lower()
    problem = f"{shown(named)} is no origin of a page; give its scheme and its server, such as https://play.example"
    raise BattleFileError(Code.MALFORMED, problem, "--origin")


def _plain(name: str) -> str:
    return name.strip("[]").lower().rstrip(".")


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """The address that a text is, None for none."""
    with suppress(ValueError):
        return ip_address(text)
    return None


class Buckets:
    """How often each client may ask: so many times a second in the long run, ten times that at once."""

    def __init__(self, rate: float, burst: float = 0) -> None:
        self.rate, self.burst = rate, burst or 10 * rate
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str, now: float | None = None, *, much: float = 1) -> float:
        """Count one request, or so much; 0 where it may be answered, else the seconds to wait."""
        now = time.monotonic() if now is None else now
        left, then = self._left.pop(client, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.rate)
        fits = left >= much
        self._left[client] = (left - much * fits, now)
        if len(self._left) > MOST_CLIENTS:
            self._left.popitem(last=False)
        return 0.0 if fits else (much - left) / self.rate


class Quota:
    """How many of something each client may have in a day; 0 for any number."""

    def __init__(self, most: int) -> None:
        self._buckets = Buckets(most / DAY, most) if most else None

    def take(self, client: str, what: str, much: int = 1) -> None:
        """Count one, or so much of it; raises `Problem` where a client has had its share."""
        wait = self._buckets.wait(client, much=much) if self._buckets else 0.0
        if wait:
            told = f"you have had as many {what} as you may in a day; ask again in {ceil(wait / 60)} minutes"
            raise Problem(429, Code.UNAVAILABLE, told, kind="quota", headers={"Retry-After": str(int(wait) + 1)})


class Rounds:
    """At most so many begin in one round of the event loop; the others wait for the next, first come, first served."""

    def __init__(self, most: int) -> None:
        self._most, self._begun = most, 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._scheduled = False

    async def begin(self) -> None:
        """Wait until it is one's turn."""
        loop = asyncio.get_running_loop()
        if not self._scheduled:
            self._scheduled = True
            loop.call_soon(self._next_round)
        if self._begun < self._most:
            self._begun += 1
            return
        turn = loop.create_future()
        self._waiting.append(turn)
        await turn

    def _next_round(self) -> None:
        self._begun = 0
        while self._waiting and self._begun < self._most:
            turn = self._waiting.popleft()
            if not turn.done():  # else whoever waited has gone
                turn.set_result(None)
                self._begun += 1
        self._scheduled = self._begun > 0
        if self._scheduled:
            asyncio.get_running_loop().call_soon(self._next_round)


class Guard:
    """Around the whole application: security headers, names, origins, rates, and an answer whatever happens.

    `hosts` are the names by which it may be called. A browser says from which page a request comes; only pages of this
    server's own address, and of `origins`, may do anything. `rate` is requests a second for each client, 0 for no
    limit; this machine itself has none.
    """

    def __init__(self, app: ASGIApp, *, hosts: Hosts, rate: float, origins: Collection[str] = ()) -> None:
        self.app, self._hosts = app, hosts
        self._buckets = Buckets(rate) if rate else None
        self._rounds = Rounds(AT_ONCE)
        self._origins = frozenset(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, or refuse."""
        if scope["type"] == "http":
            bare = scope["method"] == "HEAD"  # what is looked up by GET, without its body
            scope = {**scope, "method": "GET"} if bare else scope
            await self._serve(scope, receive, _HeaderSender(send, scope, bare=bare))
        elif scope["type"] == "websocket" and (problem := self._unwanted(scope)) is not None:
            await send({"type": "websocket.close", "code": 1008, "reason": problem.detail})
        else:
            await self.app(scope, receive, send)

    async def _serve(self, scope: Scope, receive: Receive, send: _HeaderSender) -> None:
        problem = self._unwanted(scope) or self._too_often(scope)
        if scope["path"] not in HEALTH:
            await self._rounds.begin()
        try:
            await (self.app if problem is None else problem)(scope, receive, send)
        except ClientDisconnect:  # nobody is there to be answered
            return
        except Exception as wrong:
            if send.begun:  # nothing but an early end can tell of it now
                raise
            await problem_of(wrong)(scope, receive, send)

    def _unwanted(self, scope: Scope) -> Problem | None:
        """What is wrong with a request whatever it asks for."""
        headers, path = Headers(scope=scope), scope["path"]
        if not self._hosts.allow(headers.get("host", "")):
            told = "this server has another name; start it with --allow-host to call it so"
            return Problem(400, Code.FORBIDDEN, told, kind="host")
        if len(path) > LONGEST_PATH or not path.isprintable():
            return Problem(400, Code.MALFORMED, "there is no such address: it is too long, or no text")
        if scope["type"] == "http" and scope["method"] in SAFE:
            return None
        origin = headers.get("origin")
        if origin is None or origin in self._origins:
            return None
        try:
            of = urlsplit(origin)
        except ValueError:
            return Problem(400, Code.MALFORMED, "Origin: is no address", kind="origin")
        here = SCHEMES.get(scope["scheme"], scope["scheme"]), headers.get("host", "").lower()
        if (of.scheme.lower(), of.netloc.lower()) == here:
            return None
        told = f"the request comes from a page of another address than {here[0]}://{here[1]}"
        return Problem(403, Code.FORBIDDEN, told, kind="origin")

    def _too_often(self, scope: Scope) -> Problem | None:
        client = client_in(scope)
        if self._buckets is None or client in OWN_MACHINE or scope["path"] in HEALTH:
            return None
        wait = self._buckets.wait(client)
        if not wait:
            return None
        told = f"too many requests; wait {wait:.1f} seconds"
        return Problem(429, Code.UNAVAILABLE, told, headers={"Retry-After": str(int(wait) + 1)})


class _HeaderSender:
    """Sends answers with the headers that every one has, without bodies if `bare`; knows whether one has `begun`."""

    def __init__(self, send: Send, scope: Scope, *, bare: bool) -> None:
        self._send, self._of_api, self.begun = send, scope["path"].startswith("/api/"), False
        self._bare = bare
        of_offline = scope["path"].startswith(OFFLINE)
        self._headers = HEADERS | {"Content-Security-Policy": OFFLINE_CSP} if of_offline else HEADERS

    async def __call__(self, message: Message) -> None:
        """Send a part of the answer."""
        if message["type"] == "http.response.start":
            self.begun = True
            headers = MutableHeaders(scope=message)
            for name, value in self._headers.items():
                headers[name] = value
            if self._of_api:
                headers.setdefault("Cache-Control", "no-store")
        elif self._bare:
            message["body"] = b""
        await self._send(message)


@lru_cache(maxsize=4096)
def network(address: str) -> str:
    """The part of an address that one client cannot change at will.

    >>> network("203.0.113.7"), network("2001:db8:1:2:aaaa::1"), network("::ffff:203.0.113.7"), network("no address")
    ('203.0.113.7', '2001:db8:1:2::', '203.0.113.7', 'no address')
    """
    found = _address(address.partition("%")[0])
    if found is None:
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
        address = _address(str(client))
        return address is not None and any(address in one for one in self._networks)


def client_in(scope: Scope) -> str:
    """The client of a connection, by its address."""
    return network(scope["client"][0]) if scope.get("client") else ""


def client_of(connection: HTTPConnection) -> str:
    """The client who asks, by its address."""
    return client_in(connection.scope)
