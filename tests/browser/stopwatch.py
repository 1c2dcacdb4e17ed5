"""How much it takes to do something on the page: clicks, keys, seconds."""

import time
from typing import Any

from browser.desk import Desk


class Stopwatch:
    """Somebody at a page whose clicks and keys are counted."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.page = desk, desk.page
        self.clicks = self.keys = 0
        self.began = time.monotonic()

    def click(self, what: Any) -> None:
        """Click on something, which counts."""
        self.clicks += 1
        what.click()

    def key(self, keys: str) -> None:
        """Press a key, which counts."""
        self.keys += 1
        self.page.keyboard.press(keys)

    def counted(self, *others: "Stopwatch") -> str:
        """What it took, alone or together with others, in a line."""
        clicks, keys = (sum(getattr(one, name) for one in (self, *others)) for name in ("clicks", "keys"))
        return f"{clicks} clicks, {keys} keys, {time.monotonic() - self.began:.0f} s"
