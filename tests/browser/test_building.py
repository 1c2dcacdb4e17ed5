"""Battles of every game built from an empty board by mouse only, played at once; by touch and by keyboard as well."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from browser.builder import Builder
from browser.desk import Desk

Visit = Callable[..., Desk]


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


@pytest.mark.parametrize(("name", "builds"), GAMES, ids=[name for name, _ in GAMES])
def test_a_battle_is_built_by_mouse_and_a_shot_is_ruled(
    visit: Visit, screens: Path, name: str, builds: Callable[[Builder], None]
) -> None:
    desk = visit(complaints=("422",))
    build = Builder(desk, name)
    builds(build)
    desk.page.locator(".palette use").first.wait_for(state="attached")
    desk.page.screenshot(path=screens / f"built-{builds.__name__}.png")
    assert desk.barriers() == []
    desk.button("Done").click()
    shooter = build.battle.ruleset.shooters(build.battle.state)[0]
    desk.unit(shooter).click()
    desk.page.locator(".target-line").first.click()
    desk.ruled()
