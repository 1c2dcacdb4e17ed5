"""Tables played for tests, with verifiable dice; `--write` writes the export of the examples and the kept database."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import fireline
from fireline.chance import FixedDice
from fireline.formats.folder import Folder
from fireline.game.battle import Battle
from fireline.game.command import Command, EndPhase
from fireline.game.files import Files
from fireline.game.log import fingerprint
from fireline.server.dicebook import DiceBook
from fireline.server.proof import commitment, throws_of
from fireline.server.replay import Course
from fireline.server.store import Appended, NewEvent, SeatRow, Store, TableRow, open_store
from fireline.server.store.jsonl import export_table

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
EXPORT = EXAMPLES / "ancients-table.jsonl"
KEPT = ROOT / "tests" / "data" / "tables-0001.sql"
FILES = Folder(EXAMPLES)
WHEN = "2026-11-07T19:30:00.000Z"


class Played:
    """One table in a store: every step is appended, and the course and the dice book go along."""

    def __init__(self, store: Store, id_: str, files: Files = FILES) -> None:
        self.store, self.id = store, id_
        self.course, self.book = Course(files), DiceBook()
        self.head, self.secret = 0, b""

    async def open(self, battle: Battle, *, secret: bytes, name: str = "A table") -> None:
        """Open the table, with a commitment."""
        self.secret = secret
        await self.store.keep_seed(self.id, commitment(secret), secret)
        body = {"battle": battle.data(), "commit": commitment(secret)}
        state = fingerprint(self.course.after(body))
        table = TableRow(
            id=self.id,
            name=name,
            ruleset=battle.ruleset.id,
            version=fireline.__version__,
            created=WHEN,
            settings={"dice": "server", "undo": "free-before-dice"},
        )
        seats = [SeatRow(name=seat, token=commitment(seat.encode())) for seat in ("gm", "top", "bottom")]
        (opened,) = await self.store.create(
            table, [NewEvent(kind="opened", actor="gm", body=body, state=state, at=WHEN)], seats
        )
        self.course.take(opened)
        self.book, self.head = self.book.after(body), 1

    async def put(self, kind: str, actor: str, body: dict[str, Any]) -> None:
        """Append one event."""
        self.book = self.book.after(body)
        state = fingerprint(self.course.after(body))
        event = NewEvent(kind=kind, actor=actor, body=body, state=state, at=WHEN, cmd_id=f"{self.id}-{self.head}")
        answer = await self.store.append(self.id, self.head, event)
        assert isinstance(answer, Appended)
        self.course.take(answer.events[0])
        self.head = answer.head

    async def say(self, command: Command, *faces: object) -> None:
        """Carry a command out, with the dice of the server or with faces laid down."""
        battle = self.course.battle
        dice = FixedDice(*faces) if faces else self.book.dice(self.id, self.secret)
        turned = battle.play(command, dice)
        if isinstance(dice, FixedDice):
            dice.assert_used_up()
        record = {"throws": throws_of(dice)} if isinstance(dice, FixedDice) else dice.record()
        body = {
            "command": command.data(),
            "events": [event.data() for event in turned.events],
            "faces": [str(face) if isinstance(face, str) else face for face in dice.transcript.faces],
            "story": [str(step) for step in turned.story],
        }
        await self.put("command", "gm", body | record)

    async def take_back(self) -> None:
        """Undo the last step that stands."""
        await self.put("undone", "gm", {"undoes": self.course.last, "reason": "wrong unit"})

    async def play_on(self, steps: int) -> None:
        """Say the first thing that may be said, so many times or until nothing may."""
        for _ in range(steps):
            battle = self.course.battle
            commands = [one for one in battle.ruleset.commands(battle.state) if not isinstance(one, EndPhase)]
            if not commands:
                return
            await self.say(commands[0])

    async def seed(self, seat: str, seed: str) -> None:
        """A seat gives its seed."""
        await self.put("client_seed", seat, {"client_seed": {"seat": seat, "seed": seed}})

    async def reveal(self, then: bytes | None = None) -> None:
        """Reveal the secret, and commit to another if one is given."""
        body: dict[str, Any] = {"reveal": {"commit": self.book.commit, "seed": self.secret.hex()}}
        if then is not None:
            await self.store.keep_seed(self.id, commitment(then), then)
            self.secret = then
            body["commit"] = commitment(then)
        await self.put("reveal", "gm", body)

    async def export(self) -> list[bytes]:
        """The table's export, line by line."""
        return [line.encode() async for line in export_table(self.store, self.id)]


async def whole_table(store: Store, id_: str = "evening-1") -> Played:
    """A table with everything that an export can hold: seeds, shots, chat, an undo, real dice, a rotation, a reveal."""
    table = Played(store, id_)
    battle = fireline.load(EXAMPLES / "ancients-ranged-combat.yaml")
    await table.open(battle, secret=bytes(range(32)), name="Ranged combat, an evening")
    await table.seed("top", "six sevens")
    await table.seed("bottom", "3f9a0c77")
    await table.play_on(4)
    await table.put("chat", "top", {"text": "Well shot! \U0001f3b2"})
    await table.take_back()
    await table.reveal(then=bytes(range(32, 64)))
    await table.seed("bottom", "another")
    await table.play_on(3)
    await table.reveal()
    return table


async def _write() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables.db"
        store = await open_store(str(file))
        table = await whole_table(store)
        EXPORT.write_bytes(b"".join(await table.export()))
        await store.keep_snapshot(table.id, 1, {"battle": "of event 1"})
        await store.keep_shot("first-shot", {"shot": {"shooter": "bow", "target": "warriors"}})
        await store.close()
        with closing(sqlite3.connect(file)) as connection:
            KEPT.write_text("\n".join(connection.iterdump()) + "\n", encoding="utf-8")


if __name__ == "__main__" and "--write" in sys.argv:
    asyncio.run(_write())
