"""Exports: what comes out goes in again letter by letter, and a line that anybody touched is named."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from fireline.game.errors import BattleFileError
from fireline.server.store.chain import canonical, digest
from fireline.server.store.jsonl import LINE_LIMIT, export_all, export_table, import_file, read_export
from fireline.server.store.opening import open_store
from fireline.server.store.rows import DatabaseError
from fireline.server.store.store import Store
from refusing import wrong_with
from server.played import EXPORT, rechained, whole_table
from server.store.events import check_chain, event, seat, table, with_store

LINES = EXPORT.read_bytes().splitlines(keepends=True)
"""The export of the examples: a first line and 13 events."""


@pytest.mark.whole("long")
async def test_what_is_exported_is_imported_letter_by_letter(store: Store, tmp_path: Path) -> None:
    copy = tmp_path / "copy.jsonl"
    (taken,) = await import_file(store, EXPORT)
    assert len(taken.events) == await check_chain(store, "evening-1") == 13
    lines = [line async for line in export_table(store, "evening-1")]
    copy.write_text("".join(lines), encoding="utf-8", newline="\n")
    assert [line.encode() for line in lines[1:]] == LINES[1:]
    with pytest.raises(BattleFileError, match=r"line 1: table evening-1 is there already; nothing was taken in$"):
        await import_file(store, copy)
    with pytest.raises(DatabaseError, match="there is no such table"):
        [line async for line in export_table(store, "morning")]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_only_a_private_export_holds_secrets(store: Store) -> None:
    played = await whole_table(store)
    await store.keep_shot("link", {"shot": 1})
    await store.keep_seed(played.id, "ab" * 32, b"\x01secret")
    shared = "".join([line async for line in export_all(store)])
    private = "".join([line async for line in export_all(store, private=True)])
    for secret in (b"\x01secret".hex(), (await store.seats(played.id))[0].token, "link"):
        assert secret not in shared
        assert secret in private


def test_a_command_or_a_seat_that_stands_twice_is_refused(tmp_path: Path) -> None:
    first, start, seeded = [json.loads(line) for line in LINES[:3]]
    twice = [seeded | {"cmd_id": "twice", "seq": seq} for seq in (2, 3)]
    lines = rechained(first | {"events": 3}, [start, *twice])
    assert wrong_with(list, read_export(lines)) == "line 4: the command 'twice' stands twice"
    gm = {"name": "gm", "token": "a", "grants": {}, "revoked": False}
    head = canonical(first | {"private": {"seats": [gm, gm], "seeds": {}}}).encode()
    assert wrong_with(list, read_export([head, *LINES[1:]])) == "line 1: a seat stands twice"


def change(number: int, old: str, new: str) -> Callable[[list[bytes]], list[bytes]]:
    """Lines with one of them changed, counted from 1."""

    def changed(lines: list[bytes]) -> list[bytes]:
        before = lines[number - 1]
        assert old.encode() in before
        return [*lines[: number - 1], before.replace(old.encode(), new.encode(), 1), *lines[number:]]

    return changed


def rehashed(number: int, old: str, new: str) -> Callable[[list[bytes]], list[bytes]]:
    """The same, by somebody who knows how to make the hash of a line."""

    def changed(lines: list[bytes]) -> list[bytes]:
        event_ = json.loads(change(number, old, new)(lines)[number - 1])
        del event_["hash"]
        line = canonical(event_ | {"hash": digest(canonical(event_))}) + "\n"
        return [*lines[: number - 1], line.encode(), *lines[number:]]

    return changed


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.whole("long")
@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (change(3, "six sevens", "six eights"), "line 3: event 2 does not match its hash: it was changed"),
        (change(7, '"seq":6', '"seq":7'), "line 7: should be event 6, but is event 7"),
        (change(5, '"state":"', '"state":"0'), "line 5: event 4 does not match its hash"),
        (rehashed(3, "six sevens", "six eights"), "line 4: event 3 does not follow the one before it"),
        (rehashed(14, '"actor":"gm"', '"actor":"me"'), "line 14: the last event is another than the first line names"),
        (change(1, "an evening", "a morning"), "line 2: event 1 does not follow the one before it"),
        (change(1, '"events":13', '"events":12'), "line 13: the last event is another than the first line names"),
        (change(1, '"events":13', '"events":0'), "line 1: events: 0 is too small"),
        (change(1, '"events":13', '"events":14'), "line 14: ends after 13 of the 14 events .* it was cut short"),
        (change(1, "evening-1", "even\\u0000"), "line 1: table.id: "),
        (change(1, "an evening", "an \\u001b[31mevening"), "line 1: table.name: "),
        (change(1, '"fireline_table":1', '"fireline_table":2'), "line 1: fireline_table: 2 is not 1"),
        (change(4, '{"actor"', '{ "actor"'), "line 4: event 3 is not written as it was"),
        (change(4, "}\n", "\n"), r"line 4, column \d+: is not well-formed JSON"),
        (change(4, '"seq":3', '"seq":3,"seq":3'), "line 4: the key 'seq' stands twice"),
        (change(4, '"seq":3', '"seq":"3"'), "line 4: seq: '3' is not a whole number"),
        (change(4, '"kind":', '"kinds":'), "line 4: unknown key 'kinds'; did you mean 'kind'"),
        (lambda lines: lines[:9], "line 9: ends after 8 of the 13 events of table evening-1: it was cut short"),
        (lambda lines: [*lines[:9], lines[9][:200]], r"line 10, column \d+: is not well-formed JSON"),
        (lambda lines: [*lines[:5], *lines[6:]], "line 6: should be event 5, but is event 6"),
        (lambda lines: [*lines[:5], lines[6], lines[5], *lines[7:]], "line 6: should be event 5, but is event 6"),
        (lambda lines: [*lines[:5], lines[4], *lines[5:]], "line 6: should be event 5, but is event 4"),
        (lambda lines: [*lines, lines[-1]], "line 15: begins no table"),
        (lambda lines: [lines[0], *lines], "line 2: begins a table where event 1 should be"),
        (lambda lines: lines * 2, "line 15: table evening-1 is there already; nothing was taken in"),
        (lambda lines: lines[1:], "line 1: begins no table: a table begins with fireline_table: 1"),
        (lambda _: [], "holds no table"),
        (lambda lines: [b"\xff", *lines], "line 1: is not UTF-8 text"),
        (lambda lines: [b"[1]\n", *lines], "line 1: \\[1\\] is no line of an export"),
        (lambda lines: [lines[0], b" " * (LINE_LIMIT + 1), *lines[1:]], "line 2: is longer than 16 MiB"),
        (lambda lines: [lines[0], b"[" * 100_000, *lines[1:]], "line 2: is nested deeper than 30"),
    ],
)
async def test_a_file_that_was_touched_is_refused_by_line_and_nothing_is_kept(
    spoil: Callable[[list[bytes]], list[bytes]], told: str, tmp_path: Path, store: Store
) -> None:
    file = tmp_path / "export.jsonl"
    file.write_bytes(b"".join(spoil(LINES)))
    with pytest.raises(BattleFileError, match=f"^{file}: {told}") as wrong:
        await import_file(store, file)
    assert "\n" not in str(wrong.value)
    assert await store.tables() == []


async def test_seats_and_seeds_of_a_private_export_come_back(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "private.jsonl"
    await store.create(table(), [event()], [seat("gm", "ab", grants={"all": True})])
    await store.keep_seed("t1", "ab" * 32, b"\0\1")
    await store.keep_shot("link", {"shot": 1, "odds": 2, "legal": 3})
    file.write_text("".join([line async for line in export_all(store, private=True)]), encoding="utf-8")
    again = await open_store(str(tmp_path / "b.db"))
    await import_file(again, file)
    assert await again.seats("t1") == [seat("gm", "ab", grants={"all": True})]
    assert await again.seeds("t1") == {"ab" * 32: b"\0\1"}
    assert [*(await again.shots())["link"]] == ["shot", "odds", "legal"]
    await again.close()


def test_a_file_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(BattleFileError, match=f"^{tmp_path}: cannot be read: Is a directory$"):
        with_store(str(tmp_path / "t.db"), lambda store: import_file(store, tmp_path))
