"""What hostile input meets: an answer, or one line that says what is wrong and where."""

from __future__ import annotations

import copy
import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, reduce, wraps
from itertools import islice
from operator import getitem
from pathlib import Path
from typing import Any, TypeVar
from unicodedata import category

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fireline
from fireline.formats.battlefile import dump
from fireline.game.answers import CheckAnswer
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.errors import BattleFileError
from fireline.game.event import read_event, snake_case
from fireline.game.log import header, replay
from fireline.game.registry import ruleset
from fireline.testing import battles
from fireline.testing.battles import Data, examples, pairs, play_out

T = TypeVar("T", bound=Callable[..., object])
TIMES = int(os.environ.get("FIRELINE_FUZZ") or 1)
tried: Counter[str] = Counter()
"""How many cases of each kind this process has tried."""


def fuzz(kind: str, cases: int) -> Callable[[T], T]:
    """Have a test of `@given` try so many cases of hostile input of one kind, FIRELINE_FUZZ times as many where set."""
    calm = examples(cases * TIMES)

    def fuzzed(test: T) -> T:
        handle: Any = test
        one = handle.hypothesis.inner_test

        @wraps(one)
        def counted(*args: Any, **how: Any) -> None:
            tried[kind] += 1
            one(*args, **how)

        handle.hypothesis.inner_test = counted
        fuzzed: T = (calm if TIMES == 1 else settings(calm, derandomize=False))(test)
        return fuzzed

    return fuzzed


LONGEST_LINE = 400


NO_WORDS_FOR_PEOPLE = re.compile(
    r"<class|<function|object at 0x|Traceback|pydantic|fireline\.[a-z]|Entry\b|tag:yaml|datetime\.|NoneType|"
    r"Error\b|__|self\.|dict\[|Input should be"
)


def check_line(wrong: BattleFileError) -> None:
    """The message is one line for a person, and says where."""
    text = str(wrong)
    assert len(text.splitlines()) == 1, text
    assert not {category(letter) for letter in text} & {"Cc", "Cf", "Cs", "Zl", "Zp"}, text
    assert len(text) < LONGEST_LINE, text
    assert wrong.problem
    # What was given may stand in the message, in quotes: it is the giver's own.
    own = re.sub(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"", "", text)
    assert not NO_WORDS_FOR_PEOPLE.search(own), text


def told(ask: Callable[[], object]) -> BattleFileError | None:
    """What is said when something bad is asked, None where nothing is bad about it."""
    try:
        ask()
    except BattleFileError as wrong:
        check_line(wrong)
        return wrong
    return None


def ask_everything(data: object) -> None:
    """Read a battle, write it down, and ask for its rulings."""
    battle = Battle.read(data)
    json.dumps(battle.data()).encode()
    for shot in islice(pairs(battle), 3):
        CheckAnswer(battle.preview(shot)).data()


ODD: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1.5,
    10**30,
    -(10**30),
    float("nan"),
    float("inf"),
    1e308,
    "",
    " ",
    "x" * 5000,
    "Ω\u202e\u2028",
    "\x00",
    "a\nb",
    "'\"",
    "\ud800",
    "E5",
    "u0",
    "bow",
    "A1",
    "Z99",
    "jack>jack",
    ">",
    [],
    {},
    [[]],
    [None],
    [1, 2],
    {"id": "u0"},
    {"": ""},
    {1: 2},
    {None: []},
    {"a\nb": 1},
    "options",
    b"bytes",
    (1, 2),
)


deep: Any = "end"


for _ in range(60):
    deep = {"units": [deep]}


odd = st.sampled_from([*ODD, deep])


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything inside."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield (*path, key)
        yield from places(value, (*path, key))


@st.composite
def spoiled(draw: st.DrawFn, whole: st.SearchStrategy[Any]) -> Any:
    """Data in which a few places are left out, doubled, swapped or made something else."""
    data = copy.deepcopy(draw(whole))
    for _ in range(draw(st.integers(1, 3))):
        found = list(places(data))
        if not found:
            break
        *way, key = draw(st.sampled_from(found))
        here = reduce(getitem, way, data)
        match draw(st.integers(0, 4)):
            case 0:
                del here[key]
            case 1 if isinstance(here, list):
                here.append(copy.deepcopy(here[key]))
            case 1:
                here[f"{key}s"] = copy.deepcopy(here[key])
            case 2:
                *_, other = draw(st.sampled_from(found))
                here[key] = other
            case _:
                here[key] = copy.deepcopy(draw(odd))
    return data


@cache
def starter(id_: str) -> Battle:
    return Battle.read(battles.starter(id_))


@pytest.mark.whole("long")
def test_no_value_in_any_place_breaks_anything(id_: str) -> None:
    data = battles.starter(id_)
    for *way, key in list(places(data)):
        here = reduce(getitem, way, data)
        value = here[key]
        for here[key] in (*ODD, deep, 10**5000):
            told(lambda: ask_everything(data))
        here[key] = value


