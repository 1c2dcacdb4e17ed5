"""Somebody who builds a battle from an empty board."""

from collections.abc import Sequence

from browser.desk import Desk
from browser.editor import Editor


class Builder(Editor):
    """A battle of one game in the editor, built by mouse; every act waits until it is a step."""

    def __init__(self, desk: Desk, name: str = "") -> None:
        """Begin a new battle of a game; without a name, go on with one that has just been begun."""
        self.name = name
        super().__init__(desk)
        self.page.locator(".board.editing").wait_for()
        self.page.locator(".board .drawing").wait_for()

    def begin(self) -> None:
        if self.name:
            self.click(self.page.get_by_role("button", name=f"New battle: {self.name}", exact=True))

    def unfold(self, heading: str) -> None:
        """Open a heading of the palette, and wait for the pictures of what is under it."""
        if (groups := self.palette.get_by_label("What to place")).count():
            groups.select_option(heading)
            group = self.palette.get_by_role("group", name=heading, exact=True)
        else:
            group = self.palette.locator("details", has=self.page.get_by_text(heading, exact=True))
            group.locator("summary").click()
        group.locator(".piece svg").first.wait_for()

    def tap(self, place: str) -> None:
        """Click on a place, as one step."""
        self.step(lambda: self.point(place))

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
