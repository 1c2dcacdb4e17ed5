"""Models that people bring to a server: kept by what they hold, named by battles, refused in one line."""

import hashlib
from pathlib import Path
from typing import Any

import pytest

from battles import EXAMPLES
from fireline.game.errors import Code
from fireline.server.api import bringing
from server.clients import API, Client, Table, served

SCOUT = (EXAMPLES / "scout.stl").read_bytes()
NAME = f"{hashlib.sha256(SCOUT).hexdigest()}.stl"
BYTES = {"content-type": "application/octet-stream"}


@pytest.fixture(scope="module")
def client(keeping: Client) -> Client:
    return keeping


def bring(client: Client, name: str, raw: bytes, headers: dict[str, str] | None = None) -> Any:
    return client.request("PUT", f"{API}/models/{name}", content=raw, headers=BYTES if headers is None else headers)


def battle(model: Any) -> dict[str, Any]:
    stats = {"ranged": 10, "defence": 10, "morale": 10}
    return {
        "fireline": 1,
        "ruleset": "blightmeer",
        "turn": {"side": "red"},
        "units": [
            {"id": "archer", "side": "red", "at": [4, 4], "weapon": "Long Bow", "model": model, **stats},
            {"id": "raider", "side": "blue", "at": [14, 4], **stats},
        ],
    }


def test_a_model_is_kept_by_what_it_holds_and_said_what_it_is(client: Client, kept: Path) -> None:
    answer = bring(client, "My Scout.STL", SCOUT)
    found = answer.json()
    assert (answer.status_code, found["file"], found["name"]) == (201, NAME, "My Scout.STL")
    assert (found["triangles"], found["closed"], found["inches_per_unit"]) == (1728, True, None)
    assert found["units"] == [{"unit": "mm", "millimetres": pytest.approx(34.5, abs=0.1)}]
    assert found["notes"] == ["The file does not say how long its units are: 'units: mm' makes it 34.5 mm high."]
    assert [len(part["positions"]) for part in found["view"]["parts"]] == [9 * 1728]
    assert found["view"]["coarse"] == 0
    assert [file.name for file in kept.iterdir()] == [NAME]
    assert client.get(f"{API}/models/{NAME}").content == SCOUT


def test_what_is_said_of_a_model_is_seen_before_a_battle_says_it(client: Client) -> None:
    bring(client, "scout.stl", SCOUT)
    box = [[-100, -100, 20], [100, 100, 100]]
    words = {"units": "mm", "regions": [{"name": "top", "kind": "absent", "box": box}]}
    found = client.post(f"{API}/models/{NAME}", json=words).json()
    assert found["inches_per_unit"] == 1 / 25.4
    assert found["parts"][-1] == {"name": "top", "kind": "absent", "triangles": 0}
    assert (found["closed"], found["size"][2]) == (False, pytest.approx(20, abs=0.01))
    wrong = client.post(f"{API}/models/{NAME}", json={"parts": {"club": "absent"}})
    told = "parts: 'club' is no name in the mesh file; allowed: body"
    assert (wrong.status_code, wrong.json()["detail"]) == (422, told)


def test_a_battle_that_names_it_is_ruled_and_played_at_a_table(client: Client) -> None:
    bring(client, "scout.stl", SCOUT)
    named = battle({"file": NAME, "units": "mm", "up": "z", "front": "x"})
    shot = {"shooter": "archer", "target": "raider"}
    answer = client.post(f"{API}/check", json={"battle": named, "shot": shot})
    assert answer.json()["legal"], answer.text
    table = Table(client, named)
    assert table.get("gm").status_code == 200
    unknown = client.post(f"{API}/check", json={"battle": battle({"file": "0" * 64 + ".stl"}), "shot": shot})
    assert unknown.json()["detail"].endswith("was not brought to this server; bring its file first")
    assert unknown.json()["code"] == Code.NOT_FOUND


@pytest.mark.parametrize(
    ("name", "raw", "status", "code", "why"),
    [
        ("scout.exe", SCOUT, 422, Code.UNSUPPORTED, "file: ends in none of .glb, .obj, .stl, .ply, .3mf"),
        ("scout.glb", SCOUT, 422, Code.UNREADABLE, "is no GLB file"),
        ("scout.stl", b"", 422, Code.UNREADABLE, "is no STL file"),
        ("scout.3mf", b"PK\x05\x06", 422, Code.UNREADABLE, "is no 3MF file"),
        ("scout.obj", b"v 1 2 nan\nv 0 0 0\nv 1 0 0\nf 1 2 3", 422, Code.MALFORMED, "is not finite"),
    ],
)
def test_what_is_no_model_is_refused_and_nothing_kept(
    client: Client, kept: Path, name: str, raw: bytes, status: int, code: Code, why: str
) -> None:
    before = set(kept.iterdir()) if kept.exists() else set()
    answer = bring(client, name, raw)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["detail"].startswith(why) or why in answer.json()["detail"]
    assert str(kept) not in answer.text
    assert set(kept.iterdir()) == before


def test_too_much_is_refused_as_it_comes_and_so_is_a_form(
    client: Client, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bringing, "LARGEST_MODEL", 1000)
    answer = bring(client, "scout.stl", SCOUT)
    assert (answer.status_code, answer.json()["code"]) == (413, Code.TOO_LARGE)
    monkeypatch.undo()
    monkeypatch.setattr(bringing, "ROOM_FOR_MODELS", -1)
    answer = bring(client, "scout.stl", SCOUT)
    assert (answer.status_code, answer.json()["code"]) == (503, Code.UNAVAILABLE)
    assert not [file for file in kept.iterdir() if file.name.startswith(".")]
    answer = bring(client, "scout.stl", SCOUT, {"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (415, Code.UNSUPPORTED)


@pytest.mark.parametrize("name", ["0" * 64 + ".stl", "..%2Ftables.db", "brute.glb", NAME.upper()])
def test_nothing_else_is_fetched(client: Client, name: str) -> None:
    assert client.get(f"{API}/models/{name}").status_code == 404


def test_a_client_brings_so_many_in_a_day(kept: Path, tmp_path: Path) -> None:
    with served(tmp_path, models=2) as client:
        assert [bring(client, "scout.stl", b"").status_code for _ in range(3)] == [422, 422, 429]
