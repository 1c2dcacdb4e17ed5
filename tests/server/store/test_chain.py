"""What hashes are of: RFC 8785, and what tables from before it have."""

import json
import struct
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from battles import EXAMPLES
from fireline.game.errors import BattleFileError
from fireline.server.store.chain import canonical, digest, genesis, sorted_json, writing_of
from fireline.server.store.jsonl import export_table, import_file
from fireline.server.store.rows import KeptEvent
from fireline.server.store.store import Store
from server.store.events import check_chain, event, table

ODD: dict[str, Any] = {"whole": 2.0, "small": 0.00005, "\ufb33": 1, "\U0001f600": 2}
"""What the two writings write differently: whole numbers with a point, small ones, keys beyond 16 bits."""


@pytest.mark.parametrize(
    ("bits", "written"),
    [  # of the tables in the standard, appendix B
        ("0000000000000000", "0"),
        ("8000000000000000", "0"),
        ("0000000000000001", "5e-324"),
        ("7fefffffffffffff", "1.7976931348623157e+308"),
        ("4340000000000000", "9007199254740992"),
        ("44b52d02c7e14af5", "9.999999999999997e+22"),
        ("444b1ae4d6e2ef4e", "999999999999999700000"),
        ("3eb0c6f7a0b5ed8d", "0.000001"),
        ("3eb0c6f7a0b5ed8c", "9.999999999999997e-7"),
        ("41b3de4355555555", "333333333.3333333"),
        ("becbf647612f3696", "-0.0000033333333333333333"),
    ],
)
def test_numbers_are_written_as_the_standard_has_them(bits: str, written: str) -> None:
    assert canonical(struct.unpack(">d", bytes.fromhex(bits))[0]) == written


def test_keys_stand_in_the_order_of_their_utf_16_units() -> None:
    asked = {"\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\U0001f600": 5, "\u0080": 6, "\u00f6": 7}
    assert list(json.loads(canonical(asked)).values()) == [2, 4, 6, 7, 1, 5, 3]
    assert list(json.loads(sorted_json(asked)).values()) == [2, 4, 6, 7, 1, 3, 5]


def test_the_first_whole_number_that_two_may_be_written_as_is_kept() -> None:
    assert canonical([2**53, -(2**53)]) == "[9007199254740992,-9007199254740992]"


@pytest.mark.parametrize("wrong", [2**53 + 1, 10**30, 10**400, -(2**60), float("inf"), "\ud800", {1: 2}, object()])
def test_what_the_standard_cannot_hold_is_refused_in_one_line(wrong: object) -> None:
    with pytest.raises(BattleFileError, match=r"^cannot be kept: .*$"):
        canonical({"n": wrong})


@pytest.mark.parametrize(
    "data", ['\0\x1f\x7f\t"\\/ü\u2028\ufb33\U0001f600', [2**53 - 1, -0, True, None, [], {}], [{"ö": 1, "z": 0.5}]]
)
def test_the_quick_way_writes_what_the_standard_does(data: Any) -> None:
    assert canonical(data) == rfc8785.dumps(data).decode()
    assert canonical({"a": data, "Z": [data]}) == rfc8785.dumps({"a": data, "Z": [data]}).decode()


def test_what_the_games_write_is_the_same_in_both() -> None:
    lines = (EXAMPLES / "ancients-table.jsonl").read_text(encoding="utf-8").splitlines()
    for line in lines:
        assert canonical(json.loads(line)) == sorted_json(json.loads(line)) == line


def kept(write: Any, seq: int, prev: str, body: Any) -> KeptEvent:
    """An event of a log that was written so."""
    new = event(**body)
    row = {name: getattr(new, name) for name in ("kind", "actor", "at", "body", "cmd_id", "state")}
    row |= {"seq": seq, "prev": prev}
    return KeptEvent(**row, hash=digest(write(row)))


NUMBERS = st.floats(allow_nan=False, allow_infinity=False)


@pytest.mark.whole("long")
@given(st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), NUMBERS))
def test_every_event_is_known_by_how_it_was_written(body: dict[str, float]) -> None:
    for write in (canonical, sorted_json):
        one = kept(write, 1, "0" * 64, {"numbers": body})
        assert writing_of(one)(one.data()) == write(one.data())
        read = json.loads(write(one.data()))  # numbers may have lost their points
        assert writing_of(KeptEvent(**read))(read) == write(one.data())


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_table_from_before_goes_on_as_it_is(tmp_path: Path, store: Store) -> None:
    """Imported, verified, gone on with by new events and exported again, letter by letter."""
    row, lines = table(), list[str]()
    prev = genesis(row)
    for seq, body in enumerate(({"battle": ODD}, {"text": "hello"}, {"to": [3.0, 1e17, 0.25]}), 1):
        one = kept(sorted_json, seq, prev, body)
        lines.append(sorted_json(one.data()))
        prev = one.hash
    head = {"fireline_table": 1, "table": row.data(), "events": 3, "head": prev, "seats": []}
    export = tmp_path / "old.jsonl"
    export.write_text("\n".join([canonical(head), *lines]) + "\n", encoding="utf-8")
    assert '"whole":2.0' in lines[0]
    await import_file(store, export)
    assert await check_chain(store, "t1") == 3
    assert [line async for line in export_table(store, "t1")][1:] == [f"{line}\n" for line in lines]
    await store.append("t1", 3, event(**ODD))
    assert await check_chain(store, "t1") == 4
    newest = [line async for line in export_table(store, "t1")][-1]
    assert '"small":0.00005,"whole":2,' in newest
    hash_ = json.loads(newest)["hash"]
    assert digest(newest.rstrip("\n").replace(f',"hash":"{hash_}"', "")) == hash_
