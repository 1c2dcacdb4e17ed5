"""The battle that a question is about, as whoever asks may know it, the files that it names, and whom it names."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import lru_cache
from typing import Any

from fireline.formats.examples import Example, example, example_files
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.commandtext import shot_meant
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code, inside, not_told
from fireline.game.result import as_json
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


@lru_cache(maxsize=64)
def _battle(written: bytes, beside: Any) -> Battle:
    sent = json.loads(written)
    if not isinstance(sent, str):
        return Battle.read(sent, beside)
    return example_named(sent).battle


def example_named(name: str, place: str = "battle") -> Example:
    """An example whose name stands in the place of a battle; raises `BattleFileError`."""
    try:
        return example(name)
    except BattleFileError as wrong:
        raise wrong.at(place) from None


def battle_of(asked: Any) -> Battle:
    """The battle that a question is about: loaded, as data or as its JSON, which is read once for many questions, or
    the name of an example.

    What is wrong with it may tell of hidden cards, so a team that asks is not told. Raises `BattleFileError`.
    """
    given = asked.battle
    if isinstance(given, Battle):
        return given
    if given is None:
        raise BattleFileError(Code.MISSING, "is missing", "battle")
    with not_told(getattr(asked, "team", None), place="battle"):
        sent = given if isinstance(given, bytes) else as_json(given)
        return _battle(sent, files())  # type: ignore[arg-type]  # every object has a hash


def instead(before: Battle, data: Any, place: str) -> Battle:
    """Another battle of the same game, that is put in the place of one; raises `BattleFileError`."""
    with inside(place):
        battle = Battle.read(data, files())
    if battle.ruleset.id != before.ruleset.id:
        problem = f"is of {battle.ruleset.id}, but the game is of {before.ruleset.id}"
        raise BattleFileError(Code.CONFLICT, problem, f"{place}.ruleset")
    return battle


def seen(asked: Any) -> Battle:
    """The battle as whoever asks may know it; raises `BattleFileError`."""
    battle, team = battle_of(asked).with_answers(getattr(asked, "answers", None)), asked.team
    return battle if team is None else battle.view_for(team)


def shot_of(asked: Any, battle: Battle) -> Shot:
    """The shot that a question is about; its units may be named by where they stand or by what they are called."""
    return shot_meant(battle, Shot.read(asked.shot))


def far(distance: float | None) -> Fraction | None:
    """A distance that was asked for, as it was written; None for none."""
    return None if distance is None else Fraction(str(distance))


def either(asked: Any) -> None:
    """Raise `BattleFileError` where somebody gives both a seed and faces."""
    if asked.seed is not None and asked.dice is not None:
        raise BattleFileError(Code.CONFLICT, "give either seed or dice, not both", "dice")
