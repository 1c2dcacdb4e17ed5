"""Small screens first: the board has the height, comes near to who is chosen, and nothing covers it."""

import json
from collections.abc import Callable

import pytest

from browser.desk import PHONE, Desk, Visit
from browser.table import Table, seated

pytestmark = pytest.mark.whole("chromium")

FINGER = 32


def _aimed(desk: Desk) -> None:
    desk.unit("bow").tap()
    desk.page.locator(".page-badge").first.wait_for()
    desk.unit("warriors").tap()
    desk.ruled()


def test_the_board_has_the_free_height(visit: Visit, address: str) -> None:
    alone = visit(**PHONE).open("Who may fire?")
    table = seated(visit(Table(address, "ancients-ranged-combat").links["top"], **PHONE))
    for desk in (alone, table):
        assert desk.box(".stage")["height"] > 844 / 2
        assert desk.page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
    alone.shoot("bow", "warriors", "blue, red")
    board, strip = alone.box(".board"), alone.box(alone.told())
    assert board["y"] + board["height"] <= strip["y"] + 1, "the result covers nothing of the board"
    assert board["height"] > 844 / 2


def test_a_long_row_of_tokens_is_scrolled_and_makes_the_page_no_wider(visit: Visit) -> None:
    rows = {"bottom": "F", "top": "D"}
    units = [
        {"id": f"{side} {n}", "side": side, "type": "light_bow_infantry", "hex": f"{row}{n}"}
        for side, row in rows.items()
        for n in range(1, 13)
    ]
    desk = visit(**PHONE)
    desk.give(
        "many.json", json.dumps({"fireline": 1, "ruleset": "ancients", "turn": {"side": "bottom"}, "units": units})
    )
    desk.page.locator(".able .token").nth(11).wait_for()
    assert desk.page.evaluate("() => innerWidth") == PHONE["viewport"]["width"]


def test_whose_turn_it_is_is_told_whole_and_no_tour_asks_for_a_shot_that_nobody_has(visit: Visit) -> None:
    desk = visit(**PHONE).open("duel-of-ages")
    desk.button("End the Action step").click()
    whose = desk.page.get_by_role("region", name="Turn").get_by_text("Reaction step of black", exact=True)
    assert whose.evaluate("told => told.scrollWidth <= told.clientWidth")
    assert desk.box(whose)["width"] > desk.box(desk.button("End the Reaction step"))["width"]
    desk.page.get_by_text("Nobody has anything left to shoot at.").first.wait_for()
    assert desk.page.locator(".guide").count() == 0


def test_whoever_is_chosen_is_as_large_as_a_finger_with_the_target_in_sight(visit: Visit) -> None:
    desk = visit(**PHONE).open("Who may fire?")
    before = desk.box('[data-key="unit:bow"]')
    assert min(before["width"], before["height"]) < FINGER
    _aimed(desk)
    stage = desk.box(".board")
    for unit in ("bow", "warriors"):
        box = desk.box(f'[data-key="unit:{unit}"]')
        assert min(box["width"], box["height"]) >= FINGER - 0.5
        assert stage["x"] <= box["x"]
        assert box["x"] + box["width"] <= stage["x"] + stage["width"]
    sheet = desk.box(".side")
    assert sheet["y"] >= stage["y"] + stage["height"] - 1


@pytest.mark.parametrize(
    "size", [(640, 400), (720, 450), (844, 390), (1280, 420)], ids=["200%", "200% wide", "phone across", "low"]
)
def test_low_and_wide_shows_board_and_card_side_by_side(visit: Visit, size: tuple[int, int]) -> None:
    width, height = size
    desk = visit(viewport={"width": width, "height": height}, has_touch=True).open("Who may fire?")
    _aimed(desk)
    board, card = desk.box(".board"), desk.box(".side")
    assert card["x"] >= board["x"] + board["width"] - 1
    assert board["height"] > height / 2
    assert desk.barriers() == []
    desk.lay("flag, blue")
    desk.button("Shoot").click()
    desk.told()
    desk.button("End turn: answer owed").wait_for()
    drawn, tools = desk.box(".board .drawing"), desk.box(".board-tools")
    assert drawn["height"] > height / 2, "what lies round the board leaves it half of the window after a shot as well"
    assert tools["x"] + tools["width"] <= drawn["x"]
    assert desk.page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")


def test_a_finger_that_lands_beside_a_unit_chooses_it(visit: Visit) -> None:
    desk = visit(**PHONE).open("The captain and his guards")
    unit = desk.unit("bowman")
    (x, y), wide = desk.middle(unit), desk.box(unit)["width"]
    assert wide < FINGER / 2, "too small to be hit by a finger"
    desk.page.touchscreen.tap(x + wide, y)
    desk.page.locator('[data-key="unit:bowman"][aria-pressed="true"]').wait_for()


