"""What tests have other processes do: little to import, so that they do it at once."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fireline.game.errors import BattleFileError, Code


def double(number: int) -> int:
    return 2 * number


def refuse(word: str) -> None:
    raise BattleFileError(Code.UNKNOWN_NAME, f"{word} is refused", "here")


def own_process() -> int:
    return os.getpid()


def slowly(tell: Callable[[dict[str, float]], object]) -> int:
    for n in range(200):
        tell({"progress": n / 200})
        time.sleep(0.05)
    return os.getpid()


def slowly_and_who(times: int, tell: Callable[[dict[str, float]], object]) -> int:
    for n in range(times):
        tell({"progress": n / times})
        time.sleep(0.02)
    return os.getpid()


def niceness() -> int:
    return os.getpriority(os.PRIO_PROCESS, 0)


def niceness_once(file: Path) -> int:
    """How far behind it stands when a file is there."""
    while not file.exists():
        time.sleep(0.01)
    return niceness()


def die() -> None:
    os._exit(1)


def nothing_that_can_be_sent() -> Any:
    return lambda: None
