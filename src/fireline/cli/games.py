"""The commands about games: `fireline rules`, with what house rules change, `examples`, `new` and `new-ruleset`."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fireline.analysis.deadline import USUAL, waiting_since
from fireline.analysis.houserules import COLUMNS, HouseRules, NamedBattle, house_rules
from fireline.cli import BEGUN, show
from fireline.cli.arguments import (
    GAME,
    ExactOption,
    GameArgument,
    argument,
    complete_games,
    flag,
    option,
    values_of,
    versions,
)
from fireline.cli.outputs import Out
from fireline.cli.show import listening
from fireline.formats.folder import Folder
from fireline.formats.kinds import PICTURE, REPORT
from fireline.formats.parsing import parse, read_data
from fireline.game.differing import differences
from fireline.game.entries import one_of, read_entry
from fireline.game.errors import BattleFileError, Code
from fireline.game.numbers import Number
from fireline.game.registry import every, names, ruleset, starter
from fireline.game.ruleset import Ruleset
from fireline.questions import library
from fireline.questions.columns import HouseRequest
from fireline.questions.columns import examples as example_battles
from fireline.ruling import Rule, Rulebook
from fireline.ruling.prose import listing, points
from fireline.ruling.told import written

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fireline.formats.examples import Example

ENDINGS = {".yaml", ".yml", ".json"}


def rules(  # noqa: PLR0913, PLR0917 - each is an option
    game: Annotated[
        str | None, argument("[RULESET]", f"{GAME[:-1]} if it is left out.", autocompletion=complete_games)
    ] = None,
    rule: Annotated[str | None, argument("[ID]", "A single rule, e.g. CCA-3.3.")] = None,
    diff: Annotated[
        tuple[str, str] | None, option("--diff", "A B", "Show what differs between two versions of a game.")
    ] = None,
    numbers: Annotated[bool, flag("--numbers", "Show every number, which `house:` may change.")] = False,
    with_: Annotated[
        list[str] | None, option("--with", "ADDRESS=NUMBER", "Say what this number changes; repeat for more.")
    ] = None,
    battles: Annotated[
        Path | None, option("--battles", "FOLDER", "With --with: ask in these battles. Default: the examples.")
    ] = None,
    seconds: Annotated[float, option("--seconds", "N", "How long --with may take.", min=0, show_default=True)] = USUAL,
    out: Annotated[
        Path | None, Out("With --with: draw it, .svg or .png, or write a page, .html.", PICTURE, REPORT)
    ] = None,
    exact: ExactOption = False,
) -> None:
    """List the games, or show the rulebook of one: every rule, our reading of it, and the options of a table.

    With --with, say what a house rule changes in every shot of the game's examples.
    """
    show.written_out.set(exact)
    for name, given, with_what, there in (
        ("--diff", diff, "RULESET", game),
        ("--numbers", numbers, "RULESET", game),
        ("--with", with_, "RULESET", game),
        ("--battles", battles, "--with, which says what is changed", with_),
        ("--out", out, "--with, which says what is changed", with_),
    ):
        if given and not there:
            raise BattleFileError(Code.MISSING, f"goes with {with_what}", name)
    if game is None:
        return _rulesets()
    if with_:
        return _house(game, with_, battles, seconds, out)
    if diff is not None:
        return _differences(*versions(game, diff))
    found = ruleset(game)
    rulebook = found.rulebook
    if rule is not None and rule not in rulebook:
        one_of(rule, rulebook, f"rule of {game}", "ID")
    if numbers:
        listed = (found.numbers or {}).values()
        return _numbers([one for one in listed if rule in {None, one.rule}])
    return _rulebook(game, rulebook, rule)


def _rulesets() -> None:
    """The games that Fireline knows."""
    games, problems = every()
    for problem in problems:
        typer.echo(problem, err=True)
    rows = (
        (game.id, game.name, str(len(game.rulebook)), "\n".join(option.name for option in game.rulebook.options))
        for game in games
    )
    head = "ruleset", "game", "rules", "options"
    return show.tell(lambda: written(library.rulesets()), lambda: show.table(*head, rows=rows))


def new(
    game: GameArgument,
    own: Annotated[
        bool, flag("--game", "RULESET is a game of your own: write a Python package that begins it.")
    ] = False,
    out: Annotated[
        Path | None,
        option(
            "--out",
            "FOLDER",
            "With --game: the folder of the package, which must not exist yet. Default: ./RULESET.",
            "-o",
        ),
    ] = None,
) -> None:
    """Print a commented battle file to start from, fireline new ancients > battle.yaml; or begin a game of your own.

    The package of a game of your own starts with one rule and passes the contract battery.
    """
    if not own:
        if out is not None:
            raise BattleFileError(Code.CONFLICT, "is for a game of your own; add --game", "--out")
        text = starter(game)
        return show.tell(lambda: parse(text), lambda: sys.stdout.write(text))
    folder = Path(game) if out is None else out
    made = write_package(game, folder)
    steps = (
        f"Wrote {len(made)} files into {folder}.  Next:",
        f"  pip install --editable {shlex.quote(f'{folder}[test]')}",
        f"  pytest --fireline-ruleset {game}",
    )
    data = {"ruleset": game, "folder": str(folder), "files": [str(path) for path in made]}
    return show.tell(lambda: data, lambda: show.note("\n".join(steps)))


def new_ruleset(
    game: GameArgument,
    out: Annotated[
        Path | None, option("--out", "FOLDER", "The folder of the package. Default: ./RULESET.", "-o")
    ] = None,
) -> None:
    """Write a Python package for your own game: fireline new RULESET --game."""
    new(game, own=True, out=out)


def write_package(name: str, folder: Path) -> tuple[PurePosixPath, ...]:
    """Write the package of a new game into a folder that must not exist, and name the files in it.

    Raises `BattleFileError` where the name cannot be used, or the folder is there already or cannot be written.
    """
    from fireline.formats.writing import new_folder
    from fireline.newgame import check_name, package_of

    check_name(name)
    texts = dict(package_of(name))
    with new_folder(folder):
        for path, text in texts.items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    return tuple(texts)


# --- rulebooks -----------------------------------------------------------------------


def _rulebook(game: str, book: Rulebook, rule: str | None) -> None:
    """The rulebook, or one rule of it."""
    chosen, options = library.rule_lines(book, *([rule] if rule else [])), library.option_lines(book, rule)

    def words() -> None:
        show.table("rule", "says", rows=((one.id, _rule(one)) for one in chosen))
        if options:
            show.table("option", "rule", "when it is on", rows=((one.name, one.rule, one.says) for one in options))

    show.tell(lambda: written({"ruleset": game, "rules": chosen, "options": options}), words)


def _rule(one: Rule) -> str:
    """What a rule says, our reading of it, and where it comes from."""
    return "\n".join([one.says, *([f"Reading: {one.reading}"] if one.reading else []), f"Source: {one.source}"])


def _numbers(found: Sequence[Number]) -> None:
    """The numbers of a game's rules, each with the bounds between which a table may set it."""
    data = [one.data() for one in found]

    def words() -> None:
        rows = (tuple(map(str, one.values())) for one in data)
        show.table("address", "rule", "value", "from", "to", "about", rows=rows)

    none = partial(show.say, "This game lists no numbers.")
    show.tell(lambda: data, words if data else none)


