"""What a store promises, on SQLite and on PostgreSQL alike."""

import asyncio
import json
import pickle
from typing import Any

import pytest

from fireline.game.errors import BattleFileError, Code
from fireline.server.store.database import Transaction
from fireline.server.store.opening import open_store
from fireline.server.store.rows import DatabaseError, TableDamaged
from fireline.server.store.store import Store
from server.store.events import check_chain, event, seat, table, with_store


@pytest.mark.whole("long")
def test_what_is_appended_is_read_again_after_a_restart(database: str) -> None:
    body: dict[str, Any] = {"text": "Ä \U0001f3b2 \u2028 \0", "numbers": [1, 1.5, 1e-7, 2**53 - 1], "none": None}

    async def write(store: Store) -> object:
        await store.create(table(undo="consent"), [event(kind="opened")], [seat("gm", "ab")])
        return await store.append("t1", 1, event("c1", **body))

    async def read(store: Store) -> None:
        (opened, kept) = await store.events("t1")
        assert answer == (kept,)
        assert (opened.seq, opened.kind, kept.seq, kept.body, kept.cmd_id) == (1, "opened", 2, body, "c1")
        assert [str(value) for value in kept.body["numbers"]] == [str(value) for value in body["numbers"]]
        assert await store.table("t1") == (await store.tables())[0]
        assert (await store.tables())[0].settings == {"undo": "consent"}
        assert await check_chain(store, "t1") == 2

    answer = with_store(database, write)
    with_store(database, read)


@pytest.mark.whole("long")
async def test_an_append_anywhere_but_behind_the_head_is_not_kept_and_the_same_command_never_twice(
    store: Store,
) -> None:
    await store.create(table(), [event()])
    assert await store.append("t1", 1, event("c1", n=1))
    for expect in (0, 1, 3, 9):
        assert await store.append("t1", expect, event("c2")) is None
        assert await store.append("t1", expect, event("c1", n=2)) is None  # who sends again may not know the head
    with pytest.raises(DatabaseError, match=r"(?i)unique"):
        await store.append("t1", 2, event("c1", n=2))
    assert await store.append("t1", 2, event(None)) == (*await store.events("t1", 2),)
    assert await store.append("t1", 3, event(None)) == (*await store.events("t1", 3),)
    assert await store.head("t1") == 4
    await store.create(table("t2"), [event("c0")])
    assert await store.append("t2", 1, event("c1", table="t2"))


async def test_several_events_are_kept_all_or_none_and_read_in_pages(store: Store) -> None:
    await store.create(table(), [event(), event("c0")])
    done = await store.append("t1", 2, event("c1"), event(None), event(None))
    assert [one.seq for one in done or ()] == [3, 4, 5]
    with pytest.raises(DatabaseError, match=r"(?i)unique"):
        await store.append("t1", 5, event("c2"), event("c1"))
    assert await store.append("t1", 4, event("c2"), event("c3")) is None
    assert await check_chain(store, "t1") == 5
    await store.create(table("t2"), [event(n=n) for n in range(1, 31)])
    assert [one.seq for one in await store.events("t2", 10, 5)] == [11, 12, 13, 14, 15]
    assert [one.seq for one in await store.events("t2", 28)] == [29, 30]
    assert len(await store.events("t2", -1, 10**20)) == 30
    assert await store.events("t2", 30) == await store.events("t2", 3, 0) == []


async def test_a_table_is_opened_once_and_unknown_ones_have_nothing(store: Store) -> None:
    await store.create(table(), [event()], [seat("gm", "ab")])
    with pytest.raises(DatabaseError, match="t1: this table is there already"):
        await store.create(table(), [event(), event()])
    assert await store.head("t1") == 1
    with pytest.raises(DatabaseError, match="t2: there is no such table"):
        await store.append("t2", 0, event())
    with pytest.raises(DatabaseError, match="t2: there is no such table"):
        await store.put_seat("t2", seat("gm", "ab"))
    assert await store.table("t2") is None
    assert (await store.head("t2"), await store.events("t2"), await store.seats("t2")) == (0, [], [])


