"""Moves by hand: asked for at the prompt, or typed as options."""

from __future__ import annotations

from typing import Any

from fireline.cli import show
from fireline.cli.prompt import ask_for, word
from fireline.formats.parsing import parse
from fireline.game.battle import Battle
from fireline.game.command import MoveByHand
from fireline.game.errors import BattleFileError, Code
from fireline.game.places import Mark

Value = bool | int | float | str


def asked(battle: Battle) -> MoveByHand | None:
    """Ask for a move by hand: the unit, the place, and each mark with its value now; None if nothing changes."""
    places, state = battle.places, battle.state
    _list_units(battle)

    def reading(text: str) -> str:
        unit = word(text)
        places.marks(state, unit)
        return unit

    unit = ask_for("Which unit do you want to move by hand? [id, or Enter to go back] ", reading)
    if unit is None:
        return None
    if against := battle.refusals(MoveByHand(unit)):
        show.note(" ".join(map(str, against)))
        return None

    def going(text: str) -> str:
        to = word(text)
        battle.refusals(MoveByHand(unit, to))
        return to

    to = ask_for(f"Where to? [{_place(battle, unit) or 'place unknown'}] ", going) or ""
    marks: dict[str, Value] = {}
    for mark in places.marks(state, unit):

        def setting(text: str, mark: Mark = mark) -> Value:
            value = mark_value(mark, text)
            battle.refusals(MoveByHand(unit, to, (*marks.items(), (mark.name, value))))
            return value

        value = ask_for(f"{mark.name}: {_allowed(mark)} [{_said(mark.value)}] ", setting)
        if value is not None and value != mark.value:
            marks[mark.name] = value
    if not marks and to in {"", _place(battle, unit)}:
        show.note("Nothing is changed.")
        return None
    return MoveByHand(unit, to, tuple(marks.items()))


def typed(battle: Battle, unit: str, to: str, marks: list[str]) -> MoveByHand:
    """A move by hand from the options of a command, marks as NAME=VALUE; raises `BattleFileError`."""
    known = {mark.name: mark for mark in battle.places.marks(battle.state, unit)}
    values: dict[str, Value] = {}
    for one in marks:
        name, equals, text = one.partition("=")
        if not equals or not name or name in values:
            raise BattleFileError(
                Code.MALFORMED, f"{one!r} is not NAME=VALUE for another mark, e.g. --mark moved=1", "--mark"
            )
        values[name] = mark_value(known[name], text) if name in known else text
    return MoveByHand(unit, to, tuple(values.items()))


def mark_value(mark: Mark, text: str) -> Value:
    """Read the value of a mark: a word if the mark is one, otherwise yes or no, or a number.

    >>> mark_value(Mark("battled", value=False), "yes"), mark_value(Mark("stance", "prone", ("prone", "no")), "no")
    (True, 'no')
    """
    value: Any = word(text) if isinstance(mark.value, str) else parse(text)
    if not isinstance(value, Value):
        raise BattleFileError(Code.WRONG_TYPE, f"{text!r} is no value; allowed: {_allowed(mark)}", f"marks.{mark.name}")
    return value


def _allowed(mark: Mark) -> str:
    """The values of a mark in words.

    >>> _allowed(Mark("moved", 0, least=0, most=4)), _allowed(Mark("battled", value=False))
    ('0 to 4', 'yes or no')
    """
    if mark.allowed:
        return ", ".join(mark.allowed)
    if isinstance(mark.value, bool):
        return "yes or no"
    if isinstance(mark.value, str):
        return "a text"
    return "a number" if mark.least is None or mark.most is None else f"{mark.least} to {mark.most}"


def _said(value: float | str) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def _place(battle: Battle, unit: str) -> str:
    """Where a unit stands, "" if nobody knows."""
    try:
        return battle.places.at(battle.state, unit)
    except BattleFileError:
        return ""


def _list_units(battle: Battle) -> None:
    table = show.new_table("id", "who", "side", "place")
    for unit in battle.places.everybody(battle.state):
        side = battle.side(unit)
        table.add_row(unit, battle.title(unit), side, _place(battle, unit))
    show.console().print(table)
