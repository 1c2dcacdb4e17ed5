"""The files that battles may name: those of the examples, of a folder, or of a server."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from fireline.formats.examples import example_files
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.ruleset import Files

_usual: Callable[[], Files] = example_files
_files: ContextVar[Files | None] = ContextVar("files", default=None)


def usually(files: Callable[[], Files]) -> None:
    """Let battles name these files wherever `files_of` says nothing else; a server says its own."""
    global _usual  # noqa: PLW0603 - once, when a server is put together
    _usual = files


def files() -> Files:
    """The files that battles may name."""
    return _files.get() or _usual()


@contextmanager
def files_of(given: Files) -> Iterator[None]:
    """Let battles name these files, and not the usual ones."""
    before = _files.set(given)
    try:
        yield
    finally:
        _files.reset(before)


def picture_text(name: str) -> str:
    """A picture of a name that a request may say, as base64; raises `BattleFileError` where it was not brought."""
    find: Callable[[str], bytes | None] = getattr(files(), "picture", lambda _: None)
    if (kept := find(name)) is None:
        problem = f"the picture {shown(name)} was not brought to this server"
        raise BattleFileError(Code.NOT_FOUND, problem, "underlay.file")
    return b64encode(kept).decode()
