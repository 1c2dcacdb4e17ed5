"""What a plain install lacks: libraries that come with an extra of the package."""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import find_spec

from fireline.game.errors import BattleFileError, Code


def need(module: str, extra: str, why: str, place: str = "") -> None:
    """Raise `BattleFileError` with the line for pip unless a library is installed; nothing is imported.

    `why` is a sentence of what was asked for; `extra` is what brings the library along.
    """
    if not is_there(module):
        raise BattleFileError(Code.NOT_INSTALLED, f"{why}; install it with: pip install 'fireline[{extra}]'", place)


def is_there(module: str) -> bool:
    """Whether a library is installed; nothing is imported."""
    if module in sys.modules:
        return sys.modules[module] is not None  # it is blocked by name
    return _is_installed(module)


@cache
def _is_installed(module: str) -> bool:
    """The same of what is not imported: looked for once, on every path."""
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):  # a finder forbids it
        return False
