"""Large models as they were read, kept beside their file: loaded in a tenth of the time that reading takes."""

from __future__ import annotations

import json
from dataclasses import fields
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np

from fireline.formats.writing import write_atomically
from fireline.geometry.bulk import Bulk
from fireline.geometry.model import Model

if TYPE_CHECKING:
    from pathlib import Path


def keep(model: Model, file: Path) -> None:
    """Write a model whose solid is large; others are read about as quickly as they would be loaded."""
    solid = model.solid
    if not isinstance(solid, Bulk):
        return
    told = {one.name: getattr(model, one.name) for one in fields(Model) if one.name != "solid"} | {"of": solid.parts}
    text, out = np.frombuffer(json.dumps(told).encode(), dtype=np.uint8), BytesIO()
    np.savez(out, told=text, points=solid.source, faces=solid.faces, part_of=solid.part_of, balls=solid.own_balls)
    write_atomically(file, out.getvalue())


def load(file: Path) -> Model | None:
    """The model that was kept there; None where there is none."""
    if not file.is_file():
        return None
    with np.load(file, allow_pickle=False) as found:
        told = json.loads(found["told"].tobytes())
        parts = tuple(told.pop("of"))
        solid = Bulk(found["points"], found["faces"], found["part_of"], parts, balls=found["balls"])
    lists = {name: tuple(value) for name, value in told.items() if isinstance(value, list)}
    return Model(solid=solid, **{**told, **lists})