async def test_seats_seeds_and_shots_are_kept(store: Store) -> None:
    await store.create(table(), [event()], [seat("top", "a", grants={"sides": ["top"]})])
    await store.put_seat("t1", seat("gm", "b"))
    await store.put_seat("t1", seat("top", "c", grants={"sides": ["top", "gm"]}))
    top = seat("top", "c", grants={"sides": ["top", "gm"]})
    assert await store.seats("t1") == [seat("gm", "b"), top]
    await store.put_seat("t1", top.model_copy(update={"revoked": True}))
    assert (await store.seats("t1"))[1] == top.model_copy(update={"revoked": True})
    await store.put_seat("t1", top.model_copy(update={"revoked": False}))
    assert not (await store.seats("t1"))[1].revoked
    await store.keep_seed("t2", "commit", b"\0first")  # before there is the table
    await store.keep_seed("t2", "commit", b"second")
    assert await store.seeds("t2") == {"commit": b"\0first"}
    await store.keep_shot("s", {"shot": 1})
    await store.keep_shot("s", {"shot": 2})
    assert (await store.shot("s"), await store.shot("other")) == ({"shot": 1}, None)
    assert await store.shots() == {"s": {"shot": 1}}
    in_order = {"odds": {"wounds": {}, "attacks": {}}, "legal": True}
    await store.keep_shot("o", in_order)
    assert json.dumps(await store.shot("o")) == json.dumps(in_order)


async def test_what_cannot_be_kept_is_refused_before_anything_is_written(store: Store) -> None:
    await store.create(table(), [event()])
    odd = (event(half="\ud800"), event(number=float("nan")), event(thing=object()))
    for wrong in (*odd, event("null\0"), event("half\udfff")):
        with pytest.raises(BattleFileError, match="cannot be kept"):
            await store.append("t1", 1, wrong)
    with pytest.raises(BattleFileError, match="cannot be kept"):
        await store.create(table("t2").model_copy(update={"name": "\0"}), [event()])
    assert (await store.head("t1"), await store.table("t2")) == (1, None)
    with pytest.raises(BattleFileError, match="the command 'c1' stands twice"):
        await store.append("t1", 1, event("c1"), event("c1"))
    with pytest.raises(BattleFileError, match="the command 'c1' stands twice"):
        await store.create(table("t2"), [event("c1"), event("c1")])
    with pytest.raises(BattleFileError, match="there is no event to keep"):
        await store.append("t1", 1)
    with pytest.raises(DatabaseError, match=r"(?i)unique"):
        await store.create(table("t2"), [event()], [seat("gm", "a"), seat("gm", "b")])
    assert (await store.head("t1"), await store.table("t2")) == (1, None)


def test_errors_go_from_process_to_process() -> None:
    for wrong in (TableDamaged("t1", "has no events"), DatabaseError(Code.UNAVAILABLE, "is closed", file="x")):
        again = pickle.loads(pickle.dumps(wrong))  # noqa: S301
        assert (type(again), str(again), again.code) == (type(wrong), str(wrong), wrong.code)


async def test_a_closed_store_says_so(database: str) -> None:
    store = await open_store(database)
    await store.create(table(), [event()])
    await store.close()
    await store.close()
    for asked in (store.append("t1", 1, event()), store.head("t1")):
        with pytest.raises(DatabaseError, match="is closed"):
            await asked
    with pytest.raises(DatabaseError, match="is closed"):
        store.listen()


def test_a_database_that_is_not_there_is_not_made_by_looking(database: str) -> None:
    with pytest.raises(DatabaseError, match=r"there is no database|is no database of Fireline's"):
        asyncio.run(open_store(database, write=False))


async def test_a_job_that_fails_disturbs_no_other_that_shares_its_commit(store: Store) -> None:
    def fail(db: Transaction) -> None:
        db.do("add_shot", id="lost", body="{}")
        raise ZeroDivisionError

    gone = asyncio.ensure_future(store.keep_shot("gone", {}))
    await asyncio.sleep(0)
    gone.cancel()
    shots = [store.keep_shot(f"s{n}", {}) for n in range(3)]
    answers = await asyncio.gather(*shots, store._do(fail), return_exceptions=True)
    assert [type(one) for one in answers] == [type(None)] * 3 + [ZeroDivisionError]
    assert {*await store.shots()} - {"gone"} == {"s0", "s1", "s2"}
