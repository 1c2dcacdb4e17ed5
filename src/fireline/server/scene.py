"""A table in three dimensions as triangles, for a page that draws them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fireline import draw
from fireline.server.answering import seen


def scene(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Everything on a table: `positions` are corners of triangles, x y z in inches, one after the other."""
    return draw.scene(seen(asked)).data()
