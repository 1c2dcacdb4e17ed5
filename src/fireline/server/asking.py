"""A question as it was sent, read and answered: the same here or in another process."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from fireline.formats.parsing import SIZE_LIMIT, parse_json
from fireline.game.entries import FileEntry, read_entry
from fireline.game.errors import BattleFileError, Code
from fireline.game.registry import ruleset
from fireline.game.result import as_json
from fireline.questions import questions
from fireline.questions.answering.seen import usually
from fireline.ruling.told import written
from fireline.server.modelfiles import server_files
from fireline.server.problems import TooLarge

E = TypeVar("E", bound=FileEntry)
News = dict[str, Any]
"""How far an answer is, `progress` from 0 to 1, and what is known of it already."""

usually(server_files)  # whatever asks on a server comes through here


def read(kind: type[E], raw: bytes) -> E:
    """What was asked, read with every guard of a battle file; raises `BattleFileError`."""
    try:
        data = parse_json(raw.decode("utf-8"))
    except UnicodeDecodeError as wrong:
        raise BattleFileError(Code.UNREADABLE, f"is not UTF-8 text (byte {wrong.start})", "request") from None
    if not isinstance(data, dict):
        raise BattleFileError(Code.WRONG_TYPE, "a request is a mapping of keys to values", "request")
    return read_entry(kind, data)


def ready(asked: E) -> E:
    """A question with its battle as JSON, by which it is known.

    Raises `TooLarge` for a battle that would be no battle file because of its size.
    """
    if isinstance(text := getattr(asked, "text", None), str) and len(text.encode()) > SIZE_LIMIT:
        raise _too_large("text")
    if (battle := getattr(asked, "battle", None)) is None:
        return asked
    written_down = as_json(battle)
    if len(written_down) > SIZE_LIMIT:
        raise _too_large("battle")
    return asked.model_copy(update={"battle": written_down})


def put(name: str, raw: bytes, tell: Callable[[News], object] | None = None) -> bytes:
    """The answer to a question as it was sent, as JSON; raises `BattleFileError`, and what the question raises.

    Of a long one somebody may be told how far it is.
    """
    return about(name, ready(read(questions()[name].request, raw)), tell)


def at_once(name: str, raw: bytes) -> bytes | None:
    """The same where the game answers in a millisecond or a few, else None."""
    asked: Any = read(questions()[name].request, raw)
    return about(name, ready(asked)) if _is_quick(asked.battle) else None


def about(name: str, asked: FileEntry, tell: Callable[[News], object] | None = None) -> bytes:
    """The answer to a question as JSON; a text or a picture stays as it is."""
    one = questions()[name]
    heard = [] if tell is None else [lambda share, so_far: tell(one.news(share, so_far))]
    answer = one.function(asked, *heard)
    if isinstance(answer, bytes):
        return answer
    return answer.encode() if isinstance(answer, str) else as_json(written(answer))


def _is_quick(battle: Any) -> bool:
    with suppress(BattleFileError):
        return isinstance(battle, dict) and ruleset(str(battle.get("ruleset"))).quick
    return False


def _too_large(place: str) -> TooLarge:
    return TooLarge(Code.TOO_LARGE, f"is larger than {SIZE_LIMIT // 1024} KiB", place)