def test_a_finger_carries_only_the_unit_that_waits_for_a_place(visit: Visit) -> None:
    desk = visit(viewport={"width": 1280, "height": 800}, has_touch=True).open("Who may fire?")
    desk.unit("bow").tap()
    _carried(desk, "slingers", "G9")
    _carried(desk, "bow", "G6")
    assert desk.kept()["steps"] == [], "a finger that goes over a unit moves nobody"
    desk.page.get_by_role("region", name="Actions").get_by_role("button", name="Move", exact=True).tap()
    _carried(desk, "bow", "G6")
    desk.page.get_by_text("Light Bow (G6)").first.wait_for()
    assert [step["said"]["command"]["command"] for step in desk.kept()["steps"]] == ["Move"]


def _carried(desk: Desk, unit: str, to: str) -> None:
    """A finger goes from a unit to a hex."""
    (x, y), (far, low) = desk.middle(desk.unit(unit)), desk.middle(f'[data-cell="{to}"]')
    desk.touch("touchStart", (x, y))
    for share in (0.3, 0.7, 1.0):
        desk.touch("touchMove", (x + share * (far - x), y + share * (low - y)))
    desk.touch("touchEnd")


def test_two_fingers_come_nearer_and_keep_the_point_between_them(visit: Visit) -> None:
    desk = visit(**PHONE).open("Who may fire?")
    bow = desk.unit("bow")
    before, (x, y) = desk.box(bow), desk.middle(bow)
    desk.touch("touchStart", (x - 30, y), (x + 30, y))
    for apart in (40, 50, 60, 70):
        desk.touch("touchMove", (x - apart, y), (x + apart, y))
    desk.touch("touchEnd")
    assert desk.box(bow)["width"] > 1.6 * before["width"]
    assert abs(desk.middle(bow)[0] - x) < 25
    assert desk.page.locator(".page-badge").count() == 0, "a pinch chooses nobody"


def _folded(desk: Desk, *, open_: bool) -> None:
    """Wait until the sheet is folded, or open, and lies still."""
    desk.page.locator(f'.grip[aria-expanded="{str(open_).lower()}"]').wait_for()
    desk.page.wait_for_function("() => document.querySelector('.side').getAnimations().length === 0")


def _dragged(desk: Desk, by: float) -> None:
    """A finger on the grip that goes so far down."""
    x, y = desk.middle(".grip")
    desk.touch("touchStart", (x, y))
    for way in (by / 2, by):
        desk.touch("touchMove", (x, y + way))
    desk.touch("touchEnd")


def _folds_by_tap_drag_and_keys(desk: Desk) -> None:
    """The sheet, which is open, folds and opens in each way, and the board has the height meanwhile."""
    page, grip = desk.page, desk.page.locator(".grip")
    low = desk.box(".board")["height"]
    acts: tuple[tuple[Callable[[], object], Callable[[], object]], ...] = (
        (grip.tap, grip.tap),
        (lambda: _dragged(desk, 200), lambda: _dragged(desk, -200)),
        (lambda: grip.press("Enter"), lambda: grip.press("Space")),
    )
    for fold, open_ in acts:
        fold()
        _folded(desk, open_=False)
        assert page.locator(".side-inner").is_hidden()
        assert desk.box(".board")["height"] > 1.2 * low
        open_()
        _folded(desk, open_=True)
        assert page.locator(".side-inner").is_visible()


@pytest.mark.quick
def test_every_sheet_folds_and_who_is_edited_is_as_large_as_a_finger(visit: Visit) -> None:
    desk = visit(**PHONE).open("Who may fire?")
    _aimed(desk)
    _folds_by_tap_drag_and_keys(desk)
    tops = {round(desk.box(button)["y"]) for button in desk.page.locator(".buttons button").all()}
    assert len(tops) == 1, "what can be done stands in one row and hides little of the card"
    last = desk.box(desk.page.locator(".bar-view").get_by_text("Download"))
    assert last["x"] + last["width"] < desk.box(".help-button")["x"], "no button of the bar is cut off"
    desk.button("Threat").tap()
    _folded(desk, open_=False)
    desk.button("Plan").tap()
    desk.page.locator(".grip").tap()
    _folded(desk, open_=True)
    desk.button("Choose somebody else").tap()
    desk.button("Edit").tap()
    desk.page.locator(".palette .piece svg").first.wait_for()
    before = desk.box('[data-key="unit:horse"]')
    desk.unit("horse").tap()
    desk.page.locator(".side .fields").first.wait_for()
    desk.page.wait_for_function(
        """was => document.querySelector('[data-key="unit:horse"]').getBoundingClientRect().width > was""",
        arg=before["width"] + 1,
    )
    _folds_by_tap_drag_and_keys(desk)
    for open_ in (True, False):
        _folded(desk, open_=open_)
        stage, box = desk.box(".board"), desk.box('[data-key="unit:horse"]')
        assert min(box["width"], box["height"]) >= FINGER - 0.5
        assert stage["y"] <= box["y"]
        assert box["y"] + box["height"] <= stage["y"] + stage["height"]
        desk.page.locator(".grip").tap()
    desk.button("Done").tap()
