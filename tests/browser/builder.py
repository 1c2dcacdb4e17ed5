"""Somebody who builds a battle from an empty board, and counts what it takes: clicks, keys, seconds."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import fireline
from browser.desk import Desk
from browser.editor import STEPS, WHERE
from browser.paging import turn_to
from fireline.formats.examples import example_files

Point = tuple[float, float]


class Builder:
    """A battle of one game in the editor, built by mouse; every act waits until it is a step."""

    def __init__(self, desk: Desk, name: str = "") -> None:
        """Begin a new battle of a game; without a name, go on with one that has just been begun."""
        self.desk, self.page = desk, desk.page
        self.clicks = self.keys = 0
        self.began = time.monotonic()
        if name:
            self.press(self.page.get_by_role("button", name=f"New battle: {name}", exact=True))
        self.palette = self.page.get_by_role("navigation", name="Pieces to place")
        self.palette.locator(".pieces .piece").first.wait_for()
        self.page.locator(".board.editing").wait_for()
        self.page.locator(".board .drawing").wait_for()

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.monotonic() - self.began

    @property
    def battle(self) -> fireline.Battle:
        """The battle as it stands."""
        kept = self.desk.kept()
        steps = [step for step in kept["steps"] if step["standing"] == "applied"]
        return fireline.Battle.read(steps[-1]["after"] if steps else kept["start"], example_files())

    @property
    def data(self) -> dict[str, Any]:
        """Its data in normal form."""
        return dict(self.battle.data())

    def press(self, what: Any) -> None:
        """Click on something, which counts."""
        self.clicks += 1
        what.click()

    def hold(self, title: str) -> None:
        """Take something from the palette."""
        self.turn_to(title)
        self.press(self.palette.get_by_role("button", name=title, exact=True))

    def turn_to(self, title: str) -> None:
        """Where the palette shows one page at a time, look for the one with this piece."""
        self.clicks += turn_to(self.palette, title)

    def unfold(self, heading: str) -> None:
        """Open a heading of the palette, and wait for the pictures of what is under it."""
        if (groups := self.palette.get_by_label("What to place")).count():
            groups.select_option(heading)
            group = self.palette.get_by_role("group", name=heading, exact=True)
        else:
            group = self.palette.locator("details", has=self.page.get_by_text(heading, exact=True))
            group.locator("summary").click()
        group.locator(".piece svg").first.wait_for()

    def side(self, name: str) -> None:
        """Build for a side from now on."""
        self.press(self.palette.get_by_role("button", name=name, exact=True).first)

    def where(self, place: str) -> Point:
        """Where a place lies on the screen, by the cells of the drawing or by its measure."""
        found: Point = self.page.evaluate(WHERE, place)
        return found

    def step(self, act: Callable[[], object]) -> None:
        """Do something, and wait until it is one step more."""
        seen = len([step for step in self.desk.kept()["steps"] if step["standing"] == "applied"])
        act()
        self.page.wait_for_function(f"seen => {STEPS}.filter(s => s.standing === 'applied').length > seen", arg=seen)
        self.page.locator('.desk[aria-busy="false"]').wait_for()

    def tap(self, place: str) -> None:
        """Click on a place, as one step."""
        self.step(lambda: self.point(place))

    def point(self, place: str) -> None:
        """Click on a place."""
        self.clicks += 1
        self.page.mouse.click(*self.where(place))

    def tap_line(self, places: Sequence[str]) -> None:
        """Click from point to point, as one step, and end the line."""

        def points() -> None:
            for place in places:
                self.point(place)

        self.step(points)
        self.key("Escape")

    def sweep(self, places: Sequence[str]) -> None:
        """Press at the first place, go over the others, let go at the last; as one step."""
        self.step(lambda: self.drag(places))

    def drag(self, places: Sequence[str]) -> None:
        """Press at the first place, go over the others, let go at the last."""
        self.clicks += 1
        first, *others = map(self.where, places)
        self.page.mouse.move(*first)
        self.page.mouse.down()
        for point in others:
            self.page.mouse.move(*point, steps=6)
        self.page.mouse.up()

    def key(self, keys: str) -> None:
        """Press a key."""
        self.keys += 1
        self.page.keyboard.press(keys)

    def counted(self) -> dict[str, float]:
        """What it took."""
        return {"clicks": self.clicks, "keys": self.keys, "seconds": round(self.seconds, 1)}
