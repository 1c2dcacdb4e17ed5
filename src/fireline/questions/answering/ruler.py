"""A ruler for whoever moves a unit: how far it goes, how far the nearest enemy is then, whether the line is clear."""

from __future__ import annotations

from typing import Any, NamedTuple

from fireline.game.battle import Battle
from fireline.game.command import Move
from fireline.game.commandtext import text_of
from fireline.game.errors import BattleFileError
from fireline.game.legal import against
from fireline.game.odds import Headline
from fireline.game.shot import Shot
from fireline.questions.answering.sides import side_of
from fireline.ruling import Ruling
from fireline.ruling.prose import percent


class RulerAnswer(NamedTuple):
    """What a ruler says of a unit that might stand somewhere: in words, to whom it measures, whether the line is clear.

    `stands` is whether it can stand there; else the words say why not.
    """

    stands: bool
    target: str | None
    clear: bool | None
    text: str


def measured(battle: Battle, unit: str, to: str, *, counted: bool = False) -> RulerAnswer:
    """What is measured if a unit stood at a place, moved there by the rules where that is `counted`.

    Raises `BattleFileError` for a unit that there is not.
    """
    rules = battle.ruleset
    places = rules.needs(rules.places, "names no places, so nothing can be measured")
    editing = rules.needs(rules.editing, "says nothing of editing, so nothing can be measured")
    start = places.at(battle.state, unit)
    try:
        after, why = _moved(battle, unit, to) if counted else (_put(battle, unit, to), "")
    except BattleFileError as wrong:
        after, why = battle, str(wrong.problem)
    if why:
        return RulerAnswer(stands=False, target=None, clear=None, text=why)
    apart = rules.needs(editing.apart, "says no distances, so nothing can be measured")
    try:
        gone = f"{_so_many(apart(battle.state, start, to), places.measure)} from {start}"
    except BattleFileError:  # a place that is a distance itself
        return RulerAnswer(stands=True, target=None, clear=None, text=f"{to} {places.measure}.")
    near = _nearest(after, unit, lambda other: apart(after.state, to, places.at(after.state, other)))
    if near is None:
        return RulerAnswer(stands=True, target=None, clear=None, text=f"{gone}.")
    far, enemy = near
    clear, line = _line(after, Shot(unit, enemy))
    if counted:
        line += _change(battle, after, Shot(unit, enemy), start)
    text = f"{gone}. {battle.title(enemy)} is {_so_many(far, places.measure)} away: {line}"
    return RulerAnswer(stands=True, target=enemy, clear=clear, text=text)


def _put(battle: Battle, unit: str, to: str) -> Battle:
    """The battle with a unit put somewhere, outside the rules."""
    return battle.with_state(battle.places.put(battle.state, unit, to))


def _moved(battle: Battle, unit: str, to: str) -> tuple[Battle, str]:
    """The battle after a move that counts, and every reason against it, "" where there is none."""
    command = battle.command(text_of(Move(unit, to)))
    if why := against(battle, command):
        return battle, " ".join(str(one) for one in why)
    return battle.do(command, seed=0).battle, ""


def _change(before: Battle, after: Battle, shot: Shot, start: str) -> str:
    """What the move does to the chance of a shot, "" where it may not be taken afterwards."""
    chance, was = _headline(after, shot), _headline(before, shot)
    if chance is None:
        return ""
    from_here = f"{percent(was.chance)} from {start}" if was else f"not allowed from {start}"
    return f" {chance.name[:1].upper()}{chance.name[1:]}: {percent(chance.chance)} from there, {from_here}."


def _headline(battle: Battle, shot: Shot) -> Headline | None:
    """The chance of a shot that is declared in the shortest way, None where it may not be taken."""
    try:
        odds = battle.preview(shot).odds
    except BattleFileError:
        return None
    return odds.headline if odds else None


def _nearest(battle: Battle, unit: str, far: Any) -> tuple[float, str] | None:
    """The nearest enemy of a unit, and how far it is; None where there is none."""
    whose, places = side_of(battle), battle.ruleset.places
    known = places.everybody(battle.state) if places else ()
    others = (id_ for id_ in known if id_ in whose and whose[id_] != whose.get(unit))
    distances = []
    for other in others:
        try:
            distances.append((far(other), other))
        except BattleFileError:
            continue  # nobody knows where it stands
    return min(distances, default=None)


def _line(battle: Battle, shot: Shot) -> tuple[bool | None, str]:
    """Whether the line to a target is clear, and what the ruling says, in the turn of the shooter."""
    try:
        ruling: Ruling = battle.with_turn_of(shot.shooter).check(shot)
    except BattleFileError as wrong:
        return None, f"{wrong.problem}."
    sight = ruling.line_of_sight
    seen = f"line {sight}. " if sight is not None else ""
    verdict = "In range, may be shot." if ruling.legal else ruling.refusals[0].because
    return (sight.clear if sight is not None else None), f"{seen}{verdict}"


def _so_many(number: float, measure: str) -> str:
    """A length to a tenth, for people.

    >>> _so_many(1, "hexes"), _so_many(1, "metres"), _so_many(2.25, "inches")
    ('1 hex', '1 metre', '2.2 inches')
    """
    text = f"{number:.1f}".removesuffix(".0")
    one = measure.removesuffix("es" if measure.endswith(("xes", "ches", "shes")) else "s")
    return f"{text} {one if text == '1' else measure}"
