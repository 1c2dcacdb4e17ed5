"""Models that people bring to the server: kept by what they hold, so that a name says which bytes are meant.

A battle names such a model by the SHA-256 of its file and the ending, and so do all battles that are made of it; beside
the battle file, under this name, the model goes with it wherever it goes.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections import OrderedDict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fireline import __version__
from fireline.formats.examples import example_files
from fireline.formats.folder import read_mesh_once
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code

if TYPE_CHECKING:
    from fireline.game.modelfacts import MeshWords
    from fireline.geometry.bases import Model

VARIABLE = "FIRELINE_MODELS"
KINDS = ("glb", "obj", "stl", "ply", "3mf")
KEPT_NAME = re.compile(rf"[0-9a-f]{{64}}\.(?:{'|'.join(KINDS)})")
REMEMBERED = 8
"""How many models a process remembers; a large one takes some hundred megabytes."""


def models_folder() -> Path:
    """Where models are kept: $FIRELINE_MODELS, or a folder in the user's data folder."""
    if told := os.environ.get(VARIABLE):
        return Path(told)
    from fireline.server.store.opening import data_folder  # with the store comes all that a server needs

    return data_folder() / "models"


def pictures_folder() -> Path:
    """Where pictures lie that were brought to this server, each under the name that it was given when it came."""
    return models_folder() / "pictures"


class ServerFiles:
    """The files that a battle on a server may name: models that were brought to it, and those of the examples."""

    def __init__(self) -> None:
        self._models: OrderedDict[tuple[str, str], Model] = OrderedDict()

    def data(self, name: str, place: str) -> Any:
        """The data of a YAML or JSON file of the examples."""
        return example_files().data(name, place)

    def model(self, name: str, place: str, words: MeshWords | None = None) -> Model:
        """The model of this name; raises `BattleFileError`."""
        if not KEPT_NAME.fullmatch(name):
            return example_files().model(name, place, words)
        key = name, repr(words.said() if words else {})
        if key not in self._models:
            self._models[key] = _read(name, place, words, key[1])
            if len(self._models) > REMEMBERED:
                self._models.popitem(last=False)
        self._models.move_to_end(key)
        return self._models[key]

    def picture(self, name: str) -> bytes | None:
        """The picture of a name that a request may say, None where it was not brought."""
        file = pictures_folder() / name
        return file.read_bytes() if file.is_file() else None


def _read(name: str, place: str, words: MeshWords | None, told: str) -> Model:
    file = kept(name, place)
    said = hashlib.sha256(f"{__version__} {told}".encode()).hexdigest()[:32]
    try:
        return read_mesh_once(file, words, file.with_name(f"{name}.{said}.npz"))
    except BattleFileError as wrong:
        where = f"{wrong.place}: " if wrong.place else ""
        raise BattleFileError(wrong.code, f"{shown(name)}: {where}{wrong.problem}", place) from None


def kept(name: str, place: str) -> Path:
    """Where a model lies that was brought to the server; raises `BattleFileError` where it was not."""
    file = models_folder() / name
    if not KEPT_NAME.fullmatch(name) or not file.is_file():
        problem = f"the model {shown(name)} was not brought to this server; bring its file first"
        raise BattleFileError(Code.NOT_FOUND, problem, place)
    return file


@cache
def server_files() -> ServerFiles:
    """The files of this server, as every question about a battle finds them."""
    return ServerFiles()
