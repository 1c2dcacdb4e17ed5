"""The server on this machine, client and server on the same cores: answers, durable commands, idle spectators.

Run: python benchmarks/bench_server.py. Goals: at least 800 exact odds a second over HTTP from one process with the
slowest of a hundred under 60 ms at 16 connections, beside a route that answers a constant; at least 1500 durable
commands a second over 50 tables, acknowledged within 60 ms for 99 of 100; 1000 shots and undos, within 100 ms; 1000
idle spectators in at most 250 MB.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

from fireline.formats.parsing import parse
from fireline.game.battle import Battle
from fireline.game.command import Shot

BATTLE = parse((Path(__file__).parents[1] / "examples" / "ancients-ranged-combat.yaml").read_text(encoding="utf-8"))
SECONDS, CONNECTIONS, TABLES, SPECTATORS = 4.0, 16, 50, 1000
RATE, P99, COMMANDS, ACK, MEGABYTES = 800, 60.0, 1500, 60.0, 250.0
SHOTS, SHOT_ACK = 1000, 100.0
BARE = """
import sys, uvicorn
from fastapi import FastAPI
app = FastAPI()
@app.post("/api/v1/odds")
async def odds(request: dict): return {"legal": True}
class Server(uvicorn.Server):
    async def startup(self, sockets=None):
        await super().startup(sockets)
        print("http://127.0.0.1:%d" % self.servers[0].sockets[0].getsockname()[1], flush=True)
Server(uvicorn.Config(app, port=0, loop="asyncio", log_level="critical")).run()
"""


@contextmanager
def running(*command: str) -> Iterator[tuple[str, int]]:
    """A server's address and process, as long as the block runs."""
    process = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        while "fireline" in command and httpx.get(f"{url}/readyz", timeout=60).status_code != 200:
            time.sleep(0.1)
        yield url, process.pid
    finally:
        process.terminate()
        process.wait()


def percentile(times: list[float], share: float = 0.99) -> float:
    """So many of the times are shorter, in milliseconds."""
    return sorted(times)[int(len(times) * share)] * 1000


async def http_rate(url: str, bodies: list[bytes]) -> tuple[float, float]:
    """Requests a second over connections that ask without a pause, and the 99th percentile in milliseconds.

    The client speaks plain HTTP/1.1 on sockets, so that it costs the server's cores as little as it can.
    """
    host, port = url.removeprefix("http://").split(":")
    times: list[float] = []

    async def ask(number: int) -> None:
        reader, writer = await asyncio.open_connection(host, int(port))
        end, at = time.perf_counter() + SECONDS, number
        while (start := time.perf_counter()) < end:
            body = bodies[at % len(bodies)]
            head = f"POST /api/v1/odds HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
            writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            answer = await reader.readuntil(b"\r\n\r\n")
            assert answer.startswith(b"HTTP/1.1 200"), answer
            length = next(line for line in answer.lower().split(b"\r\n") if line.startswith(b"content-length"))
            await reader.readexactly(int(length.split(b":")[1]))
            times.append(time.perf_counter() - start)
            at += CONNECTIONS  # no two ask the same while there is more to ask
        writer.close()

    await asyncio.gather(*(ask(n) for n in range(CONNECTIONS)))
    return len(times) / SECONDS, percentile(times)


def fresh_battles(count: int) -> list[dict[str, Any]]:
    """Battles that differ, so that no answer has been given before."""
    return [{**BATTLE, "name": f"battle {n}"} for n in range(count)]


def check_answers(url: str) -> list[dict[str, str]]:
    """Every shot of the battle answered as the library answers it; gives the shots."""
    battle = Battle.read(BATTLE)
    rules, state = battle.ruleset, battle.state
    shots = [{"shooter": s, "target": t} for s in rules.shooters(state) for t in rules.targets(state, s)]
    with httpx.Client(base_url=url) as client:
        for shot in shots:
            told = client.post("/api/v1/odds", json={"battle": BATTLE, "shot": shot}).json()
            assert told == json.loads(json.dumps(battle.preview(Shot.read(shot)).data()))
    return shots


def open_tables(url: str, count: int) -> list[tuple[str, str, str]]:
    """Tables: their ids, the game master's token and the spectators'."""
    with httpx.Client(base_url=url) as client:
        opened = [client.post("/api/v1/tables", json={"battle": BATTLE}).json() for _ in range(count)]
    return [(one["table"], one["seats"][0]["token"], one["seats"][-1]["token"]) for one in opened]


Commands = Callable[[int, int], dict[str, Any]]
"""The n-th command of a player who has seen everything up to the head."""


def talk(n: int, head: int) -> dict[str, Any]:
    """A line of talk."""
    return {"cmd_id": f"t{n}", "kind": "chat", "body": {"text": f"line {n}"}}


