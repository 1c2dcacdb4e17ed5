"""A map made into a battle of a game: the questions of both, what was answered, and what was left out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from fireline.formats.parsing import SIZE_LIMIT
from fireline.game.battle import Battle
from fireline.game.entries import one_of, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.files import NO_FILES
from fireline.game.maps import Lies, MapAnswers, MapQuestion, PlainMap
from fireline.game.registry import ruleset
from fireline.maps.reading import read_map

MOST_WRITTEN = 60


@dataclass(frozen=True, slots=True)
class MapImport:
    """A battle made of a map: the questions, every answer taken, and what of the map is not used."""

    battle: Battle
    plain: PlainMap
    questions: tuple[MapQuestion, ...]
    answers: MapAnswers
    given: frozenset[str]
    """The keys of the questions that somebody answered; the others have their usual answer."""
    unused: tuple[str, ...]
    lies: Lies | None = None
    """Where the picture of the map would lie underneath the board, None where the game cannot tell."""

    def data(self) -> dict[str, Any]:
        """All of it as JSON data."""
        return {
            "ruleset": self.battle.ruleset.id,
            "format": self.plain.format,
            "battle": self.battle.data(),
            "questions": [asked(one, self.answers[one.key], given=one.key in self.given) for one in self.questions],
            "unused": list(self.unused),
            "lies": self.lies and self.lies._asdict(),
        }


def import_map(
    raw: bytes,
    file: str,
    game: str,
    answers: MapAnswers | None = None,
    *,
    beside: Mapping[str, bytes] | None = None,
    kept: MapAnswers | None = None,
) -> MapImport:
    """A battle of a game made of a map.

    Args:
        raw: What the map file holds.
        file: What it is called.
        game: The id of the game.
        answers: Answers by the keys of the questions; a key that is no question of this map is an error.
        beside: Tilesets given with the map, by their file names.
        kept: Answers given to other maps; those that fit are taken.

    Raises:
        BattleFileError: The map or an answer cannot be used, or the game takes no such map.
    """
    rules, answers = ruleset(game), answers or {}
    part = rules.needs(rules.maps, "takes no maps of other programs")
    try:
        plain = read_map(raw, file, {**(kept or {}), **answers}, beside or {})
        questions = (*plain.questions, *part.questions(plain))
    except BattleFileError as wrong:
        raise wrong.inside(file=file) from None
    by_key = {one.key: one for one in questions}
    for key in answers:
        one_of(key, by_key, "question of this map", "answers")
    fitting = {key: value for key, value in (kept or {}).items() if key in by_key and _fits(by_key[key], value)}
    taken = {key: check_answer(one, {**fitting, **answers}.get(key, one.usual)) for key, one in by_key.items()}
    made = part.battle(plain, taken)
    data = {"fireline": 1, "ruleset": rules.id, **made.battle}
    if len(json.dumps(data)) > SIZE_LIMIT:
        problem = f"would make a battle file of more than {SIZE_LIMIT // 1024:,} KiB"
        raise BattleFileError(Code.TOO_LARGE, problem, file=file)
    battle = Battle.read(data, NO_FILES)
    given = frozenset({**fitting, **answers}) & by_key.keys()
    return MapImport(battle, plain, questions, taken, given, (*plain.unused, *made.unused), made.lies)


def check_answer(question: MapQuestion, answer: str) -> str:
    """An answer that fits a question; raises `BattleFileError`."""
    place = f"answers.{question.key}"
    if question.choices:
        return one_of(answer, [one.value for one in question.choices], "answer", place)
    try:
        value = Fraction(answer) if len(answer) <= MOST_WRITTEN and "e" not in answer.lower() else None
    except (ValueError, ZeroDivisionError):
        value = None
    if value is None:
        raise BattleFileError(Code.MALFORMED, f"{shown(answer)} is not a number", place)
    if not question.least <= value <= question.most:
        low, high = (f"{float(bound):g}" for bound in (question.least, question.most))
        raise BattleFileError(Code.OUT_OF_RANGE, f"{shown(answer)} is not between {low} and {high}", place)
    return answer


def asked(question: MapQuestion, answer: str, *, given: bool) -> dict[str, Any]:
    """A question as JSON data, with the answer taken and whether somebody gave it."""
    return {
        "key": question.key,
        "text": question.text,
        "unit": question.unit,
        "choices": [{"title": one.title, "value": one.value} for one in question.choices],
        "least": None if question.choices else float(question.least),
        "most": None if question.choices else float(question.most),
        "usual": question.usual,
        "answer": answer,
        "given": given,
        "decides": question.decides,
    }


def _fits(question: MapQuestion, answer: str) -> bool:
    try:
        return bool(check_answer(question, answer))
    except BattleFileError:
        return False
