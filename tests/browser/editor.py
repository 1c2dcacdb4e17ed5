"""Somebody who edits a battle on the page."""

from collections.abc import Callable
from typing import Any

import fireline
from browser.desk import STEPS, Desk
from browser.stopwatch import Stopwatch
from fireline.formats.examples import example_files
from fireline.game.editing import Editing

WHERE = """place => {
  const overlay = document.querySelector('.board .overlay'), svg = document.querySelector('.board .drawing')
  const cell = svg.querySelector(`[data-cell="${CSS.escape(place)}"]`)
  let at
  if (cell) {
    const box = cell.getBBox()
    at = [box.x + box.width / 2, box.y + box.height / 2]
  } else {
    const [left, top, x, y, slant = 0] = svg.getAttribute('data-measure').split(' ').map(Number)
    const [a, b] = place.split(',').map(Number)
    at = [left + a * x + b * slant, top + b * y]
  }
  const point = new DOMPoint(...at).matrixTransform(overlay.getScreenCTM())
  return [point.x, point.y]
}"""
"""Where a place lies on the screen, by the cells of the drawing or by its measure."""
Point = tuple[float, float]


class Editor(Stopwatch):
    """Somebody who edits a battle with nothing but the page; what it takes is counted in clicks and keys."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.palette = self.page.get_by_role("navigation", name="Pieces to place")
        self.panel = self.page.get_by_role("region", name="Edit the battle")
        self.begin()
        self.palette.locator(".pieces .piece").first.wait_for()

    def begin(self) -> None:
        """Come to the editor from the battle that lies there."""
        self.desk.button("Edit").click()

    @property
    def battle(self) -> fireline.Battle:
        steps = [step for step in self.desk.kept()["steps"] if step["standing"] == "applied"]
        return fireline.Battle.read(steps[-1]["after"] if steps else self.desk.kept()["start"], example_files())

    @property
    def data(self) -> dict[str, Any]:
        """Its data in normal form."""
        return dict(self.battle.data())

    def placed(self, id_: str) -> str:
        battle = self.battle
        return battle.places.at(battle.state, id_)

    @property
    def forms(self) -> Editing:
        """What the game says for an editor."""
        editing = self.battle.ruleset.editing
        assert editing is not None
        return editing

    @property
    def ids(self) -> set[str]:
        return {entry["id"] for one in self.forms.lists for entry in self.data.get(one.name, ())}

    def entry(self, id_: str) -> dict[str, Any]:
        entries = (entry for one in self.forms.lists for entry in self.data.get(one.name, ()))
        found: dict[str, Any] = next(entry for entry in entries if entry["id"] == id_)
        return found

    def hold(self, name: str) -> None:
        """Take a piece, a kind of ground or a tool into the hand, which may have it already."""
        self.turn_to(name)
        tool = self.palette.get_by_role("button", name=name, exact=True)
        if tool.get_attribute("aria-pressed") == "false":
            self.click(tool)

    def turn_to(self, title: str) -> None:
        """Where the palette shows one page at a time, as on a phone, look for the one with this piece."""
        groups, more = self.palette.get_by_label("What to place"), self.palette.locator(".more")
        piece = self.palette.get_by_role("button", name=title, exact=True)
        for group in groups.locator("option").all_inner_texts() if groups.count() else ():
            if piece.is_visible():
                break
            groups.select_option(group)
            self.clicks += 2
            pages = int(more.inner_text().strip(")").split("/")[-1]) if more.count() else 1
            for _ in range(pages - 1):
                if not piece.is_visible():
                    more.click()
                    self.clicks += 1

    def side(self, name: str) -> None:
        """Place for a side from now on."""
        known = self.palette.get_by_role("button", name=name, exact=True)
        if known.count():
            self.click(known.first)
        else:
            other = self.palette.get_by_label("Another side")
            other.fill(name)
            other.press("Tab")

    def where(self, place: str) -> Point:
        """Where a place lies on the screen, by the cells of the drawing or by its measure."""
        found: Point = self.page.evaluate(WHERE, place)
        return found

    def point(self, place: str) -> None:
        """Click on a place of the board."""
        self.clicks += 1
        self.page.mouse.click(*self.where(place))

    def step(self, act: Callable[[], object]) -> None:
        """Do something, and wait until it is one more step, known to the page."""
        seen = len([step for step in self.desk.kept()["steps"] if step["standing"] == "applied"])
        act()
        self.page.wait_for_function(f"seen => {STEPS}.filter(s => s.standing === 'applied').length > seen", arg=seen)
        self.page.locator('.desk[aria-busy="false"]').wait_for()

    def press(self, name: str) -> None:
        """Press a button of the panel, as one step."""
        self.step(self.panel.get_by_role("button", name=name, exact=True).click)

    def add(self, piece: str, side: str, place: str) -> str:
        """A piece of the palette placed by typing where; its id."""
        before = self.ids
        self.side(side)
        self.hold(piece)
        self.panel.get_by_label("Place").fill(place)
        self.press("Place it")
        (added,) = self.ids - before
        return added

    def choose(self, id_: str) -> None:
        self.hold("Choose and move")
        self.panel.get_by_label("Piece", exact=True).select_option(id_)
        self.panel.locator(".fields").wait_for()

    def set(self, field: str, value: str) -> None:
        """Write into a field and leave it."""
        box = self.panel.locator(".line", has_text=field).locator("input").first
        box.fill(value)
        box.press("Tab")