async def table_rate(url: str, tables: list[tuple[str, str, str]], command: Commands) -> tuple[float, float]:
    """Acknowledged commands a second over all tables, one after the other at each, and the 99th percentile in ms."""
    times: list[float] = []

    async def play(table: str, token: str) -> None:
        async with connect(f"{url.replace('http', 'ws')}/api/v1/tables/{table}/live?after=1000000") as socket:
            await socket.send(json.dumps({"auth": token}))
            head = json.loads(await socket.recv())["hello"]["head"]
            end, n = time.perf_counter() + SECONDS, 0
            while (start := time.perf_counter()) < end:
                said = command(n, head)
                await socket.send(json.dumps(said | {"expect": head}))
                while True:
                    message = json.loads(await socket.recv())
                    if message.get("ack") == said["cmd_id"]:
                        break
                    assert "nack" not in message, message
                head, n = message["seq"], n + 1
                times.append(time.perf_counter() - start)

    await asyncio.gather(*(play(table, token) for table, token, _ in tables))
    return len(times) / SECONDS, percentile(times)


def shots_and_back(n: int, head: int) -> dict[str, Any]:
    """Shots with the server's proven dice, each taken back by the game master before the next."""
    if n % 2:
        return {"cmd_id": f"s{n}", "kind": "undo_request", "body": {"seq": head, "reason": "to go on"}}
    shot = {"command": "Shoot", "shot": {"shooter": "bow", "target": "warriors"}}
    return {"cmd_id": f"s{n}", "kind": "command", "body": {"command": shot}}


def memory(pid: int) -> float:
    """The resident memory of a process, in MB."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("VmRSS"))) / 1024


async def idle(url: str, pid: int, table: tuple[str, str, str]) -> float:
    """The server's memory with a thousand spectators at one table."""
    address, sockets = f"{url.replace('http', 'ws')}/api/v1/tables/{table[0]}/live?after=0", []
    for _ in range(SPECTATORS):
        socket = await connect(address, ping_interval=None)
        await socket.send(json.dumps({"auth": table[2]}))
        sockets.append(socket)
    for socket in sockets:
        assert "hello" in json.loads(await socket.recv())
    await asyncio.sleep(2)
    used = memory(pid)
    await asyncio.gather(*(socket.close() for socket in sockets))
    return used


class Watched:
    """The processor time of a server, so that figures of a busy machine can be read, too."""

    def __init__(self, pid: int) -> None:
        self._stat = Path(f"/proc/{pid}/stat")
        self._before = self._seconds()

    def _seconds(self) -> float:
        fields = self._stat.read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def each(self, rate: float) -> str:
        """Milliseconds of the processor that one answer has cost since it was last asked."""
        before, self._before = self._before, self._seconds()
        return f"{(self._before - before) * 1000 / (rate * SECONDS):.2f} ms of its processor each"


def told(name: str, rate: float, slow: float, cost: str, *, met: bool | None = None) -> None:
    """One line of the report."""
    mark = "" if met is None else "   met" if met else "   MISSED"
    print(f"{name:<46} {rate:>7,.0f}/s, p99 {slow:>6.1f} ms, {cost}{mark}")


def run(work: Awaitable[Any]) -> Any:
    """What an asynchronous function gives."""

    async def inner() -> Any:
        return await work

    return asyncio.run(inner())


def main() -> None:
    """Print every figure beside its goal."""
    print("loopback; client and server share this machine's cores")
    known = {"battle": BATTLE, "shot": {"shooter": "bow", "target": "warriors"}}
    with running("-c", BARE) as (url, pid):
        watched = Watched(pid)
        rate, slow = run(http_rate(url, [json.dumps(known).encode()]))
        told("a bare FastAPI route that answers a constant", rate, slow, watched.each(rate))
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "tables.db")
        options = ("--no-browser", "--port", "0", "--database", database, "--rate", "0")
        with running("-m", "fireline", "serve", *options) as (url, pid):
            shots = check_answers(url)
            questions = [{"battle": BATTLE, "shot": shot} for shot in shots]
            fresh = [{"battle": battle, "shot": shot} for battle in fresh_battles(1500) for shot in shots]
            for name, asked in (("odds asked before", questions), ("odds of fresh battles", fresh)):
                bodies, watched = [json.dumps(one).encode() for one in asked], Watched(pid)
                rate, slow = run(http_rate(url, bodies))
                told(name, rate, slow, watched.each(rate), met=rate >= RATE and slow < P99)
            tables = open_tables(url, TABLES)
            for name, command in (("talk", talk), ("shots and undos", shots_and_back)):
                watched = Watched(pid)
                rate, slow = run(table_rate(url, tables, command))
                goal, longest = (COMMANDS, ACK) if command is talk else (SHOTS, SHOT_ACK)
                met = rate >= goal and slow < longest
                told(f"durable {name} at {TABLES} tables", rate, slow, watched.each(rate), met=met)
        with running("-m", "fireline", "serve", *options) as (url, pid):
            used = run(idle(url, pid, open_tables(url, 1)[0]))
            print(f"{SPECTATORS} idle spectators: {used:.0f} MB   {'met' if used <= MEGABYTES else 'MISSED'}")


if __name__ == "__main__":
    main()
