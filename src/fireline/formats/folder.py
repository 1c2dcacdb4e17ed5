"""The folder of a battle file, in which the files that it names are sought."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fireline.formats.parsing import read_data
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError

if TYPE_CHECKING:
    from fireline.geometry.model import Model


@dataclass(frozen=True)
class Folder:
    """A folder; whatever a name leads to lies in it or below it, also when links are followed."""

    path: Path

    def data(self, name: str, place: str) -> Any:
        """The data of a YAML or JSON file; raises `BattleFileError`."""
        file = self.find(name, place)
        try:
            return read_data(file)
        except BattleFileError as wrong:
            raise self._told(wrong, name, place) from None

    def model(self, name: str, place: str) -> Model:
        """The model in a mesh file, GLB, OBJ, STL or PLY; raises `BattleFileError`."""
        from fireline.formats.meshes import read_model  # reads with trimesh

        file = self.find(name, place)
        try:
            return read_model(file)
        except BattleFileError as wrong:
            raise self._told(wrong, name, place) from None

    def find(self, name: str, place: str) -> Path:
        """Where a file lies; raises `BattleFileError` for one that is not there, or not in the folder."""
        try:
            home = self.path.resolve()
            file = (home / name).resolve()
            inside = file.is_relative_to(home) and not Path(name).is_absolute()
            found = inside and file.is_file()
        except (OSError, ValueError, RuntimeError):
            raise BattleFileError(f"{shown(name)} is no file name", place) from None
        if not inside:
            raise BattleFileError(f"{shown(name)} lies outside the battle's folder; only files in it are read", place)
        if not found:
            raise BattleFileError(f"{shown(name)} is no file in the battle's folder", place)
        return file

    @staticmethod
    def _told(wrong: BattleFileError, name: str, place: str) -> BattleFileError:
        where = f"{wrong.place}: " if wrong.place else ""
        return BattleFileError(f"{shown(name)}: {where}{wrong.problem}", place)
