"""Headers, origins, rates; and what the page and the description of the API are served with."""

from collections.abc import Iterator
from functools import partialmethod
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import pytest
from fastapi import FastAPI

from fireline.server import page
from fireline.server.guard import CSP, HEADERS, OFFLINE_CSP, Buckets
from fireline.server.problems import answer_problems
from server.clients import API, BOW, SHOT, Client, asking, served


@pytest.mark.whole("long")
def test_every_answer_carries_the_security_headers(client: Client) -> None:
    here = ("/", "/docs", "/plain.css", "/openapi.json", "/healthz", "/t/abc", f"{API}/rulesets", f"{API}/nowhere")
    for path in here:
        headers = client.get(path).headers
        assert {name: headers[name] for name in HEADERS} == HEADERS, path
    assert "unsafe" not in CSP


def test_the_description_needs_no_script_and_nothing_from_elsewhere(client: Client) -> None:
    told = client.get("/docs").text
    for word in ("<script", "http://", "https://", " style=", " onclick="):
        assert word not in told
    for path in ("/api/v1/odds", "/api/v1/tables/{table}/commands", "/api/v1/threat"):
        assert path in told


def test_what_is_looked_up_has_a_head(client: Client) -> None:
    """Whoever shows a preview of a link asks for the head of its picture first."""
    for path in ("/", "/docs", "/healthz", f"{API}/rulesets", f"{API}/examples/ancients-edges/picture.svg"):
        whole, head = (client.request(how, path, headers={"Accept-Encoding": "identity"}) for how in ("GET", "HEAD"))
        assert (head.status_code, head.content) == (200, b""), path
        assert head.headers["content-type"] == whole.headers["content-type"]
        assert head.headers["content-length"] == str(len(whole.content))
    assert client.request("HEAD", f"{API}/odds").status_code == 405
    assert client.request("HEAD", "/nowhere.txt").status_code == 404


def test_only_pages_of_this_address_and_those_named_may_do_anything(tmp_path: Path) -> None:
    with served(tmp_path, origins=["https://play.example/"]) as client:
        for origin in (None, "http://localhost", "HTTP://LOCALHOST", "https://play.example"):
            assert from_page_of(origin, client).status_code == 200, origin
        strangers = (
            "http://evil.example",
            "http://localhost.evil.example",
            "null",
            "",
            "https://localhost",
            "ftp://localhost",
        )
        for origin in strangers:
            assert from_page_of(origin, client).status_code == 403, origin
            assert client.get(f"{API}/rulesets", headers={"Origin": origin}).status_code == 200
        for origin in ("http://[", "http://[::1", "http://]", "//[x"):
            wrong = from_page_of(origin, client)
            assert (wrong.status_code, wrong.json()["detail"]) == (400, "Origin: is no address")


def from_page_of(origin: str | None, client: Client) -> Any:
    """A question from a page of this address."""
    headers = {} if origin is None else {"Origin": origin}
    return client.post(f"{API}/check", json={"battle": BOW, "shot": SHOT}, headers=headers)


@pytest.mark.whole("long")
def test_who_asks_too_often_is_told_to_wait_and_others_are_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Buckets, "wait", partialmethod(Buckets.wait, now=0.0))  # nothing fills again meanwhile
    with served(tmp_path, address="203.0.113.7", rate=1) as client:
        answers = [client.get(f"{API}/schema/answer.json") for _ in range(12)]
        assert [answer.status_code for answer in answers][:10] == [200] * 10
        last = answers[-1]
        assert last.status_code == 429
        assert int(last.headers["Retry-After"]) >= 1
        assert last.json()["detail"].startswith("too many requests; wait")
        for path in ("/", "/docs", "/nowhere.txt", "/openapi.json"):
            assert 429 in {client.get(path).status_code for _ in range(12)}, path
        assert client.get("/healthz").status_code == 200
        client.move("203.0.113.8")
        assert client.get(f"{API}/schema/answer.json").status_code == 200
        client.move("127.0.0.1")
        assert {client.get(f"{API}/schema/answer.json").status_code for _ in range(20)} == {200}


def test_a_bucket_fills_again_and_forgets_the_oldest() -> None:
    bucket = Buckets(2, burst=1)
    assert bucket.wait("a", 0.0) == 0
    assert bucket.wait("a", 0.0) == pytest.approx(0.5)
    assert bucket.wait("a", 0.5) == 0
    for n in range(10_001):
        bucket.wait(str(n), 0.6)
    assert bucket.wait("a", 0.6) == 0


def test_unknown_addresses_are_problems(client: Client) -> None:
    for path, status in ((f"{API}/nowhere", 404), (f"{API}/rulesets/ancint", 404), (f"{API}/examples/x", 404)):
        answer = client.get(path)
        assert answer.status_code == status
        assert answer.headers["content-type"] == "application/problem+json"
    assert "did you mean 'ancients'" in client.get(f"{API}/rulesets/ancint").json()["detail"]
    assert client.post(f"{API}/odds", json={}).json()["title"] == "Unprocessable Content", "whatever Python it is"
    for method, path, status, other in (
        ("GET", "odds", 405, f"POST {API}/odds is"),
        ("DELETE", "rulesets", 405, f"GET {API}/rulesets is"),
        ("DELETE", "models/ogre", 405, f"GET, POST or PUT {API}/models/ogre is"),
        ("POST", "nowhere", 404, "see /docs"),
        ("GET", "nowhere", 404, "see /docs"),
    ):
        answer = client.request(method, f"{API}/{path}")
        told = f"{method} {API}/{path} is no address of the API; {other}"
        assert (answer.status_code, answer.json()["detail"]) == (status, told)
        assert ("Allow" in answer.headers) is (status == 405)


