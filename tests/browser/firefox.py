"""Firefox driven by plain WebDriver BiDi, over one WebSocket: Playwright drives a Firefox of its own only."""

import json
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
PATIENCE = 60.0
"""Seconds after which something is not coming any more."""
MIDDLE = """(async () => {
  const said = one => %s === "" || one.textContent.trim() === %s;
  const one = [...document.querySelectorAll(%s)].find(one => one.checkVisibility() && said(one));
  if (one === undefined || document.querySelector('.desk[aria-busy="true"]')) return null;
  one.scrollIntoView({block: "nearest"});
  const middle = () => {
    const box = one.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const before = middle();
  for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
  const [x, y] = middle(), hit = document.elementFromPoint(x, y);
  const still = one.isConnected && x === before[0] && y === before[1];
  return still && hit && (one.contains(hit) || hit.contains(one)) ? JSON.stringify([x, y]) : null;
})()"""
"""Where to press: the middle of what is there, once it stands still and nothing lies over it."""


class Firefox:
    """One window of Firefox, and what its pages complained about."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._ids = socket, count(1)
        self.complaints: list[str] = []
        self._say("session.new", {"capabilities": {}})
        self._say("session.subscribe", {"events": ["log.entryAdded"]})
        self._context: str = self._say("browsingContext.getTree", {})["contexts"][0]["context"]

    def _say(self, method: str, params: dict[str, Any]) -> Any:
        number = next(self._ids)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            heard = json.loads(self._socket.recv(PATIENCE))
            if heard.get("method") == "log.entryAdded" and heard["params"]["level"] in ("error", "warn"):
                self.complaints.append(heard["params"]["text"])
            if heard.get("id") == number:
                if heard["type"] == "error":
                    raise AssertionError(f"{method}: {heard['message']}")
                return heard["result"]

    def visit(self, url: str, *, width: int = 1280, height: int = 800) -> None:
        """Open a page in a window of this size."""
        size = {"context": self._context, "viewport": {"width": width, "height": height}}
        self._say("browsingContext.setViewport", size)
        self._say("browsingContext.navigate", {"context": self._context, "url": url, "wait": "complete"})

    def ask(self, expression: str) -> Any:
        """What an expression comes to in the page: a text, a number, yes or no, or None."""
        target = {"context": self._context}
        asked = {"expression": expression, "target": target, "awaitPromise": True}
        answer = self._say("script.evaluate", asked)
        assert answer["type"] == "success", answer
        return answer["result"].get("value")

    def until(self, expression: str) -> Any:
        """Wait until an expression comes to something true, and give it."""
        end = time.monotonic() + PATIENCE
        while not (found := self.ask(expression)):
            assert time.monotonic() < end, f"this never came true: {expression}"
            time.sleep(0.05)
        return found

    def press(self, selector: str, text: str = "") -> None:
        """Press with the mouse on what a selector finds, with just this text where one is given."""
        found = self.until(MIDDLE % (json.dumps(text), json.dumps(text), json.dumps(selector)))
        x, y = map(round, json.loads(found))
        self._act("mouse", [self._move(x, y), {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}])

    def key(self, key: str) -> None:
        does = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        keys = [{"type": "key", "id": "keys", "actions": does}]
        self._say("input.performActions", {"context": self._context, "actions": keys})

    def _move(self, x: int, y: int) -> dict[str, Any]:
        return {"type": "pointerMove", "x": x, "y": y}

    def _act(self, pointer: str, actions: list[dict[str, Any]]) -> None:
        hand = {"type": "pointer", "id": pointer, "parameters": {"pointerType": pointer}, "actions": actions}
        self._say("input.performActions", {"context": self._context, "actions": [hand]})


@contextmanager
def firefox(program: str, profile: Path) -> Iterator[Firefox]:
    """Firefox with a profile of its own, closed in the end."""
    command = [program, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    try:
        assert running.stderr is not None
        address = next((found[1] for line in running.stderr if (found := LISTENS.search(line))), None)
        assert address is not None, "Firefox ended before it listened"
        with connect(f"{address}/session", max_size=None) as socket:
            yield Firefox(socket)
    finally:
        running.terminate()
        running.communicate(timeout=20)
