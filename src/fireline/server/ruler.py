"""A ruler for whoever moves a unit: how far it goes, how far the nearest enemy is then, whether the line is clear."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError
from fireline.game.shot import Shot
from fireline.ruling import Ruling
from fireline.server.answering import battle_of
from fireline.server.sides import side_of

Data = dict[str, Any]


def ruler(asked: Mapping[str, Any]) -> Data:
    """What is measured if a unit stood at a place; raises `BattleFileError` for a unit that there is not."""
    battle, unit, to = battle_of(asked), asked["unit"], asked["to"]
    rules = battle.ruleset
    places = rules.needs(rules.places, "names no places, so nothing can be measured")
    editing = rules.needs(rules.editing, "says nothing of editing, so nothing can be measured")
    start = places.at(battle.state, unit)
    try:
        after = battle.with_state(places.put(battle.state, unit, to))
    except BattleFileError as wrong:
        return {"stands": False, "target": None, "clear": None, "text": str(wrong.problem)}
    apart = rules.needs(editing.apart, "says no distances, so nothing can be measured")
    try:
        gone = f"{_so_many(apart(battle.state, start, to), places.measure)} from {start}"
    except BattleFileError:  # a place that is a distance itself
        return {"stands": True, "target": None, "clear": None, "text": f"{to} {places.measure}."}
    near = _nearest(after, unit, lambda other: apart(after.state, to, places.at(after.state, other)))
    if near is None:
        return {"stands": True, "target": None, "clear": None, "text": f"{gone}."}
    far, enemy = near
    clear, line = _line(after, Shot(unit, enemy))
    text = f"{gone}. {battle.title(enemy)} is {_so_many(far, places.measure)} away: {line}"
    return {"stands": True, "target": enemy, "clear": clear, "text": text}


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
        planning = battle.ruleset.planning
        turn = battle.with_state(planning.with_turn_of(battle.state, shot.shooter)) if planning else battle
        ruling: Ruling = turn.check(shot)
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
