"""The menu of commands, by number; if it gets long, a unit's other commands are folded into one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.table import Table

from fireline.cli import show
from fireline.game.battle import Battle
from fireline.game.command import Command, NextTurn, Shoot
from fireline.ruling.prose import plural

MOST_LINES = 20
"""The most lines in a menu before it is folded."""


class MenuLine(NamedTuple):
    """One line of a menu: a command, or several that are folded into it."""

    text: str
    commands: tuple[Command, ...]


def lines(battle: Battle, commands: Sequence[Command]) -> list[MenuLine]:
    """The commands in order; if there are too many, fold a unit's other commands into one line, then all of them."""
    if len(commands) <= MOST_LINES or battle.owing is not None:
        return unfolded(battle, commands)
    shots_too = sum(isinstance(command, Shoot) for command in commands) > MOST_LINES
    folded: dict[str | int, list[Command]] = {}
    for number, command in enumerate(commands):
        unit = None if isinstance(command, Shoot) and not shots_too else command.actor
        folded.setdefault(number if unit is None else unit, []).append(command)
    return [_line(battle, tuple(some)) for some in folded.values()]


def unfolded(battle: Battle, commands: Sequence[Command]) -> list[MenuLine]:
    """Each command on a line of its own."""
    return [MenuLine(battle.ruleset.label(battle.state, command), (command,)) for command in commands]


def _line(battle: Battle, commands: tuple[Command, ...]) -> MenuLine:
    rules, state, first = battle.ruleset, battle.state, commands[0]
    unit = first.actor
    if unit is None or len(commands) == 1:
        return MenuLine(rules.label(state, first), commands)
    shots = sum(isinstance(command, Shoot) for command in commands)
    others = len(commands) - shots
    parts = [plural(shots, "shot")] if shots else []
    parts += [f"{others} other {'command' if others == 1 else 'commands'}"] if others else []
    return MenuLine(f"{battle.title(unit)}: {' and '.join(parts)}", commands)


def table(battle: Battle, menu: Sequence[MenuLine]) -> Table:
    """Print the lines by number; shots with their headline odds, folded shots with the best."""
    shown = Table(box=None, pad_edge=False, show_header=False)
    shown.add_column(justify="right", style=show.STRONG)
    shown.add_column(overflow="fold")
    shown.add_column(justify="right")
    shown.add_column(style=show.QUIET)
    for number, (text, commands) in enumerate(menu, 1):
        chance, name = "", ""
        if headlines := [battle.odds(one.shot).headline for one in commands if isinstance(one, Shoot)]:
            headline = max(headlines, key=lambda one: one.chance)
            chance = show.chance(headline.chance)
            name = f"at best: {headline.name}" if len(commands) > 1 else headline.name
        shown.add_row(str(number), text, chance, name)
    return shown


def stands_on(battle: Battle, menu: Sequence[MenuLine]) -> None:
    """What the chances in the menu assume, if other answers would move any of them."""
    show.stands_on(battle, (battle.odds(one.shot) for _, some in menu for one in some if isinstance(one, Shoot)))


def title(battle: Battle, commands: Sequence[Command]) -> str:
    """Who has to decide, and what about."""
    if battle.owing:
        return f"{battle.owing} decides"
    if NextTurn() in commands:
        return "The phase is over. What comes next?"
    question = (
        "Who fires, and at whom?" if any(isinstance(one, Shoot) for one in commands) else "What do you want to do?"
    )
    sides = {battle.side(unit) for unit in battle.ruleset.shooters(battle.state)}
    side = sides.pop() if len(sides) == 1 else ""
    return f"{side} plays. {question}" if side else question
