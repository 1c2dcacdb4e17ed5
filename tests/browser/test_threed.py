"""A table in three dimensions: drawn, turned by hand and keys, at rest when nobody turns it; and without WebGL."""

import io
from typing import Any

import pytest
from PIL import Image

from browser.desk import Desk, Visit
from browser.table import Table, seated

pytestmark = pytest.mark.whole("chromium")

PERFORMANCE = ("GPU stall due to ReadPixels", "Automatic fallback to software WebGL")
"""What the browser says of drawing without a graphics card."""

FRAMES = """() => new Promise(done => {
  let count = 0; const ask = window.requestAnimationFrame;
  window.requestAnimationFrame = then => { count += 1; return ask(then); };
  setTimeout(() => { window.requestAnimationFrame = ask; done(count); }, 500);
})"""
"""How many frames are asked for in half a second."""


@pytest.fixture
def village(visit: Visit, address: str) -> Desk:
    return seated(visit(Table(address, "blightmeer-village").links["red"], complaints=PERFORMANCE))


def opened(desk: Desk) -> Any:
    """The view in three dimensions, drawn."""
    desk.button("3D").click()
    desk.page.locator('canvas[data-ready="yes"]').wait_for()
    desk.page.wait_for_function("() => [...document.querySelectorAll('.name')].some(one => one.style.transform)")
    return desk.page.locator(".turntable")


def colours(desk: Desk) -> int:
    """How many colours the picture has."""
    found = Image.open(io.BytesIO(desk.page.locator("canvas").screenshot())).convert("RGB").getcolors(1 << 22)
    return len(found or [])


def placed(desk: Desk) -> str:
    """Where the names stand: another look has them elsewhere."""
    text: str = desk.page.locator(".name").evaluate_all("all => all.map(one => one.style.transform).join()")
    return text


def test_the_table_is_drawn_with_the_shot_and_the_eye(village: Desk) -> None:
    village.aim("lookout", "brute")
    opened(village)
    assert colours(village) > 200
    assert sorted(village.page.locator(".name.chosen").all_inner_texts()) == ["brute", "lookout"]
    assert "solid where some of the part is seen" in village.page.locator("figcaption").inner_text()
    assert village.barriers() == []
    village.page.get_by_text("From the shooter's eye").click()
    village.page.locator(".card .drawn svg").wait_for(timeout=30_000)


def test_it_is_turned_by_keys_and_by_hand_and_rests_otherwise(village: Desk) -> None:
    table = opened(village)
    assert any(village.page.evaluate(FRAMES) == 0 for _ in range(60)), "it comes to rest once it has been drawn"
    looks = [placed(village)]
    table.focus()
    for key in ("ArrowLeft", "ArrowUp", "+", "Shift+ArrowRight", "t", "Home"):
        village.page.keyboard.press(key)
        village.page.wait_for_function(
            "was => [...document.querySelectorAll('.name')].map(one => one.style.transform).join() !== was",
            arg=looks[-1],
        )
        looks.append(placed(village))
    assert len(set(looks)) == len(looks) - 1  # Home is the look it began with
    box = table.bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    village.page.mouse.move(*middle)
    village.page.mouse.down()
    village.page.mouse.move(middle[0] + 120, middle[1] + 10, steps=4)
    village.page.mouse.up()
    village.page.wait_for_function(
        "was => [...document.querySelectorAll('.name')].map(one => one.style.transform).join() !== was", arg=looks[-1]
    )
    village.button("Plan").click()
    village.page.locator("canvas").wait_for(state="detached")
    village.unit("lookout").wait_for()


def test_without_webgl_a_sentence_and_the_plan_are_there(visit: Visit, address: str) -> None:
    desk = visit("/", complaints=("WebGL", "THREE"))
    desk.page.add_init_script("HTMLCanvasElement.prototype.getContext = () => null")
    desk.page.goto(Table(address, "blightmeer-village").links["red"])
    seated(desk)
    desk.button("3D").click()
    desk.page.get_by_text("This browser shows no three dimensions").wait_for()
    desk.button("Plan").click()
    desk.unit("lookout").wait_for()
