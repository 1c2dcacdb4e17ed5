"""A map made into a battle of a game: the questions of both, what was answered, and what was left out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from fireline.formats.parsing import SIZE_LIMIT
from fireline.game.battle import Battle
from fireline.game.editing import Preset
from fireline.game.entries import one_of, shown
from fireline.game.errors import BattleFileError, Code, inside
from fireline.game.maps import MapAnswers, MapQuestion, PicturePlacement, PlainMap
from fireline.game.registry import ruleset
from fireline.game.result import Result
from fireline.game.ruleset import NO_FILES
from fireline.maps.reading import read_map

MOST_WRITTEN = 60


class MapQuestionAnswer(NamedTuple):
    """What a map file cannot tell: the answer taken, and whether it was given; a number has bounds and no choices.

    Where it `decides`, another answer makes another map, with questions of its own.
    """

    key: str
    text: str
    unit: str
    choices: tuple[Preset, ...]
    least: float | None
    most: float | None
    usual: str
    answer: str
    given: bool
    decides: bool

    @classmethod
    def of(cls, question: MapQuestion, answer: str, given: bool) -> MapQuestionAnswer:  # noqa: FBT001 - a field
        """A question, its answer, and whether somebody gave it."""
        key, text, usual, choices, unit, least, most, decides = question
        low, high = (None, None) if choices else (float(least), float(most))
        return cls(key, text, unit, choices, low, high, usual, answer, given, decides)


class MapImport(Result):
    """A battle made of a map: the questions, every answer taken, and what of the map is not used."""

    told = "ruleset=battle.ruleset.id format=plain.format battle questions=asked unused lies"

    battle: Battle
    plain: PlainMap
    questions: tuple[MapQuestion, ...]
    answers: MapAnswers
    given: frozenset[str]
    """The keys of the questions that somebody answered; the others have their usual answer."""
    unused: tuple[str, ...]
    lies: PicturePlacement | None = None
    """Where the picture of the map would lie underneath the board, None where the game cannot tell."""

    @property
    def asked(self) -> tuple[MapQuestionAnswer, ...]:
        """Every question with the answer taken."""
        return tuple(MapQuestionAnswer.of(one, self.answers[one.key], one.key in self.given) for one in self.questions)


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
    with inside(file=file):
        plain = read_map(raw, file, {**(kept or {}), **answers}, beside or {})
        questions = (*plain.questions, *part.questions(plain))
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


def _fits(question: MapQuestion, answer: str) -> bool:
    try:
        return bool(check_answer(question, answer))
    except BattleFileError:
        return False
