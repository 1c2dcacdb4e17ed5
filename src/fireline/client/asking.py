"""A server asked over HTTP: one method for each question."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Literal, NamedTuple, Self, TypedDict, TypeVar, cast
from urllib.parse import SplitResult, urlsplit

from pydantic import BaseModel, JsonValue
from typing_extensions import Unpack

from fireline.client.errors import Unreachable, error_of, error_with, illegal, problem_of
from fireline.client.reading import read
from fireline.extras import need
from fireline.game.answers import ShootAnswer
from fireline.game.battle import Battle, PlayResult
from fireline.game.command import Command, Shot
from fireline.game.errors import BattleFileError, Code
from fireline.game.preview import ShotPreview
from fireline.questions.answering.overview import ReadAnswer
from fireline.questions.battles import PlayAnswer
from fireline.questions.forms.shape import BattleData, CommandData, ProblemDetails, ShotData
from fireline.questions.library import ExampleAnswer, ExampleLine
from fireline.ruling import Ruling

API = "/api/v1"
AnyBattle = Battle | BattleData | Mapping[str, JsonValue]
"""A battle: loaded here, as the server answered it, or the data of a battle file."""
AnyShot = Shot | ShotData
AnyCommand = Command | CommandData


T = TypeVar("T")


class TargetsSeen(NamedTuple):
    """Every enemy as a shooter sees it."""

    targets: Sequence[ShotPreview]


class AskingAs(TypedDict, total=False):
    """As whom a question is asked, and how other players answer what they owe."""

    team: str | None
    answers: Literal["customary", "best", "worst"] | None


class DiceChoice(TypedDict, total=False):
    """Whose dice are thrown: those of a seed, or these faces."""

    seed: int | None
    dice: Sequence[int | str] | None


class PictureChoice(TypedDict, total=False):
    """What is drawn, and of a board alone, whose range or sight it shows."""

    kind: Literal["board", "card", "eye", "odds", "plan"]
    viewer: str | None


def address_in(text: str) -> SplitResult | None:
    """The parts of an address, None for one with no port or no address in brackets where they should be."""
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return None
    return parts


class Server:
    """A Fireline server, asked one question at a time.

    Every method raises `ServerError` with the server's code and sentence for a question that was not answered, and
    `Unreachable` where nobody answers.
    """

    def __init__(self, server: str = "http://127.0.0.1:8700", *, timeout: float = 30.0, patience: float = 60.0) -> None:
        need("httpx", "client", "a server is asked over HTTP with httpx")
        from httpx import Client as Http

        parts = address_in(server)
        if parts is None or parts.scheme not in {"http", "https"} or not parts.netloc:
            raise BattleFileError(Code.MALFORMED, f"{server!r} is no address such as http://127.0.0.1:8700", "server")
        self.server, self.patience = f"{parts.scheme}://{parts.netloc}", patience
        self._http = Http(base_url=self.server, timeout=timeout)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, wrong: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the connections."""
        self._http.close()

    # --- questions -------------------------------------------------------------------

    def check(self, battle: AnyBattle, shot: AnyShot, **how: Unpack[AskingAs]) -> Ruling:
        """May this shot be made, why or why not, and with what.

        Args:
            battle: A battle, or the data of its file.
            shot: Who fires at whom.
            **how: `team`: answer only what this team may know; `answers`: customary, best or worst for whoever owes
                them.

        Returns:
            The ruling, each line with its rule.
        """
        return self.post("/check", said(how, battle=battle, shot=shot), Ruling)

    def odds(self, battle: AnyBattle, shot: AnyShot, **how: Unpack[AskingAs]) -> ShotPreview:
        """The ruling and the exact chance of every outcome.

        Args:
            battle: A battle, or the data of its file.
            shot: Who fires at whom.
            **how: `team`: answer only what this team may know; `answers`: customary, best or worst for whoever owes
                them.

        Returns:
            The ruling; its `odds` is None for an illegal shot.
        """
        return self.post("/odds", said(how, battle=battle, shot=shot), ShotPreview)

    def targets(
        self,
        battle: AnyBattle,
        shooter: str,
        *,
        targets: Sequence[str] | None = None,
        distance: float | None = None,
        **how: Unpack[AskingAs],
    ) -> Sequence[ShotPreview]:
        """Every enemy of a shooter as if on its turn, with the ruling and the odds.

        Args:
            battle: A battle, or the data of its file.
            shooter: The unit that shoots.
            targets: Look only at these; whoever among them is no enemy is left out.
            distance: Put each target so far away, in hexes, spaces, inches or metres.
            **how: `team`: answer only what this team may know; `answers`: customary, best or worst for whoever owes
                them.

        Returns:
            The enemies, in the order of the battle.
        """
        asked = said(how, battle=battle, shooter=shooter, targets=targets, distance=distance)
        return self.post("/targets", asked, TargetsSeen).targets

    def shoot(self, battle: AnyBattle, shot: AnyShot, **dice: Unpack[DiceChoice]) -> PlayResult:
        """Roll the shot from a seed, or lay the faces down.

        Args:
            battle: A battle, or the data of its file.
            shot: Who fires at whom.
            **dice: `seed` of the dice, or the faces as `dice`; by default a fresh seed.

        Returns:
            What happened, its story, and the battle after it.

        Raises:
            Illegal: The rules forbid the shot; the error has every reason.
        """
        answer = self.post("/shoot", said(dice, battle=battle, shot=shot), ShootAnswer)
        if not answer.asked.ruling.legal:
            raise illegal(answer.asked.ruling.refusals)
        return answer.turned

    def play(self, battle: AnyBattle, command: AnyCommand | str, **dice: Unpack[DiceChoice]) -> PlayAnswer:
        """Carry out one command. The server keeps nothing.

        Args:
            battle: A battle, or the data of its file.
            command: The command, or its text: "bow move E5".
            **dice: `seed` of the dice, or the faces as `dice`; by default a fresh seed.

        Returns:
            What happened, the battle after it, and what may be given next.

        Raises:
            Illegal: The rules forbid it; the error has every reason.
        """
        return self.post("/play", said(dice, battle=battle, command=command), PlayAnswer)

    def read(self, battle: AnyBattle) -> ReadAnswer:
        """A battle in normal form: who is in it, and the commands that may be given now.

        Args:
            battle: A battle, or the data of its file.

        Returns:
            The battle, its units, and the commands.
        """
        return self.post("/read", said(battle=battle), ReadAnswer)

    def ask(self, question: str, battle: AnyBattle, **fields: JsonValue | AnyShot) -> JsonValue:
        """Any question by its name. A long answer is waited for.

        Args:
            question: `compare`, `worth`, `plan`, `threat` ...
            battle: A battle, or the data of its file.
            **fields: The fields of the question, as the API has them: `seconds=2`.

        Returns:
            The JSON of the answer.

        Raises:
            ServerError: The server did not answer the question.
        """
        answer = self.asked("POST", f"/{question}", said(fields, battle=battle))
        last: dict[str, JsonValue] = json.loads(answer.splitlines()[-1])
        if "problem" in last and last.keys() <= {"problem", "progress"}:
            raise error_with(ProblemDetails.model_validate(last["problem"]))
        return last["result"] if last.keys() == {"result"} else last

    def picture(self, battle: AnyBattle, shot: AnyShot | None = None, **how: Unpack[PictureChoice]) -> str:
        """The board, one shot on it, its card alone, what the shooter sees, or the odds, as the text of an SVG.

        Args:
            battle: A battle, or the data of its file.
            shot: Who fires at whom, where a shot is drawn.
            **how: `kind`: board, card, eye, odds or plan; `viewer`: whose range or sight a board shows.

        Returns:
            The SVG.
        """
        return self.asked("POST", "/picture", said(how, battle=battle, shot=shot)).decode()

    def picture_png(
        self, battle: AnyBattle, shot: AnyShot | None = None, *, zoom: float = 1.0, **how: Unpack[PictureChoice]
    ) -> bytes:
        """The same picture as PNG.

        Args:
            battle: A battle, or the data of its file.
            shot: Who fires at whom, where a shot is drawn.
            zoom: How many pixels a side each of the SVG's becomes.
            **how: As in `picture`.

        Returns:
            The bytes of the file.
        """
        return self.asked("POST", "/picture.png", said(how, battle=battle, shot=shot, zoom=zoom))

    def examples(self) -> list[ExampleLine]:
        """The example battles."""
        return self.get("/examples", list[ExampleLine])

    def example(self, name: str) -> BattleData:
        """The battle of an example.

        Args:
            name: Its name, as `examples` lists it.

        Returns:
            The data of its battle file.
        """
        return BattleData.model_validate(self.get(f"/examples/{name}", ExampleAnswer).battle)

    # --- how it asks -----------------------------------------------------------------

    def get(self, path: str, kind: type[T], token: str = "") -> T:
        """Read something of the API, as what it is.

        Args:
            path: The address below /api/v1.
            kind: The type of the answer.
            token: The secret of a seat.

        Returns:
            The answer.
        """
        return cast("T", read(kind, json.loads(self.asked("GET", path, token=token))))

    def post(self, path: str, body: Mapping[str, JsonValue], kind: type[T], token: str = "") -> T:
        """Ask the API something, and have the answer as what it is.

        Args:
            path: The address below /api/v1.
            body: What is sent, as JSON.
            kind: The type of the answer.
            token: The secret of a seat.

        Returns:
            The answer.
        """
        return cast("T", read(kind, json.loads(self.asked("POST", path, body, token))))

    def asked(self, method: str, path: str, body: Mapping[str, JsonValue] | None = None, token: str = "") -> bytes:
        """The bytes of an answer.

        Args:
            method: GET or POST.
            path: The address below /api/v1.
            body: What is sent, as JSON.
            token: The secret of a seat.

        Returns:
            The body of the answer.

        Raises:
            ServerError: The server did not answer the question.
            Unreachable: Nobody answers.
        """
        from httpx import TransportError

        headers = {"Authorization": f"Bearer {token}"} if token else {}
        try:
            answer = self._http.request(method, API + path, json=body, headers=headers)
        except TransportError as wrong:
            told = f"{self.server} does not answer ({type(wrong).__name__})"
            raise Unreachable(problem_of(Code.UNAVAILABLE, told)) from None
        if answer.is_success:
            return answer.content
        raise error_of(answer.status_code, answer.content, answer.headers.get("retry-after", ""))


def said(fields: Mapping[str, object] | None = None, /, **more: object) -> dict[str, JsonValue]:
    """What is asked, as it is sent: battles, shots and commands as their data; what is None is left out."""
    everything = {**(fields or {}), **more}
    return {name: data(value) for name, value in everything.items() if value is not None}


def data(value: object) -> JsonValue:
    """A value as it is sent.

    >>> data(Shot("bow", "hi")), data(("blue", 3))
    ({'shooter': 'bow', 'target': 'hi'}, ['blue', 3])
    """
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, Battle | Shot | Command):
        return value.data()
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, list | tuple) else value  # type: ignore[return-value]  # plain by now
