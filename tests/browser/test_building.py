"""Battles built from an empty board by mouse, with ready pieces too, and played; by touch and by keyboard as well."""

from collections.abc import Callable

import pytest

from browser.builder import Builder
from browser.desk import Visit

pytestmark = pytest.mark.whole("chromium")


def ancients(build: Builder) -> None:
    build.hold("Forest")
    build.sweep(["D3", "D4", "D5"])
    build.hold("Rampart")
    first, second = build.where("E5"), build.where("E6")
    build.step(lambda: build.page.mouse.click(first[0] * 0.55 + second[0] * 0.45, first[1]))
    build.side("bottom")
    build.hold("Light Bow")
    build.sweep(["F4", "F5", "F6"])
    build.side("top")
    build.hold("Heavy Infantry")
    build.tap("C5")
    build.tap("C7")
    data = build.data
    assert set(data["board"]["terrain"]) == {"D3", "D4", "D5"}
    assert data["board"]["ramparts"] == {"E5": ["E"]}
    assert sorted(unit["hex"] for unit in data["units"]) == ["C5", "C7", "F4", "F5", "F6"]


def blightmeer(build: Builder) -> None:
    build.hold("Wall, a window in it")
    build.tap_line(["6,12", "14,12"])
    build.hold("Crate")
    build.sweep(["20,14", "22,16"])
    build.hold("Block")
    for corner in ("26,6", "30,6", "30,10"):
        build.point(corner)
    build.step(lambda: build.point("26,6"))
    build.side("red")
    build.hold("Fighter, Bow")
    build.tap("18,4")
    build.side("blue")
    build.hold("Brute")
    build.tap("18,20")
    data = build.data
    assert [next(key for key in one if key != "id") for one in data["terrain"]] == ["wall", "box", "prism"]
    assert data["terrain"][0]["wall"]["from"] == [6, 12]
    assert data["terrain"][1]["box"]["size"][:2] == [2, 2]
    assert {unit["side"] for unit in data["units"]} == {"red", "blue"}


def duel(build: Builder) -> None:
    build.hold("Woods")
    build.sweep(["2,2", "3,2"])
    build.hold("Wall")
    build.tap_line(["1,3.5", "3,3.5"])
    build.hold("Archway")
    a, b = build.where("4,2"), build.where("5,2")
    build.step(lambda: build.page.mouse.click((a[0] * 0.55 + b[0] * 0.45), a[1]))
    build.side("white")
    build.hold("Hero, Rifle")
    build.tap("0,3")
    build.side("black")
    build.hold("Hero, Bow")
    build.tap("4,3")
    data = build.data
    assert data["board"]["spaces"]["2,2"] == "woods"
    assert len(data["board"]["walls"]) == 1
    assert data["board"]["archways"] == [["4,2", "5,2"]]
    assert {hero["space"] for hero in data["heroes"]} == {"0,3", "4,3"}


def horizons(build: Builder) -> None:
    build.side("red")
    build.hold("Shooter, MP5")
    build.tap("10,10")
    build.side("blue")
    build.hold("Person")
    build.tap("40,30")
    assert sorted(unit["at"] for unit in build.data["units"]) == [[10, 10], [40, 30]]


def regatta(build: Builder) -> None:
    build.side("blue")
    build.hold("Brig")
    build.tap("4")
    assert sorted(boat["berth"] for boat in build.data["boats"]) == [1, 4]


GAMES = [
    ("Commands & Colors: Ancients", ancients),
    ("Blightmeer", blightmeer),
    ("Duel of Ages II", duel),
    ("Endless Horizons", horizons),
    ("Regatta", regatta),
]
SHOWN = """() => [...document.querySelectorAll(".palette use")]
    .map((one) => document.querySelector(one.getAttribute("href")))
    .map((one) => ["[data-unit]", "[data-cell], [data-terrain]"].map((what) => one.querySelector(what) !== null))"""
"""Of each picture in the palette, whether units and whether places or terrain are in what it is cut out of."""


@pytest.mark.quick
@pytest.mark.parametrize(("name", "builds"), GAMES, ids=[name for name, _ in GAMES])
def test_a_battle_is_built_by_mouse_and_a_shot_is_ruled(
    visit: Visit, name: str, builds: Callable[[Builder], None]
) -> None:
    desk = visit(complaints=("422",))
    build = Builder(desk, name)
    builds(build)
    desk.page.locator(".palette use").first.wait_for(state="attached")
    shown = desk.page.evaluate(SHOWN)
    assert [True, False] in shown
    assert [True, True] not in shown, "a unit is shown without the board under it"
    assert desk.barriers() == []
    print(f"{name}, built by mouse: {build.counted()}")
    desk.button("Done").click()
    shooter = build.battle.ruleset.shooters(build.battle.state)[0]
    desk.unit(shooter).click()
    desk.page.locator(".target-line").first.click()
    desk.ruled()


