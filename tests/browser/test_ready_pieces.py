"""Ready pieces: folded away under their headings, drawn as they will stand, put down whole by one tap."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from browser.builder import Builder
from browser.desk import Desk

pytestmark = pytest.mark.whole("chromium")

Visit = Callable[..., Desk]
NARROW, WIDE = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
HEADINGS = {
    "Commands & Colors: Ancients": ("Rome", "Stretches of land"),
    "Blightmeer": ("Characters", "Buildings"),
    "Duel of Ages II": ("Heroes by trade", "Stretches of map"),
    "Endless Horizons": ("People behind cover", "Vehicles and drones"),
}


def test_a_cottage_is_put_down_by_one_tap_and_taken_away_by_another(visit: Visit) -> None:
    build = Builder(visit(), "Blightmeer")
    build.unfold("Buildings")
    build.hold("Cottage")
    build.tap("12,12")
    assert [one["id"] for one in build.data["terrain"]] == [
        f"cottage {side}" for side in ("south", "north", "west", "east")
    ]
    build.tap("24,12")
    assert len(build.data["terrain"]) == 8
    build.tap("12,12")
    assert [one["id"].rpartition(" ")[0] for one in build.data["terrain"]] == ["cottage 2"] * 4


def test_an_army_stands_under_its_names_on_land_laid_in_one_stroke(visit: Visit) -> None:
    build = Builder(visit(), "Commands & Colors: Ancients")
    build.unfold("Stretches of land")
    build.hold("Wood")
    build.tap("D4")
    assert set(build.data["board"]["terrain"]) == {"D4", "D5", "E5"}
    build.unfold("Rome")
    build.hold("Triarii")
    build.tap("H6")
    (unit,) = build.data["units"]
    assert (unit["name"], unit["type"], unit["hex"]) == ("Triarii", "heavy_infantry", "H6")


@pytest.mark.parametrize("game", HEADINGS)
@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_the_palettes_as_people_see_them(game: str, size: dict[str, int], visit: Visit, screens: Path) -> None:
    build = Builder(visit(viewport=size), game)
    for heading in HEADINGS[game]:
        build.unfold(heading)
    build.palette.locator(".pieces").last.scroll_into_view_if_needed()
    for colours in build.desk.in_both_colours():
        picture = f"palette-{game.split(maxsplit=1)[0].lower()}-{size['width']}-{colours}.png"
        build.page.screenshot(path=screens / picture)
        assert build.desk.barriers() == [], colours
