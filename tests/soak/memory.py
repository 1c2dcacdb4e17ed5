"""What a server's memory comes to: by the event of a table in play, when it stands idle, by the socket."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from fireline.server.tables.rooms import MOST_IDLE
from server.clients import BOW
from server.postgres import free_port
from server.serving import Zygote
from server.sockets import Line, Open

MOST_EVENTS = 100_000
EVERY = 500
"""Events between two looks at the memory."""
TALK = 3
"""Of so many events one is a move, the others are talk."""
PACE = 150
"""Messages a second, which a server takes for talk and not for a flood."""
SOCKETS = 1000
AT_ONCE = 50


class Grown(NamedTuple):
    """How many events a table has, and how many bytes the server holds."""

    events: int
    memory: int


@contextmanager
def server(folder: Path) -> Iterator[Zygote]:
    made = Zygote(free_port(), str(folder / "tables.db"))
    try:
        made.start()
        yield made
    finally:
        made.close()


def memory(server: Zygote) -> int:
    """The memory that a server holds, in bytes, as the system counts it."""
    status = Path(f"/proc/{server.pid}/status").read_text("ascii")
    return 1024 * next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


def slope(grown: Sequence[Grown]) -> float:
    """Bytes by the event: the straight line with the least squares, of the later half, when everything is warm."""
    late = grown[len(grown) // 2 :]
    mean = sum(one.events for one in late) / len(late)
    above = sum((one.events - mean) * one.memory for one in late)
    return above / (sum((one.events - mean) ** 2 for one in late) or 1)


async def play(server: Zygote, table: Open, seconds: float) -> list[Grown]:
    """Play at one table for a while: moves to and fro by the game master, talk by a player who listens."""
    grown, until = [Grown(2, memory(server))], time.monotonic() + seconds
    async with table.sit("gm") as gm, table.sit("top") as player:
        head = 2
        while time.monotonic() < until and head < MOST_EVENTS:
            to = "E5" if (head // TALK) % 2 else "F5"
            move = {"command": "Place", "unit": "bow", "to": to, "marks": []}
            told = await gm.command(f"m{head}", "command", {"command": move, "reason": "to and fro"}, expect=head)
            assert "ack" in told, told
            head = told["seq"]
            for n in range(TALK - 1):
                head = max(head, (await player.chat(f"{n}: does {to} look better to you?"))["seq"])
            await asyncio.sleep(TALK / PACE)
            gm.heard.clear()
            player.heard.clear()
            if head - grown[-1].events >= EVERY:
                grown.append(Grown(head, memory(server)))
    return grown


def standing(table: Open) -> dict[str, Any]:
    """How a table stands: its battle, and the number of its last event."""
    told = table.ask("gm", "GET", "").json()
    return {key: told[key] for key in ("head", "battle", "state")}


def forget(server: Zygote) -> None:
    """Open tables until every one at which nobody sits has been forgotten for them."""
    for _ in range(MOST_IDLE + 1):
        standing(Open(server.url, BOW))


async def crowd(server: Zygote, table: Open) -> tuple[int, int, int]:
    """So many sockets come and go, twice: the memory before, while they are there, and after the second time.

    Python keeps what they took for whoever comes next, so it is the second time that shows whether all was given back.
    """
    await _come_and_go(table, AT_ONCE)  # what the first ones need stays for all others
    before = memory(server)
    during = await _come_and_go(table, SOCKETS, server)
    await _come_and_go(table, SOCKETS)
    return before, during, memory(server)


async def _come_and_go(table: Open, count: int, server: Zygote | None = None) -> int:
    async with AsyncExitStack() as stack:
        for start in range(0, count, AT_ONCE):
            sitting = (table.sit("top", 1_000_000) for _ in range(min(AT_ONCE, count - start)))
            lines: list[Line] = await asyncio.gather(*map(stack.enter_async_context, sitting))
            assert all(line.hello for line in lines)
        return memory(server) if server else 0
