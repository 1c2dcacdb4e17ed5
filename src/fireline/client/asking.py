"""A server asked over HTTP: one method for each question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Self, TypeVar
from urllib.parse import urlsplit

from pydantic import BaseModel, JsonValue, TypeAdapter

from fireline.client.errors import Unreachable, error_of, problem_of
from fireline.extras import need
from fireline.game.battle import Battle
from fireline.game.command import Command
from fireline.game.errors import BattleFileError, Code
from fireline.game.shot import Shot
from fireline.questions.forms.shape import BattleData, CommandData, ShotData
from fireline.questions.forms.shapes import (
    CheckAnswer,
    ExampleAnswer,
    ExampleLine,
    OddsAnswer,
    PlayAnswer,
    ReadAnswer,
    ShootAnswer,
    TargetsAnswer,
)
from fireline.server.tables.shapes import TableOpened

if TYPE_CHECKING:
    from fireline.client.table import Table

API = "/api/v1"
AnyBattle = Battle | BattleData | Mapping[str, JsonValue]
"""A battle: loaded here, as the server answered it, or the data of a battle file."""
AnyShot = Shot | ShotData
AnyCommand = Command | CommandData
Answering = Literal["customary", "best", "worst"]
Kind = Literal["board", "card", "eye", "odds", "plan"]
M = TypeVar("M", bound=BaseModel)
T = TypeVar("T")


class Client:
    """A Fireline server.

    Every method raises `ServerError` with the server's code and sentence for a question that was not answered, and
    `Unreachable` where nobody answers. Use it in a `with`, or `close` it.

    Args:
        server: The server's address.
        timeout: Seconds to wait for an answer.
        patience: Seconds for which a table's command is sent again, and a lost table is looked for again.

    Raises:
        BattleFileError: The extra `client` is not installed, or the address is none.
    """

    def __init__(self, server: str = "http://127.0.0.1:8700", *, timeout: float = 30.0, patience: float = 60.0) -> None:
        need("httpx", "client", "a server is asked over HTTP with httpx")
        from httpx import Client as Http

        parts = urlsplit(server)
        if parts.scheme not in {"http", "https"} or not parts.netloc:
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

    # --- a shot ----------------------------------------------------------------------

    def check(self, battle: AnyBattle, shot: AnyShot, *, team: str | None = None) -> CheckAnswer:
        """May this shot be made, why or why not, and with what."""
        return self.post("/check", {"battle": data(battle), "shot": data(shot), "team": team}, CheckAnswer)

    def odds(
        self, battle: AnyBattle, shot: AnyShot, *, team: str | None = None, answers: Answering | None = None
    ) -> OddsAnswer:
        """The ruling and the exact chance of every outcome, as fractions in text."""
        asked = {"battle": data(battle), "shot": data(shot), "team": team, "answers": answers}
        return self.post("/odds", asked, OddsAnswer)

    def targets(
        self,
        battle: AnyBattle,
        shooter: str,
        *,
        targets: Sequence[str] | None = None,
        team: str | None = None,
        answers: Answering | None = None,
    ) -> TargetsAnswer:
        """Every enemy of a shooter, with the ruling and the odds; or of these units those that are enemies."""
        asked: dict[str, JsonValue] = {
            "battle": data(battle),
            "shooter": shooter,
            "targets": None if targets is None else list(targets),
            "team": team,
            "answers": answers,
        }
        return self.post("/targets", asked, TargetsAnswer)

    def shoot(
        self,
        battle: AnyBattle,
        shot: AnyShot,
        *,
        seed: int | None = None,
        dice: Sequence[int | str] | None = None,
    ) -> ShootAnswer:
        """Roll the shot from a seed, or lay the faces down: what happened, its story, and the battle after it."""
        asked = {"battle": data(battle), "shot": data(shot), "seed": seed, "dice": faces(dice)}
        return self.post("/shoot", asked, ShootAnswer)

    # --- a battle --------------------------------------------------------------------

    def read(self, battle: AnyBattle) -> ReadAnswer:
        """A battle in normal form: who is in it, and the commands that may be given now."""
        return self.post("/read", {"battle": data(battle)}, ReadAnswer)

    def play(
        self,
        battle: AnyBattle,
        command: AnyCommand,
        *,
        seed: int | None = None,
        dice: Sequence[int | str] | None = None,
    ) -> PlayAnswer:
        """Carry out one command: what happened, and what may be given next. The server keeps nothing."""
        asked = {"battle": data(battle), "command": data(command), "seed": seed, "dice": faces(dice)}
        return self.post("/play", asked, PlayAnswer)

    def picture(
        self, battle: AnyBattle, shot: AnyShot | None = None, *, kind: Kind = "board", viewer: str | None = None
    ) -> str:
        """The board, one shot on it, its card alone, what the shooter sees, or the odds, as the text of an SVG."""
        return self.asked("POST", "/picture", _picture(battle, shot, kind, viewer)).decode()

    def picture_png(
        self,
        battle: AnyBattle,
        shot: AnyShot | None = None,
        *,
        kind: Kind = "board",
        viewer: str | None = None,
        zoom: float = 1.0,
    ) -> bytes:
        """The same picture as PNG; `zoom` is how many pixels a side each of the SVG's becomes."""
        return self.asked("POST", "/picture.png", _picture(battle, shot, kind, viewer) | {"zoom": zoom})

    def examples(self) -> list[ExampleLine]:
        """The example battles."""
        return self.get("/examples", list[ExampleLine])

    def example(self, name: str) -> BattleData:
        """The battle of an example."""
        return self.get(f"/examples/{name}", ExampleAnswer).battle

    # --- tables ----------------------------------------------------------------------

    def open_table(
        self,
        battle: AnyBattle,
        *,
        name: str | None = None,
        dice: Literal["server", "real"] = "server",
        undo: Literal["consent", "free-before-dice"] = "free-before-dice",
        seats: Mapping[str, Sequence[str]] | None = None,
    ) -> TableOpened:
        """Open a table; the answer has the secret link of each seat, told once and never again.

        `seats` says which sides each seat plays; by default there is one seat for each side.
        """
        asked: dict[str, JsonValue] = {"battle": data(battle), "name": name, "dice": dice, "undo": undo}
        if seats is not None:
            asked["seats"] = [{"seat": seat, "sides": list(sides)} for seat, sides in seats.items()]
        return self.post("/tables", asked, TableOpened)

    def join(self, link: str) -> Table:
        """Sit down at a table by the link of a seat, whole or from its path on.

        Raises `BattleFileError` for a link that is none, or that leads to another server.
        """
        from fireline.client.table import Table

        return Table(self, link)

    # --- how it asks -----------------------------------------------------------------

    def get(self, path: str, kind: type[T], token: str = "") -> T:
        """Read something of the API, as what it is."""
        return TypeAdapter(kind).validate_json(self.asked("GET", path, token=token))

    def post(self, path: str, body: Mapping[str, JsonValue], kind: type[M], token: str = "") -> M:
        """Ask the API something, and have the answer as what it is."""
        return kind.model_validate_json(self.asked("POST", path, body, token))

    def asked(self, method: str, path: str, body: Mapping[str, JsonValue] | None = None, token: str = "") -> bytes:
        """The bytes of an answer; raises `ServerError`."""
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


def data(given: AnyBattle | AnyShot | AnyCommand) -> JsonValue:
    """A battle, a shot or a command as it is sent."""
    if isinstance(given, BaseModel):
        return given.model_dump(mode="json")
    return dict(given) if isinstance(given, Mapping) else given.data()


def faces(dice: Sequence[int | str] | None) -> JsonValue:
    """Faces as they are sent."""
    return None if dice is None else list(dice)


def _picture(battle: AnyBattle, shot: AnyShot | None, kind: Kind, viewer: str | None) -> dict[str, JsonValue]:
    shown = None if shot is None else data(shot)
    return {"battle": data(battle), "shot": shown, "kind": kind, "viewer": viewer}
