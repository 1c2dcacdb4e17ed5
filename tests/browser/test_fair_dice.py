"""Dice that the pages of a table mix: on plain http, waited for, gone on without, checked with a head that was kept."""

from pathlib import Path
from typing import Any

import pytest

from browser.desk import Desk, Visit
from browser.table import Table, seated
from fireline.formats.examples import example_files
from fireline.server.dice.notes import read_note
from fireline.server.verifying import Verdict, verify_export

pytestmark = pytest.mark.whole("chromium")

PLAIN = "Object.defineProperty(crypto, 'subtle', {value: undefined}); crypto.randomUUID = undefined"
"""What a browser lacks at an address like http://game.home."""


def sits(visit: Visit, table: Table, seat: str, **wishes: Any) -> Desk:
    """A page at a seat, once it takes part in the dice."""
    desk = seated(visit(table.links[seat], **wishes))
    while seat not in table.state()["mixing"]["seats"]:
        desk.page.wait_for_timeout(50)
    return desk


def shoot(desk: Desk, shooter: str, target: str) -> None:
    """Choose a shooter and a target on the board, and shoot."""
    desk.aim(shooter, target)
    desk.button("Shoot").click()


def verdict(table: Table, *notes: str) -> Verdict:
    lines = table.export().encode().splitlines(keepends=True)
    (found,) = verify_export(lines, example_files(), [read_note(note) for note in notes])
    return found


def test_every_page_gives_its_number_by_itself_and_keeps_the_head(visit: Visit, address: str) -> None:
    table = Table(address, "ancients-ranged-combat")
    bottom, top = (sits(visit, table, seat) for seat in ("bottom", "top"))
    bottom.page.context.add_init_script(PLAIN)
    bottom.page.reload()
    seated(bottom)
    assert bottom.page.evaluate("crypto.subtle") is None
    shoot(bottom, "bow", "warriors")
    bottom.page.locator(".result").first.wait_for()
    top.page.locator(".result").first.wait_for()
    (roll,) = verdict(table).found.thrown
    assert (roll.seats, roll.proven) == (("bottom", "top"), True)
    bottom.page.locator("summary", has_text="Fair dice").click()
    bottom.page.get_by_text("The next roll is mixed by the server and: Bottom, Top.").wait_for()
    with bottom.page.expect_download() as downloaded:
        bottom.button("Save the signed head of the log").click()
    note = Path(downloaded.value.path()).read_text(encoding="utf-8")
    found = verdict(table, note)
    assert found.title == f"VERIFIED FOR bottom UP TO EVENT {read_note(note).head.seq}"
    assert bottom.barriers() == []
    checked = visit("/verify")
    checked.give("game.jsonl", table.export())
    report = checked.page.locator(".report")
    report.get_by_text("NOT COMPLETE").or_(report.get_by_text("CONSISTENT", exact=True)).wait_for()
    checked.give("head.txt", note, 'input[aria-label="Add a head that you saved"]')
    report.get_by_text(f"VERIFIED FOR bottom UP TO EVENT {read_note(note).head.seq}").wait_for()
    assert checked.barriers() == []


def test_who_is_silent_is_waited_for_openly_and_gone_on_without(visit: Visit, address: str) -> None:
    table = Table(address, "ancients-ranged-combat")
    bottom = sits(visit, table, "bottom")
    roll = table.state()["mixing"]["roll"]
    table.say("dice_value", {"roll": roll, "commit": "0" * 64}, "top")  # a program that then says nothing more
    bottom.page.wait_for_timeout(300)
    shoot(bottom, "bow", "warriors")
    bottom.page.get_by_text("The dice wait for Top.").wait_for()
    assert bottom.barriers() == []
    bottom.button("Go on without Top").click()
    bottom.page.locator(".result").first.wait_for()
    found = verdict(table)
    assert found.found.thrown[0].seats == ("bottom",)
    assert [(one.silent, one.by.who) for one in found.found.repeated] == [(("top",), ("bottom",))]
