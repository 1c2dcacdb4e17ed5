"""The odds of a shot as bars; those of several shots value by value over each other, so that they can be compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from fireline.chance import Dist
from fireline.draw.canvas import MUTED, RULE, SERIES, Canvas, Pen, Point, clip, width_of, wrap
from fireline.draw.marks import bar
from fireline.game.odds import Odds
from fireline.ruling.prose import exactly, percent

MARGIN, LENGTH, SMALL_LENGTH = 30.0, 300.0, 110.0
"""The room at the sides, and the length of a bar that is certain: of the first marginal, of those beside it."""
MOST_ROWS, MOST_SMALL_ROWS = 25, 8
_LONGEST_FRACTION = 170.0
_BODY, _SMALL = 13.0, 11.5
_OUTLINED = "at least (outlined)"


def describe_odds(odds: Odds[Any]) -> Iterator[str]:
    """The headline and every marginal, percent and exact fraction."""
    yield f"{odds.headline.name}: {exactly(odds.headline.chance)}"
    yield from (odds.spread(name, exactly) for name in odds.marginals)


class Share(NamedTuple):
    """The chance of a value in one shot, and of at least as much where that means something."""

    chance: Fraction
    at_least: Fraction | None


class Row(NamedTuple):
    """A value, and its share in each shot; None for a shot that knows no such value."""

    value: str
    shares: tuple[Share | None, ...]


class Block(NamedTuple):
    """One marginal of all shots: what it counts, and its rows."""

    name: str
    rows: list[Row]

    @property
    def counts(self) -> bool:
        """Whether "at least" means something here."""
        return any(share and share.at_least is not None for row in self.rows for share in row.shares)

    def widest(self, size: float) -> float:
        """The room of its widest chance."""
        return max(width_of(_chance(share.chance, size), size) for row in self.rows for share in row.shares if share)


class Chart(NamedTuple):
    """What is drawn: the shots, the main marginal, the others beside it, and where the columns begin."""

    shots: list[tuple[str, str]]
    """The label of each, and its headline."""
    main: Block
    others: list[Block]
    bars: float
    exactly: float
    at_least: float
    beside: float
    beside_bars: float
    end: float

    @classmethod
    def of(cls, odds: Mapping[str, Odds[Any]]) -> Chart:
        """The chart of these shots, with room for the widest text; the first marginal is the main one."""
        names = dict.fromkeys(name for one in odds.values() for name in one.marginals)
        main, *others = (
            Block(
                name.replace("_", " "),
                list(rows_of([one.marginals.get(name) for one in odds.values()], MOST_SMALL_ROWS if n else MOST_ROWS)),
            )
            for n, name in enumerate(names)
        )
        shots = [(label, f"{one.headline.name}: {exactly(one.headline.chance)}") for label, one in odds.items()]
        number = 18 if len(shots) > 1 else 0
        values = (width_of(row.value, _BODY, bold=True) for row in main.rows)
        bars = MARGIN + max(width_of(main.name, _SMALL), *values) + 14 + number
        exact_at = bars + LENGTH + 22
        at_least = exact_at + main.widest(_BODY) + 24
        after = at_least + max(main.widest(_BODY), width_of(_OUTLINED, _SMALL)) if main.counts else at_least - 24
        if not others:
            return cls(shots, main, others, bars, exact_at, at_least, after, after, after + MARGIN)
        beside = after + 44
        beside_bars = beside + max(width_of(row.value, _SMALL) for one in others for row in one.rows) + 12 + number
        chances = max(one.widest(_SMALL) for one in others)
        end = max(beside_bars + SMALL_LENGTH + 10 + chances, *(beside + width_of(one.name, _SMALL) for one in others))
        return cls(shots, main, others, bars, exact_at, at_least, beside, beside_bars, end + MARGIN)


def draw_odds(odds: Mapping[str, Odds[Any]], title: str) -> str:
    """The odds of shots by their labels as SVG: every value once, with a bar for each shot."""
    chart = Chart.of(odds)
    width = max(chart.end, 420.0)
    lines = [line for name, one in odds.items() for line in (*([name] if name else []), *describe_odds(one))]
    canvas = Canvas(title, "\n".join(lines))
    y = 14.0
    for line in wrap(title, width - 2 * MARGIN, 18, bold=True, most=3):
        y += 26
        canvas.text((MARGIN, y - 4), line, 18, bold=True)
    y = _draw_shots(canvas.group(kind="shots"), chart.shots, y, width - 2 * MARGIN)
    low = _draw_main(canvas.group(kind="panel"), chart, y + 34)
    for block in chart.others:
        y = _draw_beside(canvas.group(kind="panel"), block, chart, y + 14)
    return canvas.finish(width, max(low, y) + 20)


def rows_of(dists: Sequence[Dist[Any] | None], most: int) -> Iterator[Row]:
    """The rows of a marginal that some of the shots have."""
    values = sorted({value for dist in dists if dist for value in dist})
    counted = all(isinstance(value, int) and not isinstance(value, bool) for value in values)
    whole = values if len(values) <= most or not counted else values[: most - 1]
    for value in whole:
        name = ("yes" if value else "no") if isinstance(value, bool) else clip(str(value), 90, _SMALL)
        yield Row(name, tuple(None if dist is None else _share(dist, value, counted=counted) for dist in dists))
    if len(whole) < len(values):
        last = values[len(whole)]
        rest = (None if dist is None else dist.at_least(last) for dist in dists)
        yield Row(f"{last} or more", tuple(None if share is None else Share(share, share) for share in rest))


def _share(dist: Dist[Any], value: Any, *, counted: bool) -> Share:
    return Share(dist.get(value, Fraction(0)), dist.at_least(value) if counted else None)


def _chance(chance: Fraction, size: float) -> str:
    return f"{percent(chance)} ({clip(str(chance), _LONGEST_FRACTION, size)})"


def _draw_shots(layer: Pen, shots: Sequence[tuple[str, str]], y: float, width: float) -> float:
    """What each shot is, and its headline; with the number and the colour of its bars where there are several."""
    for n, (label, headline) in enumerate(shots):
        left = MARGIN
        if len(shots) > 1:
            y += 4
            layer.rect((MARGIN, y + 9), (12, 12), fill=_colour(n))
            left += 20
            label = f"{n + 1}  {label}"  # noqa: PLW2901 - its number is a part of it
        if label:
            y += 20
            layer.text((left, y), clip(label, width - (left - MARGIN), 14, bold=True), 14, bold=True)
        y += 20
        layer.text((left, y), clip(headline, width - (left - MARGIN), _BODY), _BODY)
    return y


def _draw_main(layer: Pen, chart: Chart, top: float) -> float:
    """The main marginal from this height downwards; answers where it ends."""
    layer.text((MARGIN, top - 6), chart.main.name, _SMALL, fill=MUTED)
    layer.text((chart.exactly, top - 6), "exactly", _SMALL, fill=MUTED)
    if chart.main.counts:
        layer.text((chart.at_least, top - 6), _OUTLINED, _SMALL, fill=MUTED)
    high, apart = (20.0, 10.0) if len(chart.shots) > 1 else (30.0, 0.0)
    y = top
    for row in chart.main.rows:
        layer.text((MARGIN, y + high / 2 + 5), row.value, _BODY, bold=True)
        for share, line in _draw_shares(layer, row, (chart.bars, y), (LENGTH, high)):
            layer.text((chart.exactly, line + 5), _chance(share.chance, _BODY), _BODY)
            if share.at_least is not None:
                layer.text((chart.at_least, line + 5), _chance(share.at_least, _BODY), _BODY)
        y += high * len(row.shares) + apart
    for part, name in enumerate(("0", "25", "50", "75", "100%")):
        x = chart.bars + LENGTH * part / 4
        layer.line((x, y), (x, y + 4), stroke=RULE, stroke_width=1)
        layer.text((x, y + 17), name, _SMALL, anchor="middle", fill=MUTED)
    return y + 24


def _draw_beside(layer: Pen, block: Block, chart: Chart, y: float) -> float:
    """One of the other marginals from this height downwards; answers where it ends."""
    layer.text((chart.beside, y + 14), block.name, _SMALL, fill=MUTED)
    y += 20
    high, apart = (16.0, 5.0) if len(chart.shots) > 1 else (20.0, 0.0)
    for row in block.rows:
        layer.text((chart.beside, y + high / 2 + 4), row.value, _SMALL)
        for share, line in _draw_shares(layer, row, (chart.beside_bars, y), (SMALL_LENGTH, high)):
            layer.text((chart.beside_bars + SMALL_LENGTH + 10, line + 4), _chance(share.chance, _SMALL), _SMALL)
        y += high * len(row.shares) + apart
    return y


def _draw_shares(layer: Pen, row: Row, at: Point, size: Point) -> Iterator[tuple[Share, float]]:
    """The bar of each shot, one below the other, with its number where there are several; each, and its middle."""
    (x, y), (length, high) = at, size
    for n, share in enumerate(row.shares):
        top, middle = y + high * n, y + high * (n + 0.5)
        if len(row.shares) > 1:
            layer.text((x - 15, middle + 4), str(n + 1), _SMALL, fill=MUTED)
        if share:
            place = x, top + 0.19 * high
            bar(layer, place, (length, 0.62 * high), share.chance, outlined=share.at_least, colour=_colour(n))
            yield share, middle


def _colour(n: int) -> str:
    return SERIES[n % len(SERIES)]
