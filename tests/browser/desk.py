"""A visitor of the page, as tests see one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from browser.keeping import unpacked
from fireline.game.registry import ruleset, ruleset_ids

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, ConsoleMessage

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
BLAMED = ("error", "warning")
NARROW, WIDE = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
KEPT = "localStorage.getItem('fireline.game.' + localStorage.getItem('fireline.current'))"
"""The solo game that the browser keeps, as a text."""
STEPS = f"JSON.parse({KEPT}).steps"
PHONE: dict[str, Any] = {"viewport": NARROW, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


class Desk:
    """One browser window on the page, and everything that the browser complained about."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.complaints: list[str] = []
        self._fingers: Any = None
        self.allowed: tuple[str, ...] = ()
        self.page = context.new_page()
        self.page.set_default_timeout(60_000)
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda wrong: self.complaints.append(f"page error: {wrong}"))

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in BLAMED and not any(part in message.text for part in self.allowed):
            self.complaints.append(f"{message.type}: {message.text}")

    def open_example(self, title: str) -> None:
        """Open an example from the start view, and wait for its board."""
        tile = self.page.locator(".tile", has=self.page.get_by_text(title, exact=True))
        tile.wait_for(state="attached")
        if not tile.is_visible():
            self.page.locator("details", has=tile).locator("summary").click()
        tile.click()
        self.page.locator(".thing.unit").first.wait_for()

    def open(self, name: str) -> Desk:
        """Open an example by its title, or a game from its starter by its id, and wait for its board."""
        if name not in ruleset_ids():
            self.open_example(name)
            return self
        self.button(f"Small battle: {ruleset(name).name}").click()
        self.page.locator(".thing.unit").first.wait_for()
        return self

    def unit(self, id_: str) -> Any:
        """A unit on the board."""
        return self.page.locator(f'[data-key="unit:{id_}"]')

    def drag(self, id_: str, right: float, over: str) -> None:
        """Drag a unit to the right, by less than nothing to the left, as soon as this thing may be chosen."""
        mouse, (x, y) = self.page.mouse, self.middle(self.unit(id_))
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + right / 4, y, steps=4)
        self.page.locator(".drag-ghost").wait_for()
        self.page.locator(f'[data-key="{over}"]').wait_for()
        mouse.move(x + right, y, steps=4)
        mouse.up()

    def apart(self, one: str, other: str) -> float:
        """How far a unit is to the right of another, in pixels."""
        return float(self.box(self.unit(one))["x"] - self.box(self.unit(other))["x"])

    def box(self, what: Any) -> Any:
        """Where something lies on the screen: what was found, or the first that a selector finds."""
        found = (self.page.locator(what) if isinstance(what, str) else what).first.bounding_box()
        assert found is not None
        return found

    def middle(self, what: Any) -> tuple[float, float]:
        box = self.box(what)
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        """What so many fingers do, the first of them first: touchStart, touchMove or touchEnd."""
        self._fingers = self._fingers or self.context.new_cdp_session(self.page)
        on = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        self._fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": on})

    def give(self, name: str, content: bytes | str, into: str = 'input[type="file"]') -> None:
        raw = content.encode() if isinstance(content, str) else content
        file: Any = {"name": name, "mimeType": "application/octet-stream", "buffer": raw}
        self.page.locator(into).set_input_files(file)

    def in_list(self, text: str) -> Any:
        """A unit in the list beside the board."""
        return self.page.locator(".rail button.unit", has_text=text).first

    def choose(self, shooter: str) -> None:
        """Choose a shooter on the board, and wait for the chances of its targets."""
        self.unit(shooter).click()
        self.page.locator(".page-badge").first.wait_for()

    def aim(self, shooter: str, target: str) -> Any:
        """Choose a shooter and a target on the board; the shot card, once the engine has answered."""
        self.choose(shooter)
        self.unit(target).click()
        return self.ruled()

    def shoot(self, shooter: str, target: str, faces: str) -> None:
        """A shot with dice of one's own, applied."""
        self.aim(shooter, target)
        self.lay(faces)
        self.button("Shoot").click()
        self.told()

    def lay(self, faces: str) -> None:
        """Dice of one's own for the shot on the card; thrown ones may leave somebody a choice first."""
        self.ruled().get_by_text("Another detail, or dice of your own").click()
        self.page.get_by_label("Faces of your own dice, with commas").fill(faces)

    def told(self) -> Any:
        """The result below the board, once it is there."""
        self.page.locator(".stage .strip p").wait_for()
        return self.page.locator(".stage .strip")

    def card(self) -> Any:
        return self.page.locator("article.card")

    def ruled(self) -> Any:
        """The shot card once the engine has answered."""
        self.page.locator('article.card[aria-busy="false"]').wait_for()
        return self.card()

    def button(self, name: str) -> Any:
        """A button by its exact name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def kept(self) -> dict[str, Any]:
        """The solo game that the browser keeps."""
        return unpacked(json.loads(self.page.evaluate(f"() => {KEPT}")))

    def in_both_colours(self) -> Iterator[str]:
        """The same page in the light and in the dark, as the system of whoever looks at it says."""
        colour: Literal["light", "dark"]
        for colour in ("light", "dark"):
            self.page.emulate_media(color_scheme=colour)
            self.page.locator(f'html[data-theme="{colour}"]').wait_for()
            yield colour

    def barriers(self) -> list[str]:
        """What keeps people out, as axe-core finds it by the rules of WCAG 2.2 AA, once nothing is waited for."""
        self.page.wait_for_function("() => document.querySelector('[aria-busy=true]') === null")
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
        only = {"runOnly": tags, "resultTypes": ["violations"]}  # to tell what is well takes most of the time
        found = self.page.evaluate("only => axe.run(document, only)", only)
        return [f"{one['id']}: {node['html'][:160]}" for one in found["violations"] for node in one["nodes"]]


Visit = Callable[..., Desk]
"""Opens a page for a visitor with wishes."""
