"""A long log in memory: packed, and the same as if it were not; tables that nobody uses leave memory and come back."""

from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from fireline.chance import SeededDice
from fireline.game.battle import Battle
from fireline.game.command import Shoot, Shot
from fireline.server.store.rows import KeptEvent
from fireline.server.tables import game as games
from fireline.server.tables.game import Game, LoggedEvent
from fireline.server.tables.rooms import AFTER, trim
from server.clients import API, BOW, SHOT, Table, served, shoot

START = Battle.read({**BOW, "units": [{**unit, "blocks": 4} for unit in BOW["units"]]})
COMMAND = Shoot(Shot.read(SHOT))


class Played:
    """A game of shots and undos, with the whole log beside it as a plain list."""

    def __init__(self) -> None:
        self.game, self.all, self._number = Game("evening-1"), list[LoggedEvent](), 0
        self._take("start", {"battle": START.data()}, START)

    def shoot(self) -> None:
        """A shot that leaves the battle as it is, or not."""
        turned = self.game.battle.play(COMMAND, SeededDice.for_event(self._number, 0))
        body = {"command": COMMAND.data(), "events": [event.data() for event in turned.events], "faces": []}
        self._take("command", body, turned.battle)

    def undo(self) -> None:
        """Take the last step that stands back."""
        step = self.game.steps[-1]
        before = self.all[step.seq - 1].before
        assert before is not None
        self._take("undone", {"undoes": step.seq}, before)

    def chat(self) -> None:
        """A line of talk."""
        self._take("chat", {"text": f"line {self._number}"}, self.game.battle)

    def replace(self) -> None:
        """Another battle on the table."""
        other = Battle.read({**START.data(), "name": f"battle {self._number}"})
        self._take("override", {"battle": other.data(), "reason": "so"}, other)

    def _take(self, kind: str, body: dict[str, Any], after: Battle) -> None:
        self._number += 1
        seq, id_ = self._number, f"cmd {self._number}"
        event = KeptEvent(
            seq=seq, kind=kind, actor="gm", at="", body=body, cmd_id=id_, prev=f"{seq:064x}", hash=f"{seq + 1:064x}",
            state=after.fingerprint,
        )  # fmt: skip
        self.game.take(event, after if seq % 2 else None)  # as it is said, and as it is read again
        self.all.append(self.game.log[-1])


def at_random(seed: int, count: int) -> Played:
    """A game in which everything happens, and deep undos."""
    random, played = Random(seed), Played()  # noqa: S311 - what happens
    while len(played.all) < count:
        if played.game.steps and random.random() < 0.2:
            for _ in range(random.randint(1, min(40, len(played.game.steps)))):
                played.undo()
        else:
            able = [played.chat, played.replace]
            if not START.with_state(played.game.battle.state).refusals(COMMAND):
                able += [played.shoot] * 6
            random.choice(able)()
    return played


@pytest.mark.parametrize("seed", range(4))
def test_a_packed_log_is_the_log(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "BLOCK", 5)
    monkeypatch.setattr(games, "RECENT", 10)
    played = at_random(seed, 120)
    log, everything = played.game.log, played.all
    assert len(log) == len(everything)
    assert len(log._packed) > 20
    assert list(log) == everything
    assert log[-1] == everything[-1]
    for n in Random(seed).sample(range(len(everything)), 40):  # noqa: S311 - in any order
        assert log[n] == everything[n]
        assert played.game.at(n + 1) == everything[n].after
    for n in (len(everything), -len(everything) - 1):
        with pytest.raises(IndexError):
            log[n]
    assert played.game.by_command[everything[7].event.cmd_id or ""] == 8


def test_a_table_that_nobody_uses_leaves_memory_and_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    with served(tmp_path) as client:
        table = Table(client, BOW)
        assert table.command("bottom", shoot("bow", "ax")).status_code == 200
        rooms = client.app.state.services.rooms
        monkeypatch.setattr("fireline.server.tables.rooms.time", SimpleNamespace(monotonic=lambda: now[0]))
        before = table.get("gm").json()
        rooms.tidy()
        assert table.id in rooms._rooms
        now[0] = AFTER - 1
        assert not rooms.tidy()
        now[0] += 2
        assert rooms.tidy()
        assert not rooms._rooms
        assert not rooms._used
        assert not rooms.tidy()
        assert table.get("gm").json() == before
        assert client.get(f"{API}/tables/nowhere", headers=table.headers("gm")).status_code == 401
        assert set(rooms._rooms) == set(rooms._used) == {table.id}


def test_memory_is_given_back_on_any_system(monkeypatch: pytest.MonkeyPatch) -> None:
    trim()
    monkeypatch.setattr("ctypes.CDLL", lambda _: object())
    trim()
