"""Every game edited on the page from what it says itself: pieces placed, changed, moved, turned, removed, ground too.

The real server checks all of it, and every step can be taken back.
"""

from typing import NamedTuple

import pytest

from browser.desk import STEPS, Visit
from browser.editor import Editor

pytestmark = pytest.mark.whole("chromium")


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
def test_a_piece_is_placed_changed_moved_turned_and_removed(visit: Visit, script: Script) -> None:
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
