"""Clients that are generated from the server's description play a table to its end, in Python and in TypeScript."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from client.generated import Generated, models
from server.serving import serving

pytestmark = pytest.mark.whole("install")

WEB = Path(__file__).parents[2] / "web"
EXAMPLE = "ancients-ranged-combat"
COMPILER = {
    "strict": True,
    "noUncheckedIndexedAccess": True,
    "exactOptionalPropertyTypes": True,
    "target": "ES2022",
    "module": "NodeNext",
    "types": ["node"],
    "skipLibCheck": False,
    "outDir": "out",
}


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("generated") / "tables.db") as url:
        yield url


@pytest.fixture(scope="module")
def spec(url: str) -> dict[str, Any]:
    found: dict[str, Any] = httpx.get(f"{url}/openapi.json", timeout=60).json()
    return found


def test_a_client_generated_for_python_plays_a_table_to_its_end(url: str, spec: dict[str, Any], tmp_path: Path) -> None:
    made: Any = models(spec, tmp_path)
    ask = Generated(url, spec, made)
    battle = ask("exampleBattle", name=EXAMPLE).battle
    opened = ask("openTable", made.Opening(battle=battle))
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


def test_a_client_generated_for_typescript_plays_a_table_to_its_end(
    url: str, spec: dict[str, Any], tmp_path: Path
) -> None:
    if not (WEB / "node_modules/openapi-typescript").is_dir():
        pytest.skip("the page's tools are not all there; fetch them with: make lint")
    (tmp_path / "node_modules").symlink_to(WEB / "node_modules")
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    config = {"compilerOptions": COMPILER, "files": ["play.ts"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(config), encoding="utf-8")
    (tmp_path / "openapi.json").write_text(json.dumps(spec), encoding="utf-8")
    (tmp_path / "play.ts").write_text(Path(__file__).with_name("play.ts").read_text("utf-8"), encoding="utf-8")
    generator = "node_modules/openapi-typescript/bin/cli.js"
    run(generator, "openapi.json", "-o", "api.d.ts", "--default-non-nullable=false", folder=tmp_path)
    run("node_modules/typescript/bin/tsc", "-p", ".", folder=tmp_path)
    told = json.loads(run("out/play.js", url, EXAMPLE, folder=tmp_path))
    assert told["said"] > 3
    assert told["kinds"] == ["start", "commit", *["command"] * told["said"]]
    assert told["code"] == "unknown-name"
    assert all(told["lines"])


def run(*command: str, folder: Path) -> str:
    """What a program of Node prints; what it complains of where it fails."""
    done = subprocess.run(["node", *command], cwd=folder, capture_output=True, check=False, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
