"""Players who know a battle by the roles and names of the page alone, and play it to its end."""

from __future__ import annotations

import json
import re
import time
from typing import TYPE_CHECKING, Any

from browser.desk import Desk
from browser.stopwatch import Stopwatch

if TYPE_CHECKING:
    from collections.abc import Sequence


END = re.compile("has won the game")
CHANCE = re.compile(r"[1-9]\d*\.\d%|> 99\.9%")
DECIDES, ANY = re.compile("decides?\\b"), re.compile("")
QUIET = 0.4
"""Seconds without news after which a table has nothing more to tell."""
PATIENT = 10
"""So often somebody may look again, while a page works out what may be done."""
LONGEST = 120
"""So many acts end every one of these battles, but for luck that nobody has."""


class Duellist(Stopwatch):
    """Somebody at one page; what they do is counted in clicks and keys."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.turn = self.page.get_by_role("region", name="Turn", exact=True)
        self.actions = self.page.get_by_role("region", name="Actions", exact=True)
        self.card = self.page.get_by_role("complementary", name="Shot card")
        self.log = self.page.get_by_role("region", name="Log", exact=True)

    def open(self, battle: dict[str, Any]) -> None:
        self.desk.give("duel.json", json.dumps(battle))
        self.turn.get_by_role("button", name=re.compile("^End")).wait_for()

    def entries(self) -> int:
        bar = self.log.get_by_role("button").first.inner_text().split("\n")
        return int(bar[-1]) if bar[-1].isdigit() else 0

    def waits(self, entries: int) -> None:
        """Wait until the log has more entries than these, and what they led to is known."""
        deadline = time.monotonic() + 60
        while self.entries() <= entries:
            assert time.monotonic() < deadline, "nothing came of it"
            self.page.wait_for_timeout(30)
        self.settles()

    def settles(self) -> None:
        """Wait until nothing is being worked out."""
        self.page.wait_for_function("() => document.querySelector('[aria-busy=true]') === null")

    @property
    def is_over(self) -> bool:
        """Whether one side alone is left."""
        return self.page.get_by_text(END).count() > 0

    def acts(self) -> bool:
        """Answer what is owed, else shoot with whoever can, else end the turn; whether there was anything to do."""
        self.settles()
        before = self.entries()
        self._unfolds(DECIDES)
        owed = self.page.get_by_role("region", name=DECIDES).get_by_role("button")
        if owed.count():
            self.click(owed.first)
        elif not self._shoots():
            if self.is_over:
                return True
            end = self.turn.get_by_role("button", name=re.compile("^End"))
            if not end.is_enabled():
                return False
            self.click(end)
        self.waits(before)
        return True

    def _shoots(self) -> bool:
        """Choose one after the other who may act, and shoot with the first that has a chance."""
        tokens = self.turn.get_by_role("button").filter(has_not_text=re.compile("^(Place|End)"))
        for name in tokens.evaluate_all("all => all.map(one => one.title)"):
            token = tokens.and_(self.page.get_by_title(name, exact=True)).first
            if not token.count():  # the battle has gone on
                return False
            if token.get_attribute("aria-pressed") == "false":
                self.click(token)
            self.settles()
            assert self.actions.get_by_role("button").count() <= 12
            self._unfolds(ANY)
            self.card.get_by_role("button", name="Choose somebody else").wait_for()
            self.page.wait_for_function("() => !document.body.innerText.includes('Loading')")
            target = self.card.get_by_role("button", name=CHANCE)
            if target.count():
                self.click(target.first)
                self.settles()
                shoot = self.card.get_by_role("button", name="Shoot", exact=True)
                if shoot.count():
                    self.click(shoot)
                    return True
            self.page.keyboard.press("Escape")
        return False

    def _unfolds(self, says: re.Pattern[str]) -> None:
        """On a phone, open the sheet that is folded, where it says this."""
        grip = self.page.locator('.grip[aria-expanded="false"]', has_text=says)
        if grip.is_visible():
            self.click(grip)


def played(*players: Duellist) -> str:
    """Play to the end; what it took, in a line."""
    idle = 0
    for _ in range(LONGEST):
        _agree(players)
        if any(one.is_over for one in players):
            return players[0].counted(*players[1:])
        idle = 0 if any(one.acts() for one in players) else idle + 1
        assert idle < PATIENT, "nobody has anything to do"
        players[0].page.wait_for_timeout(100 * idle)
    raise AssertionError("the battle goes on and on")


def _agree(players: Sequence[Duellist]) -> None:
    """Wait until the pages of a table show the same, and go on showing it."""
    shown = [one.page.locator(".desk[data-head]") for one in players]
    seen, since = set[str](), time.monotonic()
    while len(players) > 1 and (len(seen) != 1 or "" in seen or time.monotonic() - since < QUIET):
        now = {f"{one.get_attribute('data-head')} {one.get_attribute('data-state')}".strip() for one in shown}
        if now != seen or any(one.endswith("None") or " " not in one for one in now):
            seen, since = now, time.monotonic()
        players[0].page.wait_for_timeout(30)
