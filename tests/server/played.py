"""Tables played for tests as an older Fireline kept them, with verifiable dice; `--write` writes the examples."""

import asyncio
import hashlib
import sys
import tempfile
from pathlib import Path
from typing import Any

import fireline
from fireline.chance import FixedDice
from fireline.formats.folder import Folder
from fireline.game.battle import Battle
from fireline.game.command import Command, EndPhase
from fireline.game.ruleset import Files
from fireline.server.dice.book import DiceBook, Mixing
from fireline.server.dice.hashes import SERVER, commitment, commitment_to, own_value
from fireline.server.dice.notes import Head, ServerKey
from fireline.server.store.chain import canonical, digest
from fireline.server.store.jsonl import export_table
from fireline.server.store.opening import open_store
from fireline.server.store.rows import NewEvent, SeatRow, TableRow
from fireline.server.store.store import Store
from fireline.server.tables.game import Replay
from server.seat_dice import SeatDice

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
EXPORT, MIXED = EXAMPLES / "ancients-table.jsonl", EXAMPLES / "ancients-mixed-table.jsonl"
HEAD = EXAMPLES / "ancients-mixed-table.head.txt"
KEPT = ROOT / "tests" / "data" / "tables-0001.sql"
"""A database of the first schema, as it was written then."""
FILES = Folder(EXAMPLES)
WHEN = "2026-11-07T19:30:00.000Z"


class Played:
    """One table in a store: every step is appended, and the course and the dice book go along."""

    def __init__(self, store: Store, id_: str, files: Files = FILES) -> None:
        self.store, self.id = store, id_
        self.replay, self.book = Replay(files), DiceBook(mixing=Mixing(id_))
        self.head, self.secret, self.hash = 0, b"", ""
        self.clients: dict[str, SeatDice] = {}

    async def open(self, battle: Battle, *, secret: bytes, name: str = "A table") -> None:
        self.secret = secret
        await self.store.keep_seed(self.id, commitment(secret), secret)
        body = {"battle": battle.data(), "commit": commitment(secret)}
        state = self.replay.after(body).fingerprint
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
        self.replay.take(opened)
        self.book, self.head, self.hash = self.book.after(body), 1, opened.hash

    async def put(self, kind: str, actor: str, body: dict[str, Any]) -> None:
        self.book = self.book.after(body)
        state = self.replay.after(body).fingerprint
        event = NewEvent(kind=kind, actor=actor, body=body, state=state, at=WHEN, cmd_id=f"{self.id}-{self.head}")
        appended = await self.store.append(self.id, self.head, event)
        assert appended is not None, "nobody else writes"
        (kept,) = appended
        self.replay.take(kept)
        self.head, self.hash = kept.seq, kept.hash
        for client in self.clients.values():
            client.hear(kept.data())

    async def say(self, command: Command, *faces: object, by: str = "gm") -> None:
        """Carry a command out, with the dice of the server or with faces laid down."""
        battle = self.replay.battle
        dice = FixedDice(*faces) if faces else self.book.dice(self.secret)
        turned = battle.play(command, dice)
        if isinstance(dice, FixedDice):
            dice.assert_used_up()
        record: dict[str, Any] = {"throws": dice.transcript.data()} if isinstance(dice, FixedDice) else dice.record()
        for throw in record.get("throws", ()):
            del throw["shows"]
        record.get("rolled", {}).pop("next", None)
        body = {
            "command": command.data(),
            "events": [event.data() for event in turned.events],
            "faces": [str(face) if isinstance(face, str) else face for face in dice.transcript.faces],
            "story": [str(step) for step in turned.story],
        }
        await self.put("command", by, body | record)

    # --- dice that seats mix ---------------------------------------------------------

    async def sit(self, *seats: str) -> None:
        """Seats take part in the dice from here on."""
        for seat in seats:
            client = SeatDice(self.id, seat, hashlib.sha256(seat.encode()).digest(), taking_part=True)
            for event in await self.store.events(self.id):
                client.hear(event.data())
            self.clients[seat] = client
        await self.listen(*seats)

    async def listen(self, *seats: str) -> None:
        """Hear what seats have to say of the dice."""
        for seat in seats:
            for said in self.clients[seat].to_say():
                body = {"seat": seat, **said["body"]}
                if "value" in body:
                    body["next"] = body.pop("commit")
                    await self.put("dice_value", seat, {"value": body})
                else:
                    await self.put("dice_joined", seat, {"joined": body})

    async def declare(self, command: Command, by: str) -> None:
        mixing = self.book.mixing
        own = own_value(self.secret, self.id, mixing.roll)
        declared = {
            "roll": mixing.roll,
            "by": by,
            "command": command.data(),
            "seats": dict(mixing.standing),
            "server": commitment_to(self.id, mixing.roll, SERVER, own),
            "commit": self.book.commit,
            "seen": self.head,
            "head": self.hash,
        }
        await self.put("declared", by, {"declared": declared})

    async def mix(self, by: str, *silent: str) -> None:
        """The first thing that may be said, with dice that all seats mix but those that are silent."""
        command = self.may()[0]
        await self.declare(command, by)
        await self.listen(*(seat for seat in self.clients if seat not in silent))
        if silent:
            without = {"roll": self.book.mixing.roll - 1, "seats": list(silent), "why": "asleep", "who": ["gm"]}
            await self.put("without_seat", "gm", {"without": without})
            await self.declare(command, by)
            await self.listen(*(seat for seat in self.clients if seat not in silent))
        await self.say(command, by=by)

    def may(self) -> list[Command]:
        """What may be said, but for the end of the phase."""
        return [one for one in self.replay.battle.legal() if not isinstance(one, EndPhase)]

    async def take_back(self) -> None:
        await self.put("undone", "gm", {"undoes": self.replay.last, "reason": "wrong unit"})

    async def play_on(self, steps: int) -> None:
        """Say the first thing that may be said, so many times or until nothing may."""
        for _ in range(steps):
            for command in self.may()[:1]:
                await self.say(command)

    async def seed(self, seat: str, seed: str) -> None:
        await self.put("client_seed", seat, {"client_seed": {"seat": seat, "seed": seed}})

    async def reveal(self, then: bytes | None = None) -> None:
        """Reveal the secret, and commit to another if one is given."""
        body: dict[str, Any] = {"reveal": {"commit": self.book.commit, "seed": self.secret.hex()}}
        if then is not None:
            await self.store.keep_seed(self.id, commitment(then), then)
            self.secret = then
            body["commit"] = commitment(then)
        await self.put("reveal", "gm", body)

    async def export(self, key: ServerKey | None = None) -> list[bytes]:
        """The table's export, line by line, signed if there is a key."""
        sign = None if key is None else key.sign
        return [line.encode() async for line in export_table(self.store, self.id, sign=sign)]


