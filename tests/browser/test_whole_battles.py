"""A small battle of every game played on the page by both sides, turn after turn, without the file being opened."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import fireline
from browser.desk import Desk
from fireline.game.command import Command, NextTurn, Shoot
from fireline.game.errors import BattleFileError

pytestmark = pytest.mark.whole("chromium")

Visit = Callable[..., Desk]
ENDS = ("EndPhase", "NextTurn")
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}}
BATTLES = [
    ("Who may fire?", 4, DESKTOP),
    ("The captain and his guards", 4, PHONE),
    ("Sanchez and Lazar", 2, PHONE),
    ("The alley", 2, DESKTOP),
    ("A burst at dusk", 2, PHONE),
    ("regatta", 4, DESKTOP),
]
"""An example, or a game by its id; how many turns begin until each side has had two; how large the window is."""
STEPS = "JSON.parse(localStorage.getItem('fireline.game.' + localStorage.getItem('fireline.current'))).steps"
GROWN = f"seen => {STEPS}.filter(step => ['applied', 'pending'].includes(step.standing)).length > seen"


class Player:
    """Somebody who plays both sides of a solo game, with nothing but the page."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.page = desk, desk.page

    @property
    def applied(self) -> list[dict[str, Any]]:
        """The steps that stand."""
        return [step for step in self.desk.kept()["steps"] if step["standing"] == "applied"]

    @property
    def battle(self) -> fireline.Battle:
        """The battle as it stands."""
        steps = self.applied
        return fireline.Battle.read(steps[-1]["after"] if steps else self.desk.kept()["start"])

    def does(self, act: Callable[..., object], *about: object) -> None:
        """Do something, and wait until it is a step that stands, its dice applied."""
        seen = len(self.applied)
        act(*about)
        self.page.wait_for_function(GROWN, arg=seen)
        if len(self.applied) == seen:
            self.desk.button("Apply").click()

    def shoot(self, shot: fireline.Shot) -> None:
        """Choose shooter and target on the board, and shoot."""
        self.desk.unit(shot.shooter).click()
        self.page.locator(".page-badge").first.wait_for()
        self.desk.unit(shot.target).click()
        self.desk.ruled().get_by_role("button", name="Shoot", exact=True).click()

    def say(self, command: Command, battle: fireline.Battle) -> None:
        """Press what says a command: an answer that is owed, what comes next, or another command."""
        rules, state = battle.ruleset, battle.state
        if not self.page.locator(".side-inner").is_visible():
            self.page.locator(".grip").click()
        alone = len(battle.sides_in_play) == 1  # then nothing is highlighted
        if battle.owing is None and (alone or any(isinstance(one, Shoot) for one in rules.commands(state))):
            self.page.locator(".side summary", has_text="Other commands").click()
        text = rules.label(state, command)
        self.page.locator(".side").get_by_role("button", name=text, exact=True).first.click()

    def move(self, battle: fireline.Battle) -> None:
        """Move the first unit that can be put a step further, by typing where."""
        unit, place = next(_moves(battle))
        self.page.keyboard.press("m")
        panel = self.page.get_by_role("region", name="Move by hand")
        panel.get_by_label("Unit", exact=True).select_option(unit)
        panel.get_by_label("Move to").fill(place)
        panel.get_by_role("button", name="Move", exact=True).click()
        panel.get_by_role("status").wait_for()
        self.desk.button("Done").click()


def _moves(battle: fireline.Battle) -> Iterator[tuple[str, str]]:
    """Everywhere that a unit can be put, a step from where it stands."""
    places = battle.places
    for unit in battle.ruleset.shooters(battle.state):
        for place in places.steps(battle.state, unit):
            try:
                places.put(battle.state, unit, place)
            except BattleFileError:
                continue
            yield unit, place


@pytest.mark.parametrize(("title", "turns", "view"), BATTLES, ids=[title for title, *_ in BATTLES])
def test_both_sides_play_on_turn_after_turn(
    visit: Visit, screens: Path, title: str, turns: int, view: dict[str, Any]
) -> None:
    desk = visit(**view).open(title)
    player = Player(desk)
    begun = shots = 0
    shot_in_turn = False
    while begun < turns:
        battle = player.battle
        rules, state = battle.ruleset, battle.state
        said = rules.commands(state)
        if not said:  # the dice have ended the game before the turns were over
            break
        fire = next((one for one in said if isinstance(one, Shoot)), None)
        if battle.owing is not None:
            player.does(player.say, said[0], battle)
        elif fire and not shot_in_turn:
            player.does(player.shoot, fire.shot)
            shot_in_turn, shots = True, shots + 1
        else:
            end = next((one for one in said if one.data()["command"] in ENDS), said[-1])
            player.does(player.say, end, battle)
            if isinstance(end, NextTurn):
                begun, shot_in_turn = begun + 1, False
    assert shots > 0
    player.does(player.move, player.battle)
    assert player.applied[-1]["said"]["command"]["command"] == "MoveByHand"
    desk.page.screenshot(path=screens / f"whole-{title.strip('?').replace(' ', '-').lower()}.png")
    assert desk.barriers() == []
