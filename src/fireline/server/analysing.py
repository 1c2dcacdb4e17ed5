"""Questions of analysis answered with the library, long ones with word of how far they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fireline.analysis.compare import Problems
from fireline.analysis.compare import compare as compared
from fireline.analysis.paths import Path
from fireline.analysis.policy import policy_of
from fireline.analysis.simulate import simulate as simulated
from fireline.analysis.threat import Cell, Threat, enemies
from fireline.analysis.vary import Change, Variant
from fireline.analysis.worth import worth as weighed
from fireline.game.errors import BattleFileError, Code
from fireline.game.log import GameLog, replay
from fireline.game.shot import Shot
from fireline.ruling.prose import listing
from fireline.server.answering import battle_of, seen
from fireline.server.examples import example_files
from fireline.server.recalling import recalled

Data = dict[str, Any]
Report = Callable[[float], None]
REPORTS = 100
"""How often a long answer says how far it is."""


def compare(asked: Mapping[str, Any]) -> Data:
    """One shot in several columns, each with changes of its own, beside the shot as it is."""
    first = _variant(asked)
    columns, problems = [("as it is", first)], Problems()
    for column in asked["columns"]:
        with problems.of(_label(column)):
            columns.append((_label(column), _changed(first, column["changes"])))
    labels, variants = zip(*columns, strict=True)
    return compared(*variants, labels=labels, problems=problems).data()


def worth(asked: Mapping[str, Any]) -> Data:
    """What everything in a shot is worth, and what would change it."""
    return weighed(_variant(asked)).data()


def threat(asked: Mapping[str, Any], *, report: Report) -> Data:
    """For every place where a unit might stand, what its enemies would do to it there."""
    found = _threat(asked)
    battle, shooters = found.battle, found.shooters
    places = found.everywhere()
    report(0.0)
    cells, step = [], max(1, len(places) // REPORTS)
    for n, place in enumerate(places, 1):
        cells.append(found.cell(place))
        if not n % step:
            report(n / len(places))
    facts = {"unit": found.unit, "shooters": list(shooters), "here": found.here, "what": found.what}
    return {"ruleset": battle.ruleset.id, **facts, "measure": found.places.measure, "stands_on": battle.terms} | {
        "cells": [cell.data() for cell in cells],
        "svg": _drawn(found, cells),
    }


def _threat(asked: Mapping[str, Any]) -> Threat:
    """Against a unit all its enemies fire, or those named; by a unit it alone, at whom it is asked to or may first."""
    battle, unit, target = seen(asked), asked["unit"], asked["target"]
    if asked["direction"] == "against":
        return Threat(battle, unit, tuple(asked["shooters"] or enemies(battle, unit)), asked["at_least"])
    at = target or next(iter(enemies(battle, unit)), None)
    if at is None:
        raise BattleFileError(Code.UNSUPPORTED, f"{unit} has no enemy here", "unit")
    return Threat(battle, at, (unit,), asked["at_least"])


def luck(asked: Mapping[str, Any]) -> Data:
    """What was rolled in a game against what was to be expected."""
    from fireline.analysis.luck import luck as lucky

    return lucky(_game(asked), team=asked["team"]).data()


def _game(asked: Mapping[str, Any]) -> GameLog:
    """The game that is asked about, as a log."""
    if (asked["log"] is None) == (asked["battle"] is None):
        raise BattleFileError(Code.CONFLICT, "give either log, the lines, or battle and steps", "request")
    if asked["log"] is None:
        return recalled(battle_of(asked), asked["steps"])
    rows = [{key: value for key, value in row.items() if key != "check"} for row in asked["log"]]
    return replay(rows, example_files())


def _drawn(found: Threat, cells: Sequence[Cell]) -> str:
    """The map over the board."""
    from fireline.formats.picture.threatmap import ThreatCell, ThreatMap, draw_threat

    named = found.battle.ruleset.title(found.battle.state, found.unit)
    about = f"Fire of {listing(found.shooters) or 'nobody'}, were it their turn now."
    drawn = [ThreatCell(cell.place, cell.chance, cell.stands, " ".join(cell.why)) for cell in cells]
    return draw_threat(found.battle, ThreatMap(f"Chance that {named} {found.what}, by place", about, found.unit, drawn))


def simulate(asked: Mapping[str, Any], *, report: Report) -> Data:
    """So many phases played from a battle, and what they came to, with intervals."""
    battle, phases, done = seen(asked), asked["phases"], 0

    def told(more: int) -> None:
        nonlocal done
        done += more
        report(done / phases)

    policy_of(asked["policies"], battle)
    report(0.0)
    return simulated(battle, phases=phases, seed=asked["seed"], policies=asked["policies"], progress=told).data()


def _variant(asked: Mapping[str, Any]) -> Variant:
    return Variant.of(seen(asked), Shot.read(asked["shot"]), example_files())


def _changed(variant: Variant, changes: Mapping[str, Any]) -> Variant:
    return variant.vary(*(Change(Path.read(path), value) for path, value in changes.items()))


def _label(column: Mapping[str, Any]) -> str:
    changes = (Change(Path((path,), path), value) for path, value in column["changes"].items())
    return column["label"] or "; ".join(map(str, changes)) or "unchanged"
