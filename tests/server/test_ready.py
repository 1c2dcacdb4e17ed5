"""While the server starts, questions wait; nobody is refused for its sake, and what is refused unread can be read."""

import http.client
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from fireline.formats.examples import examples
from fireline.questions.forms.requests import BATTLE
from fireline.server.app import create_app
from fireline.server.guard import Limits, Quota
from fireline.server.processes import Pool
from fireline.server.work import PLAY
from server.clients import API, BOW, Client, Table, asking, served
from server.serving import serving, serving_anew
from server.sockets import PATIENCE
from server.test_models import SCOUT, bring


def test_until_there_are_processes_questions_wait_and_readyz_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_start, spare = threading.Event(), Pool._spare

    def held(self: Pool, *, behind: bool) -> None:
        may_start.wait(PATIENCE)
        spare(self, behind=behind)

    monkeypatch.setattr(Pool, "_spare", held)
    app = create_app(str(tmp_path / "tables.db"), Limits(), warm=True)
    with asking(app) as client, ThreadPoolExecutor() as asked:
        waiting = asked.submit(client.post, f"{API}/targets", json={"battle": BOW, "shooter": "bow"})
        assert client.get("/healthz").status_code == 200
        not_yet = client.get("/readyz")
        assert (not_yet.status_code, not_yet.json()["detail"]) == (503, "the server is starting; questions wait")
        turns = app.state.services.work.turns(PLAY)
        assert not waiting.done()
        assert turns._free == turns.most
        assert not turns.waiting  # so nobody's patience counts
        may_start.set()
        assert waiting.result(PATIENCE).status_code == 200
        while client.get("/readyz").status_code != 200:
            pass
        assert client.get("/readyz").json()["status"] == "ok"


@pytest.mark.whole("long")
def test_a_server_that_has_just_begun_answers_its_first_questions(tmp_path: Path) -> None:
    village = examples()["blightmeer-village"].data
    with serving_anew(tmp_path / "tables.db") as url, ThreadPoolExecutor() as many:
        asked = {"battle": village, "shooter": "archer"}
        first = [many.submit(httpx.post, f"{url}{API}/targets", json=asked, timeout=PATIENCE) for _ in range(4)]
        assert [one.result().status_code for one in first] == [200] * 4
        while httpx.get(f"{url}/readyz", timeout=PATIENCE).status_code != 200:  # it looks through the games still
            time.sleep(0.1)


def test_a_client_that_sends_before_it_reads_is_told_that_it_sends_too_much(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as url:
        for chunked, body in ((False, b" " * (7 * BATTLE.size)), (True, iter([b" " * 65_536] * 120))):
            there = http.client.HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE)
            headers = {"Content-Type": "application/json"} | ({"Transfer-Encoding": "chunked"} if chunked else {})
            there.request("POST", f"{API}/odds", body, headers, encode_chunked=chunked)
            answer = there.getresponse()
            assert (answer.status, answer.headers["Connection"]) == (413, "close")
            assert b"larger than 1,040 KiB" in answer.read()
            there.close()


def test_no_address_fills_the_room_for_models_alone(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        files, _ = client.app.state.bringing
        client.app.state.bringing = files, Quota(len(SCOUT) * 3 // 2)
        assert [bring(client, "scout.stl", SCOUT).status_code for _ in range(2)] == [201, 429]
        client.move("203.0.113.7")
        assert bring(client, "scout.stl", SCOUT).status_code == 201


def test_pictures_of_examples_wait_however_many_are_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRELINE_MODELS", str(tmp_path / "models"))
    names = [name for name in examples() if name.startswith("ancients")] * 3
    with served(tmp_path, patience=0.001) as client, ThreadPoolExecutor(len(names)) as many:
        asked = [many.submit(client.get, f"{API}/examples/{name}/picture.svg") for name in names]
        assert {one.result().status_code for one in asked} == {200}
        assert len(list((tmp_path / "models" / "examples").iterdir())) == len(set(names))
    monkeypatch.setattr(Pool, "take", None)  # nobody draws them again
    with served(tmp_path / "again") as client:
        assert client.get(f"{API}/examples/{names[0]}/picture.svg").text.startswith("<svg")


def test_talk_may_point_to_a_place(client: Client) -> None:
    table = Table(client, BOW)
    assert table.say("top", "chat", {"text": "here", "place": "C4"}).status_code == 200
    assert table.events("bottom")[-1]["body"] == {"text": "here", "place": "C4"}
