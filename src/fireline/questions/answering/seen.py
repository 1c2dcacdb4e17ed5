"""The battle that a question is about, as whoever asks may know it, and all that a page shows of it at first."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from fireline.analysis.owed import cost
from fireline.game.battle import Battle
from fireline.game.command import Command, Shoot
from fireline.game.errors import BattleFileError, Code
from fireline.game.odds import Odds
from fireline.game.roster import UnitView
from fireline.questions.answering.files import files
from fireline.questions.answering.looks import is_solid, looks
from fireline.questions.answering.schemas import questions_of
from fireline.questions.answering.sides import side_of, sides
from fireline.questions.forms.wire import as_json

Data = dict[str, Any]


@lru_cache(maxsize=64)
def _battle(written: bytes, beside: Any) -> Battle:
    return Battle.read(json.loads(written), beside)


def battle_of(asked: Any) -> Battle:
    """The battle that a question is about: loaded, as data or as its JSON, which is read once for many questions.

    What is wrong with it may tell of hidden cards, so a team that asks is not told. Raises `BattleFileError`.
    """
    given = asked.battle
    if isinstance(given, Battle):
        return given
    if given is None:
        raise BattleFileError(Code.MISSING, "is missing", "battle")
    try:
        sent = given if isinstance(given, bytes) else as_json(given)
        return _battle(sent, files())  # type: ignore[arg-type]  # every object has a hash
    except BattleFileError:
        if getattr(asked, "team", None) is None:
            raise
        problem = "cannot be used; the reason may tell of hidden cards, so ask for it without team"
        raise BattleFileError(Code.HIDDEN, problem, "battle") from None


def seen(asked: Any) -> Battle:
    """The battle as whoever asks may know it; raises `BattleFileError`."""
    battle, team = battle_of(asked).with_answers(getattr(asked, "answers", None)), asked.team
    return battle if team is None else battle.view_for(team)


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


def either(asked: Any) -> None:
    """Raise `BattleFileError` where somebody gives both a seed and faces."""
    if asked.seed is not None and asked.dice is not None:
        raise BattleFileError(Code.CONFLICT, "give either seed or dice, not both", "dice")


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
    dist = odds.marginal(name)
    return {"of": name, "mean": str(dist.mean())} if all(type(value) is int for value in dist) else None
