"""The files that a battle file may name: only those in its own folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code

if TYPE_CHECKING:
    from fireline.game.modelfacts import MeshWords
    from fireline.geometry.model import Model


class Files(Protocol):
    """Where a ruleset finds what a battle file names; every method raises `BattleFileError` with `place` in it."""

    def data(self, name: str, place: str) -> Any:
        """The data of a YAML or JSON file."""
        ...

    def model(self, name: str, place: str, words: MeshWords | None = None) -> Model:
        """The model in a mesh file, GLB, OBJ, STL, PLY or 3MF; `words` go before what its side file says."""
        ...


class NoFiles:
    """For a battle without a folder, which may not name any file."""

    def data(self, name: str, place: str) -> NoReturn:
        """Refuse."""
        raise BattleFileError(
            Code.NOT_FOUND, f"{shown(name)} names a file, but this battle came without a folder to seek it in", place
        )

    def model(self, name: str, place: str, words: MeshWords | None = None) -> NoReturn:
        """Refuse."""
        self.data(name, place)


NO_FILES: Files = NoFiles()


def texts_in(data: object) -> Iterator[str]:
    """Every text in plain data, keys left out: a battle names a file by any of them.

    >>> list(texts_in(["a", {"b": "c", "d": [1, "e"]}]))
    ['a', 'c', 'e']
    """
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        yield from texts_in(tuple(data.values()))
    elif isinstance(data, list | tuple):
        for one in data:
            yield from texts_in(one)
