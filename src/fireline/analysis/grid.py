"""One shot over a whole grid of inputs, under several rules: every cell exact, and where they differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import prod
from operator import itemgetter
from typing import Any

from fireline.analysis.axes import Axis, Cases, place_axis, read_axes
from fireline.analysis.compare import Problems, labels_of, left_out, terms_of
from fireline.analysis.vary import Variant
from fireline.chance import CappedCount, Dist
from fireline.draw.heatmap import Heat, HeatMap, draw_heat
from fireline.game.entries import one_of, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.result import Bar, Result, named
from fireline.game.tools import Table
from fireline.ruling.prose import average, decimals, exactly, listing, percent, plural, points
from fireline.ruling.told import key_of

Measure = Callable[[Dist[Any]], Fraction]
MOST_BARS = 40
"""The longest axis whose cells are told one by one."""
MOST_CELLS = 20_000
"""The most cells that are worked out without --yes, all columns together."""


@dataclass(frozen=True)
class GridCell:
    """One combination of values, with a figure for each column; None if the shot is illegal."""

    at: tuple[Any, ...]
    figures: tuple[Fraction | None, ...]
    changed: tuple[bool, ...]
    """Whether a column has another verdict or another distribution than the first."""

    def gain(self, column: int) -> Fraction | None:
        """The figure of a column minus that of the first; None if one of the two shots is illegal."""
        first, other = self.figures[0], self.figures[column]
        return None if first is None or other is None else other - first


class ComparisonGrid(Result):
    """Columns over a grid of inputs; `cells` are in the order of the axes, the last one varying fastest."""

    labels: tuple[str, ...]
    axes: tuple[Axis, ...]
    measure: str
    headline: str
    """The name of the headline chance."""
    cells: tuple[GridCell, ...]
    terms: str
    """What the chances assume, see `Battle.terms`."""
    problems: Mapping[str, str] = field(default_factory=dict)
    """Columns that could not be asked, by label, and what is wrong with each."""
    title: str = ""
    """Who shoots at whom."""

    @property
    def is_mean(self) -> bool:
        """Whether the figures are averages, not chances."""
        return is_mean(self.measure)

    @property
    def figure(self) -> str:
        """What the figures are, in words."""
        name = self.measure.replace("_", " ").replace("=", " ")
        return f"mean {name}" if self.is_mean else f"chance of {name}" if "=" in self.measure else self.headline

    def differing(self, column: int) -> tuple[GridCell, ...]:
        """The cells in which a column differs from the first, in order."""
        return tuple(cell for cell in self.cells if cell.changed[column])

    def most(self, column: int) -> GridCell | None:
        """The first cell in which the figures are farthest apart; None if they are the same everywhere."""
        gains = [abs(cell.gain(column) or Fraction(0)) for cell in self.cells]
        return self.cells[gains.index(widest)] if (widest := max(gains)) else None

    def extremes(self, column: int = 0) -> tuple[GridCell, GridCell] | None:
        """The first cells in which the figure of a column is least and greatest; None if no shot is legal."""
        found = [(figure, cell) for cell in self.cells if (figure := cell.figures[column]) is not None]
        if not found:
            return None
        return min(found, key=itemgetter(0))[1], max(found, key=itemgetter(0))[1]

    @property
    def sentence(self) -> str:
        """Between what the figure lies; of several columns how each differs from the first."""
        if len(self.labels) > 1:
            return f"{self.title}: {'; '.join(map(self._differs, range(1, len(self.labels))))}."
        if (ends := self.extremes()) is None:
            return f"{self.title}: legal in no cell."
        least, most = (f"{self.said(cell.figures[0])} with {self.where(cell)}" for cell in ends)
        return f"{self.title}: {self.figure}, from {least} to {most}."

    def _differs(self, column: int) -> str:
        """How one column differs from the first, over the whole grid."""
        label, first = self.labels[column], self.labels[0]
        if not (differing := self.differing(column)):
            return f"{label} is the same as {first} in every cell"
        gains = [cell.gain(column) for cell in self.cells]
        more, less = sum(1 for gain in gains if gain and gain > 0), sum(1 for gain in gains if gain and gain < 0)
        illegal = sum(1 for cell in self.cells if (cell.figures[0] is None) != (cell.figures[column] is None))
        parts = [f"more in {more}", f"less in {less}", *([f"another verdict in {illegal}"] if illegal else [])]
        told = f"{label} differs from {first} in {len(differing):,} of {plural(len(gains), 'cell')}"
        return f"{told}; {self.figure}: {listing(parts)}"

    def bars(self) -> Iterator[Bar]:
        """Every cell of one axis, in one column or in several."""
        if not self._is_short:
            return
        for cell in self.cells:
            figures = list(zip(self.labels, cell.figures, strict=True))
            names = [self.where(cell)]
            if len(figures) > 1:
                yield Bar(names[0], None, "")
                names = [label for label, _ in figures]
            for name, (_, figure) in zip(names, figures, strict=True):
                yield Bar(name, None if figure is None else float(figure), self.said(figure))

    @property
    def _is_short(self) -> bool:
        return len(self.axes) == 1 and len(self.cells) <= MOST_BARS

    def notes(self) -> Iterator[str]:
        """Where columns differ, what the grid spans, and what it stands on."""
        for column in range(1, len(self.labels)):
            differing, most = self.differing(column), self.most(column)
            for name, cell in (("first", differing[0] if differing else None), ("most", most)):
                if cell is not None:
                    two = " then ".join(self.said(cell.figures[at]) for at in (0, column))
                    told = f"{self.labels[column]} differs {name} with {self.where(cell)}"
                    yield f"{told}: {two}{self._gain(cell, column)}."
        sizes = " × ".join(f"{axis.name} {key_of(axis.values[0])} to {key_of(axis.values[-1])}" for axis in self.axes)
        yield f"{sizes}: {plural(len(self.cells), 'cell')}, each exact; {self.figure}."
        if not self._is_short:
            yield "Every cell is told by --exact and --json, and shown by the picture that --out draws."
        yield self.terms
        yield from left_out(self.problems)

    def in_full(self) -> Iterator[Table]:
        """Every cell of every column."""
        cells = [(*map(key_of, cell.at), *(self.said(one, exact=True) for one in cell.figures)) for cell in self.cells]
        yield Table((*(axis.name for axis in self.axes), *self.labels), cells)

    def picture(self) -> str:
        """The grid as a heat map."""
        return heat_map(self, self.title)

    def where(self, cell: GridCell) -> str:
        """The values of a cell, in words."""
        return ", ".join(f"{axis.name} {key_of(value)}" for axis, value in zip(self.axes, cell.at, strict=True))

    def said(self, figure: Fraction | None, *, exact: bool = False) -> str:
        """A figure in words, with its fraction where that is wanted; None is that of an illegal shot."""
        if figure is None:
            return "not legal"
        told = average if self.is_mean else percent
        return exactly(figure, told) if exact else told(figure)

    def _gain(self, cell: GridCell, column: int) -> str:
        gain = cell.gain(column)
        return "" if gain is None else f" ({(decimals if self.is_mean else points)(gain)})"

    def data(self) -> dict[str, Any]:
        """The grid as it stands in a JSON answer: exact fractions as text, reduced."""
        names = [axis.name for axis in self.axes]
        return named(self, "measure") | {
            "stands_on": self.terms,
            "columns": list(self.labels),
            "axes": [named(axis, "name", "path", "values") for axis in self.axes],
            "compared": [
                {
                    "label": label,
                    "cells": len(self.cells),
                    "differ": len(differing := self.differing(column)),
                    "first": dict(zip(names, differing[0].at, strict=True)) if differing else None,
                    "most": _cell(names, most) if (most := self.most(column)) else None,
                }
                for column, label in list(enumerate(self.labels))[1:]
            ],
            "cells": [_cell(names, cell) for cell in self.cells],
            "problems": dict(self.problems),
        }


def is_mean(of: str) -> bool:
    """Whether a figure is an average, not a chance."""
    return of != "headline" and "=" not in of


def _cell(names: Sequence[str], cell: GridCell) -> dict[str, Any]:
    return {"at": dict(zip(names, cell.at, strict=True))} | named(cell, "figures")


def grid(
    *variants: Variant,
    axes: str | Mapping[str, Sequence[Any]],
    of: str = "headline",
    labels: Sequence[str] = (),
    most: int = MOST_CELLS,
    problems: Problems | None = None,
) -> ComparisonGrid:
    """Work out the same shot in every cell of a grid, under the rules of each variant.

    If a column after the first cannot be asked, `problems` names it, beside earlier problems; the others are worked
    out.

    `axes` are one or two, as typed ("ranged=2..20,defence=2..20") or by name; see `axes.place_axis`. `of` is the
    figure: the headline, a marginal for its mean ("wounds_lost"), or one value of it ("injury=dazed").
    Raises `BattleFileError`, also for more cells than `most` and for more labels or fewer than variants.

    >>> from fireline.analysis.vary import vary
    >>> from fireline.game.command import Shot
    >>> burst = vary("endless-horizons-burst", shot=Shot("player", "target"))
    >>> bonus = grid(burst, burst.vary("shot.aim_actions=1"), axes="shooter.check.skill=0..9")
    >>> len(bonus.differing(1)), bonus.most(1).gain(1)
    (10, Fraction(1, 5))
    """
    problems = problems or Problems()
    if not variants:
        raise BattleFileError(Code.MISSING, "there is no battle to ask", "grid")
    asked = read_axes(axes) if isinstance(axes, str) else {name: tuple(values) for name, values in axes.items()}
    if not 1 <= len(asked) <= 2:
        raise BattleFileError(Code.OUT_OF_RANGE, f"{len(asked)} axes are given; one or two", "grid")
    count = prod(map(len, asked.values())) * len(variants)
    if count > most:
        raise BattleFileError(
            Code.TOO_LARGE, f"{count:,} cells are more than {most:,}; give --yes to work them out all the same", "grid"
        )
    cases = Cases(tuple(place_axis(name, values, variants[0]) for name, values in asked.items()))
    names = labels_of(variants, labels)
    stands, columns = [(names[0], variants[0].battle)], [_column(variants[0], cases)]
    for name, variant in zip(names[1:], variants[1:], strict=True):
        with problems.of(name):
            columns.append(_column(variant, cases))
            stands.append((name, variant.battle))
    problems.raise_unless(len(columns) > 1)
    figure = _measure(of, columns, variants[0])
    cells = tuple(
        GridCell(at, tuple(None if one is None else figure(one) for one in odds), tuple(one != odds[0] for one in odds))
        for at, *odds in zip(product(*(axis.values for axis in cases.axes)), *columns, strict=True)
    )
    labelled, headline = tuple(label for label, _ in stands), _headline(columns, variants[0])
    title = variants[0].preview.ruling.title
    return ComparisonGrid(labelled, cases.axes, of, headline, cells, terms_of(stands), problems.told, title)


def _column(variant: Variant, cases: Cases) -> list[Dist[Any] | None]:
    """The odds of every cell, None if the shot is illegal."""
    previews = (variant.having(cases[number]).preview for number in range(len(cases)))
    return [None if asked.refusals else asked.attack.outcomes for asked in previews]


def _headline(columns: Sequence[Sequence[Dist[Any] | None]], variant: Variant) -> str:
    """The name of the headline in the first cell that has one."""
    first = next((odds for column in columns for odds in column if odds is not None), None)
    return "headline" if first is None else variant.battle.ruleset.headline(first).name


def _measure(of: str, columns: Sequence[Sequence[Dist[Any] | None]], variant: Variant) -> Measure:
    """The figure of a cell's odds; raises `BattleFileError` for a figure that these shots do not have."""
    if of == "headline":
        headline = variant.battle.ruleset.headline
        return lambda odds: headline(odds).chance
    name, equals, wanted = of.partition("=")
    every = [odds for column in columns for odds in column if odds is not None]
    if not every:
        raise BattleFileError(Code.NOT_LEGAL, "no cell has a shot that may be made", "grid")
    one_of(name, [*next(iter(every[0]))._asdict(), "headline"], "marginal of this game", "of")
    values = {getattr(outcome, name) for odds in every for outcome in odds}
    if not equals:
        if any(not isinstance(value, int) or isinstance(value, CappedCount) for value in values):
            problem = f"{shown(name)} has no exact mean; give one of its values, {name}=VALUE"
            raise BattleFileError(Code.UNSUPPORTED, problem, "of")
        return lambda odds: odds.mean(lambda outcome: int(getattr(outcome, name)))
    one_of(wanted, [key_of(value) for value in sorted(values)], f"value of {name} in this grid", "of")
    return lambda odds: odds.probability(lambda outcome: key_of(getattr(outcome, name)) == wanted)


