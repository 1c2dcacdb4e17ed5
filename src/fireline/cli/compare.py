"""`fireline compare`: one shot by several versions, options, weapons or places, side by side and over a grid."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from rich.table import Table
from rich.text import Text

from fireline.analysis.compare import compare as compared
from fireline.analysis.compare import left_out
from fireline.analysis.grid import MOST_CELLS, ComparisonGrid, GridCell, heat_map
from fireline.analysis.grid import grid as gridded
from fireline.analysis.vary import Variant
from fireline.cli import ANSWERED, BAD_INPUT, show
from fireline.cli.arguments import argument, flag, option
from fireline.cli.asking import Asked, asks
from fireline.cli.outputs import Out
from fireline.formats.kinds import PICTURE
from fireline.game.command import Shoot
from fireline.game.entries import read_entry
from fireline.questions import columns as asking
from fireline.questions.columns import ColumnAsked, Comparing, Weighing, columns_of, variant_of
from fireline.ruling.prose import average, decimals, listing, percent, plural, points
from fireline.ruling.told import key_of

MOST_ROWS, MOST_COLUMNS = 40, 10
"""The largest grid that is listed cell by cell."""
MORE, LESS = "bold blue", "bold yellow"
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


@asks(asking.compare, "columns")
def compare(  # noqa: PLR0913 - each is an option
    asked: Asked[Comparing],
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

    A column with a mistake in it is left out and named, and the exit status is 2.
    """
    first: Asked[Weighing] = asked.instead(asking.worth)
    read = [read_entry(ColumnAsked, one) for one in typed_columns(change, edition, weapon)]
    battles = [(Path(one).name, partial(_variant, first, one)) for one in others or ()]
    found, problems = columns_of(_variant(first), read, battles, Path(first.file).name if battles else "")
    if grid is None:
        first.give(compared(*found.values(), labels=tuple(found), problems=problems), out)
    else:
        most = 10**7 if yes else MOST_CELLS
        cells = gridded(*found.values(), axes=grid, of=of, labels=tuple(found), most=most, problems=problems)
        title = first.battle.check(first.shot).title
        if out is not None:
            from fireline.formats.writing import save_picture

            save_picture(heat_map(cells, title), out)
        first.tell(cells.data, lambda: _tell_grid(cells, title), out)
    return BAD_INPUT if problems.told else ANSWERED


def typed_columns(
    changes: Sequence[str] | None, editions: Sequence[str] | None, weapons: Sequence[str] | None
) -> list[dict[str, Any]]:
    """The columns of the options: each version, then each weapon, then each change."""
    return [
        *({"changes": {"edition": one}} for one in editions or ()),
        *({"weapon": one} for one in weapons or ()),
        *({"changes": one} for one in changes or ()),
    ]


def _variant(asked: Asked[Weighing], battle: str | None = None) -> Variant:
    """The shot in the battle, or in another one, as whoever asks may know it; errors name the file."""
    with asked.other(battle) if battle else nullcontext(asked.request) as request:
        variant = variant_of(request)
        variant.battle.refusals(Shoot(variant.declared))
    return variant


def _tell_grid(found: ComparisonGrid, title: str) -> None:
    sizes = " × ".join(f"{axis.name} {key_of(axis.values[0])} to {key_of(axis.values[-1])}" for axis in found.axes)
    show.console().print(Text(title, show.STRONG))
    show.console().print(Text(f"{sizes}: {plural(len(found.cells), 'cell')}, each exact; {found.figure}."))
    if len(found.labels) == 1:
        _alone(found)
    for number in range(1, len(found.labels)):
        _parts(found, number)
    if found.terms:
        show.note(found.terms)
    for sentence in left_out(found.problems):
        show.note(sentence)


def _alone(found: ComparisonGrid) -> None:
    """A single column: every cell if they fit on a screen, otherwise the least and the greatest."""
    *rows, columns = found.axes
    high = max(len(one.values) for one in (rows or [columns]))
    if high <= MOST_ROWS and not (rows and len(columns.values) > MOST_COLUMNS):
        show.console().print(_field(found) if rows else _list(found))
    elif (extremes := found.extremes()) is not None:
        table = show.new_table("", *(axis.name for axis in found.axes), found.figure)
        for name, cell in zip(("least", "greatest"), extremes, strict=True):
            table.add_row(name, *map(key_of, cell.at), _figure(found, cell.figures[0]))
        show.console().print(table)
        show.note("Every cell is in --json, and in the picture that --out draws.")
    else:
        show.note("The shot is legal in no cell.")


def _list(found: ComparisonGrid) -> Table:
    """Every cell of one axis, one per row."""
    table = show.new_table(found.axes[0].name, found.figure)
    for cell in found.cells:
        table.add_row(key_of(cell.at[0]), _figure(found, cell.figures[0]))
    return table


def _field(found: ComparisonGrid) -> Table:
    """Every cell of two axes, the first downwards."""
    down, across = found.axes
    told = average if found.is_mean else percent
    table = show.new_table(f"{down.name} by {across.name}", *map(key_of, across.values))
    figures = ["–" if one.figures[0] is None else told(one.figures[0]) for one in found.cells]
    wide = len(across.values)
    for n, value in enumerate(down.values):
        table.add_row(key_of(value), *figures[n * wide : (n + 1) * wide])
    return table


def _parts(found: ComparisonGrid, number: int) -> None:
    """How one column differs from the first, over the whole grid."""
    label, first = found.labels[number], found.labels[0]
    differing, most = found.differing(number), found.most(number)
    out = show.console()
    if not differing:
        out.print(Text(f"{label} is the same as {first} in every cell."))
        return
    table = show.new_table(f"{label} against {first}", *(axis.name for axis in found.axes), first, label, "difference")
    for name, cell in (("first cell that differs", differing[0]), ("where they differ most", most)):
        if cell is not None:
            figures = (_figure(found, cell.figures[place]) for place in (0, number))
            table.add_row(name, *map(key_of, cell.at), *figures, _difference(found, cell, number))
    out.print(table)
    gains = [cell.gain(number) for cell in found.cells]
    more, less = sum(1 for gain in gains if gain and gain > 0), sum(1 for gain in gains if gain and gain < 0)
    illegal = sum(1 for cell in found.cells if (cell.figures[0] is None) != (cell.figures[number] is None))
    parts = [f"more in {more}", f"less in {less}", *([f"another verdict in {illegal}"] if illegal else [])]
    out.print(Text(f"{len(differing)} of {plural(len(gains), 'cell')} differ; {found.figure}: {listing(parts)}."))


def _figure(found: ComparisonGrid, figure: Fraction | None) -> str:
    if figure is None:
        return "not legal"
    return show.chance(figure, average if found.is_mean else percent)


def _difference(found: ComparisonGrid, cell: GridCell, number: int) -> Text:
    gain = cell.gain(number)
    told = decimals if found.is_mean else points
    return Text("another verdict") if gain is None else Text(told(gain), MORE if gain > 0 else LESS)
