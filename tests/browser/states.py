"""The page in each of its states, for those who look at it: tests for barriers, pictures for the docs."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from browser.desk import Desk
from browser.serving import ROOT
from browser.table import Table, seated

EXAMPLE = "Who may fire?"
SHOOTER, TARGET = "bow", "warriors"
OF_TABLE = "blightmeer-village"
GAME = ROOT / "examples" / "ancients-mixed-table.jsonl"


def start(desk: Desk, _: str) -> None:
    """Where one begins."""
    desk.page.locator(".tile img").first.scroll_into_view_if_needed()
    desk.page.wait_for_load_state("networkidle")


def play(desk: Desk, _: str) -> None:
    """A shot on its card."""
    desk.open(EXAMPLE).aim(SHOOTER, TARGET)


def targets(desk: Desk, _: str) -> None:
    """Somebody chosen, and the chance at every enemy."""
    desk.open(EXAMPLE).choose(SHOOTER)


def result(desk: Desk, _: str) -> None:
    """What came of a shot."""
    desk.open(EXAMPLE).shoot(SHOOTER, TARGET, "blue, red")


def owed(desk: Desk, _: str) -> None:
    """An answer that somebody owes."""
    desk.open(EXAMPLE).shoot(SHOOTER, TARGET, "red, flag")
    if (grip := desk.page.locator(".grip")).is_visible():
        grip.click()
    desk.page.locator(".decision button").first.wait_for()


def editor(desk: Desk, _: str) -> None:
    """The palette, and the form of who is chosen."""
    desk.open("The captain and his guards").button("Edit").click()
    desk.page.locator("svg.sampler").first.wait_for(state="attached")  # what can be placed is drawn
    desk.unit("captain").click()
    desk.page.locator(".side .fields").first.wait_for()


def compare(desk: Desk, _: str) -> None:
    """A shot under other rules, beside itself."""
    desk.open(EXAMPLE).aim(SHOOTER, TARGET)
    desk.button("Compare").click()
    desk.page.get_by_label("Field", exact=True).fill(f"units[{SHOOTER}].moved")
    desk.page.get_by_label("Value", exact=True).fill("1")
    desk.button("Add a column").click()
    desk.page.locator(".wide th").nth(1).wait_for()


def threat(desk: Desk, _: str) -> None:
    """Where it is dangerous to stand."""
    desk.open(EXAMPLE).aim(SHOOTER, TARGET)
    desk.button("Threat").click()
    desk.button("Work it out").click()
    desk.page.locator(".threat .thing.cell").first.wait_for()


def table(desk: Desk, address: str) -> None:
    """A seat at a table, with a shot on its card and talk in the log."""
    opened = Table(address, OF_TABLE)
    opened.shoot("lookout", "brute")
    opened.say("chat", {"text": "Good shot!"}, "blue")
    desk.page.goto(opened.links["red"])
    seated(desk).aim("archer", "brute")
    desk.page.keyboard.press("l")
    desk.page.locator(".log .history").wait_for()


def invite(desk: Desk, _: str) -> None:
    """The addresses of the seats."""
    desk.open(EXAMPLE).button("Invite").click()
    desk.page.get_by_role("region", name="Invite").get_by_role("textbox").first.wait_for()


def rules(desk: Desk, _: str) -> None:
    """One rule in its book."""
    desk.page.goto("/rules/ancients/CCA-3.3")
    desk.page.locator(".entry.here").wait_for()


def verify(desk: Desk, _: str) -> None:
    """A finished game whose dice are thrown again."""
    desk.page.goto("/verify")
    desk.give(GAME.name, GAME.read_text(encoding="utf-8"))
    desk.page.locator(".report").wait_for()


def report(desk: Desk, _: str) -> None:
    """The report of a sweep, which is a page by itself."""
    with TemporaryDirectory() as folder:
        asked = [sys.executable, "-m", "fireline", "sweep", "burst", "--out", "burst.parquet", "--report", "burst.html"]
        subprocess.run(asked, cwd=folder, check=True, capture_output=True)
        desk.page.goto((Path(folder) / "burst.html").as_uri())


State = Callable[[Desk, str], None]
ALL: tuple[State, ...] = (start, play, targets, result, owed, editor, compare, threat, table, verify, invite, rules)
SHOWN: tuple[State, ...] = (start, play, result, editor, table, verify, compare, threat, report)
"""What the docs show."""
