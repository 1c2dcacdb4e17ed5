"""The folder of a battle file, and the files in it that a battle names: models, if the libraries for them are there."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, fields
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from zipfile import BadZipFile

from fireline.extras import need
from fireline.formats.parsing import read_data
from fireline.formats.writing import write_atomically
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code

if TYPE_CHECKING:
    from pathlib import Path

    from fireline.game.modelfacts import MeshWords
    from fireline.geometry.bases import Model


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


# --- mesh files; large models are kept beside them as they were read ---------------------


MESHES = (".glb", ".obj", ".stl", ".ply", ".3mf")
MOST_KEPT = 20
"""How many models are kept in a folder: each takes some ten megabytes, and other words for it make another."""


def read_mesh(file: Path, words: MeshWords | None = None) -> Model:
    """The model in a mesh file, GLB, OBJ, STL, PLY or 3MF; `words` go before what its side file says.

    Raises `BattleFileError` if the file cannot be used or the libraries for it are not installed.
    """
    for library in ("numpy", "mapbox_earcut"):
        need(library, "3d", "a mesh file holds a model in three dimensions")
    from fireline.formats.meshes import read_model  # heavy, and only for mesh files

    return read_model(file, words)


def read_mesh_once(file: Path, words: MeshWords | None, kept: Path) -> Model:
    """The same, but a large model is written to `kept` as it was read, and loaded from there from then on."""
    need("numpy", "3d", "a mesh file holds a model in three dimensions")
    found = load(kept)
    if found is None:
        found = read_mesh(file, words)
        with suppress(BattleFileError):  # then it is read again the next time
            keep(found, kept)
    return found


def keep(model: Model, file: Path) -> None:
    """Write a model whose solid is large; others are read about as quickly as they would be loaded.

    Of all that is kept in the folder the latest stay. Raises `BattleFileError` where nothing can be written.
    """
    import numpy as np

    from fireline.geometry.bulk import Bulk

    solid = model.solid
    if not isinstance(solid, Bulk):
        return
    told = {one.name: getattr(model, one.name) for one in fields(model) if one.name != "solid"} | {"of": solid.parts}
    text, out = np.frombuffer(json.dumps(told).encode(), dtype=np.uint8), BytesIO()
    np.savez(out, told=text, points=solid.source, faces=solid.faces, part_of=solid.part_of, balls=solid.own_balls)
    write_atomically(file, out.getvalue())
    with suppress(OSError):  # another process does the same
        for old in sorted(file.parent.glob("*.npz"), key=lambda one: one.stat().st_mtime)[:-MOST_KEPT]:
            old.unlink(missing_ok=True)


def load(file: Path) -> Model | None:
    """The model that was kept there; None where there is none, or a file that is spoilt."""
    import numpy as np

    from fireline.geometry.bases import Model
    from fireline.geometry.bulk import Bulk

    try:
        with np.load(file, allow_pickle=False) as found:
            told = json.loads(found["told"].tobytes())
            parts = tuple(told.pop("of"))
            solid = Bulk(found["points"], found["faces"], found["part_of"], parts, balls=found["balls"])
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None
    lists = {name: tuple(value) for name, value in told.items() if isinstance(value, list)}
    return Model(solid=solid, **{**told, **lists})
