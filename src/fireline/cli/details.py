"""Details of a shot, asked for at the prompt: those that the menu has not named and that matter now."""

from __future__ import annotations

import json
from typing import Any, get_args

from fireline.cli.prompt import ask_for
from fireline.formats.parsing import parse
from fireline.game.battle import Battle
from fireline.game.entries import NotText
from fireline.game.errors import BattleFileError, Code
from fireline.game.ruleset import Ruleset
from fireline.game.shot import Shot


def detailed(battle: Battle, shot: Shot) -> Shot:
    """Ask for details of the shot: a single one with its question, several on one line; Enter for none."""
    rules = battle.ruleset
    asked = [
        (name, _with_form(rules, name, question))
        for name, question in rules.shot_questions
        if name not in shot.details and rules.should_ask(battle.state, shot, name)
    ]
    if not asked:
        return shot
    if len(asked) == 1:
        name, question = asked[0]
        return ask_for(f"{question} [Enter for none] ", lambda text: with_detail(battle, shot, name, text)) or shot
    names = ", ".join(name for name, _ in asked)
    explained = "\n".join(f"{name}: {question}" for name, question in asked)
    line = f"Details ({names})? [NAME=VALUE; ..., ? explains, Enter for none] "
    return ask_for(line, lambda text: with_details(battle, shot, text), explained=explained) or shot


def _with_form(rules: Ruleset[Any, Any, Any], name: str, question: str) -> str:
    """The question with how its answer is typed, where that is no plain number or word."""
    field = rules.shot_entry.model_fields.get(name) if rules.shot_entry else None
    if field and field.examples:
        return f"{question.removesuffix('?')}, such as {json.dumps(field.examples[0])}?"
    yes_or_no = field is not None and bool in get_args(field.annotation)
    return f"{question.removesuffix('?')} (true or false)?" if yes_or_no else question


def with_details(battle: Battle, shot: Shot, text: str) -> Shot:
    """The shot with details typed as NAME=VALUE, several with ; between them; raises `BattleFileError`."""
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, equals, value = part.partition("=")
        if not equals or not name.strip():
            raise BattleFileError(
                Code.MALFORMED, f"{part!r} is not NAME=VALUE; Enter for no details, q to quit", "details"
            )
        shot = with_detail(battle, shot, name.strip(), value.strip())
    return shot


def with_detail(battle: Battle, shot: Shot, name: str, text: str) -> Shot:
    """The shot with one detail as typed: text if the game wants text, even if it looks like a number.

    Raises `BattleFileError` for a value that the game does not take.
    """

    def given(value: object) -> Shot:
        detailed = Shot(shot.shooter, shot.target, **{**shot.details, name: value})
        battle.check(detailed)
        return detailed

    value = parse(text)
    try:
        return given(value)
    except NotText:
        if isinstance(value, list | dict):  # it stands somewhere inside
            raise
        return given(text)
