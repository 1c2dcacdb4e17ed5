"""Questions of analysis answered with the library, long ones with word of how far they are."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol

from fireline.analysis.compare import Problems
from fireline.analysis.compare import compare as compared
from fireline.analysis.matchups import matchups as all_against_all
from fireline.analysis.paired import paired
from fireline.analysis.paths import FieldPath
from fireline.analysis.plan import SEARCHED, planner_for
from fireline.analysis.plandata import plan_data, reply_data
from fireline.analysis.policy import policy_of
from fireline.analysis.reply import exchanges
from fireline.analysis.simulate import simulate as simulated
from fireline.analysis.solve import solve as solved
from fireline.analysis.threat import ThreatCell, ThreatMap, enemies
from fireline.analysis.vary import Change, Variant
from fireline.analysis.worth import worth as weighed
from fireline.game.errors import BattleFileError, Code
from fireline.game.log import GameLog, replay
from fireline.game.shot import Shot
from fireline.ruling.prose import listing
from fireline.server.answering import battle_of, seen
from fireline.server.modelfiles import server_files
from fireline.server.recalling import recalled, told

Data = dict[str, Any]


class Report(Protocol):
    """Told how far an answer is, from 0 to 1, and what is known of it already."""

    def __call__(self, share: float, **known: Any) -> None:
        """Tell it."""


def unheard(share: float, **known: Any) -> None:
    """Tell nobody how far an answer is."""


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
    cells, fresh, step = dict[str, ThreatCell](), list[Data](), max(1, len(places) // REPORTS)
    for n, place in enumerate(found.nearest_first(places), 1):
        cell = cells[place] = found.cell(place)
        fresh.append({"place": place, "p": str(cell.chance), "stands": cell.stands})
        if not n % step:
            report(n / len(places), cells=fresh)
            fresh = []
    facts = {"unit": found.unit, "shooters": list(shooters), "here": found.here, "what": found.what}
    return {"ruleset": battle.ruleset.id, **facts, "measure": found.places.measure, "stands_on": battle.assumptions} | {
        "cells": [cells[place].data() for place in places],
        "svg": _drawn(found, [cells[place] for place in places]),
    }


def threat_png(asked: Mapping[str, Any], *, report: Report) -> bytes:
    """The same map as a picture."""
    from fireline.draw.png import png

    return png(threat(asked, report=report)["svg"])


def _threat(asked: Mapping[str, Any]) -> ThreatMap:
    """Against a unit all its enemies fire, or those named; by a unit it alone, at whom it is asked to or may first."""
    battle, unit, target = seen(asked), asked["unit"], asked["target"]
    if asked["direction"] == "against":
        return ThreatMap(battle, unit, tuple(asked["shooters"] or enemies(battle, unit)), asked["at_least"])
    at = target or next(iter(enemies(battle, unit)), None)
    if at is None:
        raise BattleFileError(Code.UNSUPPORTED, f"{unit} has no enemy here", "unit")
    return ThreatMap(battle, at, (unit,), asked["at_least"])


def luck(asked: Mapping[str, Any]) -> Data:
    """What was rolled in a game against what was to be expected."""
    from fireline.analysis.luck import luck as lucky

    return lucky(_game(asked), team=asked["team"]).data()


def recall(asked: Mapping[str, Any]) -> Data:
    """A game as its log has it, step by step."""
    game, team, underlay = _game(asked), asked["team"], asked["underlay"]
    return told(game if team is None else game.view_for(team), underlay)


def _game(asked: Mapping[str, Any]) -> GameLog:
    """The game that is asked about, as a log."""
    if (asked["log"] is None) == (asked["battle"] is None):
        raise BattleFileError(Code.CONFLICT, "give either log, the lines, or battle and steps", "request")
    if asked["log"] is None:
        return recalled(battle_of(asked), asked["steps"])
    rows = [{key: value for key, value in row.items() if key != "check"} for row in asked["log"]]
    return replay(rows, server_files())


def _drawn(found: ThreatMap, cells: Sequence[ThreatCell]) -> str:
    """The map over the board."""
    from fireline.draw import threat_map
    from fireline.game.drawing import ThreatCell, ThreatMap

    named = found.battle.title(found.unit)
    about = f"Fire of {listing(found.shooters) or 'nobody'}, were it their turn now."
    drawn = [ThreatCell(cell.place, cell.chance, cell.stands, " ".join(cell.why)) for cell in cells]
    return threat_map(found.battle, ThreatMap(f"Chance that {named} {found.what}, by place", about, found.unit, drawn))


def simulate(asked: Mapping[str, Any], *, report: Report) -> Data:
    """So many phases or games of a battle, or in pairs against it changed, and what they came to, with intervals."""
    battle, phases, done = seen(asked), asked["phases"], 0

    def told(more: int) -> None:
        nonlocal done
        done += more
        report(done / phases)

    how = {name: asked[name] for name in ("policies", "turns", "seed", "common_dice")}
    other = None if asked["against"] is None else _changed(Variant.of(battle, files=server_files()), asked["against"])
    for one in (battle, *([other.battle] if other else [])):
        policy_of(asked["policies"], one)
    report(0.0)
    if other is not None:
        return paired(battle, other.battle, phases=phases, progress=told, **how).data()
    return simulated(battle, phases=phases, progress=told, **how).data()


def solve(asked: Mapping[str, Any]) -> Data:
    """At which value of a field a figure of a shot is what is asked for."""
    variant = _variant(asked)
    found = solved(variant, asked["field"], asked["goal"], over=asked["over"], of=asked["of"])
    return {"ruleset": variant.battle.ruleset.id, "shot": variant.declared.data()} | found.data()


def matchups(asked: Mapping[str, Any]) -> Data:
    """Everybody against every enemy, from where they stand or at one distance."""
    far = asked["distance"]
    return all_against_all(seen(asked), None if far is None else Fraction(str(far))).data()


def plan(asked: Mapping[str, Any], *, report: Report) -> Data:
    """The best shots of a side as far as time and battles allow, or each shot with the best reply to it."""
    battle, budget = seen(asked), asked["budget"]
    planner = planner_for(battle, asked["goal"], asked["shooters"] or ())
    report(0.0)
    if asked["reply"]:
        return reply_data(battle, exchanges(battle, planner.goal, planner.shooters))
    begun, told, searching = time.monotonic(), 0.0, SEARCHED * asked["seconds"]
    while not planner.start.known and told < 1:
        planner.look()
        share = max((time.monotonic() - begun) / searching, planner.looked_at / budget if budget else 0.0)
        if share >= min(1.0, told + 1 / REPORTS):
            told = share
            report(min(1.0, share))
    return plan_data(planner, planner.simple(seconds=begun + asked["seconds"] - time.monotonic()))


def _variant(asked: Mapping[str, Any]) -> Variant:
    return Variant.of(seen(asked), Shot.read(asked["shot"]), server_files())


def _changed(variant: Variant, changes: Mapping[str, Any]) -> Variant:
    return variant.vary(*(Change(FieldPath.read(path), value) for path, value in changes.items()))


def _label(column: Mapping[str, Any]) -> str:
    changes = (Change(FieldPath((path,), path), value) for path, value in column["changes"].items())
    return column["label"] or "; ".join(map(str, changes)) or "unchanged"
