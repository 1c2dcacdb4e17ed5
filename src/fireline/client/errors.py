"""What a server refuses, as exceptions that carry its code, its sentence and everything else that it says."""

from __future__ import annotations

import json
from collections.abc import Sequence
from http import HTTPStatus

from pydantic import ValidationError

from fireline.game.errors import Code, IllegalCommand
from fireline.questions.forms.shape import ProblemDetails
from fireline.ruling import Refusal


class ServerError(Exception):
    """A question that was not answered; the text is the server's own sentence.

    `problem` holds the problem details (RFC 9457): the status, the place in what was sent, the code.
    """

    code: Code = Code.UNAVAILABLE
    """The kind of error, as the server says it: see `docs/errors.md`."""

    def __init__(self, problem: ProblemDetails) -> None:
        Exception.__init__(self, problem.detail)
        self.problem, self.code = problem, problem.code

    @property
    def status(self) -> int:
        """The status of the HTTP answer; 0 if there was none."""
        return self.problem.status


class BadInput(ServerError):
    """What was sent cannot be used: a battle, a shot or a command with a mistake in it."""


class Illegal(ServerError, IllegalCommand):
    """The rules forbid the command or the shot; `refusals` lists every reason.

    It is the library's `IllegalCommand`, too, so that a program catches both alike.
    """

    refusals: tuple[Refusal, ...]
    """Every reason against it, with its rule; none where the reason may tell of hidden cards."""

    def __init__(self, problem: ProblemDetails) -> None:
        ServerError.__init__(self, problem)
        found = (problem.model_extra or {}).get("refusals", ())
        self.refusals = tuple(Refusal(one["rule"], one["message"], one.get("house", "")) for one in found)


class Stale(ServerError):
    """The table has gone on since you looked: read it again, then decide again."""


class Forbidden(ServerError):
    """You may not: the link is unknown or was revoked, or this seat may not say that."""


class NotFound(ServerError):
    """There is no such thing."""


class Busy(ServerError):
    """The server has no time, or you ask too often; `wait` says in how many seconds to ask again."""

    def __init__(self, problem: ProblemDetails, wait: float = 1.0) -> None:
        super().__init__(problem)
        self.wait = wait


class Unreachable(ServerError):
    """Nobody answers at the server's address."""


_BY_STATUS: dict[int, type[ServerError]] = {
    HTTPStatus.UNAUTHORIZED: Forbidden,
    HTTPStatus.FORBIDDEN: Forbidden,
    HTTPStatus.NOT_FOUND: NotFound,
    HTTPStatus.CONFLICT: Stale,
    HTTPStatus.UNPROCESSABLE_ENTITY: BadInput,
    HTTPStatus.BAD_REQUEST: BadInput,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: BadInput,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: BadInput,
}
_BUSY = {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.REQUEST_TIMEOUT}
_ILLEGAL = {"urn:fireline:illegal", "urn:fireline:waiting"}


def error_of(status: int, body: bytes, wait: str = "") -> ServerError:
    """The error that an answer is; `wait` is its `Retry-After`."""
    try:
        problem = ProblemDetails.model_validate(json.loads(body))
    except (ValueError, ValidationError):  # a proxy, or no server of ours
        title = next((one.phrase for one in HTTPStatus if one == status), "")
        told = f"the server answered {status} {title}".rstrip()
        problem = problem_of(Code.UNAVAILABLE, told, status)
    return error_with(problem, wait)


def error_with(problem: ProblemDetails, wait: str = "") -> ServerError:
    """The error for a problem."""
    if problem.status in _BUSY:
        return Busy(problem, float(wait) if wait.isascii() and wait.isdigit() else 1.0)
    if problem.type in _ILLEGAL:
        return Illegal(problem)
    return _BY_STATUS.get(problem.status, ServerError)(problem)


def illegal(reasons: Sequence[Refusal]) -> Illegal:
    """The error for a shot that was answered as illegal."""
    told = problem_of(Code.NOT_LEGAL, " ".join(f"{one.because} {one.rule}" for one in reasons), HTTPStatus.CONFLICT)
    return Illegal(ProblemDetails.model_validate({**told.model_dump(), "refusals": [one.data() for one in reasons]}))


def problem_of(code: Code, detail: str, status: int = 0) -> ProblemDetails:
    """A problem that no server told of."""
    return ProblemDetails(type="about:blank", title="", status=status, detail=detail, code=code)
