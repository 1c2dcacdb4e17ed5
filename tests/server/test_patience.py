"""Whoever is slow on purpose is cut off; a slow drip of bytes wins no time."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from uvicorn.server import ServerState
from websockets.exceptions import InvalidMessage

from fireline.server.guard import Proxies
from fireline.server.serve import BODY, HEAD, LONGEST_HEAD, READING, Config, Connections, Http
from refusing import wrong_with
from server.clients import BOW
from server.serving import serving
from server.sockets import PATIENCE, Open

HEADERS = b"POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n"


class Clock:
    """A loop whose time goes on when the test says so; applications are not run."""

    def __init__(self) -> None:
        self.now, self._timers = 0.0, list[tuple[float, Callable[[], None], Any]]()

    def call_later(self, seconds: float, function: Callable[[], None]) -> Any:
        """Set a timer."""

        class Timer:
            is_set = True

            def cancel(self) -> None:
                self.is_set = False

        self._timers.append((self.now + seconds, function, timer := Timer()))
        return timer

    def create_task(self, work: Any, **_: Any) -> asyncio.Future[None]:
        """Take a task, and do nothing of it."""
        work.close()
        return asyncio.Future()

    def go_on(self, seconds: float) -> None:
        """Let time go by."""
        self.now += seconds
        due = [one for one in self._timers if one[0] <= self.now]
        self._timers = [one for one in self._timers if one not in due]
        for _, function, timer in due:
            if timer.is_set:
                function()


class Transport(asyncio.Transport):
    """A connection; `aborted` once it is cut off."""

    aborted = False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return ("203.0.113.7", 1) if name == "peername" else default

    def abort(self) -> None:
        self.aborted = True

    def close(self) -> None: ...
    def is_closing(self) -> bool:
        return self.aborted

    def write(self, data: Any) -> None: ...
    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...


class Peer:
    """One connection to a server, seen from outside."""

    def __init__(self, connections: Connections | None = None) -> None:
        self.clock, self.transport = Clock(), Transport()
        loop: Any = self.clock
        config = Config(_nothing, connections or Connections(0), lifespan="off")
        config.load()
        self.http: Any = Http(config, ServerState(), {}, _loop=loop)
        self.http.connection_made(self.transport)

    def drip(self, data: bytes, seconds: float) -> bool:
        """Send byte by byte, each after so many seconds; whether it was cut off."""
        for byte in data:
            self.http.data_received(bytes([byte]))
            self.clock.go_on(seconds)
        return self.transport.aborted


async def _nothing(_scope: Any, _receive: Any, _send: Any) -> None:
    """No application."""


@pytest.mark.parametrize("sent", [b"", b"G", HEADERS[:30], b"\r\n"])
async def test_who_says_nothing_or_half_a_head_is_cut_off(sent: bytes) -> None:
    peer = Peer()
    if sent:
        peer.http.data_received(sent)
    peer.clock.go_on(HEAD - 0.1)
    assert not peer.transport.aborted
    peer.clock.go_on(0.2)
    assert peer.transport.aborted


async def test_a_drip_wins_no_time_and_a_head_has_a_length() -> None:
    assert Peer().drip(HEADERS[:80], HEAD / 40)
    peer = Peer()
    peer.http.data_received(HEADERS)
    assert peer.drip(b"1" * 9, BODY / 8)
    quick = Peer()
    assert not quick.drip(HEADERS, HEAD / 200)
    assert not quick.drip(b"1" * 10, BODY / 20)
    quick.clock.go_on(1000)  # the answer may take its time
    assert not quick.transport.aborted
    peer = Peer()
    peer.http.data_received(HEADERS[:-2] + b"X: " + b"y" * LONGEST_HEAD)
    assert peer.transport.aborted


async def test_every_request_of_a_connection_has_its_own_time() -> None:
    peer = Peer()
    for _ in range(5):
        peer.http.data_received(HEADERS)
        peer.clock.go_on(BODY - 1)
        peer.http.data_received(b"1" * 10)
        peer.http.cycle.response_complete = True
        peer.clock.go_on(1)
    assert not peer.transport.aborted
    peer.http.data_received(HEADERS[:10])
    peer.clock.go_on(HEAD)
    assert peer.transport.aborted


async def test_what_is_answered_before_it_has_all_come_may_come_to_its_end() -> None:
    peer = Peer()
    peer.http.data_received(HEADERS.replace(b": 10", b": %d" % (2 * LONGEST_HEAD)))
    peer.http.cycle.response_complete = True
    peer.http.data_received(b"1" * (LONGEST_HEAD + 1))
    peer.clock.go_on(BODY - 1)
    peer.http.data_received(b"1" * (LONGEST_HEAD - 2))
    assert not peer.transport.aborted, "a reset would take the answer away from who still sends"
    peer.clock.go_on(1)
    assert peer.transport.aborted


async def test_who_reads_nothing_is_cut_off_and_who_reads_on_is_not() -> None:
    for reads in (True, False):
        peer = Peer()
        peer.http.data_received(HEADERS + b"1" * 10)
        peer.http.pause_writing()
        peer.clock.go_on(READING - 1)
        if reads:
            peer.http.resume_writing()
        peer.clock.go_on(2)
        assert peer.transport.aborted is not reads


async def test_an_address_or_a_household_has_so_many_connections() -> None:
    connections = Connections(2)
    first, second, third = (Peer(connections) for _ in range(3))
    assert (first.transport.aborted, second.transport.aborted, third.transport.aborted) == (False, False, True)
    third.http.connection_lost(None)
    first.http.connection_lost(None)
    assert not Peer(connections).transport.aborted
    assert Peer(connections).transport.aborted

    behind = Connections(1, Proxies(["203.0.113.0/24"]))
    assert all(behind.enter(address) for address in ("203.0.113.7", "203.0.113.7", "127.0.0.1", "127.0.0.1", "::1"))
    assert behind.enter("203.0.114.1")
    assert not behind.enter("203.0.114.1")
    assert "--proxy: game.home: only addresses and networks" in wrong_with(Proxies, ["game.home"])
    connections = Connections(1)
    assert connections.enter("2001:db8::1")
    assert not connections.enter("2001:db8::2")
    assert connections.enter("2001:db8:0:1::1")
    for address in ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"):
        connections.leave(address)
    assert not connections._of


@pytest.mark.whole("long")
def test_sockets_are_connections_too_and_none_is_compressed(tmp_path: Path) -> None:
    elsewhere: dict[str, Any] = {"local_addr": ("127.0.0.2", 0)}

    async def sit(table: Open) -> None:
        async with table.sit("gm", **elsewhere) as first, table.sit("top", **elsewhere):
            assert not first.socket.protocol.extensions
            with pytest.raises((OSError, EOFError, InvalidMessage)):
                async with table.sit("top", **elsewhere):
                    raise AssertionError("a third")
            async with table.sit("top"):  # this machine may have any number
                pass
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:  # they give back what they took as soon as the server has heard of it
            with suppress(OSError, EOFError, InvalidMessage):
                async with table.sit("top", **elsewhere):
                    return
        raise AssertionError("nobody may come any more")

    with serving(tmp_path / "tables.db", "--connections", "2") as url:
        asyncio.run(sit(Open(url, BOW)))