def test_pieces_are_dragged_with_a_ruler_chosen_together_copied_and_taken_back(visit: Visit) -> None:
    build = Builder(desk := visit(), "Commands & Colors: Ancients")
    build.side("bottom")
    build.hold("Light Bow")
    build.sweep(["F4", "F5"])
    build.side("top")
    build.hold("Heavy Infantry")
    build.tap("C5")
    build.hold("Choose and move")
    page = desk.page
    page.mouse.move(*build.where("F4"))
    page.mouse.down()
    page.mouse.move(*build.where("E4"), steps=5)
    ruler = page.locator(".ruler", has_text="line clear")
    ruler.wait_for()
    assert "1 hex from F4" in ruler.inner_text()
    build.step(page.mouse.up)
    assert build.placed("bottom-light-bow") == "E4"

    page.mouse.move(build.where("E4")[0] - 60, build.where("E4")[1] - 50)
    page.mouse.down()
    page.mouse.move(build.where("F5")[0] + 40, build.where("F5")[1] + 45, steps=4)
    page.mouse.up()
    page.get_by_role("heading", name="2 pieces").wait_for()
    build.key("Control+c")
    page.mouse.move(*build.where("G9"))
    build.step(lambda: build.key("Control+v"))
    hexes = {unit["hex"] for unit in build.data["units"]}
    assert hexes == {"E4", "F5", "G9", "H10", "C5"}, "as far apart, on a row that is not indented too"
    build.step(lambda: build.key("Delete"))
    assert len(build.data["units"]) == 3
    desk.page.keyboard.press("Control+z")
    page.wait_for_function("() => document.querySelectorAll('.thing.unit').length === 5")
    for keys, left in (("Control+y", 3), ("Control+z", 5), ("Control+Shift+z", 3)):
        desk.page.keyboard.press(keys)
        page.wait_for_function(f"() => document.querySelectorAll('.thing.unit').length === {left}")
    assert {unit["hex"] for unit in build.data["units"]} == {"E4", "F5", "C5"}


def test_a_battle_is_built_by_keys_alone(visit: Visit) -> None:
    build = Builder(desk := visit(), "Commands & Colors: Ancients")
    page = desk.page
    piece = build.palette.get_by_role("button", name="Auxilia", exact=True)
    piece.focus()
    build.key("Enter")
    page.locator('.board .thing[tabindex="0"]').focus()
    build.key("ArrowRight")
    build.step(lambda: build.key("Enter"))
    print(f"{build.name}, a unit built by keys: {build.counted()}")
    (unit,) = build.data["units"]
    on = page.locator(f'[data-key="unit:{unit["id"]}"]:focus')
    on.wait_for()  # the place is taken: the keys are on who stands there
    page.keyboard.press("Escape")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    on.wait_for()  # Escape brings it back, and the keys with it
    assert build.data["units"][0]["hex"] == unit["hex"]
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    build.step(lambda: page.keyboard.press("Enter"))
    moved = build.data["units"][0]["hex"]
    assert (moved[0], int(moved[1:])) == (unit["hex"][0], int(unit["hex"][1:]) + 1)
    on.wait_for()
    build.step(lambda: page.keyboard.press("Delete"))
    assert build.data["units"] == []


def test_a_battle_is_built_by_touch(visit: Visit) -> None:
    desk = visit(viewport={"width": 390, "height": 844}, has_touch=True)
    build = Builder(desk, "Commands & Colors: Ancients")
    touch = desk.touch

    def swept(*places: str) -> None:
        first, *others = map(build.where, places)
        touch("touchStart", first)
        for x, y in others:
            touch("touchMove", ((first[0] + x) / 2, (first[1] + y) / 2))
            touch("touchMove", (x, y))
        touch("touchEnd")

    build.turn_to("Forest")
    build.palette.get_by_role("button", name="Forest", exact=True).tap()
    build.step(lambda: swept("D3", "D6"))
    assert set(build.data["board"]["terrain"]) == {"D3", "D4", "D5", "D6"}
    start, end = build.where("G3"), build.where("G6")
    touch("touchStart", start)
    touch("touchMove", end)
    touch("touchStart", end, (end[0] + 40, end[1]))
    touch("touchEnd")
    assert set(build.data["board"]["terrain"]) == {"D3", "D4", "D5", "D6"}, "a second finger drops the stroke"
    desk.button("Whole board").click(force=True)
    build.turn_to("Warriors")
    build.palette.get_by_role("button", name="Warriors", exact=True).tap()
    build.step(lambda: desk.page.touchscreen.tap(*build.where("C5")))
    build.palette.get_by_role("button", name="Choose and move", exact=True).tap()
    desk.page.touchscreen.tap(*build.where("C5"))
    desk.page.get_by_role("heading", name="Warriors (C5)").wait_for()
    build.step(lambda: desk.page.touchscreen.tap(*build.where("B4")))
    assert [unit["hex"] for unit in build.data["units"]] == ["B4"]
    build.step(lambda: swept("B4", "B6"))
    assert [unit["hex"] for unit in build.data["units"]] == ["B6"]
    assert desk.barriers() == []


def test_the_text_follows_the_board_and_the_board_the_text(visit: Visit) -> None:
    build = Builder(desk := visit(complaints=("422", "inline style")), "Commands & Colors: Ancients")
    desk.button("As text").click()
    text = desk.page.locator(".cm-content")
    text.wait_for()
    build.side("bottom")
    build.hold("Light Bow")
    build.tap("F5")
    desk.page.locator(".cm-line", has_text="light_bow_infantry").first.wait_for()
    assert desk.barriers() == []
    text.click()
    desk.page.keyboard.press("Control+a")
    # What a browser puts in place of a selection it wraps in a style of its own, which the policy stops.
    unit = "{id: x, side: top, type: warrior, hex: C5}"
    lines = f"fireline: 1 # mine\nruleset: ancients\nturn: {{side: bottom}}\nunits:\n- {unit}"
    build.step(lambda: desk.page.keyboard.insert_text(lines))
    desk.unit("x").wait_for()
    build.tap("F5")
    desk.page.locator(".cm-line", has_text="light_bow_infantry").first.wait_for()
    desk.page.locator(".cm-line", has_text="fireline: 1 # mine").wait_for()
    text.click()
    desk.page.keyboard.press("Control+End")
    desk.page.keyboard.insert_text("\nunits: nothing")
    desk.page.get_by_role("alert").first.wait_for()
    assert len(build.data["units"]) == 2
