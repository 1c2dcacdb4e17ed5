"""Large models as they were read, kept beside their file: loaded in a tenth of the time that reading takes."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import fields
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import BadZipFile

import numpy as np

from fireline.formats.writing import write_atomically
from fireline.geometry.bulk import Bulk
from fireline.geometry.model import Model

if TYPE_CHECKING:
    from pathlib import Path


MOST = 20
"""How many models are kept in a folder: each takes some ten megabytes, and other words for it make another."""


def keep(model: Model, file: Path) -> None:
    """Write a model whose solid is large; others are read about as quickly as they would be loaded.

    Of all that is kept in the folder the latest stay. Raises `BattleFileError` where nothing can be written.
    """
    solid = model.solid
    if not isinstance(solid, Bulk):
        return
    told = {one.name: getattr(model, one.name) for one in fields(Model) if one.name != "solid"} | {"of": solid.parts}
    text, out = np.frombuffer(json.dumps(told).encode(), dtype=np.uint8), BytesIO()
    np.savez(out, told=text, points=solid.source, faces=solid.faces, part_of=solid.part_of, balls=solid.own_balls)
    write_atomically(file, out.getvalue())
    with suppress(OSError):  # another process does the same
        for old in sorted(file.parent.glob("*.npz"), key=lambda one: one.stat().st_mtime)[:-MOST]:
            old.unlink(missing_ok=True)


def load(file: Path) -> Model | None:
    """The model that was kept there; None where there is none, or a file that is spoilt."""
    try:
        with np.load(file, allow_pickle=False) as found:
            told = json.loads(found["told"].tobytes())
            parts = tuple(told.pop("of"))
            solid = Bulk(found["points"], found["faces"], found["part_of"], parts, balls=found["balls"])
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None
    lists = {name: tuple(value) for name, value in told.items() if isinstance(value, list)}
    return Model(solid=solid, **{**told, **lists})