def _differences(before: Ruleset[Any, Any, Any], after: Ruleset[Any, Any, Any]) -> None:
    """What differs between two versions of a game: values, and rules that only one of them has."""
    versions = before.versions, after.versions
    found = list(differences(before.rulebook, *(one.edition for one in versions if one))) if versions[0] else []
    only = [
        (one.id, [id_ for id_ in one.rulebook if id_ not in other.rulebook])
        for one, other in ((before, after), (after, before))
    ]
    values = [{"rules": list(d.rules), "what": d.what, before.id: d.before, after.id: d.after} for d in found]

    def words() -> None:
        rows = (("\n".join(one.rules), one.what, one.before, one.after) for one in found)
        show.table("rule", "what", before.id, after.id, rows=rows)
        for id_, rules in only:
            show.note(f"Only in {id_}: {listing(rules)}." if rules else f"Every rule of {id_} stands in the other too.")

    show.tell(lambda: {"rulesets": [before.id, after.id], "differences": values, "only_in": dict(only)}, words)


# --- house rules ---------------------------------------------------------------------


def _house(game: str, changes: Sequence[str], battles: Path | None, seconds: float, out: Path | None) -> None:
    """Answer in a sentence and a table, or as JSON, and write the picture or the report."""
    named = example_battles(game) if battles is None else _in_folder(battles)
    said = values_of(changes, "--with", "ADDRESS=NUMBER; --numbers lists the addresses")
    asked = read_entry(HouseRequest, {"ruleset": game, "house": said})
    with listening() as heard, waiting_since(BEGUN.get()):
        found = house_rules(game, asked.house, named, seconds=seconds, heard=heard)
    if out is None or out.suffix != ".html":
        return show.give(found, out)
    _page(found, out)
    return show.tell(found.data, lambda: show.answer(found), out)


