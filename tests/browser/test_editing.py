"""Every game edited on the page from what it says itself: pieces placed, changed, moved, turned, removed, ground too.

The real server checks all of it, and every step can be taken back.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from browser.desk import Desk
from browser.editor import STEPS, Editor

pytestmark = pytest.mark.whole("chromium")

Visit = Callable[..., Desk]
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}}


class Script(NamedTuple):
    """What is done to an example, or to the starter of a game.

    A piece and its side, its place and the next, and a field with its value.
    """

    title: str
    piece: str
    side: str
    place: str
    to: str
    field: str
    value: str
    written: tuple[str, object]
    """The key of the entry that the field is, and what stands there then."""
    wrong: str
    """A value that does not fit the field."""


GAMES = [
    Script("Who may fire?", "Auxilia", "top", "A1", "B1", "Blocks", "2", ("blocks", 2), "40"),
    Script("Sanchez and Lazar", "Hero, Bow", "black", "2,1", "1,1", "Wounds", "3", ("wounds", 3), "99"),
    Script("The captain and his guards", "Fighter, Sling", "red", "26,4", "27,6", "Wounds", "4", ("wounds", 4), "77"),
    Script("The alley", "Shooter, MP5", "blue", "30,20", "35,25", "Actions left", "1", ("actions", 1), "500"),
    Script("regatta", "Brig", "blue", "5", "8", "Holes", "2", ("holes", 2), "40"),
]
by_game = pytest.mark.parametrize("script", GAMES, ids=[script.title for script in GAMES])


@by_game
def test_a_piece_is_placed_changed_moved_turned_and_removed(visit: Visit, screens: Path, script: Script) -> None:
    editor = Editor(desk := visit(complaints=("422",)).open(script.title))
    new = editor.add(script.piece, script.side, script.place)
    assert editor.placed(new) == script.place
    editor.choose(new)
    editor.step(lambda: editor.set(script.field, script.value))
    key, value = script.written
    assert editor.entry(new)[key] == value
    editor.set(script.field, script.wrong)
    editor.panel.locator(".fields .problem").wait_for()
    assert editor.entry(new)[key] == value
    desk.page.screenshot(path=screens / f"editing-{new}.png")
    assert desk.barriers() == []
    editor.set(script.field, script.value)
    editor.panel.locator(".fields .problem").wait_for(state="detached")
    editor.panel.get_by_label("Move to").fill(script.to)
    editor.press("Move")
    assert editor.placed(new) == script.to
    facing = editor.forms.facing
    turn = editor.panel.get_by_role("button", name="Turn left", exact=True)
    assert turn.count() == (0 if facing is None else 1)
    if facing is not None:
        before = editor.entry(new)[facing.mark]
        editor.step(turn.click)
        assert editor.entry(new)[facing.mark] == (before + facing.step) % 360
    known = editor.ids
    editor.press("Remove")
    assert editor.ids == known - {new}
    desk.button("Undo").click()
    desk.page.wait_for_function(f"() => {STEPS}.at(-1).standing === 'undone'")
    assert editor.ids == known


@pytest.mark.parametrize(("title", "place"), [("Who may fire?", "B1"), ("Sanchez and Lazar", "2,2")])
def test_the_ground_is_painted_by_pointing_at_it(visit: Visit, screens: Path, title: str, place: str) -> None:
    editor = Editor(desk := visit(**PHONE).open(title))
    ground = editor.forms.ground
    assert ground is not None
    kind = ground.kinds[-1]
    editor.hold(kind.title.replace("_", " ")[0].upper() + kind.title.replace("_", " ")[1:])
    editor.step(lambda: editor.point(place))
    assert ground_at(editor, place) == kind.value
    desk.page.screenshot(path=screens / f"painting-{place.replace(',', '-')}.png")
    assert desk.barriers() == []
    editor.step(lambda: editor.point(place))
    assert ground_at(editor, place) is None


def ground_at(editor: Editor, place: str) -> object:
    """What the ground of a place is made of."""
    ground = editor.forms.ground
    assert ground is not None
    here: Any = editor.battle
    for key in ground.path(editor.battle, place):
        here = here.get(key, {}) if isinstance(here, dict) else {}
    return here or None


def test_a_piece_is_placed_by_pointing_at_its_place(visit: Visit) -> None:
    editor = Editor(visit().open("Who may fire?"))
    editor.hold("Leader")
    for cell in ("F5", "G6"):
        editor.step(partial(editor.point, cell))
    assert {leader["hex"] for leader in editor.battle["leaders"]} == {"F5", "G6"}


def test_terrain_of_a_table_is_chosen_on_the_board_and_moved(visit: Visit) -> None:
    editor = Editor(desk := visit().open("The captain and his guards"))
    desk.page.locator('[data-key="terrain:barn"]').click()
    editor.page.wait_for_function("() => [...document.querySelectorAll('select')].some(one => one.value === 'barn')")
    assert editor.panel.get_by_label("Piece", exact=True).input_value() == "barn"
    editor.panel.get_by_label("Move to").fill("24,20")
    editor.press("Move")
    wall = editor.entry("barn")["wall"]
    assert [(a + b) / 2 for a, b in zip(wall["from"], wall["to"], strict=True)] == [24, 20]


def test_the_sheet_of_a_phone_opens_when_nothing_is_left_to_shoot(visit: Visit) -> None:
    desk = visit(**PHONE)
    desk.open_example("Sanchez and Lazar")
    assert not desk.page.locator(".side-inner").is_visible()
    desk.page.keyboard.press("m")
    panel = desk.page.get_by_role("region", name="Move by hand")
    panel.get_by_label("Unit", exact=True).select_option("sanchez")
    panel.get_by_label("Move to").fill("1,1")
    panel.get_by_role("button", name="Move", exact=True).click()
    panel.get_by_role("status").wait_for()
    desk.button("Done").click()
    desk.button("End the Reaction step").wait_for()
    assert desk.page.locator(".grip").get_attribute("aria-expanded") == "true"
