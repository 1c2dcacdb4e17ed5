"""The folder of a battle file, which holds the files that it names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Self, TypeVar

from fireline.formats.meshfile import read_mesh
from fireline.formats.parsing import read_bytes, read_data
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code

if TYPE_CHECKING:
    from fireline.game.modelfacts import MeshWords
    from fireline.geometry.model import Model

T = TypeVar("T")
FILE_LIMIT = 256 * 1024 * 1024
"""The largest file that is packed, in bytes."""


@dataclass(frozen=True)
class Folder:
    """A folder; every file it gives is in it or below it, even after following links."""

    path: Path
    _models: dict[tuple[str, str], Model] = field(default_factory=dict, compare=False, repr=False)
    """The models read so far, by name and by what is said of them: many units may share one."""

    def data(self, name: str, place: str) -> Any:
        """The data of a YAML or JSON file; raises `BattleFileError`."""
        return self._read(name, place, read_data)

    def model(self, name: str, place: str, words: MeshWords | None = None) -> Model:
        """The model in a mesh file, GLB, OBJ, STL, PLY or 3MF, read once; raises `BattleFileError`."""
        key = name, repr(words.said() if words else {})
        if key not in self._models:
            self._models[key] = self._read(name, place, lambda file: read_mesh(file, words))
        return self._models[key]

    def find(self, name: str, place: str) -> Path:
        """The path of a file; raises `BattleFileError` if it does not exist or is not in the folder."""
        try:
            home = self.path.resolve()
            file = (home / name).resolve()
            inside = file.is_relative_to(home) and not Path(name).is_absolute()
            found = inside and file.is_file()
        except (OSError, ValueError, RuntimeError):
            raise BattleFileError(Code.MALFORMED, f"{shown(name)} is no file name", place) from None
        if not inside:
            raise BattleFileError(
                Code.FORBIDDEN, f"{shown(name)} lies outside the battle's folder; only files in it are read", place
            )
        if not found:
            raise BattleFileError(Code.NOT_FOUND, f"{shown(name)} is no file in the battle's folder", place)
        return file

    def has(self, name: str) -> bool:
        """Whether a file of this name is in the folder, or below it."""
        try:
            self.find(name, "")
        except BattleFileError:
            return False
        return True

    def _read(self, name: str, place: str, reader: Callable[[Path], T]) -> T:
        file = self.find(name, place)
        try:
            return reader(file)
        except BattleFileError as wrong:
            where = f"{wrong.place}: " if wrong.place else ""
            raise BattleFileError(wrong.code, f"{shown(name)}: {where}{wrong.problem}", place) from None


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
