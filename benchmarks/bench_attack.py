"""Play and health of the server under attack, beside the same without: strangers ask for all that is dear.

Run: python benchmarks/bench_attack.py. Client, attackers and server share this machine's cores. Goals, at every attack:
99 of 100 questions of play within 1 s, and `/healthz` within 100 ms. Linux: every stranger has an address of its own.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from fireline.formats.examples import examples

API = "/api/v1"
SECONDS, STRANGERS, PLAYERS = 10.0, 40, 4
PLAY, HEALTH = 1000.0, 100.0
ANCIENTS, VILLAGE = (examples()[name].data for name in ("ancients-ranged-combat", "blightmeer-village"))
SHOT = {"shooter": "bow", "target": "warriors"}
NUMBERS = count()

Sent = tuple[str, str, bytes]
"""Method, path, body."""


def body(**fields: Any) -> bytes:
    """A question."""
    return json.dumps(fields).encode()


def long_questions(n: int) -> Sent:
    """The largest that may be asked."""
    asked = [
        ("simulate", body(battle=ANCIENTS, phases=10_000_000, seed=n)),
        ("plan", body(battle=VILLAGE, seconds=240)),
        ("threat", body(battle=VILLAGE, unit="brute")),
        ("worth", body(battle=VILLAGE, shot={"shooter": "lookout", "target": "brute"})),
        ("matchups", body(battle=VILLAGE)),
        ("simulate", body(battle=VILLAGE, phases=10_000_000, seed=n)),
    ]
    path, sent = asked[n % len(asked)]
    return "POST", f"{API}/{path}", sent


@cache
def _large() -> list[tuple[str, bytes]]:
    units = [{**ANCIENTS["units"][0], "id": f"u{k}"} for k in range(4_000)]
    fitting = b'{"battle": {"x": [' + b"[]," * 49_000 + b"[]]}}"
    return [
        ("luck", b"[" + b"[]," * 2_600_000 + b"[]]"),
        ("odds", fitting),
        ("shoot", b'{"battle": {' + b",".join(b'"k%06d": 1' % k for k in range(35_000)) + b"}}"),
        ("read", body(battle={**ANCIENTS, "units": units})),
        ("tables", fitting),
    ]


def large_bodies(n: int) -> Sent:
    """As much to read as is let in, and more."""
    path, sent = _large()[n % 5]
    return "POST", f"{API}/{path}", sent


def dear_play(n: int) -> Sent:
    """Questions of play that take long themselves, none asked before."""
    kinds = [next(unit for unit in VILLAGE["units"] if unit["id"] == id_) for id_ in ("archer", "raider")]
    units = [{**kinds[k % 2], "id": f"x{k}", "at": [1.5 + 1.5 * (k % 16), 3 + 3 * (k // 16)]} for k in range(100)]
    crowd = {**VILLAGE, "terrain": [], "units": units, "name": f"crowd {n} {next(NUMBERS)}"}
    many = [("read", body(battle=crowd)), ("targets", body(battle=crowd, shooter="x0"))]
    path, sent = many[n % 2]
    return "POST", f"{API}/{path}", sent


def small_questions(n: int) -> Sent:
    """A flood of what is answered on the spot."""
    return "POST", f"{API}/odds", body(battle={**ANCIENTS, "name": f"{n} {next(NUMBERS)}"}, shot=SHOT)


def half_sent(_: int) -> Sent:
    """Nothing more than the beginning of a request."""
    return "", "", b"POST /api/v1/odds HTTP/1.1\r\nHost: localhost\r\n"


ATTACKS: dict[str, Callable[[int], Sent] | None] = {
    "nobody else": None,
    "the longest analysis": long_questions,
    "large bodies": large_bodies,
    "dear questions of play": dear_play,
    "a flood of small ones": small_questions,
    "400 half-sent requests": half_sent,
}


async def asked(port: int, sent: Sent, address: str = "") -> int:
    """The status of an answer, read to its end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0) if address else None)
    try:
        method, path, raw = sent
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"
        writer.write(f"{head}Content-Length: {len(raw)}\r\n\r\n".encode() + raw if method else raw)
        answer = await reader.read()
        return int(answer.split(b" ", 2)[1]) if answer else 0
    finally:
        writer.close()


def attack(port: int, name: str) -> None:
    """Strangers from addresses of their own, each asking again as soon as it is answered or refused."""
    what = ATTACKS[name]
    assert what is not None
    each = 10 if what is half_sent else 2

    async def stranger(n: int) -> None:
        while True:
            with suppress(OSError, ValueError, IndexError):
                await asked(port, what(n), f"127.0.1.{n + 1}")
            await asyncio.sleep(0.05)

    async def all_of_them() -> None:
        await asyncio.gather(*(stranger(n) for n in range(STRANGERS) for _ in range(each)))

    os.nice(5)  # they stand for other machines, whose processors are their own
    asyncio.run(all_of_them())


async def repeated(ask: Callable[[], Awaitable[None]], pause: float) -> list[float]:
    """How long each of many questions took, in milliseconds."""
    times, end = [], time.perf_counter() + SECONDS
    while (start := time.perf_counter()) < end:
        await ask()
        times.append((time.perf_counter() - start) * 1000)
        await asyncio.sleep(pause)
    return times


