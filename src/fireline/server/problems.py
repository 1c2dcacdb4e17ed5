"""What goes wrong, as problem details (RFC 9457) in the words of the command line."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from fireline.game.entries import error_at
from fireline.game.errors import BattleFileError, Code, IllegalCommand
from fireline.game.registry import mistake
from fireline.ruling.prose import listing
from fireline.server.store.rows import DatabaseError, TableDamaged

if TYPE_CHECKING:
    from fastapi import FastAPI, Request
    from starlette.types import Receive, Send

MEDIA_TYPE = "application/problem+json"
PHRASES = {413: "Content Too Large", 422: "Unprocessable Content"}
"""What RFC 9110 calls these; Python does since version 3.13, and a page without a server has its own Python."""
AGAIN = 2
"""Seconds after which whoever was not taken may ask again."""
UNREAD = {"Connection": "close"}
"""What tells the other end that the rest of its request will not be read."""
SENDING = 20.0
"""Seconds for which a client may go on sending what nobody reads."""
MOST_UNREAD = 256 * 1024 * 1024
"""Bytes that it may send meanwhile."""
log = logging.getLogger("fireline.server")


class TooLarge(BattleFileError):
    """A battle, or its text, that no battle file may hold."""


class Problem(Exception):
    """A request that is not answered, with its status and why, on one line; and the answer that says so.

    `type` is `about:blank` where the status says it all; `more` holds members that this kind of problem adds.
    """

    def __init__(
        self,
        status: int,
        code: Code,
        detail: str,
        *,
        kind: str = "",
        headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail, self.kind, self.more = status, code, detail, kind, more
        self.headers = dict(headers or {})

    def data(self) -> dict[str, Any]:
        """The members of the problem."""
        return {
            "type": f"urn:fireline:{self.kind}" if self.kind else "about:blank",
            "title": PHRASES.get(self.status) or HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
        } | self.more

    async def __call__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        """Answer with it over ASGI, at once also where the request is not read to its end.

        A connection that is closed with bytes of the request unread is reset by the system, and a reset takes the
        answer away from a client that is still sending. So what is sent after an answer with the headers `UNREAD` is
        taken in and thrown away, for a while and not without bound, and the connection stays until then.
        """
        body, unread = json.dumps(self.data(), ensure_ascii=False).encode(), UNREAD.items() <= self.headers.items()
        told = {"Content-Type": MEDIA_TYPE, "Content-Length": str(len(body)), "Cache-Control": "no-store"}
        headers = [(name.lower().encode(), value.encode("latin-1")) for name, value in (told | self.headers).items()]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": unread})
        if not unread:
            return
        if not any(name == b"expect" for name, _ in scope["headers"]):  # who waits for a word sends no more
            with suppress(TimeoutError):
                async with asyncio.timeout(SENDING):
                    await _taken_in(receive)
        await send({"type": "http.response.body", "body": b"", "more_body": False})


class Busy(Problem):
    """The question is not taken: this client asks too much at once (`own`), or everybody together does."""

    def __init__(self, problem: str = "the server has more questions than it can answer", *, own: bool = False) -> None:
        told, again = f"{problem}; ask again in {AGAIN} seconds", {"Retry-After": str(AGAIN)}
        super().__init__(429 if own else 503, Code.UNAVAILABLE, told, kind="busy", headers=again)


class TooLong(Problem):
    """A question took longer than it may."""

    def __init__(self, problem: str) -> None:
        super().__init__(503, Code.TOO_LARGE, problem, kind="too-long")


async def _taken_in(receive: Receive) -> None:
    size = 0
    while size <= MOST_UNREAD:
        message = await receive()
        size += len(message.get("body", b""))
        if message["type"] == "http.disconnect" or not message.get("more_body", False):
            return


@contextmanager
def unknown(place: str) -> Iterator[None]:
    """Whatever an address names that there is not is not found; `place` says what was named."""
    try:
        yield
    except BattleFileError as wrong:
        raise Problem(404, wrong.code, str(wrong), place=place) from None


def problem_of(wrong: Exception) -> Problem:
    """Any error as a problem; one that nobody foresaw is a mistake, and goes to the log of the server."""
    match wrong:
        case Problem():
            return wrong
        case TableDamaged():
            told = (
                "this table is stopped, for what is kept of it is not what was written; the server's operator knows why"
            )
            return Problem(503, wrong.code, told, kind="stopped")
        case DatabaseError():
            log.warning("%s", wrong)  # where the database lies is for the operator to know
            told = str(wrong.at(wrong.place))
            return Problem(503, wrong.code, told, kind="database", headers={"Retry-After": "2"})
        case TooLarge():
            return Problem(413, wrong.code, str(wrong), place=wrong.place)
        case BattleFileError():
            where = {name: value for name in ("place", "file") if (value := getattr(wrong, name))}
            return Problem(422, wrong.code, str(wrong), kind="bad-input", **where)
        case IllegalCommand():
            reasons = [{"rule": refusal.rule, "message": refusal.because} for refusal in wrong.refusals]
            return Problem(422, wrong.code, str(wrong), kind="illegal", refusals=reasons)
    log.error("a mistake", exc_info=wrong)
    return Problem(500, Code.BUG, mistake(wrong), kind="bug")


def _methods_at(request: Request) -> list[str]:
    """How the address of a request may be asked, by the description of the API; nothing where it is none of its own."""
    from starlette.routing import compile_path

    described: Mapping[str, Mapping[str, Any]] = request.app.openapi()["paths"]
    return sorted(
        method.upper()
        for path, methods in described.items()
        if compile_path(path)[0].match(request.scope["path"])
        for method in methods
    )


def answer_problems(app: FastAPI) -> None:
    """Have every error answered as problem details."""
    from fastapi.exceptions import RequestValidationError
    from starlette.exceptions import HTTPException

    async def told(_: Request, wrong: Exception) -> Any:
        return problem_of(wrong)

    async def told_of_address(request: Request, wrong: Exception) -> Any:
        assert isinstance(wrong, HTTPException)  # noqa: S101 - for no other kind is it asked
        if wrong.status_code not in {HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED}:
            return Problem(wrong.status_code, Code.UNSUPPORTED, wrong.detail, headers=wrong.headers)
        path = request.scope["path"]
        told = f"{request.method} {path} is no address of the API"
        others = _methods_at(request)
        if not others:
            return Problem(HTTPStatus.NOT_FOUND, Code.NOT_FOUND, f"{told}; see /docs")
        told += f"; {listing(others, 'or')} {path} is"
        return Problem(HTTPStatus.METHOD_NOT_ALLOWED, Code.UNSUPPORTED, told, headers={"Allow": ", ".join(others)})

    async def told_of_parameter(_: Request, wrong: Exception) -> Any:
        assert isinstance(wrong, RequestValidationError)  # noqa: S101 - for no other kind is it asked
        first = wrong.errors()[0]
        return problem_of(error_at(first, str(first["loc"][-1])))

    for kind in (Problem, BattleFileError, IllegalCommand):
        app.add_exception_handler(kind, told)
    app.add_exception_handler(HTTPException, told_of_address)
    app.add_exception_handler(RequestValidationError, told_of_parameter)