def rechained(first: dict[str, Any], events: list[dict[str, Any]]) -> list[bytes]:
    """The lines of an export, every hash made anew: a careful cheat, who has no key to sign with."""
    prev = events[0]["prev"]
    for event in events:
        event.pop("hash", None)
        event["prev"] = prev
        event["hash"] = prev = digest(canonical(event))
    return [(canonical(row) + "\n").encode() for row in (first | {"head": prev}, *events)]


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


KEY = ServerKey(bytes(range(32)))
"""The key of the examples, which is no secret."""


async def mixed_table(store: Store, id_: str = "evening-2") -> tuple[Played, str]:
    """A table whose dice are mixed: by both seats, by one while the other sleeps, by the server alone; with a head."""
    table = Played(store, id_)
    battle = fireline.load(EXAMPLES / "ancients-ranged-combat.yaml")
    await table.open(battle, secret=bytes(range(32)), name="Ranged combat, another evening")
    await table.sit("bottom", "top")
    await table.mix("bottom")
    await table.take_back()
    reveal = {"commit": table.book.commit, "seed": table.secret.hex()}
    table.secret = bytes(range(32, 64))
    await store.keep_seed(id_, commitment(table.secret), table.secret)
    rotated = {"who": ["gm"], "why": "Late arrivals"}
    await table.put("rotate_dice", "gm", {"reveal": reveal, "commit": commitment(table.secret), "rotated": rotated})
    await table.mix("bottom", "top")
    note = KEY.sign(Head(id_, table.head, table.hash, seat="bottom"))
    await table.take_back()
    await table.put("dice_away", "bottom", {"away": ["bottom"]})
    await table.say(table.may()[0])
    await table.reveal()
    return table, note


async def _write() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables.db"
        store = await open_store(str(file))
        table = await whole_table(store)
        EXPORT.write_bytes(b"".join(await table.export()))
        mixed, note = await mixed_table(await open_store(str(Path(folder) / "mixed.db")))
        MIXED.write_bytes(b"".join(await mixed.export(KEY)))
        HEAD.write_text(note, encoding="utf-8")
        await mixed.store.close()
        await store.close()


if __name__ == "__main__" and "--write" in sys.argv:
    asyncio.run(_write())