def _in_folder(folder: Path) -> list[NamedBattle]:
    """The battle files in a folder."""
    if not folder.is_dir():
        raise BattleFileError(Code.NOT_FOUND, "is no folder", "--battles", str(folder))
    files = [file for file in sorted(folder.iterdir()) if file.suffix in ENDINGS]
    read = ((file, read_data(file)) for file in files)
    return [NamedBattle(file.name, data, Folder(folder)) for file, data in read if isinstance(data, dict)]


def _page(found: HouseRules, out: Path) -> None:
    """Write a page of every shot before and after, with the table."""
    from fireline.formats.report import PlainPage

    facts = [("shots", f"{found.count:,}"), ("change", f"{found.changed:,}")]
    facts += [("points on average", points(found.mean))] if found.mean is not None else []
    rows = [found.row(one) for one in found.differences]
    PlainPage(found.title, found.sentence, facts, found.picture(), COLUMNS, rows, [*filter(None, found.notes())]).write(
        out
    )


# --- examples ----------------------------------------------------------------------------


SENTENCE = re.compile(r"(?<=[.?!])\s")
"""The boundary between two sentences."""


def _names(incomplete: str) -> list[str]:
    """For completion: the names that begin with this."""
    from fireline.formats.examples import examples as known

    return [name for name in (*known(), *names()) if name.startswith(incomplete)]


def examples(
    name: Annotated[
        str | None,
        argument(
            "[NAME]",
            "The name of an example; or a game, for a commented battle file to start from.",
            autocompletion=_names,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        Out("Write the example here, with the files that it names; without NAME, write all into this folder."),
    ] = None,
) -> None:
    """List example battles and set-ups, print one or write it; a game's name prints a battle file to start from."""
    from fireline.formats.examples import example, first_battle, listed, write_all

    one = None if name is None else first_battle(name) if name in names() else example(name)
    if out is not None:
        if one is None:
            write_all(out)
        else:
            out = one.write(out)

    def words() -> None:
        if one is not None and out is None:
            sys.stdout.write(one.text)
        elif out is None:
            _list("example", "what it shows", [each for each in listed() if not each.setup])
            _list("set-up to play", "what happens", [each for each in listed() if each.setup])

    known = library.all_examples if one is None else partial(library.example_battle, one)
    show.tell(lambda: written(known()), words, out)


def _list(kind: str, says: str, found: Iterable[Example]) -> None:
    """A table of battles, each with the first sentence about it."""
    rows = ((each.name, each.ruleset, SENTENCE.split(each.words, maxsplit=1)[0]) for each in found)
    show.table(kind, "ruleset", says, rows=rows)
