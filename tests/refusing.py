"""What is said, in one line, to whoever asks what cannot be answered."""

from collections.abc import Callable
from typing import Any

import pytest

from fireline.game.errors import BattleFileError


def wrong_with(ask: Callable[..., object], *given: Any, **more: Any) -> str:
    """The one line in which a call is refused.

    Args:
        ask: What is called.
        given: Its arguments.
        more: Its arguments by name.

    Returns:
        The text of the `BattleFileError`.
    """
    with pytest.raises(BattleFileError) as refused:
        ask(*given, **more)
    line = str(refused.value)
    assert "\n" not in line
    return line
