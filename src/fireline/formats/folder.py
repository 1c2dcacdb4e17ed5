"""The folder of a battle file, which holds the files that it names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from fireline.formats.meshfile import read_mesh
from fireline.formats.parsing import read_data
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code

if TYPE_CHECKING:
    from fireline.game.modelfacts import MeshWords
    from fireline.geometry.model import Model

T = TypeVar("T")


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

    def _read(self, name: str, place: str, reader: Callable[[Path], T]) -> T:
        file = self.find(name, place)
        try:
            return reader(file)
        except BattleFileError as wrong:
            where = f"{wrong.place}: " if wrong.place else ""
            raise BattleFileError(wrong.code, f"{shown(name)}: {where}{wrong.problem}", place) from None
