"""Pictures underneath boards: written anew, kept by what they show, bounded before they are read; kept by tables."""

import hashlib
import json
import struct
import zlib
from base64 import b64decode
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import fireline
from fireline.formats.logfile import load_log
from fireline.game.log import GameLog
from server.clients import API, BOW, Client

BYTES = {"content-type": "application/octet-stream"}


@pytest.fixture(scope="module")
def client(keeping: Client) -> Client:
    return keeping


@pytest.fixture
def pictures(kept: Path) -> Path:
    return kept / "pictures"


def drawn(kind: str, size: tuple[int, int] = (60, 40), **how: Any) -> bytes:
    out = BytesIO()
    Image.linear_gradient("L").resize(size).convert("RGB").save(out, kind, **how)
    return out.getvalue()


def bring(client: Client, raw: bytes, headers: dict[str, str] | None = None) -> Any:
    return client.request("PUT", f"{API}/pictures", content=raw, headers=headers or BYTES)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_picture_is_written_anew_and_named_by_what_it_holds(kind: str, client: Client, pictures: Path) -> None:
    answer = bring(client, drawn(kind))
    assert answer.status_code == 201
    found = answer.json()
    assert (found["width"], found["height"]) == (60, 40)
    raw = client.get(f"{API}/pictures/{found['file']}")
    assert raw.headers["content-type"] == "image/webp"
    assert found["file"] == f"{hashlib.sha256(raw.content).hexdigest()}.webp"
    assert Image.open(BytesIO(raw.content)).format == "WEBP"
    assert {file.suffix for file in pictures.iterdir()} == {".webp"}, "nothing of what was sent is left"


def test_nothing_but_what_it_shows_is_kept_and_what_was_written_here_comes_back_as_it_is(client: Client) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter
    exif[0x010E] = "who took it, and where"
    found = bring(client, drawn("JPEG", exif=exif)).json()
    assert (found["width"], found["height"]) == (40, 60), "it stands upright"
    assert b"who took it" not in client.get(f"{API}/pictures/{found['file']}").content
    first = bring(client, drawn("PNG", (400, 300))).json()
    raw = client.get(f"{API}/pictures/{first['file']}").content
    assert bring(client, raw).json() == first
    more = raw + b"something behind the picture"
    found = bring(client, more).json()
    assert found["file"] != first["file"], "nobody wrote this here"
    assert b"behind" not in client.get(f"{API}/pictures/{found['file']}").content
    found = bring(client, drawn("JPEG", (5000, 2500))).json()
    assert (found["width"], found["height"]) == (2560, 1280)


def bomb() -> bytes:
    """A PNG that says it has ten billion pixels, and holds none of them."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", 100_000, 100_000, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


@pytest.mark.whole("long")
@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (bomb, "more than 40 million pixels"),
        (lambda: b"GIF89a", "no PNG, JPEG or WebP picture"),
        (lambda: b"", "no PNG, JPEG or WebP picture"),
        (lambda: drawn("PNG")[:80], "no PNG, JPEG or WebP picture"),
        (lambda: drawn("PNG", (8000, 6000)), "more than 40 million pixels"),
        (lambda: drawn("GIF"), "no PNG, JPEG or WebP picture"),
        (lambda: b"<svg xmlns='http://www.w3.org/2000/svg'/>", "no PNG, JPEG or WebP picture"),
    ],
    ids=["bomb", "head", "empty", "cut", "48 million", "gif", "svg"],
)
def test_what_cannot_be_used_is_refused_in_one_line_and_not_kept(
    raw: Callable[[], bytes], says: str, client: Client, pictures: Path
) -> None:
    before = sorted(pictures.iterdir()) if pictures.exists() else []
    answer = bring(client, raw())
    assert answer.status_code == 422
    assert says in answer.json()["detail"]
    assert str(pictures) not in answer.text
    assert sorted(pictures.iterdir()) == before


def test_a_picture_that_was_not_brought_is_not_found(client: Client) -> None:
    for name in ("0" * 64 + ".webp", "..%2Fx.webp", "passwd"):
        assert client.get(f"{API}/pictures/{name}").status_code == 404
    assert bring(client, drawn("PNG"), {"content-type": "text/html"}).status_code == 415


def test_a_table_keeps_its_picture(client: Client) -> None:
    underlay = {"file": bring(client, drawn("PNG")).json()["file"], "x": 0.0, "y": 12.5, "width": 30.0, "height": 20.0}
    made = client.post(f"{API}/tables", json={"battle": BOW, "underlay": underlay}).json()
    token = made["seats"][0]["token"]
    seen = client.get(f"{API}/tables/{made['table']}", headers={"Authorization": f"Bearer {token}"}).json()
    assert seen["underlay"] == {**underlay, "strength": 1.0}
    wrong = client.post(f"{API}/tables", json={"battle": BOW, "underlay": {**underlay, "file": "../x.webp"}})
    assert wrong.status_code == 422


def test_a_downloaded_log_takes_a_kept_picture_along_and_no_other_file(client: Client, tmp_path: Path) -> None:
    name = bring(client, drawn("PNG")).json()["file"]
    game = GameLog(fireline.load("examples/ancients-ranged-combat.yaml"))
    underlay = {"file": name, "x": 1.0, "y": 2.5, "width": 30.0, "height": 20.0, "strength": 0.5}
    asked = {"battle": game.start.data(), "steps": [], "underlay": underlay}
    told = client.post(f"{API}/recall", json=asked).json()
    assert b64decode(told["picture"]) == client.get(f"{API}/pictures/{name}").content
    head = json.loads(told["log"])
    assert (head["underlay"], head["picture"]) == (underlay, told["picture"])
    file = tmp_path / "game.jsonl"
    file.write_text(told["log"], encoding="utf-8")
    assert load_log(file) == game
    assert client.post(f"{API}/recall", json={"log": [head]}).json()["battle"] == game.start.data()
    for other in ("0" * 64 + ".webp", "../tables.sqlite", "/etc/passwd"):
        answer = client.post(f"{API}/recall", json=asked | {"underlay": underlay | {"file": other}})
        assert answer.status_code == 422, answer.text
