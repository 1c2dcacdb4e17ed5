"""What a player types after a command: battles, shots, faces, files; and completion for the shell."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from fireline.formats.battlefile import battle_file, file_meant, load
from fireline.formats.examples import examples
from fireline.formats.folder import Folder
from fireline.formats.parsing import SIZE_LIMIT, typed_value
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code, not_told
from fireline.game.registry import names, ruleset, version_of
from fireline.game.ruleset import Ruleset

WHO = "shooter", "target"
"""What of a shot has options of its own."""


def folder_of(battle: str) -> Folder:
    """The folder with the files that the battle typed may name."""
    return Folder(battle_file(battle).parent)


def complete_battles(incomplete: str) -> list[str]:
    """For completion: the examples of this beginning, and the files of this folder; the shell knows other folders."""
    if not incomplete or "/" in incomplete:
        return []
    files = (one.name for one in Path().iterdir() if one.suffix in {".yaml", ".yml", ".json"})
    return [one for one in (*examples(), *sorted(files)) if one.startswith(incomplete)]


def complete_games(incomplete: str) -> list[str]:
    """For completion: the names of games."""
    return [one for one in names() if one.startswith(incomplete)]


def _battle_typed(context: typer.Context) -> Battle | None:
    """For completion: the battle typed so far; an option without its value leaves it among the arguments."""
    named = context.params.get("battle") or next(iter(context.args), "")
    try:
        return load(named)
    except BattleFileError:
        return None


def complete_shooters(context: typer.Context, incomplete: str) -> list[str]:
    """For completion: everyone who may be named as shooter."""
    battle = _battle_typed(context)
    ids = battle.ruleset.shooters(battle.state) if battle else ()
    return [id_ for id_ in ids if id_.startswith(incomplete)]


def complete_targets(context: typer.Context, incomplete: str) -> list[str]:
    """For completion: everyone whom the shooter typed so far may name."""
    battle = _battle_typed(context)
    ids = battle.ruleset.targets(battle.state, context.params.get("shooter") or "") if battle else ()
    return [id_ for id_ in ids if id_.startswith(incomplete)]


def option(name: str, metavar: str, what: str, *more: str, **facts: Any) -> Any:
    """An option with a value; its usual value is not shown, for the help says it where it matters."""
    facts.setdefault("show_default", False)
    return typer.Option(name, *more, metavar=metavar, help=what, **facts)


def argument(metavar: str, what: str, **facts: Any) -> Any:
    """An argument, named in the help as it is told here."""
    return typer.Argument(metavar=metavar, help=what, show_default=False, **facts)


def file_argument(metavar: str, what: str, *endings: str) -> Any:
    """An argument that names a file to read, or without its ending one of the examples."""

    def meant(given: Any) -> Any:
        return None if given is None else file_meant(given, *endings)

    return argument(metavar, what, callback=meant)


def flag(name: str, what: str) -> Any:
    """An option that is said or not."""
    return typer.Option(name, help=what)


A_BATTLE = "A battle file, YAML or JSON, or the name of an example."
BattleArgument = Annotated[str, argument("BATTLE", A_BATTLE, autocompletion=complete_battles)]
GAME = "The id of a game; `fireline rules` lists them."
GameArgument = Annotated[str, argument("RULESET", GAME, autocompletion=complete_games)]
TeamOption = Annotated[
    str | None, option("--team", "TEAM", "Answer only what this team may know, if the game hides cards.")
]
ExactOption = Annotated[bool, flag("--exact", "Add every table, and write out every fraction, however long.")]
SeedOption = Annotated[
    int | None,
    option("--seed", "NUMBER", "The seed of the dice; the same seed throws the same dice.", min=0),
]


@contextmanager
def about(battle: str, *, team: str | None = None, answers: str | None = None) -> Iterator[Battle]:
    """Load the battle in a file; errors in questions about it name the file.

    Errors in the file itself are kept from a team that asks; `answers` says which owed answers are given.
    """
    with not_told(team, battle):
        loaded = load(battle)
    try:
        loaded = loaded.with_answers(answers)
    except BattleFileError as wrong:
        raise wrong.at("--answers") from None
    try:
        yield loaded
    except BattleFileError as wrong:
        where = re.split(r"[.\[]", wrong.place, maxsplit=1)[0]
        of_the_file = where == "shot" or where in loaded.ruleset.entry.model_fields
        raise wrong.inside(file=battle) if of_the_file and not wrong.file else wrong from None


def declare(shooter: str, target: str, details: list[str] | None) -> Shot:
    """The shot that the options name."""
    return Shot(shooter, target, **details_of(details or [], "--with"))


def details_of(typed: Iterable[str], place: str = "details") -> dict[str, Any]:
    """Details of a shot as they are typed, KEY=VALUE; raises `BattleFileError`."""
    return values_of(typed, place, "KEY=VALUE, e.g. bullets=3", lambda key: key.isidentifier() and key not in WHO)


def values_of(
    typed: Iterable[str], place: str, wanted: str, is_key: Callable[[str], object] = str.strip
) -> dict[str, Any]:
    """Values by their keys as they are typed, each as it is `wanted`; raises `BattleFileError`."""
    found: dict[str, Any] = {}
    for one in typed:
        key, equals, value = one.partition("=")
        if not equals or not is_key(key) or len(value) > SIZE_LIMIT:
            raise BattleFileError(Code.MALFORMED, f"{shown(one)} is not {wanted}", place)
        if key.strip() in found:
            raise BattleFileError(Code.DUPLICATE, f"{shown(key.strip())} is given twice", place)
        found[key.strip()] = typed_value(value, f"{place} {key}")
    return found


def versions(game: str, named: tuple[str, str]) -> tuple[Ruleset[Any, Any, Any], Ruleset[Any, Any, Any]]:
    """Two versions of a game by their names after the @; raises `BattleFileError`."""
    before, after = (ruleset(version_of(game, name, "--diff")) for name in named)
    return before, after


def faces(text: str | None) -> list[object] | None:
    """The faces of `--dice`: numbers if they are numbers, otherwise symbols."""
    if text is None:
        return None
    words = [word.strip() for word in text.split(",") if word.strip()]
    return [int(word) if word.isascii() and word.isdigit() and len(word) < 10 else word for word in words]
