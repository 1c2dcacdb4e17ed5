"""Whoever comes, by whatever name and for whatever address: answered in one line, and no more often than others."""

from pathlib import Path
from typing import Any

import pytest

from fireline.game.errors import Code
from fireline.server import guard, services
from fireline.server.guard import Hosts, name_in
from fireline.server.store.rows import DatabaseError
from fireline.server.tables import seats
from server.clients import API, BOW, SHOT, Client, served

NAME = "http://localhost"


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("localhost", True), ("LOCALHOST:8700", True), ("localhost.", True), ("127.0.0.1:8700", True),
        ("[::1]:8700", True), ("evil.example", False), ("localhost.evil.example", False),
        ("127.0.0.1.evil.example", False), ("192.168.1.5", False), ("", False), ("[", False), ("[::1", False),
        ("[::1]x", False), ("localhost:x", False), ("localhost:1:2", False),
    ],
)  # fmt: skip
def test_a_server_of_this_machine_is_called_by_this_machines_names(host: str, allowed: bool, client: Client) -> None:
    answer = client.get("/healthz", headers={"Host": host})
    assert answer.status_code == (200 if allowed else 400)
    if not allowed:
        assert answer.json()["type"] == "urn:fireline:host"
    asked = client.post(f"{API}/read", json={"battle": BOW}, headers={"Host": host, "Origin": f"http://{host}"})
    assert asked.status_code == (200 if allowed else 400)  # a page of that name says so, too: DNS rebinding


def test_more_names_are_allowed_by_name() -> None:
    named = Hosts(["Play.Example", "2001:db8::1"])
    assert named.allow("play.example:443")
    assert named.allow("[2001:db8::1]:8700")
    assert Hosts(["play.example:443"]).allow("play.example")
    assert not named.allow("x.play.example")
    assert Hosts(host="game.home").allow("game.home:8700")
    everywhere = Hosts(host="0.0.0.0")  # noqa: S104 - what it would listen to
    assert everywhere.allow("192.168.1.5:8700")
    assert not everywhere.allow("evil.example")
    anything = Hosts(["*"])
    assert anything.allow("evil.example")
    assert not anything.allow("")
    assert name_in("evil.example:") == "evil.example"


@pytest.mark.parametrize(
    "path",
    [
        "/%00", "/a%00b.txt", "/" + "x" * 400, "/" + "x" * 300 + ".txt", "/%ff%fe", "/%e2%80%a8",
        "/x%0d%0aSet-Cookie:%20a=b", "/../../etc/passwd", "/assets/%2e%2e/%2e%2e/app.py", f"{API}/shots/%00",
        f"{API}/tables/%00", f"{API}/examples/%00", f"{API}/rulesets/{'x' * 290}",
        f"{API}/tables/x/at/99999999999999999999999", f"{API}/tables/x/events?after=99999999999999999999999",
        f"{API}/tables/x/events?after=-1e9",
    ],
)  # fmt: skip
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "DELETE"])
def test_odd_addresses_are_answered_in_one_line(method: str, path: str, client: Client) -> None:
    answer = client.request(method, path, headers={"Authorization": "Bearer x"})
    assert answer.status_code in {200, 400, 401, 404, 405, 422, 503}, answer.text
    if answer.status_code != 200 and method != "HEAD":
        assert answer.headers["content-type"] == "application/problem+json"
        assert "\n" not in answer.json()["detail"]
    for name in guard.HEADERS:
        assert name in answer.headers


def test_one_household_is_one_client(tmp_path: Path) -> None:
    with served(tmp_path, address="2001:db8:1:2::1", rate=1) as client:
        told = set()
        for n in range(12):
            client.move(f"2001:db8:1:2:{n:x}::1")
            told.add(client.get("/").status_code)
        assert 429 in told
        client.move("2001:db8:1:3::1")
        assert client.get("/").status_code == 200


@pytest.mark.parametrize("address", ["127.0.0.1", "203.0.113.7"])
def test_a_client_opens_so_many_tables_in_a_day(address: str, tmp_path: Path) -> None:
    with served(tmp_path, address=address, tables=3) as client:
        answers = [client.post(f"{API}/tables", json={"battle": BOW}) for _ in range(5)]
        assert [one.status_code for one in answers] == [201, 201, 201, 429, 429], answers[0].text
        assert int(answers[-1].headers["Retry-After"]) > 3600
        assert answers[-1].json()["type"] == "urn:fireline:quota"
        client.move("203.0.113.8")
        assert client.post(f"{API}/tables", json={"battle": BOW}).status_code == 201
    with served(tmp_path, address=address, tables=0) as client:
        assert {client.post(f"{API}/tables", json={"battle": BOW}).status_code for _ in range(5)} == {201}


class Secret(str):
    """A text that is compared only where that takes the same time whatever it is."""

    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        raise AssertionError("compared letter by letter")


@pytest.mark.parametrize("at", [0, 2, 4, None])
def test_a_token_is_compared_with_every_seats_in_the_same_time(at: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = [seats.fresh_token() for _ in range(5)]
    known = [seats.Seat(str(n), (), Secret(seats.token_hash(token))) for n, token in enumerate(tokens)]
    compared: list[str] = []

    def compare(given: str, kept: str) -> bool:
        compared.append(str(kept))
        return str(given) == str(kept)

    monkeypatch.setattr("fireline.server.tables.seats.hmac.compare_digest", compare)
    found = seats.seat_of(tokens[at] if at is not None else "nobody's", known)
    assert (found is None) if at is None else (found is known[at])
    assert compared == [str(seat.token) for seat in known]


def test_a_mistake_of_ours_is_told_as_such_with_all_headers(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: Any, **__: Any) -> None:
        raise KeyError("what only the log may hold")

    monkeypatch.setattr(services.Services, "put", broken)
    answer = client.post(f"{API}/read", json={"battle": BOW})
    assert (answer.status_code, answer.json()["code"]) == (500, "bug")
    assert "what only the log may hold" not in answer.text
    assert answer.headers["Content-Security-Policy"] == guard.CSP


def test_an_error_of_the_disk_tells_nobody_where_it_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with served(tmp_path) as client:
        store = client.app.state.services.store

        async def full(*_: Any, **__: Any) -> None:
            raise DatabaseError(Code.UNWRITABLE, "the disk is full", file=store.address)

        for name in ("keep_shot", "create", "table"):
            monkeypatch.setattr(store, name, full)
        answers = [
            client.post(f"{API}/shots", json={"battle": BOW, "shot": SHOT}),
            client.post(f"{API}/tables", json={"battle": BOW}),
            client.get(f"{API}/tables/x", headers={"Authorization": "Bearer x"}),
        ]
    assert {one.status_code for one in answers} == {503}
    assert {one.json()["detail"].removeprefix("table x: ") for one in answers} == {"the disk is full"}
    assert str(tmp_path) not in "".join(one.text for one in answers)
    assert str(tmp_path) in caplog.text  # the operator is told
