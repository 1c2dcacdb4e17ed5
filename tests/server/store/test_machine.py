"""Anything a server may do with a store, in any order, beside a model of lists and dicts; with restarts between."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from fireline.server.store import (
    Appended,
    Duplicate,
    KeptEvent,
    SeatRow,
    Stale,
    Store,
    TableIsThere,
    TableRow,
    open_store,
)
from server.postgres import Cluster
from server.store.events import check_chain, event, table

T = TypeVar("T")
TABLES = st.sampled_from(["a", "b"])
COMMANDS = st.one_of(st.none(), st.sampled_from("uvwxyz"))
MOST = 2**53 - 1
"""The largest whole number that canonical JSON holds."""
BODIES = st.dictionaries(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=3),
    st.none() | st.integers(-MOST, MOST) | st.floats(-MOST, MOST) | st.text("a\0ü\U0001f3b2", max_size=3),
    max_size=2,
)


class Model(RuleBasedStateMachine):
    """A store and what it must hold."""

    database: str

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.address = self.new_database()
        self.store: Store = self.do(open_store(self.address))
        self.rows: dict[str, TableRow] = {}
        self.logs: dict[str, list[KeptEvent]] = {}
        self.seats: dict[str, dict[str, SeatRow]] = {}

    def new_database(self) -> str:
        raise NotImplementedError

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(work)

    def teardown(self) -> None:
        for id_, log in self.logs.items():
            assert self.do(check_chain(self.store, id_)) == len(log)
        self.do(self.store.close())
        self.runner.close()

    @rule(id_=TABLES, bodies=st.lists(BODIES, min_size=1, max_size=3))
    def create(self, id_: str, bodies: list[dict[str, Any]]) -> None:
        if id_ in self.rows:
            with pytest.raises(TableIsThere):
                self.do(self.store.create(table(id_), [event()]))
            return
        row, first = table(id_), [event(kind="first", of=one) for one in bodies]
        self.logs[id_] = [*self.do(self.store.create(row, first))]
        self.rows[id_], self.seats[id_] = row, {}
        assert [one.body for one in self.logs[id_]] == [{"of": one} for one in bodies]

    @precondition(lambda self: self.rows)
    @rule(data=st.data(), off=st.sampled_from([0, 0, 0, -1, 1]), cmd_ids=st.lists(COMMANDS, min_size=1, max_size=3))
    def append(self, data: st.DataObject, off: int, cmd_ids: list[str | None]) -> None:
        id_ = data.draw(st.sampled_from(sorted(self.rows)))
        named = [one for one in cmd_ids if one]
        if len(set(named)) < len(named):
            return
        log = self.logs[id_]
        events = [event(cmd_id, body=data.draw(BODIES)) for cmd_id in cmd_ids]
        answer = self.do(self.store.append_many(id_, len(log) + off, events))
        sent = [one for cmd_id in named for one in log if one.cmd_id == cmd_id]
        if sent:
            assert answer == Duplicate(sent[0])
        elif off:
            assert answer == Stale(len(log))
        else:
            assert isinstance(answer, Appended)
            assert [(one.cmd_id, one.body) for one in answer.events] == [(one.cmd_id, one.body) for one in events]
            log += answer.events

    @precondition(lambda self: self.rows)
    @rule(data=st.data(), name=st.sampled_from(["gm", "top"]), token=st.sampled_from("123"), revoke=st.booleans())
    def seat(self, data: st.DataObject, name: str, token: str, revoke: bool) -> None:
        id_ = data.draw(st.sampled_from(sorted(self.rows)))
        seats = self.seats[id_]
        if revoke:
            if name in seats:
                seats[name] = SeatRow(name=name, token=seats[name].token, revoked=True)
                self.do(self.store.put_seat(id_, seats[name]))
        else:
            seats[name] = SeatRow(name=name, token=token)
            self.do(self.store.put_seat(id_, seats[name]))

    @rule()
    def restart(self) -> None:
        self.do(self.store.close())
        self.store = self.do(open_store(self.address))

    @invariant()
    def the_store_holds_what_the_model_holds(self) -> None:
        assert {row.id: row for row in self.do(self.store.tables())} == self.rows
        for id_, log in self.logs.items():
            assert self.do(self.store.events(id_)) == log
            assert self.do(self.store.seats(id_)) == [self.seats[id_][name] for name in sorted(self.seats[id_])]


@pytest.mark.whole("long")
def test_sqlite_is_like_the_model(tmp_path: Path) -> None:
    class Sqlite(Model):
        def new_database(self) -> str:
            self.folder = tempfile.mkdtemp(dir=tmp_path)
            return str(Path(self.folder) / "tables.db")

        def teardown(self) -> None:
            super().teardown()
            shutil.rmtree(self.folder)

    run_state_machine_as_test(Sqlite, settings=settings(deadline=None, max_examples=15, stateful_step_count=15))


@pytest.mark.whole("postgresql")
def test_postgresql_is_like_the_model(postgres: Cluster) -> None:
    class Postgres(Model):
        def new_database(self) -> str:
            return postgres.database()

    run_state_machine_as_test(Postgres, settings=settings(deadline=None, max_examples=5, stateful_step_count=15))
