"""A question as it was sent, read and answered: the same here or in another process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from fireline.formats.parsing import SIZE_LIMIT, parse_json
from fireline.game.entries import FileEntry, read_entry
from fireline.game.errors import BattleFileError, Code
from fireline.server.wire import as_json

E = TypeVar("E", bound=FileEntry)


class TooLarge(BattleFileError):
    """A battle, or its text, that no battle file may hold."""


def read(kind: type[E], raw: bytes) -> E:
    """What was asked, read with every guard of a battle file; raises `BattleFileError`."""
    try:
        data = parse_json(raw.decode("utf-8"))
    except UnicodeDecodeError as wrong:
        raise BattleFileError(Code.UNREADABLE, f"is not UTF-8 text (byte {wrong.start})", "request") from None
    if not isinstance(data, dict):
        raise BattleFileError(Code.WRONG_TYPE, "a request is a mapping of keys to values", "request")
    return read_entry(kind, data)


def question(asked: FileEntry) -> dict[str, Any]:
    """What a function of a question takes: its fields, and the battle as JSON, by which it is known.

    Raises `TooLarge` for a battle that would be no battle file because of its size.
    """
    fields = {name: getattr(asked, name) for name in type(asked).model_fields if name != "battle"}
    found = {name: _plain(value) for name, value in fields.items()}
    if isinstance(text := found.get("text"), str) and len(text.encode()) > SIZE_LIMIT:
        raise _too_large("text")
    if (battle := getattr(asked, "battle", None)) is None:
        return found | ({"battle": None} if "battle" in type(asked).model_fields else {})
    found["battle"] = as_json(battle)
    if len(found["battle"]) > SIZE_LIMIT:
        raise _too_large("battle")
    return found


def put(function: Callable[..., Any], kind: type[FileEntry], raw: bytes, **how: Any) -> bytes:
    """The answer to a question as it was sent, as JSON; raises `BattleFileError`, and what the question raises."""
    return about(function, question(read(kind, raw)), **how)


def about(function: Callable[..., Any], asked: Mapping[str, Any], **how: Any) -> bytes:
    """The answer to a question as JSON; a text or a picture stays as it is."""
    answer = function(asked, **how)
    if isinstance(answer, bytes):
        return answer
    return answer.encode() if isinstance(answer, str) else as_json(answer)


def _plain(value: Any) -> Any:
    if isinstance(value, FileEntry):
        return value.model_dump()
    return [_plain(one) for one in value] if isinstance(value, list) else value


def _too_large(place: str) -> TooLarge:
    return TooLarge(Code.TOO_LARGE, f"is larger than {SIZE_LIMIT // 1024} KiB", place)
