"""Who may ask, how often, and what a browser may do with the answer."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Collection
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fireline.game.errors import Code
from fireline.server.problems import Problem

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CSP,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
SAFE = {"GET", "HEAD", "OPTIONS"}
OWN_MACHINE = {"127.0.0.1", "::1"}
MOST_CLIENTS = 10_000


class Buckets:
    """How often each client may ask: so many times a second in the long run, ten times that at once."""

    def __init__(self, rate: float, burst: float = 0) -> None:
        self.rate, self.burst = rate, burst or 10 * rate
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str, now: float | None = None) -> float:
        """Count one request; 0 where it may be answered, else the seconds to wait."""
        now = time.monotonic() if now is None else now
        left, then = self._left.pop(client, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.rate)
        fits = left >= 1
        self._left[client] = (left - fits, now)
        if len(self._left) > MOST_CLIENTS:
            self._left.popitem(last=False)
        return 0.0 if fits else (1 - left) / self.rate


class Guard:
    """Around the whole application: security headers, origins, and rates.

    A browser says from which page a request comes; only pages of this server's own address, and of `origins`, may
    do anything. `rate` is requests a second for each client, 0 for no limit; this machine itself has none.
    """

    def __init__(self, app: ASGIApp, *, rate: float, origins: Collection[str] = ()) -> None:
        self.app = app
        self._buckets = Buckets(rate) if rate else None
        self._origins = frozenset(origin.rstrip("/") for origin in origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, or refuse."""
        if scope["type"] == "websocket" and not self.is_own(Headers(scope=scope), scope):
            await send({"type": "websocket.close", "code": 1008, "reason": "from a page of another address"})
        elif scope["type"] == "http":
            problem = self._problem(scope)
            answer: ASGIApp = self.app if problem is None else problem.response()
            await answer(scope, receive, self._dressed(send, scope))
        else:
            await self.app(scope, receive, send)

    def is_own(self, headers: Headers, scope: Scope) -> bool:
        """Whether a request comes from a page of this server, or from no page at all."""
        origin = headers.get("origin")
        if origin is None or origin in self._origins:
            return True
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower() != ""

    def _problem(self, scope: Scope) -> Problem | None:
        if scope["method"] not in SAFE and not self.is_own(Headers(scope=scope), scope):
            return Problem(403, Code.FORBIDDEN, "the request comes from a page of another address", kind="origin")
        client = scope["client"][0] if scope.get("client") else ""
        if self._buckets is None or client in OWN_MACHINE or not scope["path"].startswith("/api/"):
            return None
        wait = self._buckets.wait(client)
        if not wait:
            return None
        return Problem(
            429,
            Code.UNAVAILABLE,
            f"too many requests; wait {wait:.1f} seconds",
            headers={"Retry-After": str(int(wait) + 1)},
        )

    def _dressed(self, send: Send, scope: Scope) -> Send:
        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        return dressed


def guarded(app: Any, **how: Any) -> None:
    """Put the guard around an application."""
    app.add_middleware(Guard, **how)
