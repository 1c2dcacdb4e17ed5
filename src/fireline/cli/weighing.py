"""The commands about a shot beside others: `compare`, `ranges`, `kills`, `solve` and `worth`."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from fireline.analysis.compare import compare as compared
from fireline.analysis.grid import MOST_CELLS
from fireline.analysis.grid import grid as gridded
from fireline.analysis.vary import Variant
from fireline.cli import ANSWERED, BAD_INPUT, show
from fireline.cli.arguments import argument, flag, option
from fireline.cli.asking import Asked, asks, typed_as
from fireline.cli.outputs import Out
from fireline.formats.kinds import PICTURE
from fireline.game.command import Shoot
from fireline.game.commandtext import unit_meant
from fireline.game.entries import Name, read_entry
from fireline.game.errors import BattleFileError, Code
from fireline.game.ways import best_way
from fireline.questions import columns, searches
from fireline.questions.columns import (
    ColumnRequest,
    CompareRequest,
    KillsRequest,
    RangesRequest,
    SolveRequest,
    columns_of,
    variant_of,
)
from fireline.questions.forms.requests import ShotData, ShotRequest
from fireline.questions.searches import GamesRequest
from fireline.ruling.prose import listing, plural

ChangeOption = Annotated[
    list[str] | None,
    option(
        "--change",
        "KEY=VALUE",
        "Add a column with this changed, e.g. 'units\\[bow].moved=1'; separate several changes with ;.",
        "-c",
    ),
]
EditionOption = Annotated[
    list[str] | None, option("--edition", "E", "Add a column with this version of the rules, e.g. 2026-01.", "-e")
]
WeaponOption = Annotated[list[str] | None, option("--weapon", "W", "Add a column with this weapon.")]


@asks(columns.compare, "columns")
def compare(  # noqa: PLR0913 - each is an option
    asked: Asked[CompareRequest],
    *,
    others: Annotated[
        list[str] | None, argument("[BATTLE]...", "Further battles, each compared with the first.")
    ] = None,
    change: ChangeOption = None,
    edition: EditionOption = None,
    weapon: WeaponOption = None,
    grid: Annotated[
        str | None,
        option("--grid", "AXES", 'Compare over a whole grid of one or two fields, e.g. "ranged=2..20,defence=2..20".'),
    ] = None,
    of: Annotated[
        str,
        option(
            "--of",
            "FIGURE",
            "The figure in a grid: headline, a MARGINAL for its mean, or MARGINAL=VALUE.",
            show_default=True,
        ),
    ] = "headline",
    yes: Annotated[bool, flag("--yes", "Work out the grid even if it is large.")] = False,
    out: Annotated[Path | None, Out("Draw the comparison, .svg or .png.", PICTURE)] = None,
) -> int:
    """Print the columns side by side, and why they differ.

    A column that has a mistake is left out and named; the exit status is then 2.
    """
    first: Asked[ShotRequest] = asked.instead(columns.worth)
    read = [read_entry(ColumnRequest, one) for one in typed_columns(change, edition, weapon)]
    battles = [(Path(one).name, partial(_variant, first, one)) for one in others or ()]
    found, problems = columns_of(_variant(first), read, battles, Path(first.file).name if battles else "")
    if grid is None:
        show.give(compared(*found.values(), labels=tuple(found), problems=problems), out)
    else:
        most = 10**7 if yes else MOST_CELLS
        cells = gridded(*found.values(), axes=grid, of=of, labels=tuple(found), most=most, problems=problems)
        show.give(cells, out)
    return _left_out(asked, problems.told)


def _left_out(asked: Asked[Any], problems: Mapping[str, str]) -> int:
    """The exit status of an answer, bad input where columns are left out of it, which standard error names then."""
    if not problems:
        return ANSWERED
    what = plural(len(problems), "column is", "columns are")
    print(f"fireline {asked.question.name}: {what} left out, as the answer tells: {listing(problems)}", file=sys.stderr)
    return BAD_INPUT


def typed_columns(
    changes: Sequence[str] | None, editions: Sequence[str] | None, weapons: Sequence[str] | None
) -> list[dict[str, Any]]:
    """The columns of the options: each version, then each weapon, then each change."""
    return [
        *({"changes": {"edition": one}} for one in editions or ()),
        *({"weapon": one} for one in weapons or ()),
        *({"changes": one} for one in changes or ()),
    ]


def _variant(asked: Asked[ShotRequest], battle: str | None = None) -> Variant:
    """The shot in the battle, or in another one, as whoever asks may know it; errors name the file."""
    with asked.other(battle) if battle else nullcontext(asked.request) as request:
        variant = variant_of(request)
        variant.battle.refusals(Shoot(variant.declared))
    return variant


@asks(columns.ranges, "columns")
def ranges(
    asked: Asked[RangesRequest],
    *,
    change: ChangeOption = None,
    edition: EditionOption = None,
    weapon: WeaponOption = None,
    out: Annotated[Path | None, Out("Draw the curves, .svg or .png.", PICTURE)] = None,
) -> int:
    """Print which is best where, and the chances.

    Nobody else is there. A column that has a mistake is left out and named; the exit status is then 2.
    """
    question = asked.instead(columns.ranges, columns=typed_columns(change, edition, weapon))
    found = question.heard()
    show.give(found, out)
    return _left_out(asked, found.problems)


@asks(columns.kills, "then")
def kills(
    asked: Asked[KillsRequest],
    *,
    then: Annotated[
        list[str] | None,
        option("--then", "ID", "Who attacks next, before the shooter attacks again; repeat for more, in order."),
    ] = None,
    out: Annotated[Path | None, Out("Draw the chances, .svg or .png.", PICTURE)] = None,
) -> None:
    """Print the chances after each number of attacks.

    The shooter stays where it is, ready and loaded each time; nobody else acts. Retreats move the target.
    """
    battle, target = asked.battle, asked.shot.target
    with typed_as("--then", "shot.shooter"):
        others = [best_way(battle, unit_meant(battle, one), target).shot.data() for one in then or ()]
    show.give(asked.instead(columns.kills, then=others or None).answer(), out)


class SolveEitherRequest(GamesRequest, SolveRequest):
    """A shot, or with a side whole games."""

    shot: ShotData = None
    side: Annotated[Name | None, Field(description="Ask instead how often this side wins whole games.")] = None


@asks(columns.solve, named={"goal": "--is", "policies": "--policy"}, request=SolveEitherRequest)
def solve(
    asked: Asked[SolveEitherRequest],
    *,
    out: Annotated[Path | None, Out("Draw the curve, .svg or .png.", PICTURE)] = None,
) -> None:
    """Print the curve, and where it is as asked.

    With --side, find instead the value at which that side wins as often as asked, by games on the same dice, with
    intervals. --games, --turns, --begins, --policy, --seed and --seconds say how the games are played.
    """
    if asked.typed["side"] is not None:
        for name, option in (("shot", "--shooter"), ("of", "--of")):
            if asked.typed[name] is not None:
                raise BattleFileError(Code.CONFLICT, "is for one shot; --side asks who wins whole games", option)
        balancing = asked.instead(searches.balance)
        return show.give(balancing.heard(), out)
    if asked.typed["shot"] is None:
        problem = "name --shooter and --target for the chance of a shot, or --side for that to win games"
        raise BattleFileError(Code.MISSING, problem, "solve")
    for_shots(asked, "side", "--side")
    return show.give(asked.answer(), out)


def for_shots(asked: Asked[Any], name: str, option: str) -> None:
    """Raise `BattleFileError` where a question about a shot comes with what belongs to games."""
    options = {name: option, **{one: f"--{one}" for one in GamesRequest.model_fields}, "policies": "--policy"}
    for field, typed in options.items():
        if asked.typed[field] is not None:
            raise BattleFileError(Code.CONFLICT, "is for games; leave out --shooter and --target", typed)


class WorthEitherRequest(GamesRequest, ShotRequest):
    """A shot, or units."""

    shot: ShotData = None
    units: Annotated[
        list[Name] | None, Field(description="Say instead what these units are worth to their side in games.")
    ] = None


@asks(columns.worth, named={"units": "--unit", "policies": "--policy"}, request=WorthEitherRequest)
def worth(
    asked: Asked[WorthEitherRequest],
    *,
    out: Annotated[Path | None, Out("Draw what everything adds, .svg or .png.", PICTURE)] = None,
) -> None:
    """Print what each line is worth, and what would help.

    With --unit, say instead what units add to the win rate of their side, by games with them and without them on the
    same dice, with intervals. Without a shot and without --unit, do so for every unit. --games, --turns, --begins,
    --policy, --seed and --seconds say how the games are played.
    """
    if asked.typed["shot"] is None:
        units = asked.instead(searches.unit_worth)
        return show.give(units.heard(), out)
    for_shots(asked, "units", "--unit")
    return show.give(asked.answer(), out)
