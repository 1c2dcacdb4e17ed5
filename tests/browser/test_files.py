"""Files and battles to begin with: battle files and maps opened, bad ones told in one line, set-ups chosen by game."""

import json
from pathlib import Path

import pytest

import fireline
from browser.desk import NARROW, WIDE, Desk, Visit
from browser.stopwatch import Stopwatch
from fireline.game.errors import BattleFileError

pytestmark = pytest.mark.whole("chromium")

MAPS = Path("examples/maps")
DROP = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  document.querySelector('.drop').dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true}));
}"""


@pytest.mark.parametrize(
    ("name", "content"),
    [("bad.yaml", b"fireline: 1\nruleset: ancient\nunits: []"), ("<img src=x onerror=alert(1)>.yaml", b"units: 1")],
)
def test_a_bad_file_says_what_the_command_line_says(visit: Visit, tmp_path: Path, name: str, content: bytes) -> None:
    file = tmp_path / (name if "/" not in name and "<" not in name else "x.yaml")
    file.write_bytes(content)
    with pytest.raises(BattleFileError) as wrong:
        fireline.load(file)
    desk = visit(complaints=("422",))
    desk.give(name, content)
    said = desk.page.locator(".start .wrong")
    said.wait_for()
    assert wrong.value.problem in said.inner_text()
    assert "\n" not in said.inner_text()
    assert desk.page.url.endswith("/")


def test_a_yaml_file_keeps_its_comments_in_the_editor_and_json_becomes_yaml(visit: Visit) -> None:
    unit = "{id: x, side: top, type: warrior, hex: C5}"
    yaml = f"fireline: 1 # mine\nruleset: ancients\nturn: {{side: top}}\nunits:\n- {unit}\n"
    for name, content, first in (
        ("camp.yaml", yaml, "fireline: 1 # mine"),
        ("camp.json", json.dumps(fireline.loads(yaml).data()), "fireline: 1"),
    ):
        desk = visit(complaints=("inline style",))
        desk.give(name, content)
        desk.unit("x").wait_for()
        desk.button("Edit").click()
        desk.button("As text").click()
        line = desk.page.locator(".cm-line").first
        line.filter(has_text="fireline").wait_for()  # the text comes after its place
        assert line.inner_text() == first


def test_what_is_no_text_or_too_large_never_leaves_the_browser(visit: Visit) -> None:
    desk = visit()
    desk.give("noise.yaml", b"\xff\xfe\x00")
    said = desk.page.locator(".start .wrong")
    said.wait_for()
    assert said.inner_text() == "noise.yaml: is no text file, so it is no battle, no log and no map"
    desk.give("large.yaml", b"#" * (1024 * 1024 + 1))
    desk.page.wait_for_function("() => document.querySelector('.start .wrong').textContent.includes('large')")
    assert said.inner_text() == "large.yaml has 1.1 MiB; at most 1 MiB can be read."


def test_a_browser_that_keeps_nothing_and_a_view_that_cannot_be_loaded_say_so(visit: Visit) -> None:
    desk = visit()
    desk.page.add_init_script("Storage.prototype.setItem = () => { throw new Error('the disk is full') }")
    desk.page.reload()
    desk.page.locator(".tile", has_text="Who may fire?").first.click()
    desk.page.get_by_text("This browser does not keep the game: the disk is full").first.wait_for()
    other = visit(complaints=("Failed to load resource",))
    other.page.route("**/assets/RulesPage*", lambda route: route.abort())
    other.page.goto("/rules/ancients")
    other.page.get_by_role("alert").filter(has_text="could not be loaded").wait_for()
    other.page.unroute("**/assets/RulesPage*")
    other.button("Load it again").click()
    other.page.get_by_role("heading", level=1).filter(has_text="Ancients").wait_for()
    other.page.goto("/")
    other.open("Who may fire?")
    other.page.route("**/assets/*", lambda route: route.fulfill(status=404))  # a newer page was built meanwhile
    for asks, told in (("Threat", ".views"), ("Edit", ".stage-note")):
        other.button(asks).click()
        other.page.locator(told, has_text="could not be loaded").get_by_text("load the page again").wait_for()
    other.page.unroute("**/assets/*")
    other.page.reload()
    other.unit("bow").wait_for()


def drop_map(desk: Desk, name: str) -> None:
    desk.page.locator(".drop").wait_for()
    desk.page.evaluate(DROP, [name, (MAPS / name).read_text(encoding="utf-8")])
    desk.page.locator(".map").wait_for()


@pytest.mark.parametrize(
    ("name", "game"), [("inn.dd2vtt", "Duel of Ages II"), ("ford.board", "Commands & Colors: Ancients")]
)
def test_a_map_is_imported_in_three_presses(visit: Visit, name: str, game: str) -> None:
    importing = Stopwatch(desk := visit())
    drop_map(desk, name)
    importing.clicks += 1  # the drop
    panel = desk.page.locator(".map")
    for button in (game, "Open the battle"):
        importing.click(panel.get_by_role("button", name=button))
    desk.page.locator(".board.editing .drawing").wait_for()
    print(f"{game}, {name} imported: {importing.counted()}")
    assert fireline.Battle.read(desk.kept()["start"]).ruleset.name == game


def test_a_map_dropped_on_the_page_opens_as_a_battle(visit: Visit) -> None:
    desk = visit()
    drop_map(desk, "inn.dd2vtt")
    panel = desk.page.locator(".map")
    panel.get_by_role("button", name="Blightmeer, rules of 2026-07").click()
    closed = panel.get_by_label("What is a portal of which the file says that it is not closed?")
    closed.wait_for()
    assert closed.input_value() == "gap"
    closed.select_option("plain")
    panel.get_by_role("button", name="Open the battle").click()
    desk.page.locator(".thing.unit").first.wait_for()
    kept = json.loads(desk.page.evaluate("() => localStorage.getItem('fireline.map-answers')"))
    assert [*kept.values()] == [{"closed": "plain"}]
    assert not any("windows" in one["wall"] for one in desk.kept()["start"]["terrain"])


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["390", "1280"])
def test_the_tiles_as_people_see_them(visit: Visit, size: dict[str, int]) -> None:
    desk = visit(viewport=size)
    section = desk.page.get_by_role("region", name="Commands & Colors: Ancients")
    section.locator("summary").click()
    section.scroll_into_view_if_needed()
    for colours in desk.in_both_colours():
        desk.page.wait_for_load_state("networkidle")
        assert desk.barriers() == [], colours
    fits = section.locator(".tile img").first.evaluate("picture => getComputedStyle(picture).objectFit")
    assert fits == "contain", "a tile shows the whole board"
