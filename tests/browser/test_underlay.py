"""A picture underneath the board: brought, scaled by two points and a distance, moved, kept with game and table."""

from __future__ import annotations

import json
from base64 import b64encode
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageDraw

from browser.builder import Builder
from browser.desk import STEPS, Visit

if TYPE_CHECKING:
    from playwright.sync_api import FilePayload

pytestmark = pytest.mark.whole("chromium")

ROOT = Path(__file__).parents[2]


def plan() -> FilePayload:
    """A drawn map: a river, a road, and houses."""
    picture = Image.new("RGB", (900, 900), "#dfe8c8")
    pen = ImageDraw.Draw(picture)
    pen.line([(0, 250), (300, 330), (600, 240), (900, 300)], "#7fb2d9", 70)
    pen.line([(430, 0), (470, 450), (420, 900)], "#c9b48a", 40)
    for x, y in ((180, 520), (610, 480), (250, 720), (640, 700)):
        pen.rectangle((x, y, x + 130, y + 100), "#b0685a", "#5b2f27", 5)
    out = BytesIO()
    picture.save(out, "PNG")
    return {"name": "plan.png", "mimeType": "image/png", "buffer": out.getvalue()}


def lay(build: Builder) -> dict[str, float]:
    """Bring the picture, and wait for it underneath the board; answers where it lies."""
    page = build.page
    page.get_by_text("Picture underneath", exact=True).click()
    page.locator('.under input[type="file"]').set_input_files(plan())
    page.locator(".board .underlay image").wait_for()
    return under(build)


def under(build: Builder) -> dict[str, float]:
    kept = build.desk.kept()
    laid = [step["underlay"] for step in kept["steps"] if step["standing"] == "applied" and "underlay" in step]
    found: dict[str, float] = laid[-1] if laid else kept["underlay"]
    return found


def test_two_points_and_a_distance_scale_it_and_two_points_move_it(visit: Visit) -> None:
    build = Builder(visit(), "Blightmeer")
    first = lay(build)
    page = build.page
    page.get_by_role("button", name="Scale", exact=True).click()
    build.point("12,12")
    build.point("22,12")
    page.get_by_label("How far apart").fill("5")
    page.get_by_role("button", name="Scale it", exact=True).click()
    page.wait_for_function(f"was => {STEPS}.findLast(one => one.underlay).underlay.width < was", arg=first["width"])
    half = under(build)
    assert half["width"] == pytest.approx(first["width"] / 2, rel=0.02)
    assert half["x"] == pytest.approx(12 + (first["x"] - 12) / 2, abs=0.2)
    page.get_by_role("button", name="Move", exact=True).click()
    build.point("12,12")
    build.point("15,16")
    page.get_by_text("Now tap where it belongs.").wait_for(state="detached")
    assert under(build)["x"] == pytest.approx(half["x"] + 3, abs=0.2)
    assert under(build)["y"] == pytest.approx(half["y"] + 4, abs=0.2)
    strength = page.get_by_label("Strength")
    for _ in range(4):
        strength.press("ArrowLeft")
    assert under(build)["strength"] == pytest.approx(0.8)
    build.desk.button("Undo").click()
    page.wait_for_function("() => document.querySelector('.board .underlay image').getAttribute('opacity') !== '0.8'")
    build.desk.button("Redo").click()
    page.reload()
    page.locator(".board .underlay image").wait_for()
    build.desk.button("Done").click()
    page.get_by_role("button", name="Invite").click()
    page.get_by_role("region", name="Invite").wait_for()
    page.locator(".board .underlay image").wait_for()


def test_the_picture_of_a_map_lies_where_its_walls_stand(visit: Visit, tmp_path: Path) -> None:
    picture = plan()["buffer"]
    inn = json.loads((ROOT / "examples/maps/inn.dd2vtt").read_text(encoding="utf-8"))
    file = tmp_path / "inn.dd2vtt"
    file.write_text(json.dumps(inn | {"image": b64encode(picture).decode()}), encoding="utf-8")
    desk = visit()
    desk.page.locator('input[type="file"]').set_input_files(file)
    panel = desk.page.locator(".map")
    panel.get_by_role("button", name="Blightmeer, rules of 2026-07").click()
    panel.get_by_role("button", name="Open the battle").click()
    desk.page.locator(".board .underlay image").wait_for()
    kept = desk.kept()
    table = kept["start"]["table"]
    assert (kept["underlay"]["x"], kept["underlay"]["y"]) == (0, table["depth"])
    assert (kept["underlay"]["width"], kept["underlay"]["height"]) == (table["width"], table["depth"])
