"""The page in headless Chromium: how much is fetched before 3D, how soon it is there, how quick a target is repainted.

Peers in the same run: the bare health page of the same server in the same browser for the first view, and putting the
same drawing into an empty page for the repaint.  Server and browser share this machine.
Goals: at most 120 kB on the line for a shot before 3D; first view within 1.5 s; a new target painted within 100 ms.

And a battle of 500 units, opened, a shooter and a target chosen: goals 2 s until it is drawn and listed, 200 ms until
the nearest enemies say their chances, 200 ms until the card of a target is there.  What is timed is what a visitor
waits for, on a server that has answered before.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import crowds
import fireline
from browser.conftest import drive
from browser.serving import built
from fireline.game.command import Shoot
from server.serving import serving_anew

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Response

MOST_KB, FIRST, REPAINT = 120.0, 1.5, 100.0
CROWD, OPENED, ANSWERED = 500, 2.0, 200.0
TURNS, VISITS = 20, 5
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
LARGEST = "ancients-edges"
EXAMPLES = Path(__file__).parents[1] / "examples"

CHOOSE = """id => new Promise((done, fail) => {
  setTimeout(() => fail(new Error(`nothing was painted for ${id}`)), 20000);
  const start = performance.now();
  const drawn = () => document.querySelector('.drawing > title')?.textContent;
  const before = drawn();
  const title = document.querySelector('article.card h2')?.textContent;
  const look = () => {
    const painted = drawn() !== before;
    const said = document.querySelector('article.card h2')?.textContent !== title;
    if (painted && said) requestAnimationFrame(() => done(performance.now() - start));
    else requestAnimationFrame(look);
  };
  document.querySelector(`[data-key="unit:${id}"]`).dispatchEvent(new MouseEvent('click', {bubbles: true}));
  look();
})"""
BARE = """svg => new Promise(done => {
  const start = performance.now();
  const host = document.createElement('div');
  host.append(document.importNode(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement, true));
  document.body.replaceChildren(host);
  requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start)));
})"""


UNTIL = """([id, sign]) => new Promise((done, fail) => {
  setTimeout(() => fail(new Error(`no ${sign} for ${id}`)), 20000);
  const start = performance.now();
  const there = () => done(performance.now() - start);
  const look = () => document.querySelector(sign) ? requestAnimationFrame(there) : setTimeout(look, 5);
  document.querySelector(`[data-key="unit:${id}"]`).dispatchEvent(new MouseEvent('click', {bubbles: true}));
  look();
})"""
"""Milliseconds from a click on a unit until something that was not there before is painted."""
KEEP = """game => {
  localStorage.setItem('fireline.game.crowd', game);
  localStorage.setItem('fireline.current', 'crowd');
}"""


class Crowded(NamedTuple):
    """Seconds until a battle is open, milliseconds until chances and the card of a target are there."""

    opened: float
    chances: float
    card: float


def crowded(browser: Browser, url: str) -> list[Crowded]:
    """A battle of 500 units on the page, visited anew each time."""
    battle = crowds.ancients(CROWD)
    shot = next(command.shot for command in battle.legal() if isinstance(command, Shoot))
    game = json.dumps({"id": "crowd", "title": "Crowd", "start": battle.data(), "steps": [], "changed": 0})
    times = []
    for _ in range(VISITS + 1):
        page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
        page.goto(url)
        page.evaluate(KEEP, game)
        start = time.perf_counter()
        page.goto(url + "/play", wait_until="commit")
        page.locator(".desk[aria-busy=false] .thing.unit").first.wait_for()
        page.locator(".rail button.unit").first.wait_for()
        opened = time.perf_counter() - start
        chances = float(page.evaluate(UNTIL, [shot.shooter, ".page-badge"]))
        page.wait_for_timeout(2000)
        times.append(Crowded(opened, chances, float(page.evaluate(UNTIL, [shot.target, "article.card"]))))
        page.context.close()
    return times[1:]


def first_views(browser: Browser, url: str, path: str, there: str) -> list[float]:
    """Seconds from asking for an address until something of it is there, for visitors who were never here."""
    times = []
    for _ in range(VISITS):
        page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
        start = time.perf_counter()
        page.goto(url + path, wait_until="commit")
        page.locator(there).first.wait_for()
        times.append(time.perf_counter() - start)
        page.context.close()
    return times


def repaints(page: Page, url: str) -> tuple[list[float], str]:
    """Milliseconds from a click on a target until board and card show it, and the drawing."""
    battle = fireline.load(EXAMPLES / f"{LARGEST}.yaml")
    shooter = battle.ruleset.shooters(battle.state)[0]
    enemies = battle.ruleset.targets(battle.state, shooter)
    page.goto(url)
    page.locator(".tile", has_text=battle.data()["name"]).first.click()
    page.locator(f'[data-key="unit:{shooter}"]').click()
    page.locator(".page-badge").first.wait_for()
    times = []
    for turn in range(TURNS + 1):
        page.wait_for_timeout(550)  # a second click at once would be the shot
        times.append(float(page.evaluate(CHOOSE, enemies[turn % 2])))
    return times[1:], str(page.evaluate("() => document.querySelector('.drawing').outerHTML"))


def sent(answer: Response) -> int:
    """The bytes of an answer's body as they came over the line."""
    return int(answer.headers.get("content-length", 0))


def main() -> None:
    """Print the figures."""
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if chromium is None:
        sys.exit("no chromium on this machine; install it with: apt-get install chromium")
    built()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving_anew(Path(folder, "tables.sqlite"), "--rate", "0") as url,
        drive() as p,
    ):
        browser = p.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
        fetched: dict[str, int] = {}
        page.on("response", lambda answer: fetched.update({urlsplit(answer.url).path: sent(answer)}))
        times, drawing = repaints(page, url)
        bare_page = browser.new_context().new_page()
        bare = [float(bare_page.evaluate(BARE, drawing)) for _ in range(TURNS)]
        many = crowded(browser, url)
        ours = first_views(browser, url, "/", ".tile")
        peer = first_views(browser, url, "/healthz", "body")
        browser.close()
    files = [size for path, size in fetched.items() if path == "/" or path.startswith("/assets/")]
    size = sum(files) / 1000
    verdict = {True: "met", False: "MISSED"}
    print(f"fetched for a shot before 3D: {size:.1f} kB in {len(files)} files", end="")
    print(f"; goal {MOST_KB:.0f} kB: {verdict[size <= MOST_KB]}")
    print(f"first view: {median(ours):.2f} s (worst {max(ours):.2f}), a bare page {median(peer):.2f} s", end="")
    print(f"; goal {FIRST} s: {verdict[median(ours) <= FIRST]}")
    print(f"a new target on {LARGEST!r}: {median(times):.0f} ms (worst {max(times):.0f}), the drawing alone", end=" ")
    print(f"{median(bare):.0f} ms; goal {REPAINT:.0f} ms: {verdict[median(times) <= REPAINT]}")
    opened, chances, card = (median(times) for times in zip(*many, strict=True))
    print(f"{CROWD} units: open in {opened:.2f} s; goal {OPENED:.0f} s: {verdict[opened <= OPENED]}")
    for what, took in (("the nearest chances", chances), ("the card of a target", card)):
        print(f"{CROWD} units: {what} after {took:.0f} ms; goal {ANSWERED:.0f} ms: {verdict[took <= ANSWERED]}")


if __name__ == "__main__":
    main()
