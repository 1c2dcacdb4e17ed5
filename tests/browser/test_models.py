"""Your own 3D model on the page: brought, looked at in three dimensions, told how it stands, put on a unit."""

import pytest

from battles import EXAMPLES
from browser.desk import KEPT, Visit
from browser.editor import Editor

pytestmark = pytest.mark.whole("chromium")


def test_a_model_is_told_how_it_stands_and_put_in_its_place(visit: Visit) -> None:
    desk = visit(complaints=("GPU stall",)).open("The well")
    Editor(desk)
    desk.page.get_by_label("Piece", exact=True).select_option("wren")
    desk.page.get_by_text("Your own 3D model", exact=True).click()
    panel = desk.page.get_by_role("region", name="Your own 3D model")
    panel.locator('input[type="file"]').set_input_files(EXAMPLES / "scout.stl")
    panel.locator('canvas[data-ready="yes"]').wait_for()
    assert desk.barriers() == []
    panel.get_by_label("Base up to, mm").fill("2")
    panel.get_by_label("Base up to, mm").press("Tab")
    panel.get_by_label("Looks along").select_option("y")
    panel.get_by_label("Height, mm").fill("40")
    panel.get_by_role("button", name="Use it for this piece").click()
    desk.page.wait_for_function(f"() => {KEPT}.includes('.stl')")
    model = desk.kept()["steps"][-1]["after"]["units"][0]["model"]
    assert model["file"].endswith(".stl")
    assert model["front"] == "y"
    assert model["base"] == {"height": 2.0}
    assert model["scale"] > 0