# --- its picture ----------------------------------------------------------------------------


def heat_map(grid: ComparisonGrid, title: str) -> str:
    """Every column after the first by its difference, in percentage points or as averages; one alone as it is; SVG."""
    first, *others = grid.labels
    show: Callable[[Fraction], str]
    if not others:
        show = average if grid.is_mean else percent
        panels = [_panel(grid, first, 0, show)]
        key = f"{grid.figure}: the deeper the blue the more, grey no shot; exact in every cell."
    else:
        show, unit = (decimals, "as a difference") if grid.is_mean else (points, "in percentage points")
        panels = [_panel(grid, f"{label} against {first}", number, show) for number, label in enumerate(others, 1)]
        key = f"{grid.figure}, {unit}: blue is more than {first}, orange less, grey no shot; exact in every cell."
    *rows, columns = (axis.name for axis in grid.axes)
    return draw_heat(title, ("".join(rows[:1]), columns), panels, key)


def _panel(grid: ComparisonGrid, heading: str, column: int, show: Callable[[Fraction], str]) -> HeatMap:
    """The first column as it is, another by its difference; the cell farthest from nothing has the strongest colour."""
    columns = grid.axes[-1]
    rows = grid.axes[0] if columns is not grid.axes[0] else None
    wide = len(columns.values)
    values = [cell.gain(column) if column else cell.figures[0] for cell in grid.cells]
    widest = max((abs(value or Fraction(0)) for value in values), default=Fraction(0))

    def heat(cell: GridCell, value: Fraction | None) -> Heat:
        where = grid.where(cell)
        if value is None:
            sides = "" if len(cell.figures) == 1 else " on one of the two sides"
            return Heat("\N{EN DASH}", None, f"{where}: no shot{sides}")
        return Heat(show(value), float(value / widest) if widest else 0.0, f"{where}: {show(value)} ({value})")

    cells = list(map(heat, grid.cells, values))
    return HeatMap(
        heading=heading,
        rows=tuple(map(key_of, rows.values)) if rows else ("",),
        columns=tuple(map(key_of, columns.values)),
        cells=tuple(tuple(cells[n : n + wide]) for n in range(0, len(cells), wide)),
    )
