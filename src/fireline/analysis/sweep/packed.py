"""The files of a battle that workers of a sweep read, wherever they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Self

from fireline.formats.folder import Folder
from fireline.formats.parsing import read_bytes

if TYPE_CHECKING:
    from fireline.game.modelfacts import MeshWords
    from fireline.geometry.bases import Model

FILE_LIMIT = 256 * 1024 * 1024
"""The largest file that is packed, in bytes."""


@dataclass(frozen=True)
class Packed:
    """Files of a folder by their names, each with what it holds: a battle read with them needs the folder no more."""

    files: tuple[tuple[str, bytes], ...]
    _models: dict[tuple[str, str], Model] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, folder: Folder, names: Iterable[str]) -> Self:
        """Those of these names that are there, each with its side file; raises `BattleFileError` for one too large."""
        there = {name for name in names if folder.has(name)}
        sides = {side for name in there if folder.has(side := str(Path(name).with_suffix(".parts.yaml")))}
        return cls(tuple((name, read_bytes(folder.find(name, "battle"), FILE_LIMIT)) for name in sorted(there | sides)))

    def __reduce__(self) -> tuple[type[Self], tuple[object]]:
        return type(self), (self.files,)  # the models are read anew elsewhere

    @property
    def hashes(self) -> dict[str, str]:
        """A hash of each file by its name."""
        return {name: sha256(content).hexdigest() for name, content in self.files}

    def data(self, name: str, place: str) -> Any:
        """The data of a YAML or JSON file; raises `BattleFileError`."""
        with self._unpacked() as folder:
            return folder.data(name, place)

    def model(self, name: str, place: str, words: MeshWords | None = None) -> Model:
        """The model in a mesh file, read once; raises `BattleFileError`."""
        key = name, repr(words.said() if words else {})
        if key not in self._models:
            with self._unpacked() as folder:
                self._models[key] = folder.model(name, place, words)
        return self._models[key]

    @contextmanager
    def _unpacked(self) -> Iterator[Folder]:
        with TemporaryDirectory(prefix="fireline-") as room:
            for name, content in self.files:
                file = Path(room, name)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
            yield Folder(Path(room))