def test_a_parameter_of_an_address_is_refused_in_words(client: Client) -> None:
    made = client.post(f"{API}/tables", json={"battle": BOW}).json()
    who = {"Authorization": f"Bearer {made['seats'][0]['token']}"}
    wrong = client.get(f"{API}/tables/{made['table']}/events", params={"after": "x"}, headers=who)
    told = wrong.json()
    assert (wrong.status_code, told["place"], told["detail"]) == (422, "after", "after: 'x' is not a whole number")


@pytest.fixture
def built(tmp_path: Path) -> Iterator[Client]:
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("the page")
    (folder / "assets" / "app.js").write_text("the script")
    (tmp_path / "secret.txt").write_text("what nobody may read")
    app = FastAPI()
    answer_problems(app)
    app.state.services = SimpleNamespace(store=AsyncMock(**{"shot.return_value": None}))  # where no shot is kept
    page.mount(app, folder)
    with asking(app) as client:
        yield client


def test_the_built_page_is_served_under_all_its_addresses_and_nothing_outside_it(built: Client) -> None:
    for path in ("/", "/t/abc", "/s/def", "/verify", "/rules/ancients"):
        assert built.get(path).text == "the page"
    script = built.get("/assets/app.js")
    assert script.text == "the script"
    assert "immutable" in script.headers["Cache-Control"]
    assert built.get("/index.html").headers["Cache-Control"] == "no-cache"
    assert built.get("/no.js").status_code == 404
    strange = ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "//etc/passwd")
    for path in (*strange, f"/{'a' * 5000}.js", "/%00.js"):
        answer = built.get(path)
        assert answer.text == "the page" or answer.json()["status"] == 404


def test_files_of_the_page_are_sent_once_and_compressed_where_that_pays(built: Client, tmp_path: Path) -> None:
    large = "the script " * 1000
    (tmp_path / "page/assets/large.js").write_text(large)
    (tmp_path / "page/assets/library.zip").write_bytes(bytes(5000))
    plain, packed = {"Accept-Encoding": "identity"}, {"Accept-Encoding": "gzip"}
    known = {}
    for headers in (plain, packed):
        answer = built.get("/assets/large.js", headers=headers)
        assert (answer.text, answer.headers["Vary"]) == (large, "Accept-Encoding")
        known[answer.headers.get("Content-Encoding")] = (len(answer.content), answer.headers["ETag"])
        again = built.get("/assets/large.js", headers=headers | {"If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
    assert known.keys() == {None, "gzip"}
    assert len(set(known.values())) == 2
    (tmp_path / "page/assets/large.js").write_text(large + "again")
    assert built.get("/assets/large.js", headers=packed).text == large + "again"
    assert built.get("/assets/large.js", headers=packed | {"If-None-Match": known["gzip"][1]}).status_code == 200
    for name in ("app.js", "library.zip"):
        assert "Content-Encoding" not in built.get(f"/assets/{name}", headers=packed).headers


def test_a_page_that_is_built_anew_is_served_by_the_server_that_runs(built: Client, tmp_path: Path) -> None:
    (tmp_path / "page/assets/app.js").rename(tmp_path / "page/assets/new.js")
    (tmp_path / "page/index.html").write_text("the new page")
    assert [built.get(path).text for path in ("/t/abc", "/assets/new.js")] == ["the new page", "the script"]
    assert built.get("/assets/app.js").status_code == 404


def test_the_page_without_a_server_is_served_from_its_folder_where_it_was_built(tmp_path: Path) -> None:
    folder = tmp_path / "offline"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("needs no server")
    (folder / "assets/worker.js").write_text("the engine")
    app = FastAPI()
    page.mount(app, tmp_path / "nothing", offline_folder=folder)
    with asking(app) as client:
        assert client.get("/offline").headers["location"] == "/offline/"
        for path in ("/offline/", "/offline/?/play", "/offline/index.html"):
            assert client.get(path).text == "needs no server"
        assert "immutable" in client.get("/offline/assets/worker.js").headers["cache-control"]
    unbuilt = FastAPI()
    page.mount(unbuilt, tmp_path / "nothing", offline_folder=tmp_path / "nothing")
    with asking(unbuilt) as client:
        assert "make static" in client.get("/offline/").text
        assert "make page" in client.get("/").text
        assert client.get("/plain.css").headers["content-type"].startswith("text/css")


def test_webassembly_runs_on_the_page_without_a_server_and_on_no_other(client: Client) -> None:
    assert OFFLINE_CSP.replace(" 'wasm-unsafe-eval'", "") == CSP
    for path in ("/offline/", "/offline/assets/worker.js", "/offline/?/play"):
        assert client.get(path).headers["Content-Security-Policy"] == OFFLINE_CSP
    for path in ("/", "/offline", "/offlines/", "/play/offline/", f"{API}/offline/"):
        assert client.get(path).headers["Content-Security-Policy"] == CSP
