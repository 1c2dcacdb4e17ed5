"""The description of the socket is the truth: it is AsyncAPI 3, and every message of a busy table fits it."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft7Validator, Draft202012Validator
from pydantic import BaseModel

from fireline.formats.examples import examples
from fireline.questions.forms.shape import BattleData, CommandData, EventData, Shape
from fireline.server.api.describing import asyncapi
from fireline.server.tables import routes
from fireline.server.tables.happened import TOLD, EventLine
from fireline.server.tables.messages import BODIES
from fireline.server.tables.seats import GM, Seat
from fireline.server.tables.telling import SAYS
from server.clients import API, Client, shoot
from server.serving import serving
from server.sockets import Open
from server.test_every_field import plain, played, real

SPECIFICATION = Path(__file__).parents[2] / "web/node_modules/@asyncapi/specs/schemas/3.0.0-without-$id.json"
OPEN = {BattleData, CommandData, EventData}
"""What games add members of their own to."""


@pytest.fixture(scope="module")
def told(client: Client) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"{API}/asyncapi.json").json()
    return found


def test_it_is_asyncapi(told: dict[str, Any]) -> None:
    if not SPECIFICATION.is_file():
        pytest.skip("the page's tools are not all there; fetch them with: make lint")
    rules = Draft7Validator(json.loads(SPECIFICATION.read_text(encoding="utf-8")))
    assert list(rules.iter_errors(told)) == []
    assert list(rules.iter_errors(told | {"operations": {"tell": {"action": "shout"}}}))


def test_every_reference_leads_somewhere(told: dict[str, Any]) -> None:
    found = list(references(told))
    assert len(found) > 100
    for ref in found:
        here: Any = told
        for part in ref.removeprefix("#/").split("/"):
            here = here[part]


def references(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        if isinstance(data.get("$ref"), str):
            yield data["$ref"]
        data = list(data.values())
    for one in data if isinstance(data, list) else ():
        yield from references(one)


def test_everything_that_may_be_said_is_described(told: dict[str, Any]) -> None:
    said = [one["$ref"].rpartition("/")[2] for one in told["operations"]["sayCommand"]["messages"]]
    kinds = {told["components"]["schemas"][name[0].upper() + name[1:]]["properties"]["kind"]["const"] for name in said}
    assert kinds == set(BODIES) == set(Seat(GM).may)


def checker(name: str) -> Draft202012Validator:
    schemas = asyncapi()["components"]["schemas"]
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": {"schemas": schemas}})


@pytest.mark.whole("long")
def test_every_message_of_a_busy_table_fits(tmp_path: Path) -> None:
    async def play(url: str) -> list[dict[str, Any]]:
        table = Open(url, examples()["ancients-ranged-combat"].data)
        fire = {"command": shoot("bow", "warriors")}
        async with table.sit("bottom") as bottom, table.sit("gm") as master:
            await bottom.command("a", "command", fire, expect=2)
            await bottom.command("a", "command", fire, expect=2)
            await bottom.command("b", "command", fire, expect=1)
            await bottom.command("c", "override", {})
            await bottom.chat("well shot")
            await bottom.command("d", "undo_request", {"seq": 3, "reason": "a slip"})
            await master.command("e", "undo_answer", {"seq": 3, "agree": True})
            await bottom.say("nonsense")
            await bottom.next("error")
            await bottom.say({"head": bottom.hello["note"]})
            await bottom.say({"ping": {"sent": [1]}})
            await bottom.next("pong")
            await master.next("head")
        async with table.sit("top", after=0) as top:
            for _ in range(3):
                await top.next("event")
            await top.next("presence")
            return [json.loads(text) for line in (bottom, master, top) for text in line.heard]

    with serving(tmp_path / "tables.db") as url:
        heard = asyncio.run(play(url))
    fitting = {model.__name__: checker(model.__name__) for model in SAYS}
    for message in heard:
        fits = [name for name, rules in fitting.items() if rules.is_valid(message)]
        assert len(fits) == 1, (message, fits)
    first = {next(iter(message)) for message in heard}
    assert first == {"hello", "event", "ack", "nack", "error", "pong", "note", "presence", "head"}


def test_the_log_holds_nothing_that_is_not_described(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "DICE_WAIT", 0)
    rules, kinds = checker("EventLine"), set[str]()
    for play in (played, plain, real):
        table = play(client)
        watched = table.events("spectator")
        table.say("gm", "reveal", {})
        for event in (*watched, *table.events("gm")):
            assert list(rules.iter_errors(event)) == []
            assert list(unknown(EventLine.model_validate(event))) == []
            kinds.add(event["kind"])
    rare = {"dice_away", "without_seat", "without_request"}
    assert kinds >= set(TOLD) - rare


def unknown(found: object, place: str = "") -> Iterator[str]:
    """Members of an answer that its model does not know."""
    if isinstance(found, Shape) and type(found) not in OPEN:
        yield from (f"{place}.{name}" for name in found.model_extra or {})
    if isinstance(found, BaseModel):
        for name in type(found).model_fields:
            yield from unknown(getattr(found, name), f"{place}.{name}")
    for n, one in enumerate(found if isinstance(found, list) else ()):
        yield from unknown(one, f"{place}[{n}]")


def test_a_listener_may_say_that_it_has_no_event_yet(told: dict[str, Any]) -> None:
    (channel,) = told["channels"].values()
    after = channel["bindings"]["ws"]["query"]["properties"]["after"]
    assert Draft7Validator(after).is_valid(0), "who says nothing is after 0"
    assert not Draft7Validator(after).is_valid(-1)
