"""Somebody without a mouse: Tab, arrows, Enter and the keys that the help names, by roles and names alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from browser.duellists import DECIDES, Duellist

if TYPE_CHECKING:
    from browser.desk import Desk

FARTHEST = 150
"""So many presses of Tab go once round any page."""
DOUBLE = 600
"""More milliseconds than lie between the presses of a double click, which is no shot."""
NAME = "() => document.activeElement.ariaLabel ?? document.activeElement.textContent"


class Fingers(Duellist):
    """A player whose mouse is broken; after every key there is something that the next key is for."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.here = self.page.locator("*:focus")

    def press(self, *keys: str) -> None:
        """Press one key after the other, each once the page has answered the one before."""
        for key in keys:
            self.key(key)
            self.settles()
            self.page.wait_for_function("() => document.activeElement !== document.body")

    def reach(self, what: Any) -> None:
        """Tab until the keys are on this."""
        for _ in range(FARTHEST):
            if what.and_(self.here).count():
                return
            self.key("Tab")
        raise AssertionError(f"no Tab leads to {what}")

    def use(self, what: Any) -> None:
        """Tab to this and press Enter."""
        self.reach(what)
        self.press("Enter")

    def does(self, *keys: str) -> None:
        """Press keys, the last of which becomes an entry of the log."""
        before = self.entries()
        self.press(*keys)
        self.waits(before)
        self.page.wait_for_function("() => document.activeElement !== document.body")

    def answers(self) -> None:
        """Give the first answer of each that is owed."""
        while (owed := self.page.get_by_role("region", name=DECIDES).get_by_role("button")).count():
            self.reach(owed.first)
            self.does("Enter")

    def shoots(self) -> bool:
        """Shoot with who is chosen at the first target by `t` that may be shot; whether there was one."""
        self.page.wait_for_function("() => !document.body.innerText.includes('Loading')")
        first = ""
        while True:
            self.press("t")
            name = str(self.page.evaluate(NAME))
            if name == first:
                return False
            first = first or name
            self.desk.ruled()
            if self.card.get_by_role("button", name="Shoot", exact=True).count():
                self.page.wait_for_timeout(DOUBLE)
                self.does("Enter")
                self.answers()
                return True
