"""Nobody is kept out of any state of the page, on a desktop and a phone, in light and dark; the docs show them."""

import re
from pathlib import Path
from typing import Any

import pytest

from browser.desk import PHONE, Visit
from browser.pictures import FOLDER, MOST, pictures
from browser.states import ALL, State

pytestmark = pytest.mark.whole("chromium")

DEVICES = {"desktop": dict[str, Any](), "phone": PHONE}


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("state", ALL, ids=[state.__name__ for state in ALL])
def test_nobody_is_kept_out(visit: Visit, address: str, state: State, device: str) -> None:
    desk = visit(**DEVICES[device])
    state(desk, address)
    found = {colours: desk.barriers() for colours in desk.in_both_colours()}
    assert found == {"light": [], "dark": []}
    assert desk.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "wider than the window"
    if (board := desk.page.locator(".board")).count():
        assert desk.box(board)["height"] > 120, "the board is to be seen"


def test_the_docs_show_every_picture_and_they_are_small() -> None:
    shown = {
        name
        for page in FOLDER.parent.glob("*.md")
        for name in re.findall(rf"\]\({FOLDER.name}/([\w.-]+)\)", page.read_text(encoding="utf-8"))
    }
    assert shown == set(pictures()) == {file.name for file in Path(FOLDER).iterdir()}
    assert sum(file.stat().st_size for file in Path(FOLDER).iterdir()) < MOST
