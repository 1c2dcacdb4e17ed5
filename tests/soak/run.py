"""What the server comes to in a long run, as figures; `SOAK_MINUTES` says how long (20), `--short` half a minute.

Three servers of one PostgreSQL and the database itself are killed again and again in the middle of games; a table
grows, stands idle and comes back; a thousand sockets come and go; and the fuzzers try 5,000 cases for each minute.
The short run always kills at the same steps, and leaves the fuzzers to the tests. Exit status 1 where a goal is missed.
"""

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from random import Random
from typing import TypeVar

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tests")]

from fireline.cli import run  # noqa: E402
from server.clients import BOW  # noqa: E402
from server.machines import Marks, check, dying, failing, machines, open_tables, seated  # noqa: E402
from server.postgres import Cluster, cluster  # noqa: E402
from server.proxy import Proxy  # noqa: E402
from server.serving import Zygote  # noqa: E402
from server.sockets import Open  # noqa: E402
from soak import memory  # noqa: E402

SHORT = "--short" in sys.argv
MINUTES = 0.5 if SHORT else float(os.environ.get("SOAK_MINUTES") or 20)
EVENT_GOAL, IDLE_GOAL, SOCKET_GOAL = 1000, 300, 2000
"""Bytes at most: by the event of a table in play, of one in play when another was left, by the socket after others."""
SERVERS, TABLES = 3, 4
STEPS = 3000
"""Calls and returns within a server's code, from its first command on: some ten commands."""
KILLS = 6
"""How often each server dies at least."""
FAILURES = ("immediate", "kill", "fast")
EVERY = 15 if SHORT else 150
"""Commands answered between two failures of the database."""
COMMANDS = 20
PATIENCE = 300
"""Seconds after which games that should be over have failed, instead of going on for ever."""
HOSTILE = (
    "tests/contract/test_battery.py",
    "tests/formats/test_hostile_meshes.py",
    "tests/cli/test_hostile.py",
    "tests/server/test_hostile.py",
    "tests/server/store/test_hostile_exports.py",
    "tests/rulesets/duel_of_ages/test_hostile_decks.py",
)
T = TypeVar("T")
missed: list[str] = []


def goal(text: str, *, met: bool) -> None:
    """Print a figure, and whether it is as good as it should be."""
    print(f"{text}   {'goal met' if met else 'goal MISSED'}", flush=True)
    if not met:
        missed.append(text)


def grow(minutes: float) -> None:
    """A table in play; another in play when the first stands idle; sockets."""
    with tempfile.TemporaryDirectory() as folder, memory.server(Path(folder)) as server:
        table = Open(server.url, BOW)
        grown = asyncio.run(memory.play(server, table, 45 * minutes))
        events, first, last = grown[-1].events, grown[0].memory, grown[-1].memory
        each = memory.slope(grown)
        print(f"a table in play: {events:,} events, {first / 1e6:.0f} MB at first, {last / 1e6:.0f} MB at last")
        goal(f"a table in play: {each:,.0f} bytes an event (at most {EVENT_GOAL:,})", met=each <= EVENT_GOAL)
        before = memory.standing(table)
        memory.forget(server)
        again = asyncio.run(memory.play(server, Open(server.url, BOW), 15 * minutes))
        each = (again[-1].memory - again[0].memory) / again[-1].events
        told = f"the next table, when the first stands idle: {each:,.0f} bytes an event more (at most {IDLE_GOAL})"
        goal(told, met=each <= IDLE_GOAL)
        back = memory.standing(table) == before
        goal(f"the first table comes back as it was: {'yes' if back else 'no'}", met=back)
        empty, during, after = asyncio.run(memory.crowd(server, table))
        most, left = (during - empty) / memory.SOCKETS, (after - during) / memory.SOCKETS
        print(f"{memory.SOCKETS:,} sockets: {most:,.0f} bytes each")
        told = f"as many more when they have closed: {left:,.0f} bytes each (at most {SOCKET_GOAL:,})"
        goal(told, met=left <= SOCKET_GOAL)


def until(end: float, steps: Iterator[T], least: int) -> Iterator[T]:
    """Steps to die at, or ways to fail, so many at least and then until it is time to live."""
    for n, step in enumerate(steps):
        if n >= least and time.monotonic() >= end:
            return
        yield step


def kill(minutes: float) -> None:
    """Three servers and their database, all of them killed again and again."""
    random = Random(1 if SHORT else None)  # noqa: S311 - the step at which one dies
    end = time.monotonic() + 60 * minutes

    async def play(servers: list[Zygote], database: Cluster) -> None:
        for server in servers:
            await asyncio.to_thread(server.start)
        async with Proxy([server.port for server in servers]).running() as proxy:
            tables = await asyncio.to_thread(open_tables, proxy.url, TABLES)
            players = seated(proxy.url, tables)
            for server in servers:
                await asyncio.to_thread(server.kill)
            marks = Marks(players, COMMANDS)
            games = asyncio.gather(*(player.play(marks.enough) for player in players))
            steps = iter(lambda: random.randint(1, STEPS), 0)
            *deaths, failures = await asyncio.gather(
                *(dying(server, until(end, steps, KILLS)) for server in servers),
                failing(database, marks, EVERY, until(end, cycle(FAILURES), len(FAILURES))),
            )
            marks.over = True
            await games
            events = await check(tables, players, servers)
            acked = sum(len(player.acked) for player in players)
            print(f"{sum(deaths)} kills of {SERVERS} servers, {failures} of PostgreSQL; {events:,} events")
            goal(f"{acked:,} commands acknowledged, each there once, no gap, all boards the same", met=True)

    with cluster() as database, machines(address := database.database(), SERVERS) as servers:
        asyncio.run(asyncio.wait_for(play(servers, database), 60 * minutes + PATIENCE))
        goal("the database is verified", met=run(["db", "verify", "--database", address]) == 0)


def fuzz(times: int) -> None:
    """The fuzzers of the tests, with so many times their cases, and others each time."""
    which = ["-n", "2", "-k", "breaks or spoilt", *HOSTILE]
    command = [sys.executable, "-m", "pytest", "-q", *which]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"FIRELINE_FUZZ": str(times)}, capture_output=True, text=True, check=False
    )
    told = re.search(r"^fuzzed: .*", done.stdout, re.MULTILINE)
    if done.returncode:
        print(done.stdout[-20_000:])
    goal(told[0] if told else "fuzzed: nothing", met=not done.returncode and told is not None)


def main() -> int:
    """Everything one after the other, so that no figure stands in the way of another."""
    print(f"{MINUTES:g} minutes", flush=True)
    kill(0.25 * MINUTES)
    grow(0.3 * MINUTES)
    if not SHORT:
        fuzz(max(1, round(MINUTES)))
    print(*(f"MISSED: {one}" for one in missed), sep="\n")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
