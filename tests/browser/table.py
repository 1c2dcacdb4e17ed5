"""Tables for the browser tests: opened and played over HTTP, looked at through the page."""

from typing import Any

import fireline
from browser.desk import Desk
from server.sockets import Open

CLOSED = ("ERR_CONNECTION_REFUSED", "WebSocket connection", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE")
"""What a browser may complain about while the server is down."""


class Table(Open):
    """A table on a server, and the links of its seats."""

    def __init__(self, address: str, battle: str | dict[str, Any], **settings: Any) -> None:
        data = fireline.load(f"examples/{battle}.yaml").data() if isinstance(battle, str) else battle
        super().__init__(address, data, **{"undo": "consent", **settings})
        self.links = {seat: f"/t/{self.id}#seat={token}" for seat, token in self.tokens.items()}
        self._said = 0

    def state(self, seat: str = "gm") -> dict[str, Any]:
        return dict(self._asked(seat, "GET", ""))

    def events(self, seat: str = "gm") -> list[dict[str, Any]]:
        return list(self._asked(seat, "GET", "/events"))

    def after(self, seq: int) -> dict[str, Any]:
        """The table as it stood after an event."""
        return dict(self._asked("gm", "GET", f"/at/{seq}"))

    def say(self, kind: str, body: dict[str, Any] | None = None, seat: str = "gm") -> dict[str, Any]:
        self._said += 1
        said = {"cmd_id": f"test-{self._said}", "expect": self.events()[-1]["seq"], "kind": kind, "body": body or {}}
        return dict(self._asked(seat, "POST", "/commands", said))

    def shoot(self, shooter: str, target: str, seat: str = "gm") -> dict[str, Any]:
        """Take a shot over HTTP, and give the customary answers to what it makes somebody owe."""
        shot = {"command": "Shoot", "shot": {"shooter": shooter, "target": target}}
        answer = self.say("command", {"command": shot}, seat)
        while (now := self.state())["to_decide"]:
            self.say("command", {"command": now["commands"][0]["command"]})
        return answer

    def export(self) -> str:
        return self.ask("gm", "GET", "/export").raise_for_status().text

    def _asked(self, seat: str, method: str, path: str, body: Any = None) -> Any:
        return self.ask(seat, method, path, body).raise_for_status().json()


def seated(desk: Desk) -> Desk:
    """The desk once its page shows the table as it stands."""
    desk.page.locator('.desk[data-state]:not([data-state=""])').wait_for()
    desk.page.locator(".thing.unit").first.wait_for()
    return desk


def fingerprint(desk: Desk) -> str:
    """The state a page shows of its table, read as soon as it has heard every event there is.

    One look waits and reads: an event that arrives between two looks leaves the page without a state for a moment.
    """
    shown = desk.page.wait_for_function("() => document.querySelector('.desk')?.dataset.state")
    return str(shown.json_value())


def agreed(*desks: Desk, state: str) -> None:
    """Wait until every page shows the battle of this fingerprint."""
    for desk in desks:
        desk.page.locator(f'.desk[data-state="{state}"]').wait_for()


def open_log(desk: Desk) -> None:
    bar = desk.page.locator(".log-bar")
    if bar.get_attribute("aria-expanded") == "false":
        bar.click()
