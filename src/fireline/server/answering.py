"""Questions of the API answered with the library: from plain data to plain data, here or in another process."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any

from fireline.analysis.owed import cost
from fireline.chance import FixedDice, SeededDice
from fireline.chance.recording import RecordingDice
from fireline.formats.battlefile import dump
from fireline.formats.parsing import parse
from fireline.game import answers
from fireline.game.battle import Battle, IllegalShot, fresh_seed
from fireline.game.command import Command, Shoot, read_command
from fireline.game.errors import BattleFileError, Code
from fireline.game.laying import all_used, laying
from fireline.game.odds import Headline, Odds
from fireline.game.outcome import outcome_of
from fireline.game.roster import UnitView
from fireline.game.shot import Shot
from fireline.server.concerned import concerned
from fireline.server.looks import is_solid, looks
from fireline.server.modelfiles import server_files
from fireline.server.proof import throws_of
from fireline.server.schemas import questions_of
from fireline.server.sides import side_of, sides
from fireline.server.wire import as_json

Data = dict[str, Any]
LINK_SIZE = 1200, 630
"""Pixels of the picture beside a link, wide and high."""


@lru_cache(maxsize=64)
def _battle(written: bytes) -> Battle:
    return Battle.read(json.loads(written), server_files())


def battle_of(asked: Mapping[str, Any]) -> Battle:
    """The battle that a question is about, as data or as its JSON, read once for many questions.

    Raises `BattleFileError`.
    What is wrong with it may tell of hidden cards, so a team that asks is not told.
    """
    given = asked.get("battle")
    if given is None:
        raise BattleFileError(Code.MISSING, "is missing", "battle")
    try:
        return _battle(given if isinstance(given, bytes) else as_json(given))
    except BattleFileError:
        if asked.get("team") is None:
            raise
        problem = "cannot be used; the reason may tell of hidden cards, so ask for it without team"
        raise BattleFileError(Code.HIDDEN, problem, "battle") from None


def seen(asked: Mapping[str, Any]) -> Battle:
    """The battle as whoever asks may know it; raises `BattleFileError`."""
    battle, team = battle_of(asked).with_answers(asked.get("answers")), asked.get("team")
    return battle if team is None else battle.view_for(team)


def check(asked: Mapping[str, Any]) -> Data:
    """The ruling on a shot."""
    return answers.check(seen(asked), Shot.read(asked["shot"]))


def odds(asked: Mapping[str, Any]) -> Data:
    """The ruling on a shot and its exact odds."""
    return answers.odds(seen(asked), Shot.read(asked["shot"]))


def shoot(asked: Mapping[str, Any]) -> Data:
    """The shot taken, and everything that follows from it."""
    _either(asked)
    shot = Shot.read(asked["shot"])
    battle = battle_of(asked).with_answers(asked.get("answers"))
    return answers.shoot(battle, shot, asked["seed"], asked["team"], dice=asked["dice"])


def targets(asked: Mapping[str, Any]) -> Data:
    """Every enemy as a shooter sees it."""
    return targets_in(seen(asked), asked["shooter"], asked.get("targets"))


def targets_in(battle: Battle, shooter: str, only: Collection[str] | None = None) -> Data:
    """Every enemy of a battle as a shooter sees it, or of some units those that are enemies."""
    prospects = [answers.preview(one) for one in battle.targets(shooter, only)]
    return {"ruleset": battle.ruleset.id, "shooter": shooter, "targets": prospects}


def read(asked: Mapping[str, Any]) -> Data:
    """A battle in normal form, who is in it, and what may be said now."""
    text, name = asked["text"], asked["name"] or ""
    if (text is None) == (asked["battle"] is None):
        raise BattleFileError(Code.CONFLICT, "give either battle, the data, or text, the file", "request")
    if text is None:
        return overview(seen(asked))
    try:
        data = parse(text, json_only=name.endswith(".json"))
        if data is None:
            Battle.read(data)  # says what a battle file is
        return overview(seen({**asked, "battle": data}))
    except BattleFileError as wrong:
        raise wrong.inside(file=name) if name and not wrong.file else wrong from None


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
        {"n": n, "text": rules.label(state, command), "command": command.data()} | _headline(battle, command)
        for n, command in enumerate(rules.commands(state), 1)
    ]


def play(asked: Mapping[str, Any]) -> Data:
    """The battle after one command, with what happened and what may be said next."""
    _either(asked)
    battle, team = battle_of(asked), asked["team"]
    command = read_command(asked["command"], battle.ruleset.command_types)
    known = battle if team is None else battle.view_for(team)
    if team is not None and isinstance(command, Shoot):
        known = battle.view_for_shooter(team, command.shot.shooter)
        if not (ruling := known.check(command.shot)).legal:  # what it may not look at is no reason either
            raise IllegalShot(ruling)
    seed, faces = asked["seed"], asked["dice"]
    if faces is None:
        seed = fresh_seed() if seed is None else seed
        dice: RecordingDice = SeededDice.for_event(seed, 0)
        told = battle.play(command, dice).redacted(known)
    else:
        dice = FixedDice(*faces)
        with laying(faces):
            told = battle.play(command, dice).redacted(known)
        all_used(faces, len(dice.transcript.throws))
    after, thrown = told.battle, dice.transcript.faces
    return {
        "command": command.data(),
        "events": [event.data() for event in told.events],
        "story": [str(step) for step in told.story],
        "outcome": outcome_of(known, told.events),
        "units": concerned((known, after), command.data(), [event.data() for event in told.events]),
        "seed": seed,
        "thrown": len(thrown),
        "faces": [str(face) if isinstance(face, str) else face for face in thrown] if team is None else None,
        "throws": throws_of(dice) if team is None else None,
        "battle": after.data(),
        "to_decide": after.owing,
        "commands": menu(after),
    }


def file(asked: Mapping[str, Any]) -> str:
    """A battle as the text of a battle file."""
    return dump(battle_of(asked).data())


def picture(asked: Mapping[str, Any]) -> str:
    """A picture as SVG."""
    from fireline import draw

    kind, battle = asked["kind"], seen(asked)
    if kind == "plan":
        return draw.plan(battle)
    if asked["shot"] is None:
        if kind != "board":
            raise BattleFileError(Code.MISSING, f"is missing; a picture of kind {kind} is one of a shot", "shot")
        return draw.picture(battle, viewer=asked.get("viewer") or "")
    shot = Shot.read(asked["shot"])
    if kind == "card":
        return draw.shot_card(battle, shot)
    if kind == "odds":
        return draw.odds_chart(battle.odds(shot), battle.check(shot).title)
    return draw.eye_view(battle, shot) if kind == "eye" else draw.picture(battle, shot)


def picture_png(asked: Mapping[str, Any]) -> bytes:
    """The same picture as PNG, so many pixels a side for each of the SVG's."""
    from fireline.draw.png import png

    return png(picture(asked), asked["zoom"])


def link_picture(asked: Mapping[str, Any]) -> bytes:
    """A shot as PNG in the size in which chats and social pages show a link."""
    from fireline.draw.png import fitted, png

    return png(fitted(picture(asked), *LINK_SIZE))


def _either(asked: Mapping[str, Any]) -> None:
    if asked["seed"] is not None and asked["dice"] is not None:
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
        return {"odds": _said(odds.headline) | {"expected": _expected(odds)}, "cost": None}
    if battle.owing is None or battle.ruleset.losses is None:
        return {"odds": None, "cost": None}
    costs = cost(battle, command)
    return {"odds": _said(costs.headline), "cost": str(costs)}


def _said(headline: Headline) -> Data:
    return {"name": headline.name, "p": str(headline.chance)} | ({"of": headline.of} if headline.of else {})


def _expected(odds: Odds[Any]) -> Data | None:
    """What is to be expected on average of what the headline speaks of, null where that is no number."""
    name = next(iter(odds.marginals))
    dist = odds.marginal(name)
    return {"of": name, "mean": str(dist.mean())} if all(type(value) is int for value in dist) else None
