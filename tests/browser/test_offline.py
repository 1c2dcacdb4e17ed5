"""The page without a server: files on any host, the engine in the browser, and both stay when the network is gone."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from browser.desk import Desk
from browser.serving import OPTIONS
from fireline.formats.examples import example
from fireline.server.offline import ROOT, answer
from offline.engine import built
from server.played import HEAD, MIXED
from server.serving import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.whole("chromium")

SEED = 7
SHOT = {"shooter": "bow", "target": "warriors"}


@pytest.fixture(scope="module")
def files() -> Path:
    """The folder of the built page."""
    return built()


class Host:
    """A host that knows nothing but files."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().partition("(")[2].partition(")")[0].rstrip("/")

    def stop(self) -> None:
        """Answer nothing any more."""
        with self._process:  # its pipe is closed with it
            self._process.kill()


@pytest.fixture
def host(files: Path) -> Iterator[Host]:
    host = Host(files.parent)  # so that the page lies in a folder of the host, as it may
    yield host
    host.stop()  # once more does no harm


def test_the_page_answers_from_files_alone_and_goes_on_without_a_network(
    host: Host, files: Path, browser: Browser
) -> None:
    context = browser.new_context(base_url=f"{host.address}/{files.name}/", viewport={"width": 1440, "height": 900})
    desk, asked = Desk(context), set[str]()
    desk.page.on("request", lambda request: asked.add(request.url))
    desk.page.goto("./")
    battle = example("ancients-ranged-combat")
    desk.open_example(battle.title)
    assert "11/36" in desk.aim("bow", "warriors").inner_text()
    assert desk.barriers() == []

    desk.ruled().get_by_text("Another detail, or dice of your own").click()
    desk.page.get_by_label("Seed of the dice").fill(str(SEED))
    desk.button("Shoot").click()
    desk.told()
    command = {"command": "Shoot", "shot": SHOT}
    there = json.loads(
        answer(f"{ROOT}/play", json.dumps({"battle": battle.data, "command": command, "seed": SEED})).text
    )
    (step,) = desk.kept()["steps"]
    assert (step["seed"], step["lines"]) == (SEED, there["story"])
    assert step["said"]["faces"] == there["faces"] != []

    kept = "navigator.serviceWorker.ready.then(({active}) => active.state)"
    assert desk.page.evaluate(kept) in {"activating", "activated"}
    assert {url for url in asked if not url.startswith(("blob:", host.address))} == set()
    assert not [url for url in asked if "/api/" in url]
    host.stop()
    desk.page.reload()
    desk.page.locator("a.mark").click()
    pasted = example("duel-of-ages-tommy-gun").text
    give = "text => { const data = new DataTransfer(); data.setData('text/plain', text);"
    give += " document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true})) }"
    desk.page.locator(".tile").first.wait_for()
    desk.page.evaluate(give, pasted)
    desk.page.locator(".thing.unit").first.wait_for()
    assert len(desk.page.locator(".thing.unit").all()) > 1
    assert desk.complaints == []
    context.close()


@pytest.mark.quick
def test_a_server_serves_it_under_its_own_policy(files: Path, browser: Browser, tmp_path: Path) -> None:
    assert files.is_dir()
    with serving(tmp_path / "tables.sqlite", *OPTIONS) as address:
        desk = Desk(browser.new_context(base_url=address, color_scheme="dark", viewport={"width": 420, "height": 900}))
        desk.page.goto("/offline")
        desk.page.locator(".tile img").first.wait_for()
        desk.page.get_by_text("This page needs no server").wait_for()
        assert desk.page.get_by_text("To play with others").count() == 0
        assert desk.barriers() == []
        desk.page.get_by_role("link", name="Rulebook: Duel of Ages II").click()
        desk.page.get_by_role("heading", name="Rulebook of Duel of Ages").wait_for()
        assert desk.page.url == f"{address}/offline/?/rules/duel-of-ages"
        desk.page.goto("/offline/?/verify")
        desk.give("game.jsonl", MIXED.read_bytes())
        report = desk.page.locator(".report")
        report.get_by_text("CONSISTENT", exact=True).wait_for()
        desk.page.get_by_text("Checked by the engine in your browser; nothing was sent.").wait_for()
        desk.give("head.txt", HEAD.read_bytes(), 'input[aria-label="Add a head that you saved"]')
        report.get_by_text("VERIFIED FOR bottom UP TO EVENT 15", exact=True).wait_for()
        assert "not checked" not in report.inner_text(), "the page lends its signatures"
        desk.give("head.txt", HEAD.read_bytes().replace(b"event 15", b"event 14"), 'input[aria-label^="Add a head"]')
        report.get_by_text("it was changed").wait_for()
        assert desk.complaints == []
        desk.context.close()
