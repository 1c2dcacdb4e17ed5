"""What goes wrong, as problem details (RFC 9457) in the words of the command line."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from fireline.game.battle import IllegalCommand
from fireline.game.errors import BattleFileError, Code
from fireline.server.asking import TooLarge
from fireline.server.store.errors import DatabaseError, TableDamaged
from fireline.server.turns import AGAIN, Busy, TooLong

if TYPE_CHECKING:
    from fastapi import FastAPI, Response

MEDIA_TYPE = "application/problem+json"
log = logging.getLogger("fireline.server")


class Problem(Exception):
    """A request that is not answered, with its status and why, on one line.

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
        super().__init__(status, code, detail)
        self.status, self.code, self.detail, self.kind, self.more = status, code, detail, kind, more
        self.headers = dict(headers or {})

    def data(self) -> dict[str, Any]:
        """The members of the problem."""
        return {
            "type": f"urn:fireline:{self.kind}" if self.kind else "about:blank",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
        } | self.more

    def response(self) -> Response:
        """The problem as an answer."""
        from fireline.server.unread import answer  # a problem is told without a server, too

        body = json.dumps(self.data(), ensure_ascii=False).encode()
        return answer(body, self.status, {"Cache-Control": "no-store", **self.headers}, MEDIA_TYPE)


def bad_input(wrong: BattleFileError) -> Problem:
    """What is wrong with something given, as the command line says it."""
    where = {name: value for name in ("place", "file") if (value := getattr(wrong, name))}
    return Problem(422, wrong.code, str(wrong), kind="bad-input", **where)


def illegal(wrong: IllegalCommand) -> Problem:
    """A command that the rules forbid, with every reason."""
    reasons = [{"rule": refusal.rule, "message": refusal.because} for refusal in wrong.refusals]
    return Problem(422, wrong.code, str(wrong), kind="illegal", refusals=reasons)


def problem_of(wrong: Exception) -> Problem:
    """Any error as a problem; one that nobody foresaw is a mistake of ours, and is written to the server's log."""
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
            return bad_input(wrong)
        case IllegalCommand():
            return illegal(wrong)
        case Busy():
            status = 429 if wrong.own else 503
            return Problem(status, wrong.code, str(wrong), kind="busy", headers={"Retry-After": str(AGAIN)})
        case TooLong():
            return Problem(503, wrong.code, str(wrong), kind="too-long")
    log.error("a mistake of ours", exc_info=wrong)
    return Problem(500, Code.BUG, f"fireline made a mistake ({type(wrong).__name__}); please report it", kind="bug")


def answer_problems(app: FastAPI) -> None:
    """Have every error answered as problem details."""
    from fastapi import Request
    from fastapi.exceptions import RequestValidationError
    from starlette.exceptions import HTTPException

    async def told(_: Request, wrong: Exception) -> Response:
        return problem_of(wrong).response()

    async def told_of_address(_: Request, wrong: Exception) -> Response:
        assert isinstance(wrong, HTTPException)  # noqa: S101 - for no other kind is it asked
        code = Code.NOT_FOUND if wrong.status_code == HTTPStatus.NOT_FOUND else Code.UNSUPPORTED
        return Problem(wrong.status_code, code, str(wrong.detail), headers=wrong.headers).response()

    async def told_of_parameter(_: Request, wrong: Exception) -> Response:
        assert isinstance(wrong, RequestValidationError)  # noqa: S101 - for no other kind is it asked
        first = wrong.errors()[0]
        place = str(first["loc"][-1])
        return Problem(422, Code.MALFORMED, f"{place}: {first['msg']}", kind="bad-input", place=place).response()

    for kind in (Problem, BattleFileError, IllegalCommand, Busy, TooLong):
        app.add_exception_handler(kind, told)
    app.add_exception_handler(HTTPException, told_of_address)
    app.add_exception_handler(RequestValidationError, told_of_parameter)
