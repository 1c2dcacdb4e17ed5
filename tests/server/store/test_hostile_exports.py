"""What a spoilt export of a table comes to: the whole table as it was, or one line that says which line is wrong."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from fireline.server.store.jsonl import Exported, read_export
from fireline.testing.battery.hostile import fuzz, spoiled, spoiled_text, told
from server.played import EXPORT

TEXT = EXPORT.read_bytes()
ROWS = [json.loads(line) for line in TEXT.splitlines()]
WHOLE = next(one for one in read_export(TEXT.splitlines(keepends=True)) if isinstance(one, Exported))


def take(lines: list[bytes]) -> None:
    """Read an export: what is accepted are the events that there were, up to whole tables left out."""
    for one in read_export(lines):
        assert isinstance(one, Exported)
        assert one.events == WHOLE.events


@fuzz("logs", 50)
@given(rows=spoiled(st.just(ROWS)))
def test_no_row_breaks_an_export(rows: Any) -> None:
    lines = [json.dumps(row, default=str, separators=(",", ":"), sort_keys=True).encode() + b"\n" for row in rows]
    wrong = told(lambda: take(lines))
    assert wrong is None or not wrong.place or wrong.place.startswith("line ")


@fuzz("logs", 100)
@given(text=spoiled_text(st.just(TEXT)))
def test_no_text_breaks_an_export(text: bytes) -> None:
    told(lambda: take(text.splitlines(keepends=True)))
