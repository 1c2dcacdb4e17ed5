"""What is drawn of a regatta: the quay with its boats, a shot along it, a threat map over it."""

from __future__ import annotations

from fireline.game.drawing import Drawing
from regatta.state import State


def load() -> Drawing[State]:
    """The drawing, whose modules are imported now."""
    from regatta.drawing import quay

    return quay.Quay.drawing()
