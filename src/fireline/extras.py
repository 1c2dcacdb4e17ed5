"""What a plain install lacks: libraries that come with an extra of the package."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from fireline.game.errors import BattleFileError, Code


def need(module: str, extra: str, why: str, place: str = "") -> None:
    """Raise `BattleFileError` with the line for pip unless a library is installed; nothing is imported.

    `why` is a sentence of what was asked for; `extra` is what brings the library along.
    """
    if sys.modules.get(module) is None and not is_there(module):
        raise BattleFileError(Code.NOT_INSTALLED, f"{why}; install it with: pip install 'fireline[{extra}]'", place)


def is_there(module: str) -> bool:
    """Whether a library is installed; nothing is imported."""
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):  # a finder forbids it, or it was blocked by name
        return False
