"""Everything that a page shows of a battle before anybody asks, and what may be said now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fireline.analysis.owed import cost
from fireline.game.battle import Battle
from fireline.game.command import Command, Shoot
from fireline.game.odds import Odds
from fireline.game.roster import UnitView
from fireline.questions.answering.schemas import questions_of
from fireline.questions.answering.sides import is_solid, looks, side_of, sides

Data = dict[str, Any]


def overview(battle: Battle) -> Data:
    """Everything that a page shows of a battle before anybody asks."""
    rules, state, data = battle.ruleset, battle.state, battle.data()
    whose = side_of(battle)
    return {
        "ruleset": rules.id,
        "title": data.get("name") or rules.name,
        "battle": data,
        "shooters": [_called(battle, id_, whose) for id_ in rules.shooters(state)],
        "units": [_called(battle, unit.id, whose) | _standing(battle, unit) for unit in battle.units],
        "sides": list(sides(battle)),
        "in_play": list(battle.sides_in_play),
        "turn": dict(battle.turn.data),
        "whose": battle.turn.words,
        "to_decide": battle.owing,
        "commands": menu(battle),
        "over": battle.turn.over,
        "places": rules.places.measure if rules.places else None,
        "place_hint": rules.editing.place if rules.editing else None,
        "distance": rules.distance or None,
        "looks": looks(battle),
        "solid": is_solid(battle),
        "teams": list(rules.hidden.teams) if rules.hidden else [],
        "hidden": rules.hidden is not None,
        "warnings": list(rules.warnings(state)),
        "questions": questions_of(rules),
    }


def menu(battle: Battle) -> list[Data]:
    """What may be said now, by number, shots with their headline odds, answers that are owed with their costs."""
    rules, state = battle.ruleset, battle.state
    return [
        {"n": n, "text": rules.label(state, command), "actor": command.actor, "command": command.data()}
        | _headline(battle, command)
        for n, command in enumerate(battle.legal(), 1)
    ]


def _called(battle: Battle, id_: str, whose: Mapping[str, str]) -> Data:
    return {"id": id_, "title": battle.title(id_), "side": whose.get(id_)}


def _standing(battle: Battle, unit: UnitView) -> Data:
    """Where a unit stands, null where nobody knows, and the marks that a move by hand may set."""
    places = battle.ruleset.places
    marks = places.marks(battle.state, unit.id) if places else ()
    return {"place": unit.place or None, "marks": [mark._asdict() for mark in marks]}


def _headline(battle: Battle, command: Command) -> Data:
    if isinstance(command, Shoot):
        odds = battle.odds(command.shot)
        return {"odds": odds.headline.data() | {"expected": _expected(odds)}, "cost": None}
    if battle.owing is None or battle.ruleset.losses is None:
        return {"odds": None, "cost": None}
    costs = cost(battle, command)
    return {"odds": costs.headline.data(), "cost": str(costs)}


def _expected(odds: Odds[Any]) -> Data | None:
    """What is to be expected on average of what the headline speaks of, null where that is no number."""
    name = next(iter(odds.marginals))
    return {"of": name, "mean": str(odds.means[name])} if name in odds.means else None
