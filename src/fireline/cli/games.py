"""The commands about games: `fireline rules` and `fireline new`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from fireline.analysis.deadline import USUAL
from fireline.cli import show
from fireline.cli.arguments import GAME, ExactOption, GameArgument, JsonOption, file_option, versions
from fireline.cli.newruleset import new_ruleset
from fireline.cli.outputs import Writes
from fireline.cli.show import emit
from fireline.formats.kinds import PICTURE, REPORT
from fireline.formats.parsing import parse
from fireline.game.errors import BattleFileError, Code
from fireline.game.registry import every, ruleset, starter


def rules(  # noqa: PLR0913, PLR0917 - each is an option
    game: Annotated[
        str | None, typer.Argument(metavar="[RULESET]", help=f"{GAME[:-1]} if it is left out.", show_default=False)
    ] = None,
    rule: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="A single rule, e.g. CCA-3.3.", show_default=False)
    ] = None,
    diff: Annotated[
        tuple[str, str] | None,
        typer.Option(
            "--diff", metavar="A B", help="Show what differs between two versions of a game.", show_default=False
        ),
    ] = None,
    numbers: Annotated[bool, typer.Option("--numbers", help="Show every number, which `house:` may change.")] = False,
    with_: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="ADDRESS=NUMBER",
            help="What does this number change? Repeat for more.",
            show_default=False,
        ),
    ] = None,
    battles: Annotated[
        Path | None,
        typer.Option("--battles", metavar="FOLDER", help="With --with: in these battles.  Default: the examples."),
    ] = None,
    seconds: Annotated[float, typer.Option("--seconds", min=0, metavar="N", help="How long --with may take.")] = USUAL,
    out: Annotated[
        Path | None,
        file_option("--out", "-o", what="With --with: draw it, .svg or .png, or write a page, .html."),
        Writes(PICTURE, REPORT),
    ] = None,
    exact: ExactOption = False,
    as_json: JsonOption = False,
) -> None:
    """List the games, or show the rulebook of one: every rule, our reading of it, and the options of a table.

    With --with, say what a house rule changes in every shot of the game's examples.
    """
    show.written_out.set(exact)
    if game is None:
        return rulesets(as_json=as_json)
    if with_:
        from fireline.cli.house import house_page

        return house_page(game, with_, battles, seconds, out, as_json=as_json)
    if battles is not None or out is not None:
        raise BattleFileError(
            Code.MISSING, "goes with --with, which says what is changed", "--battles" if battles else "--out"
        )
    if diff is not None:
        return show.differences(*versions(game, diff), as_json=as_json)
    found = ruleset(game)
    rulebook = found.rulebook
    if rule is not None and rule not in rulebook:
        from fireline.game.entries import one_of

        one_of(rule, rulebook, f"rule of {game}", "ID")
    if numbers:
        listed = (found.numbers or {}).values()
        return show.numbers([one for one in listed if rule in {None, one.rule}], as_json=as_json)
    return show.rulebook(game, rulebook, rule, as_json=as_json)


def rulesets(as_json: JsonOption = False) -> None:
    """List the games that Fireline knows."""
    games, problems = every()
    for problem in problems:
        typer.echo(problem, err=True)
    if as_json:
        return emit([{"id": game.id, "name": game.name, "rules": len(game.rulebook)} for game in games])
    return show.games(games)


def new(
    game: GameArgument,
    own: Annotated[
        bool,
        typer.Option("--game", help="RULESET is a game of your own: write a Python package that begins it."),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FOLDER",
            help="With --game: the folder of the package, which must not exist yet. Default: ./RULESET.",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Print a commented battle file to start from, fireline new ancients > battle.yaml; or begin a game of your own."""
    if own:
        return new_ruleset(game, out=out, as_json=as_json)
    if out is not None:
        raise BattleFileError(Code.CONFLICT, "is for a game of your own; add --game", "--out")
    text = starter(game)
    emit(parse(text)) if as_json else sys.stdout.write(text)
    return None
