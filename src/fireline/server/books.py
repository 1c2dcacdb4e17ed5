"""What games say of themselves, as data: rules, versions, how battles are edited, starters, examples."""

from __future__ import annotations

from typing import Any

from fireline.formats.examples import Example, example_files
from fireline.formats.examples import example as known_example
from fireline.formats.parsing import parse
from fireline.game.battle import Battle
from fireline.game.editing import Brush, Editing, FormField, Ground, PieceList, Ready
from fireline.game.errors import BattleFileError
from fireline.game.registry import ruleset, starter, versions_of
from fireline.game.ruleset import Ruleset
from fireline.questions.answering.schemas import questions_of
from fireline.server.problems import Problem

Game = Ruleset[Any, Any, Any]


def game(id_: str) -> Game:
    """The game at an address; raises `Problem` where there is none."""
    try:
        return ruleset(id_)
    except BattleFileError as wrong:
        raise Problem(404, wrong.code, str(wrong), place="ruleset") from None


def example(name: str) -> Example:
    """The example at an address; raises `Problem` where there is none."""
    try:
        return known_example(name)
    except BattleFileError as wrong:
        raise Problem(404, wrong.code, str(wrong), place="name") from None


def example_board(name: str) -> dict[str, Any]:
    """The question for the picture of an example, of a set-up where everybody stands; raises `Problem` without one."""
    found = example(name)
    return {"battle": found.data, "shot": None, "kind": "plan" if found.setup else "board"}


def game_line(game: Game) -> dict[str, Any]:
    """A game's entry in a list."""
    return {"id": game.id, "name": game.name, "rules": len(game.rulebook), "takes_maps": game.maps is not None}


def book(game: Game) -> dict[str, Any]:
    """Every rule of a game in plain words with its source and the reading taken, options, versions, and editing."""
    rules = [
        {"id": rule.id, "says": rule.says, "source": rule.source, "status": rule.status, "reading": rule.reading}
        for rule in game.rulebook.values()
    ]
    options = [{"name": one.name, "rule": one.rule, "says": one.says} for one in game.rulebook.options]
    told = {"id": game.id, "name": game.name, "rules": rules, "options": options, "questions": questions_of(game)}
    return told | {"versions": versions(game), "editing": forms(game)}


def numbers(game: Game) -> list[dict[str, Any]]:
    """Every number of a game's rules."""
    return [one.data() for one in (game.numbers or {}).values()]


def first_battle(game: Game) -> dict[str, Any]:
    """The commented battle file to start from, as `fireline new` prints it, and its data."""
    text = starter(game.id)
    return {"text": text, "battle": parse(text)}


def versions(game: Game) -> list[dict[str, str]]:
    """Every version of a game's rules, itself among them; one alone where there are no others."""
    same = map(ruleset, versions_of(game.id))
    return [{"id": one.id, "title": one.name, "edition": one.id.partition("@")[2]} for one in same]


def forms(game: Game) -> dict[str, Any] | None:
    """Lists, palettes and forms of a game for an editor; None for a game that has none."""
    editing = game.editing
    if editing is None:
        return None
    lines = editing.outlines
    return {
        "schema_url": f"/api/v1/schema/battle/{game.id}.json",
        "place": editing.place,
        "sides": list(editing.sides),
        "lists": [_list(one) for one in editing.lists],
        "facing": editing.facing and editing.facing._asdict(),
        "ground": editing.ground and _ground(editing.ground),
        "brushes": [_brush(one) for one in editing.brushes],
        "outlines": lines and {"title": lines.title, "path": ".".join(lines.path)},
        "blank": _blank(game, editing),
        "snap": editing.snap,
        "fields": {path: _field(field) for path, field in editing.fields.items()},
        "ruler": editing.apart is not None and game.places is not None,
    }


def _blank(game: Game, editing: Editing) -> dict[str, Any]:
    """The battle that a new one begins as: the game's empty board, else its starter."""
    if editing.blank is None:
        return Battle.read(parse(starter(game.id)), example_files()).data()
    return Battle.read({"fireline": 1, "ruleset": game.id, **editing.blank()}, example_files()).data()


def _list(one: PieceList) -> dict[str, Any]:
    return {
        "name": one.name,
        "title": one.title,
        "pieces": [piece._asdict() | {"stem": piece.stem} for piece in one.pieces],
        "place": list(one.place),
        "side": one.side,
        "needs_place": one.needs_place,
        "corners": list(one.corners),
        "together": one.together is not None,
        "sliding": one.sliding and one.sliding._asdict(),
        "models": one.modelled is not None,
        "fields": {path: _field(field) for path, field in one.fields.items()},
    }


def _brush(one: Brush) -> dict[str, Any]:
    told = {"name": one.name, "title": one.title, "shape": one.shape, "group": one.group}
    onto = one.onto and {"path": one.onto[0], "entry": one.onto[1]}
    return told | {"sample": list(one.sample), "onto": onto, "parts": list(one.parts)}


def _field(field: FormField) -> dict[str, Any]:
    told = {"title": field.title, "unit": field.unit, "ready": _ready(field.ready), "own": field.own}
    return told | {"model": field.model}


def _ground(ground: Ground) -> dict[str, Any]:
    return ground._asdict() | {"kinds": _ready(ground.kinds)}


def _ready(values: tuple[Ready, ...]) -> list[dict[str, Any]]:
    return [one._asdict() for one in values]