def test_no_key_in_any_place_breaks_anything(id_: str) -> None:
    data = battles.starter(id_)
    for *way, key in list(places(data)):
        here = reduce(getitem, way, data)
        if isinstance(here, dict):
            for other in ("", "a\nb", "Ω\u202e\u2028", "\x00", "x" * 5000):
                here[other] = here.pop(key)
                told(lambda: ask_everything(data))
                here[key] = here.pop(other)


@cache
def some_battle(id_: str) -> st.SearchStrategy[Data]:
    return st.sampled_from([get() for get in battles.written(id_).values()]) | battles.random_battles(id_)


@pytest.mark.whole("long")
@fuzz("battle files", 100)
@given(data=st.data())
def test_no_tree_of_data_breaks_anything(id_: str, data: st.DataObject) -> None:
    spoilt = data.draw(spoiled(some_battle(id_)))
    told(lambda: ask_everything(spoilt))


DETAILS: Data = {"weapon": "x", "modifiers": [{"name": "fog", "value": 2}]}
"""Details of a shot that are no numbers, for games whose shots have them."""


@pytest.mark.whole("long")
@fuzz("shots", 50)
@given(data=st.data())
def test_no_shot_breaks_anything(id_: str, data: st.DataObject) -> None:
    battle = starter(id_)
    shots = [shot.data() for shot in islice(pairs(battle), 4)]
    details = dict.fromkeys(battle.ruleset.shot_questions, 1)
    own = {*details, battle.ruleset.weapon.removeprefix("shot.")}
    details |= {name: value for name, value in DETAILS.items() if name in own}
    shot = data.draw(spoiled(st.sampled_from([*shots, *(shot | details for shot in shots)])) | odd)
    told(lambda: battle.preview(Shot.read(shot)).data())


MARKS = (b"&a ", b"*a", b"!!", b"{", b"]", b"- ", b": ", b"\t", b"\x00", b"\xff", b"'", b"|", b"<<: ", b"%", b"---\n")


@st.composite
def spoiled_text(draw: st.DrawFn, whole: st.SearchStrategy[bytes]) -> bytes:
    """Bytes of which a few are left out, doubled, or made something else."""
    raw = bytearray(draw(whole))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, max(len(raw) - 1, 0)))
        end = start + draw(st.sampled_from([1, 1, 2, 8, 60]))
        match draw(st.integers(0, 3)):
            case 0:
                del raw[start:end]
            case 1:
                raw[start:start] = raw[start:end]
            case 2:
                raw[start:end] = draw(st.binary(min_size=1, max_size=4))
            case _:
                raw[start:start] = draw(st.sampled_from(MARKS))
    return bytes(raw)


@cache
def texts(id_: str, suffix: str) -> list[bytes]:
    """The shortest battle files, as text."""
    write: Callable[[Data], str] = dump if suffix == ".yaml" else json.dumps
    return sorted((write(get()).encode() for get in battles.written(id_).values()), key=len)[:5]


@pytest.mark.whole("long")
@pytest.mark.parametrize("suffix", [".yaml", ".json"])
@fuzz("battle files", 100)
@given(data=st.data())
def test_no_text_breaks_anything(id_: str, suffix: str, tmp_path: Path, data: st.DataObject) -> None:
    file = tmp_path / f"battle{suffix}"
    file.write_bytes(data.draw(spoiled_text(st.sampled_from(texts(id_, suffix)))))

    def ask() -> None:
        try:
            ask_everything(fireline.load(file).data())
        except BattleFileError as wrong:
            raise wrong.at(wrong.place, file=Path(wrong.file).name) from None

    told(ask)


@cache
def lines(id_: str) -> list[Any]:
    """The lines of a log."""
    log = play_out(starter(id_), seed=29, steps=5)
    return [json.loads(json.dumps(row)) for row in (header(log), *(entry.data() for entry in log.entries))]


@pytest.mark.whole("long")
@fuzz("logs", 60)
@given(data=st.data())
def test_no_line_of_a_log_breaks_anything(id_: str, data: st.DataObject) -> None:
    rows = data.draw(spoiled(st.just(lines(id_))))
    wrong = told(lambda: replay(rows))
    assert wrong is None or wrong.place.startswith("line ")


@pytest.mark.whole("long")
@fuzz("logs", 40)
@given(data=st.data())
def test_no_event_breaks_anything(id_: str, data: st.DataObject) -> None:
    kinds = ruleset(id_).events
    written = [event for row in lines(id_)[1:] for event in row["events"]]
    named = st.sampled_from([{"event": snake_case(kind)} for kind in kinds])
    event = data.draw(spoiled(st.sampled_from(written)) | named | odd)
    told(lambda: read_event(event, kinds, "line 2: events[0]"))