async def measured(port: int) -> dict[str, list[float]]:
    """What players and whoever watches over the server wait for."""
    refused: Counter[str] = Counter()

    async def health() -> None:
        assert await asked(port, ("GET", "/healthz", b"")) == 200

    def question(path: str, **fields: Any) -> Callable[[], Awaitable[None]]:
        async def ask() -> None:
            sent = (
                "POST",
                f"{API}/{path}",
                body(**fields | {"battle": {**fields["battle"], "name": f"{next(NUMBERS)}"}}),
            )
            status = await asked(port, sent, "127.0.2.1")
            refused[path] += status != 200

        return ask

    command = {"command": "Shoot", "shot": SHOT}
    strange = [
        repeated(question("read", battle=ANCIENTS), 0.05),
        repeated(question("play", battle=ANCIENTS, command=command, seed=1), 0.05),
    ]
    tables = [(battle, *await opened(port, battle)) for battle in (VILLAGE, ANCIENTS) for _ in range(PLAYERS)]
    seats = [table_shots(port, *table) for table in tables]
    healths, *others = await asyncio.gather(repeated(health, 0.02), *strange, *seats)
    reads, plays, *shots = others
    village, ancients = shots[:PLAYERS], shots[PLAYERS:]
    return {
        "healthz": healths,
        f"read ({refused['read']} refused)": reads,
        f"play ({refused['play']} refused)": plays,
        "table, ancients": [one for times in ancients for one in times],
        "table, blightmeer": [one for times in village for one in times],
    }


async def opened(port: int, battle: dict[str, Any]) -> tuple[str, str]:
    """A new table: its id, and the game master's token."""
    while True:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        raw = body(battle=battle)
        head = f"POST {API}/tables HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        writer.write(f"{head}Content-Length: {len(raw)}\r\n\r\n".encode() + raw)
        told = json.loads((await reader.read()).partition(b"\r\n\r\n")[2])
        writer.close()
        if "table" in told:
            return told["table"], told["seats"][0]["token"]
        await asyncio.sleep(1)


async def table_shots(port: int, battle: dict[str, Any], table: str, token: str) -> list[float]:
    """A table: its game master shoots and takes it back, again and again."""
    shot = SHOT if battle is ANCIENTS else {"shooter": "lookout", "target": "brute"}
    address = f"ws://localhost:{port}{API}/tables/{table}/live?after=1000000"
    async with connect(address, max_size=None) as socket:
        await socket.send(json.dumps({"auth": token}))
        seen, number = json.loads(await socket.recv())["hello"]["head"], 0

        async def ask() -> None:
            nonlocal seen, number
            number += 1
            said: dict[str, Any] = {"cmd_id": f"c{next(NUMBERS)}", "expect": seen}
            if number % 2:
                said |= {"kind": "command", "body": {"command": {"command": "Shoot", "shot": shot}}}
            else:
                said |= {"kind": "undo_request", "body": {"seq": seen, "reason": "to go on"}}
            await socket.send(json.dumps(said))
            while not {"ack", "nack"} & (message := json.loads(await socket.recv())).keys():
                pass
            seen = message.get("seq", message.get("head"))
            number -= "nack" in message  # the same once more

        return await repeated(ask, 0.1)


async def warmed_up(port: int) -> None:
    """Wait until the server has loaded what it answers with, as it has after a minute of play."""

    async def read(n: int) -> int:
        fresh = {**VILLAGE, "name": f"warm {n}"}
        return await asked(port, ("POST", f"{API}/read", body(battle=fresh)), f"127.0.3.{n % 8 + 1}")

    good = 0
    for n in range(8):
        good += set(await asyncio.gather(*(read(8 * n + k) for k in range(8)))) == {200}
        if good == 5:
            break
    await asyncio.sleep(10)


@contextmanager
def server() -> Iterator[int]:
    """The port of a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "fireline", "serve", "--no-browser", "--port", "0", "--tables", "0"]
        process = subprocess.Popen(
            [*command, "--database", str(Path(folder) / "tables.db")], stdout=subprocess.PIPE, text=True
        )
        try:
            assert process.stdout is not None
            yield int(process.stdout.readline().rpartition(":")[2])
        finally:
            process.terminate()
            process.wait()


def percentile(times: list[float], share: float) -> float:
    """So many of the times are shorter."""
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def main() -> None:
    """Print what everybody waits for, attack by attack."""
    wanted = [name for name in ATTACKS if not sys.argv[1:] or any(word in name for word in sys.argv[1:])]
    print(f"milliseconds at {SECONDS:.0f} s each, p50 / p99 / worst; {STRANGERS} strangers; loopback, one machine")
    for name in wanted:
        with server() as port:
            asyncio.run(warmed_up(port))
            process = multiprocessing.get_context("spawn").Process(target=attack, args=(port, name))
            if ATTACKS[name] is not None:
                process.start()
                time.sleep(3)
            try:
                told = asyncio.run(measured(port))
            finally:
                if process.is_alive():
                    process.kill()
        print(name)
        for what, times in told.items():
            slow, goal = percentile(times, 0.99), HEALTH if what == "healthz" else PLAY
            figures = f"{percentile(times, 0.5):7.1f} / {slow:7.1f} / {max(times):7.1f}"
            print(f"  {what:<20} {figures}   {len(times):>5} times   {'met' if slow <= goal else 'MISSED'}")


if __name__ == "__main__":
    main()
