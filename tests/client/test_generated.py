"""A client that is generated from the server's description plays a table to its end."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from client.generated import Generated, models

pytestmark = pytest.mark.whole("install")

EXAMPLE = "ancients-ranged-combat"


@pytest.fixture(scope="module")
def spec(url: str) -> dict[str, Any]:
    found: dict[str, Any] = httpx.get(f"{url}/openapi.json", timeout=60).json()
    return found


def test_a_client_generated_for_python_plays_a_table_to_its_end(url: str, spec: dict[str, Any], tmp_path: Path) -> None:
    made: Any = models(spec, tmp_path)
    ask = Generated(url, spec, made)
    battle = ask("exampleBattle", name=EXAMPLE).battle
    opened = ask("openTable", made.OpenTableRequest(battle=battle))
    token = next(seat.token for seat in opened.seats if seat.seat == "gm")
    said = 0
    while not (table := ask("readTable", token=token, table=opened.table)).over:
        said += 1
        body = made.CommandBody(command=table.commands[0].command)
        message = made.ClientMessage(made.SayCommand(cmd_id=f"c{said}", kind="command", expect=table.head, body=body))
        done = ask("sayCommand", message, token=token, table=opened.table)
        assert (done.ack, done.result.kind) == (f"c{said}", "command")
    events = ask("tableEvents", token=token, table=opened.table)
    ask.close()
    assert said > 3
    kinds = [type(event.root).__name__ for event in events]
    assert kinds == ["TableStart", "TableCommit", *["TableCommand"] * said]
    happened = {type(one.root).__name__ for event in events[2:] for one in event.root.body.events}
    assert {"UnitFiredEvent", "PhaseEndedEvent"} <= happened
    assert {type(event.root.body.command.root).__name__ for event in events[2:]} >= {"ShootCommand", "EndPhaseCommand"}
