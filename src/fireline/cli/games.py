"""The commands about games: `fireline rules`, `rulesets`, `new`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from fireline.cli import show
from fireline.cli.arguments import GameArgument, JsonOption, versions
from fireline.cli.show import emit
from fireline.formats.parsing import parse
from fireline.game.registry import every, ruleset, starter


def rules(
    game: GameArgument,
    rule: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="A single rule, e.g. CCA-3.3.", show_default=False)
    ] = None,
    diff: Annotated[
        tuple[str, str] | None,
        typer.Option(
            "--diff", metavar="A B", help="Show what differs between two versions of a game.", show_default=False
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show the rulebook in plain words: every rule, our reading of it, and the options of a table."""
    if diff is not None:
        return show.differences(*versions(game, diff), as_json=as_json)
    rulebook = ruleset(game).rulebook
    if rule is not None and rule not in rulebook:
        from fireline.game.entries import one_of

        one_of(rule, rulebook, f"rule of {game}", "ID")
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
    as_json: JsonOption = False,
) -> None:
    """Print a commented battle file to start from: fireline new ancients > battle.yaml."""
    text = starter(game)
    emit(parse(text)) if as_json else sys.stdout.write(text)
