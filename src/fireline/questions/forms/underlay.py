"""A picture underneath a board, as requests name it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from fireline.game.entries import FileEntry

KEPT_NAME = r"[0-9a-f]{64}\.webp"
Number = Annotated[float, Field(ge=-1_000_000, le=1_000_000, allow_inf_nan=False)]
Length = Annotated[float, Field(gt=0, le=1_000_000, allow_inf_nan=False)]


class Underlay(FileEntry):
    """A picture underneath a board: its file, its upper left corner, and its size.

    Where the drawing of a board measures places by two numbers these are such numbers, else they are its pixels.
    """

    file: Annotated[str, Field(pattern=f"^{KEPT_NAME}$")]
    x: Number
    y: Number
    width: Length
    height: Length
    strength: Annotated[float, Field(ge=0.05, le=1, description="How strongly it is drawn.")] = 1.0
