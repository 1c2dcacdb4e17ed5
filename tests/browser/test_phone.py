"""Small screens first: the board has the height, comes near to who is chosen, and nothing covers it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from browser.desk import Desk
from browser.table import Table, seated

Visit = Callable[..., Desk]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
FINGER = 32


def _box(desk: Desk, selector: str) -> dict[str, float]:
    found: dict[str, float] | None = desk.page.locator(selector).first.bounding_box()  # type: ignore[assignment]
    assert found is not None
    return found


def _aimed(desk: Desk) -> None:
    desk.unit("bow").tap()
    desk.page.locator(".page-badge").first.wait_for()
    desk.unit("warriors").tap()
    desk.ruled()


def test_the_board_has_the_free_height(visit: Visit, address: str) -> None:
    alone = visit(**PHONE)
    alone.open_example("Who may fire?")
    table = seated(visit(Table(address, "ancients-ranged-combat").links["top"], **PHONE))
    for desk in (alone, table):
        assert _box(desk, ".stage")["height"] > 844 / 2
        assert desk.page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")


def test_whoever_is_chosen_is_as_large_as_a_finger_with_the_target_in_sight(visit: Visit) -> None:
    desk = visit(**PHONE)
    desk.open_example("Who may fire?")
    before = _box(desk, '[data-key="unit:bow"]')
    assert min(before["width"], before["height"]) < FINGER
    _aimed(desk)
    stage = _box(desk, ".board")
    for unit in ("bow", "warriors"):
        box = _box(desk, f'[data-key="unit:{unit}"]')
        assert min(box["width"], box["height"]) >= FINGER - 0.5
        assert stage["x"] <= box["x"]
        assert box["x"] + box["width"] <= stage["x"] + stage["width"]
    sheet = _box(desk, ".side")
    assert sheet["y"] >= stage["y"] + stage["height"] - 1


@pytest.mark.parametrize("size", [(640, 400), (720, 450), (844, 390)], ids=["200%", "200% wide", "phone across"])
def test_low_and_wide_shows_board_and_card_side_by_side(visit: Visit, size: tuple[int, int]) -> None:
    width, height = size
    desk = visit(viewport={"width": width, "height": height}, has_touch=True)
    desk.open_example("Who may fire?")
    _aimed(desk)
    board, card = _box(desk, ".board"), _box(desk, ".side")
    assert card["x"] >= board["x"] + board["width"] - 1
    assert board["height"] > height / 2
    assert desk.barriers() == []


def test_two_fingers_come_nearer_and_keep_the_point_between_them(visit: Visit) -> None:
    desk = visit(**PHONE)
    desk.open_example("Who may fire?")
    before = _box(desk, '[data-key="unit:bow"]')
    x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    touch = desk.context.new_cdp_session(desk.page)

    def fingers(kind: str, apart: float) -> None:
        points: list[dict[str, Any]] = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [] if kind == "touchEnd" else points})

    fingers("touchStart", 30)
    for apart in (40, 50, 60, 70):
        fingers("touchMove", apart)
    fingers("touchEnd", 0)
    after = _box(desk, '[data-key="unit:bow"]')
    assert after["width"] > 1.6 * before["width"]
    assert abs(after["x"] + after["width"] / 2 - x) < 25
    assert desk.page.locator(".page-badge").count() == 0, "a pinch chooses nobody"
