"""Tables for the browser tests: opened and played over HTTP, looked at through the page."""

from __future__ import annotations

from typing import Any

import httpx

import fireline
from browser.desk import Desk


class Table:
    """A table on a server, and the links of its seats."""

    def __init__(self, address: str, battle: str | dict[str, Any], **settings: Any) -> None:
        data = fireline.load(f"examples/{battle}.yaml").data() if isinstance(battle, str) else battle
        self._api = f"{address}/api/v1"
        made = self._asked("POST", "/tables", {"battle": data, "undo": "consent", **settings})
        self.id: str = made["table"]
        self.links: dict[str, str] = {seat["seat"]: seat["url"] for seat in made["seats"]}
        self._tokens = {seat["seat"]: seat["token"] for seat in made["seats"]}
        self._said = 0

    def state(self, seat: str = "gm") -> dict[str, Any]:
        """The table as a seat finds it."""
        found: dict[str, Any] = self._asked("GET", f"/tables/{self.id}", seat=seat)
        return found

    def events(self, seat: str = "gm") -> list[dict[str, Any]]:
        """Every event, as a seat is told it."""
        found: list[dict[str, Any]] = self._asked("GET", f"/tables/{self.id}/events", seat=seat)
        return found

    def at(self, seq: int, seat: str = "gm") -> dict[str, Any]:
        """The battle after an event, as a seat may see it."""
        found: dict[str, Any] = self._asked("GET", f"/tables/{self.id}/at/{seq}", seat=seat)
        return found

    def say(self, kind: str, body: dict[str, Any] | None = None, seat: str = "gm") -> dict[str, Any]:
        """Say something over HTTP."""
        self._said += 1
        said = {"cmd_id": f"test-{self._said}", "expect": self.events()[-1]["seq"], "kind": kind, "body": body or {}}
        found: dict[str, Any] = self._asked("POST", f"/tables/{self.id}/commands", said, seat=seat)
        return found

    def shoot(self, shooter: str, target: str, seat: str = "gm") -> dict[str, Any]:
        """Take a shot over HTTP, and give the customary answers to what it makes somebody owe."""
        shot = {"command": "Shoot", "shot": {"shooter": shooter, "target": target}}
        answer = self.say("command", {"command": shot}, seat)
        while (now := self.state())["to_decide"]:
            self.say("command", {"command": now["commands"][0]["command"]})
        return answer

    def export(self) -> str:
        """The whole log as JSON Lines."""
        answer = httpx.get(f"{self._api}/tables/{self.id}/export", headers=self._bearer("gm"))
        answer.raise_for_status()
        return answer.text

    def luck(self) -> dict[str, Any]:
        """Everybody's luck."""
        found: dict[str, Any] = self._asked("GET", f"/tables/{self.id}/luck", seat="gm")
        return found

    def change_seat(self, seat: str, action: str) -> dict[str, Any]:
        """Shut a seat, or give it a new link."""
        found: dict[str, Any] = self._asked(
            "POST", f"/tables/{self.id}/seats", {"seat": seat, "action": action}, seat="gm"
        )
        return found

    def _asked(self, method: str, path: str, body: Any = None, seat: str = "") -> Any:
        headers = self._bearer(seat) if seat else {}
        answer = httpx.request(method, self._api + path, json=body, headers=headers, timeout=30)
        assert answer.is_success, answer.text
        return answer.json()

    def _bearer(self, seat: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._tokens[seat]}"}


def seated(desk: Desk) -> Desk:
    """The desk once its page shows the table as it stands."""
    desk.page.locator('.desk[data-state]:not([data-state=""])').wait_for()
    desk.page.locator(".thing.unit").first.wait_for()
    return desk


def shown_state(desk: Desk) -> str:
    """The fingerprint of the battle that a page shows, "" while it has news to take in."""
    return desk.page.locator(".desk").get_attribute("data-state") or ""


def agreed(*desks: Desk, state: str) -> None:
    """Wait until every page shows the battle of this fingerprint."""
    for desk in desks:
        desk.page.locator(f'.desk[data-state="{state}"]').wait_for()


def open_log(desk: Desk) -> None:
    """Open the log of a table."""
    bar = desk.page.locator(".log-bar")
    if bar.get_attribute("aria-expanded") == "false":
        bar.click()
