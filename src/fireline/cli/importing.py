"""A map of another program made into a battle: `fireline import`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from fireline.cli import show
from fireline.cli.arguments import complete_games, file_argument, option
from fireline.cli.outputs import Out, check_apart
from fireline.formats.battlefile import dump, save
from fireline.formats.kinds import BATTLE
from fireline.formats.parsing import read_data
from fireline.formats.writing import write_atomically
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.maps import MapQuestion
from fireline.maps.importing import MapImport, check_answer
from fireline.maps.importing import import_map as battle_of_map
from fireline.maps.reading import ENDINGS, read_beside, read_file

KEPT = ".answers.yaml"


def import_map(  # noqa: PLR0913, PLR0917 - typer reads a command's options from its parameters
    file: Annotated[
        Path,
        file_argument("FILE", "A map: Universal VTT, Foundry scene, Tiled (.tmx, .tmj) or MegaMek (.board).", *ENDINGS),
    ],
    ruleset: Annotated[
        str, option("--ruleset", "RULESET", "The game to be played on it.", "-r", autocompletion=complete_games)
    ],
    out: Annotated[Path | None, Out("Write the battle here; without it, it is printed.", BATTLE)] = None,
    answer: Annotated[list[str] | None, option("--answer", "QUESTION=VALUE", "Answer a question of the map.")] = None,
    terrain: Annotated[
        list[str] | None,
        option(
            "--map-terrain",
            "TILE=TERRAIN",
            "What this kind of tile is; `open` for open ground. Short for --answer terrain.TILE=TERRAIN.",
        ),
    ] = None,
    kept: Annotated[
        Path | None,
        option(
            "--kept",
            "ANSWERS",
            f"Where answers are kept for this map and the next. Default: beside --out, as NAME{KEPT}.",
        ),
    ] = None,
    tileset: Annotated[
        list[Path] | None, option("--tileset", "TILESET", "A .tsx or .tsj file that a Tiled map uses.")
    ] = None,
    scene: Annotated[str | None, option("--scene", "NAME", "Which scene of a file that holds several.")] = None,
) -> None:
    """Make a battle from a map: fireline import inn.dd2vtt --ruleset RULESET --out battle.yaml."""
    book = kept or (out.parent / f"{out.stem}{KEPT}" if out is not None else None)
    if book is not None and out is not None:
        check_apart(out, book, "--kept")
    if book is not None:
        check_apart(book, file, "the map")
    raw, before = read_file(file), _kept(book)
    given = dict(_pairs(answer or [], "--answer")) | {
        f"terrain.{name}": kind for name, kind in _pairs(terrain or [], "--map-terrain")
    }
    if scene is not None:
        given["scene"] = scene
    beside = {one.name: read_beside(one) for one in tileset or []}
    made = battle_of_map(raw, file.name, ruleset, given, beside=beside, kept=before)
    if sys.stdin.isatty() and sys.stdout.isatty() and not show.in_json.get():
        try:
            while len(made.given) < len(made.questions):
                given |= _asked(made)
                made = battle_of_map(raw, file.name, ruleset, given, beside=beside, kept=before)
        except show.Stopped:
            return show.note("Stopped; nothing was written.")
    if out is not None:
        save(made.battle, out)
    now = before | {key: value for key, value in made.answers.items() if key in made.given}
    if book is not None and now != before:
        write_atomically(book, dump(now))

    def words() -> None:
        if out is None:
            sys.stdout.write(dump(made.battle.data()))
        for line in _told(made, out, book):
            print(line, file=sys.stderr if out is None else sys.stdout)

    return show.tell(made.data, words)


def _asked(made: MapImport) -> dict[str, str]:
    """What a player answers to the questions that nobody has answered; nothing typed takes the usual answer.

    A question that decides on the others is asked alone. `u` goes back to the question before. Raises `Stopped` for q.
    """
    found = dict[str, str]()
    asked = [question for question in made.questions if question.key not in made.given]
    asked = asked[:1] if asked[0].decides else asked
    while len(found) < len(asked):
        one = asked[len(found)]
        try:
            found[one.key] = check_answer(one, show.ask(f"{_question(one)} [{one.usual}] ") or one.usual)
        except show.TakenBack:
            found.pop(next(reversed(found), ""), None)
        except BattleFileError as wrong:
            show.note(str(wrong))
    return found


def _question(one: MapQuestion) -> str:
    choices = ", ".join(f"{choice.value} ({choice.title})" for choice in one.choices)
    return f"{one.text} {choices or f'In {one.unit}.'}"


def _told(made: MapImport, out: Path | None, book: Path | None) -> Iterator[str]:
    """What was made of the map, what was assumed, and what was left out."""
    if out is not None:
        yield f"Wrote {out}, from a {made.plain.format}."
    usual = [one for one in made.questions if one.key not in made.given]
    if usual:
        yield "The file cannot tell, so this was assumed; say otherwise with --answer QUESTION=VALUE:"
    told = ""
    for one in usual:
        allowed = ", ".join(choice.value for choice in one.choices) or one.unit
        yield f"  {one.key}={made.answers[one.key]}  {one.text} ({'the same' if allowed == told else allowed})"
        told = allowed if one.choices else ""
    if made.unused:
        yield "Not used:"
    yield from (f"  {what}" for what in made.unused)
    if book is not None and book.exists():
        yield f"Your answers are kept in {book}."


def _kept(book: Path | None) -> dict[str, str]:
    """Answers given before; raises `BattleFileError` for a file that holds something else."""
    if book is None or not book.exists():
        return {}
    data = read_data(book)
    if not isinstance(data, dict) or any(isinstance(value, dict | list) for value in data.values()):
        problem = "holds no answers: a mapping of questions to values"
        raise BattleFileError(Code.WRONG_TYPE, problem, file=str(book))
    return {
        str(key): json.dumps(value) if isinstance(value, bool | int | float) else str(value)
        for key, value in data.items()
        if value is not None
    }


def _pairs(given: list[str], option: str) -> Iterator[tuple[str, str]]:
    for one in given:
        key, equals, value = one.rpartition("=")
        if not equals or not key or not value:
            raise BattleFileError(Code.MALFORMED, f"{shown(one)} is not like NAME=VALUE", option)
        yield key, value
