"""What stands already is changed by hand: openings cut into walls, corners dragged, buildings turned and moved."""

from typing import Any

import pytest

from browser.builder import Builder
from browser.desk import Visit

pytestmark = pytest.mark.whole("chromium")


def terrain(build: Builder, id_: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in build.data["terrain"] if one["id"] == id_)
    return found


def test_a_house_gets_a_window_is_turned_and_moved_and_its_wall_is_drawn_longer(visit: Visit) -> None:
    build = Builder(desk := visit(), "Blightmeer")
    build.unfold("Buildings")
    build.hold("Cottage")
    build.tap("12,12")
    build.unfold("Windows and doors")
    build.hold("Loophole")
    build.tap("10,14.5")
    assert len(terrain(build, "cottage north")["wall"]["windows"]) == 2
    build.hold("Choose and move")
    build.point("12,9.5")
    panel = desk.page.get_by_role("region", name="Edit the battle")
    panel.get_by_role("heading", name="4 pieces").wait_for()
    build.step(panel.get_by_role("button", name="Turn left", exact=True).click)
    assert terrain(build, "cottage south")["wall"]["to"] == [15.545, 10.362]
    build.sweep(["11.5,14.5", "17.5,14.5"])
    assert terrain(build, "cottage north")["wall"]["from"][0] == pytest.approx(8.455 + 6, abs=0.01)
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
    part = panel.get_by_role("group", name="Its parts").get_by_role("button")
    part.click()
    build.step(lambda: part.press("ArrowRight"))
    (window,) = terrain(build, "wall")["wall"]["windows"]
    assert window["along"] > 2.6, "a part is chosen and slid by keys alone"
    panel.locator("summary", has_text="Corners").click()
    assert desk.barriers() == []
