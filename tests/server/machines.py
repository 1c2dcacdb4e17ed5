"""Several servers of one PostgreSQL behind a proxy, all of them killed again and again in the middle of games."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from battles import examples
from server.player import Player, everybody
from server.postgres import Cluster, free_port
from server.serving import Zygote
from server.sockets import PATIENCE, Open

STAYS = 5
"""Commands after which a player leaves and comes back to whichever server is next."""


@contextmanager
def machines(database: str, count: int) -> Iterator[list[Zygote]]:
    """So many servers of one database, none of them running yet."""
    servers = [Zygote(free_port(), database) for _ in range(count)]
    try:
        yield servers
    finally:
        for server in servers:
            server.close()


class Marks:
    """Moments of a game, told by how many commands were answered: no test waits for the right one."""

    def __init__(self, players: Sequence[Player], commands: int) -> None:
        self.players, self.commands = players, commands
        self.over = False
        """Whether a player who has said enough may stop."""
        self._answered = asyncio.Condition()
        self._tasks = set[asyncio.Task[None]]()

    def enough(self, player: Player) -> bool:
        """Whether a player has said enough; asked after every answer."""
        task = asyncio.create_task(self._tell())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return self.over and player.answered >= self.commands

    async def _tell(self) -> None:
        async with self._answered:
            self._answered.notify_all()

    async def reached(self, answers: int) -> None:
        """Wait until so many commands more were answered."""
        goal = self.answered + answers
        async with self._answered:
            await self._answered.wait_for(lambda: self.answered >= goal)

    @property
    def answered(self) -> int:
        return sum(player.answered for player in self.players)


def open_tables(url: str, count: int) -> list[Open]:
    """Tables of a game with two players."""
    battle = examples("endless-horizons")["endless-horizons-alley.yaml"]
    return [Open(url, battle) for _ in range(count)]


def seated(url: str, tables: Iterable[Open]) -> list[Player]:
    """Two players at each table, who come and go."""
    players = [
        Player(url, table.id, table.tokens[seat], seed=n, name=f"{table.id[:4]}-{seat}")
        for n, table in enumerate(tables)
        for seat in ("blue", "red")
    ]
    for player in players:
        player.stays = STAYS
    return players


async def dying(server: Zygote, steps: Iterable[int]) -> int:
    """A server that is started again whenever it has died at one of these steps of its work; how often it did."""
    deaths = 0
    for step in steps:
        await asyncio.to_thread(server.start, step)
        await asyncio.to_thread(server.dies)
        deaths += 1
    await asyncio.to_thread(server.start)
    return deaths


async def failing(database: Cluster, marks: Marks, every: int, ways: Iterable[str]) -> int:
    """A database server that fails whenever so many commands were answered, each time in one way; how often it did."""
    failures = 0
    for how in ways:
        await marks.reached(every)
        if how == "kill":
            await asyncio.to_thread(database.kill)
        else:
            await asyncio.to_thread(database.stop, how)
            await asyncio.to_thread(database.start)
        failures += 1
    return failures


async def check(tables: Sequence[Open], players: Sequence[Player], servers: Sequence[Zygote]) -> int:
    """Every acknowledged command stands once in logs without a gap that all servers and players agree on.

    Gives the number of events.
    """
    events = 0
    for table in tables:
        here = [player for player in players if player.table == table.id]
        log = await agreed(table, servers)
        assert [event["seq"] for event in log] == [*range(1, len(log) + 1)]
        by_command = [event["cmd_id"] for event in log if event["cmd_id"]]
        assert len(by_command) == len(set(by_command))
        for player in here:
            assert all(log[seq - 1]["cmd_id"] == cmd_id for cmd_id, seq in player.acked.items())
        await asyncio.gather(*(player.catch_up(len(log)) for player in here))
        assert everybody(here, lambda player: player.events) == log
        await hear_each_other(table, servers, len(log))
        events += len(log)
    return events


async def agreed(table: Open, servers: Sequence[Zygote]) -> list[dict[str, Any]]:
    """The log of a table as every server tells it, one like the other, and the battle with it.

    A server hears of what another has kept a moment later, so all are first waited for until they have heard.
    """

    def told(path: str, read: Callable[[Any], Any]) -> list[Any]:
        return [read(table.at(server.url).ask("gm", "GET", path).json()) for server in servers]

    def ask(path: str, read: Callable[[Any], Any]) -> Any:
        first, *others = told(path, read)
        assert all(other == first for other in others)
        return first

    async with asyncio.timeout(PATIENCE):
        while len(set(await asyncio.to_thread(told, "", lambda seen: seen.get("head")))) > 1:
            await asyncio.sleep(0.05)
    log: list[dict[str, Any]] = []
    while more := await asyncio.to_thread(ask, f"/events?after={len(log)}", lambda told: told):
        log += more
    await asyncio.to_thread(ask, "", lambda told: (told["head"], told["battle"], told["state"]))
    return log


async def hear_each_other(table: Open, servers: Sequence[Zygote], head: int) -> None:
    """A word at one server reaches who sits at another, over the socket that is open."""
    for speaking in servers:
        for hearing in servers:
            async with table.at(speaking.url).sit("blue", head) as one, table.at(hearing.url).sit("red", head) as other:
                head = (await one.chat("can you hear me?"))["seq"]
                await other.event(head)
