"""The server inside the test's own process, and questions put to it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
from anyio.from_thread import BlockingPortal, start_blocking_portal
from fastapi import FastAPI

from fireline.formats.examples import example_files
from fireline.server.app import create_app
from fireline.server.dice.notes import read_note
from fireline.server.guard import Limits
from fireline.server.verifying import Verdict, verify_export

API = "/api/v1"
BOW: dict[str, Any] = {
    "fireline": 1,
    "ruleset": "ancients",
    "turn": {"side": "bottom"},
    "units": [
        {"id": "bow", "side": "bottom", "type": "light_bow_infantry", "hex": "F5"},
        {"id": "ax", "side": "top", "type": "auxilia", "hex": "C4"},
    ],
}
SHOT: dict[str, Any] = {"shooter": "bow", "target": "ax"}


def plain(answer: Any) -> Any:
    """What the library answers, as JSON gives it back."""
    return json.loads(json.dumps(answer))


def logged(event: dict[str, Any]) -> dict[str, Any]:
    """An event as the log keeps it, less what a seat is told beside it."""
    return {key: value for key, value in event.items() if key not in {"units", "sentence", "shown"}}


class Client:
    """Asks an application in this process, which runs in a thread of its own with its event loop."""

    def __init__(self, app: FastAPI, portal: BlockingPortal, address: str) -> None:
        self.app, self._portal = app, portal
        self.move(address)

    def move(self, address: str) -> None:
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False, client=(address, 50_000))
        self._client = httpx.AsyncClient(transport=transport, base_url="http://localhost")

    def request(self, method: str, path: str, **how: Any) -> httpx.Response:
        return self._portal.call(partial(self._client.request, method, path, **how))

    def get(self, path: str, **how: Any) -> httpx.Response:
        return self.request("GET", path, **how)

    def post(self, path: str, **how: Any) -> httpx.Response:
        return self.request("POST", path, **how)


@contextmanager
def served(folder: Path, *, address: str = "127.0.0.1", **how: Any) -> Iterator[Client]:
    """A client of a new server with a database in this folder; problems that nobody foresaw are answered, too."""
    with asking(create_app(str(folder / "tables.db"), Limits(**how)), address) as client:
        yield client


@contextmanager
def asking(app: FastAPI, address: str = "127.0.0.1") -> Iterator[Client]:
    """A client of an application that runs as long as the block does."""
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(app.router.lifespan_context(app)):
        yield Client(app, portal, address)


def sampled(client: Client) -> dict[str, Any]:
    """What the description of the API gives as an example, by the address of each question that has a body."""
    found = {}
    for path, methods in client.get("/openapi.json").json()["paths"].items():
        content = methods.get("post", {}).get("requestBody", {}).get("content", {}).get("application/json", {})
        if "example" in content:
            found[path] = content["example"]
    return found


class Table:
    """A table opened for a test: asks in the name of its seats."""

    def __init__(self, client: Client, battle: dict[str, Any], **how: Any) -> None:
        self.client = client
        opened = client.post(f"{API}/tables", json={"battle": battle, **how})
        assert opened.status_code == 201, opened.text
        self.id: str = opened.json()["table"]
        self.tokens: dict[str, str] = {seat["seat"]: seat["token"] for seat in opened.json()["seats"]}
        self._said = 0

    def headers(self, seat: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[seat]}"}

    def get(self, seat: str, path: str = "") -> Any:
        return self.client.get(f"{API}/tables/{self.id}{path}", headers=self.headers(seat))

    def post(self, seat: str, path: str, body: Any) -> Any:
        return self.client.post(f"{API}/tables/{self.id}{path}", json=body, headers=self.headers(seat))

    def say(self, seat: str, kind: str, body: dict[str, Any], **more: Any) -> Any:
        """What comes of a command that a seat says having seen everything so far."""
        self._said += 1
        said = {"cmd_id": f"c{self._said}", "expect": self.head, "kind": kind, "body": body}
        return self.post(seat, "/commands", said | more)

    def command(self, seat: str, command: dict[str, Any]) -> Any:
        return self.say(seat, "command", {"command": command})

    def agree(self, seat: str, *, agree: bool = True, **more: Any) -> Any:
        """What comes of a seat's answer to what is asked for."""
        return self.say(seat, "undo_answer", {"seq": self.get("gm").json()["request"]["seq"], "agree": agree} | more)

    @property
    def head(self) -> int:
        return int(self.events("gm")[-1]["seq"])

    def events(self, seat: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.get(seat, "/events").json()
        return found

    def answer_all(self, seat: str) -> None:
        """Give the first answer to whatever is owed, until nothing is."""
        while (here := self.get("gm").json())["to_decide"]:
            assert self.command(seat, here["commands"][0]["command"]).status_code == 200

    def verdict(self, *notes: str, seat: str = "gm") -> Verdict:
        """What its export proves, with the heads that seats kept."""
        lines = self.get(seat, "/export").content.splitlines(keepends=True)
        (found,) = verify_export(lines, example_files(), [read_note(note) for note in notes])
        return found


def shoot(shooter: str, target: str, **more: Any) -> dict[str, Any]:
    return {"command": "Shoot", "shot": {"shooter": shooter, "target": target, **more}}
