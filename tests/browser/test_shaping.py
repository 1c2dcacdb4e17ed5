"""What stands already is changed by hand: openings cut into walls, corners dragged, buildings turned and moved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from browser.builder import Builder
from browser.desk import Visit

pytestmark = pytest.mark.whole("chromium")


def terrain(build: Builder, id_: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in build.data["terrain"] if one["id"] == id_)
    return found


def test_a_house_gets_a_window_is_turned_and_moved_and_its_wall_is_drawn_longer(visit: Visit, screens: Path) -> None:
    build = Builder(desk := visit(), "Blightmeer")
    build.unfold("Buildings")
    build.hold("Cottage")
    build.tap("12,12")
    build.unfold("Windows and doors")
    build.hold("Loophole")
    build.tap("10,14.5")
    assert len(terrain(build, "cottage north")["wall"]["windows"]) == 2
    desk.page.screenshot(path=screens / "shaping-openings.png")
    build.hold("Choose and move")
    build.point("12,9.5")
    panel = desk.page.get_by_role("region", name="Edit the battle")
    panel.get_by_role("heading", name="4 pieces").wait_for()
    build.step(panel.get_by_role("button", name="Turn left", exact=True).click)
    assert terrain(build, "cottage south")["wall"]["to"] == [15.545, 10.362]
    build.sweep(["11.5,14.5", "17.5,14.5"])
    assert terrain(build, "cottage north")["wall"]["from"][0] == pytest.approx(8.455 + 6, abs=0.01)
    desk.page.screenshot(path=screens / "shaping-house.png")
    build.hold("Wall")
    build.tap_line(["4,20", "8,20"])
    build.hold("Choose and move")
    build.point("6,20")
    panel.get_by_role("heading", name="wall").wait_for()
    build.sweep(["8,20", "10,21"])
    assert terrain(build, "wall")["wall"]["to"] == [10, 21]
    panel.locator("summary", has_text="Windows").click()
    build.step(lambda: panel.get_by_label("Add one").first.select_option("Window"))
    (window,) = terrain(build, "wall")["wall"]["windows"]
    assert window["along"] == pytest.approx(2.54, abs=0.01)
    panel.locator("summary", has_text="Corners").click()
    desk.page.screenshot(path=screens / "shaping-wall.png")
    assert desk.barriers() == []
    slide_the_window(build, screens)


def slide_the_window(build: Builder, screens: Path) -> None:
    """The window of the wall from 4,20 to 10,21 goes along it: dragged, by keys, by its number; and is taken away."""

    def along() -> float:
        return float(terrain(build, "wall")["wall"]["windows"][0]["along"])

    desk, panel = build.desk, build.page.get_by_role("region", name="Edit the battle")
    build.page.mouse.move(*build.where("7.01,20.5"))
    build.page.mouse.down()
    build.page.mouse.move(*build.where("6,20.3"), steps=4)
    build.page.get_by_text("Window wall 1: 1.5 before it, 3.583 behind it").wait_for()
    build.page.screenshot(path=screens / "shaping-window.png")
    build.step(build.page.mouse.up)
    assert build.page.locator(".ruler").count() == 0
    assert along() == 1.5
    build.step(lambda: build.key("ArrowLeft"))
    assert along() == 1.25
    box = panel.get_by_role("spinbutton", name="Window wall 1 begins at")
    box.fill("2.1")
    build.step(lambda: box.press("Tab"))
    assert along() == 2.1
    desk.button("Undo").click()
    build.page.wait_for_function(
        "() => document.querySelector('[aria-label=\"Window wall 1 begins at\"]').value === '1.25'"
    )
    build.step(lambda: build.key("Delete"))
    assert not terrain(build, "wall")["wall"].get("windows")
