"""Durable appends to tables, alone and by many clients at once, beside one connection and one commit an append.

Every append is synced to the disk before it counts, on both sides, and both keep the same rows. Goals: at least as many
appends a second alone as the naive way, 3 times as many from 8 clients and 6 times as many from 64, and from 64
clients 99 of 100 within 60 ms; 10,000 a second from 8 clients. Beside that the most that this disk allows: as many rows
written to a bare file and synced together, and nothing else.
"""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import statistics
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from fireline.server.store.opening import open_store
from fireline.server.store.rows import NewEvent, TableRow
from fireline.server.store.store import Store

SECONDS = 3.0
GOALS = {1: 1.0, 8: 3.0, 64: 6.0}
LATENCY_GOAL, RATE_GOALS = 60.0, {8: 10_000}
BODY = {
    "command": {"command": "Shoot", "shot": {"shooter": "bow", "target": "warriors"}},
    "events": [{"event": "unit_fired", "shooter": "bow", "target": "warriors", "faces": ["blue", "flag"], "hits": 1}],
    "faces": ["blue", "flag"],
    "story": ["Light Bow (F5) fires at Warriors (C5) and rolls blue triangle and flag: 1 hit, 1 flag. CCA-5.2"],
}


class Figures(NamedTuple):
    """What was measured: appends a second, and how long one took in milliseconds."""

    rate: float
    median: float
    p99: float

    @classmethod
    def of(cls, times: list[float], took: float) -> Figures:
        """The figures of appends that took so long each, and all together."""
        cuts = statistics.quantiles(times, n=100)
        return cls(len(times) / took, cuts[49] * 1000, cuts[98] * 1000)


def table(n: int) -> str:
    """The table that client n plays at."""
    return f"table-{n}"


async def grouped(store: Store, clients: int) -> Figures:
    """Clients that each append to a table of their own."""
    heads = {n: await store.head(table(n)) for n in range(clients)}
    times: list[float] = []
    until = time.perf_counter() + SECONDS

    async def client(n: int) -> None:
        while (start := time.perf_counter()) < until:
            event = NewEvent(kind="command", actor="gm", body=BODY, state="0" * 64, cmd_id=f"{clients}-{heads[n]}")
            answer = await store.append(table(n), heads[n], event)
            times.append(time.perf_counter() - start)
            assert answer
            heads[n] = answer[-1].seq

    start = time.perf_counter()
    await asyncio.gather(*map(client, range(clients)))
    figures = Figures.of(times, time.perf_counter() - start)
    for n, head in heads.items():
        assert await store.head(table(n)) == head
    return figures


def naive(file: Path, clients: int) -> Figures:
    """Clients that each open a connection, insert a row and commit, every time; synced alike."""
    times: list[float] = []
    body = json.dumps(BODY)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute(
            "CREATE TABLE IF NOT EXISTS events (game TEXT, seq INTEGER, kind TEXT, body TEXT, cmd_id TEXT, prev TEXT,"
            " hash TEXT, PRIMARY KEY (game, seq), UNIQUE (game, cmd_id)) WITHOUT ROWID"
        )
    until = time.perf_counter() + SECONDS

    def client(n: int) -> None:
        seq = 0
        while (start := time.perf_counter()) < until:
            seq += 1
            row = (f"{clients}-{n}", seq, "command", body, f"{clients}-{seq}", "0" * 64, "0" * 64)
            with closing(sqlite3.connect(file, timeout=60)) as connection:
                connection.execute("PRAGMA synchronous=FULL")
                with connection:
                    connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            times.append(time.perf_counter() - start)

    start = time.perf_counter()
    with ThreadPoolExecutor(clients) as pool:
        list(pool.map(client, range(clients)))
    return Figures.of(times, time.perf_counter() - start)


def bare(file: Path, clients: int) -> float:
    """Appends a second where one row of each client is written to a file and synced, round after round."""
    row = json.dumps(BODY).encode() * clients
    rounds, start = 0, time.perf_counter()
    with file.open("ab", buffering=0) as out:
        while (took := time.perf_counter() - start) < SECONDS:
            out.write(row)
            os.fdatasync(out.fileno())
            rounds += 1
    return rounds * clients / took


def verdict(*, met: bool) -> str:
    """How a goal is reported."""
    return "goal met" if met else "goal MISSED"


async def measure(folder: Path) -> None:
    """Measure both ways, one after the other, in the same folder."""
    store = await open_store(str(folder / "tables.db"))
    first = [NewEvent(kind="opened", actor="gm", body={}, state="0" * 64)]
    for n in range(max(GOALS)):
        await store.create(TableRow(id=table(n), name="", ruleset="ancients", version="0"), first)
    for clients, goal in GOALS.items():
        ours = await grouped(store, clients)
        theirs = await asyncio.to_thread(naive, folder / f"naive-{clients}.db", clients)
        for name, figures in (("fireline", ours), ("naive", theirs)):
            print(
                f"{clients:3} clients  {name:9} {figures.rate:8,.0f} appends/s   median {figures.median:7.2f} ms   "
                f"p99 {figures.p99:8.2f} ms"
            )
        times = ours.rate / theirs.rate
        print(f"{'':12} {times:.1f} times the naive way, goal {goal:.0f}: {verdict(met=times >= goal)}")
        if rate := RATE_GOALS.get(clients):
            most = await asyncio.to_thread(bare, folder / f"bare-{clients}", clients)
            print(f"{clients:3} clients  {'bare file':9} {most:8,.0f} appends/s")
            print(f"{'':12} {ours.rate / most:.2f} of what the disk allows")
            print(f"{'':12} {ours.rate:,.0f} appends/s, goal {rate:,}: {verdict(met=ours.rate >= rate)}")
        if clients == max(GOALS):
            print(f"{'':12} p99 {ours.p99:.1f} ms, goal {LATENCY_GOAL:.0f}: {verdict(met=ours.p99 <= LATENCY_GOAL)}")
    await store.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="fireline-bench-") as name:
        asyncio.run(measure(Path(name)))
