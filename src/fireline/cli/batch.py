"""`fireline batch`: many requests, one per line, answered as they come; memory stays flat however many there are."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Annotated, Any, BinaryIO, TextIO

from fireline.cli.arguments import argument
from fireline.cli.show import emit
from fireline.formats.battlefile import load
from fireline.formats.folder import Folder
from fireline.formats.parsing import decoded, parse_json
from fireline.game.battle import Battle
from fireline.game.entries import one_of, read_entry, shown
from fireline.game.errors import BattleFileError, Code, IllegalCommand, not_told
from fireline.game.registry import mistake
from fireline.questions import PNG, questions
from fireline.questions.answering.seen import files_of
from fireline.ruling.told import written

LINE_LIMIT = 1024 * 1024
"""The longest line that is read, in bytes."""


def batch(
    requests: Annotated[
        str, argument("REQUESTS.jsonl", "A file with one JSON request per line; - for standard input.")
    ],
) -> None:
    """Read one JSON request per line and answer each with one line of JSON, in order.

    A relative path of a battle file in a request starts at the current folder.
    """
    if requests == "-":
        answer_lines(lines_of(sys.stdin.buffer), sys.stdout)
        return
    try:
        stream = Path(requests).open("rb")  # noqa: SIM115 - what goes wrong later is no fault of this file
    except OSError as wrong:
        raise BattleFileError(Code.UNREADABLE, f"cannot be read: {wrong.strerror}", file=requests) from None
    with stream:
        answer_lines(lines_of(stream), sys.stdout)


def answer_lines(lines: Iterable[bytes], out: TextIO) -> None:
    """Write one answer for every line that is not blank; a bad line gets an `error`, and the rest are answered."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            emit(answer_line(line, number), out, indent=None)
    out.flush()


def lines_of(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream; only the beginning of a line that is too long is kept."""
    while line := stream.readline(LINE_LIMIT + 1):
        yield line
        while len(line) > LINE_LIMIT and not line.endswith(b"\n"):
            line = stream.readline(LINE_LIMIT + 1)


def answer_line(line: bytes, number: int) -> Any:
    """The answer to one line."""
    try:
        return answer(_read(line))
    except (BattleFileError, IllegalCommand) as wrong:
        return {"error": f"line {number}: {wrong}", "code": wrong.code}
    except Exception as bug:  # noqa: BLE001 - the lines after this one are to be answered whatever happens
        return {"error": f"line {number}: {mistake(bug, f'{type(bug).__name__}: {bug}')}", "code": Code.BUG}


def answer(request: dict[str, Any]) -> Any:
    """The answer to one request; raises `BattleFileError`, and `IllegalCommand` for what the rules forbid."""
    if "ask" not in request:
        raise BattleFileError(Code.MISSING, "is missing; say which question, such as odds", "ask")
    name = str(request["ask"])
    if name not in questions():  # those about games of tables take a while to load
        import_module("fireline.server.checked")
    known = {name: one for name, one in questions().items() if one.media != PNG}
    question = known[one_of(name, known, "question", "ask")]
    asked = read_entry(question.request, {key: value for key, value in request.items() if key != "ask"})
    battle = getattr(asked, "battle", None)
    if battle is not None:
        with not_told(getattr(asked, "team", None), "battle"):
            asked = asked.model_copy(update={"battle": _battle(battle)})
    with files_of(Folder(Path())):
        told = question.function(asked)
    return {"text": told} if isinstance(told, str) else written(told)


def _read(line: bytes) -> dict[str, Any]:
    if len(line) > LINE_LIMIT:
        raise BattleFileError(Code.TOO_LARGE, f"is longer than {LINE_LIMIT // 1024} KiB")
    data = parse_json(decoded(line), line=True)
    if not isinstance(data, dict):
        problem = f"{shown(data)} is not a request; give a mapping with ask, battle and what the question needs"
        raise BattleFileError(Code.WRONG_TYPE, problem)
    return data


def _battle(given: object) -> Battle:
    if isinstance(given, str):
        if _is_special(given):
            raise BattleFileError(Code.UNREADABLE, "is no regular file", file=given)
        return load(given)
    return Battle.read(given, Folder(Path()))


def _is_special(path: str) -> bool:
    """Whether this is a pipe or a device, which would keep the lines after it waiting."""
    try:
        mode = Path(path).stat().st_mode
    except (OSError, ValueError):  # reading it will tell what is wrong
        return False
    return not S_ISREG(mode) and not S_ISDIR(mode)
