"""The chance of a shot against distance, in the open: a curve for every weapon of the shooter and for every column."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from itertools import count, groupby, pairwise
from math import ceil
from typing import Any, NamedTuple

from fireline.analysis.compare import Problems, labels_of, left_out, terms_of
from fireline.analysis.deadline import Deadline, Listener, tell_nobody
from fireline.analysis.vary import Variant
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.errors import BattleFileError, Code
from fireline.game.planning import OpenField
from fireline.game.result import Bar, Result
from fireline.game.tools import Table
from fireline.game.ways import best_way
from fireline.ruling.prose import capital, exactly, listing, percent, plural

FEW = 60
"""Up to so many distances each is asked about; of more every second, fifth, tenth, and where anything changes."""
FARTHEST = 100_000
NO_SHOT = "no shot"
STRIDES = (16, 8, 4, 2, 1)


class AtDistance(Result):
    """The best way to shoot at a distance: its chance, None where no shot is legal, and why."""

    told = "distance p with=ways because"

    distance: int
    p: Fraction | None
    ways: Mapping[str, Any]
    """How it is declared."""
    because: str
    rules: tuple[str, ...] = ()
    """The rules that forbid every shot."""
    of: str = ""
    """What the chance is of."""


class Stretch(Result):
    """Distances, both ends included, at which the chance is the same."""

    told = "from=least to=most p because"

    least: int
    most: int
    p: Fraction | None
    because: str


class RangeCurve(Result):
    """The chance with one weapon in one column, at every distance that was asked about."""

    told = "label column armed=weapon points steps=stretches"

    label: str
    """What tells the curve from the others: the weapon, the column, or both."""
    column: str
    weapon: str
    points: tuple[AtDistance, ...]

    @property
    def stretches(self) -> tuple[Stretch, ...]:
        """Neighbouring distances of the same chance together."""
        runs = (list(run) for _, run in groupby(self.points, key=lambda one: (one.p, one.rules)))
        return tuple(Stretch(run[0].distance, run[-1].distance, run[0].p, run[0].because) for run in runs)


class Best(Result):
    """Distances at which these curves are the highest."""

    told = "from=least to=most curves"

    least: int
    most: int
    curves: tuple[str, ...]


class Ranges(Result):
    """The chance of a shot against distance, exactly, curve by curve."""

    told = (
        "sentence ruleset=battle.ruleset.id shooter=shot.shooter target=shot.target measure of stands_on "
        "best curves complete problems"
    )

    battle: Battle
    shot: Shot
    curves: tuple[RangeCurve, ...]
    of: str
    """What the chance is of."""
    without: str
    """What is left out of the field."""
    terms: str
    complete: bool
    """Whether time sufficed for every distance."""
    problems: Mapping[str, str] = field(default_factory=dict)
    """Columns that could not be asked, with what is wrong with each."""

    @property
    def measure(self) -> str:
        """What distances are counted in."""
        return self.battle.places.measure

    @property
    def tried(self) -> tuple[int, ...]:
        """The distances that were asked about."""
        return tuple(point.distance for point in self.curves[0].points)

    @property
    def stands_on(self) -> str:
        """What the chances stand on, as sentences."""
        found = f"In the open: without {self.without}; on its turn, with the best way to shoot at each distance."
        return " ".join(filter(None, (found, self.terms)))

    @property
    def best(self) -> tuple[Best, ...]:
        """Which curve is the highest where, nearest first; none where no shot can succeed."""
        found = list[tuple[int, tuple[str, ...]]]()
        for points in zip(*(curve.points for curve in self.curves), strict=True):
            most = max(point.p or Fraction(0) for point in points)
            high = (curve.label for curve, point in zip(self.curves, points, strict=True) if point.p == most)
            found.append((points[0].distance, tuple(high) if most else ()))
        runs = (list(run) for _, run in groupby(found, key=lambda one: one[1]))
        return tuple(Best(run[0][0], run[-1][0], run[0][1]) for run in runs)

    @property
    def sentence(self) -> str:
        """Which is best where; of a single curve, where it is highest."""
        of, so_far = capital(self.of), "" if self.complete else f" (so far, of {plural(len(self.tried), 'distance')})"
        if not any(best.curves for best in self.best):
            why = min(self.curves[0].points, key=lambda one: len(one.rules)).because
            return f"No shot of {self._who} can succeed at any distance{so_far}{f': {why}' if why else '.'}"
        if len(self.curves) == 1:
            legal = [one for one in self.curves[0].stretches if one.p is not None]
            most = max(one.p for one in legal if one.p is not None)
            high = listing(self._between(one.least, one.most) for one in legal if one.p == most)
            end = so_far or f"; no shot beyond {self._between(legal[-1].most, legal[-1].most)}"
            return f"{of}: {self._who} has at most {percent(most)}, at {high}{end}."
        runs = (best for best in self.best if best.curves)
        ends = [f"{listing(best.curves)} at {self._between(best.least, best.most)}" for best in runs]
        return f"{of}: {self._who} is likeliest with {'; with '.join(ends)}{so_far}."

    @property
    def _who(self) -> str:
        titles = (self.battle.title(one).partition(" (")[0] for one in (self.shot.shooter, self.shot.target))
        return " at ".join(titles)

    def _between(self, low: int, high: int) -> str:
        """Distances in words."""
        if low == high == 1:
            return f"1 {self.measure.removesuffix('es' if self.measure.endswith(('xes', 'ches')) else 's')}"
        return f"{low} {self.measure}" if low == high else f"{low} to {high} {self.measure}"

    def _runs(self) -> Iterator[tuple[int, int, tuple[AtDistance, ...]]]:
        """Neighbouring distances at which no curve changes: from where to where, and the points at the first."""
        rows = zip(*(curve.points for curve in self.curves), strict=True)
        for _, run in groupby(rows, key=lambda points: [one.p for one in points]):
            first, *more = run
            yield first[0].distance, (more[-1] if more else first)[0].distance, first

    def bars(self) -> Iterator[Bar]:
        """The chance with every weapon wherever it changes."""
        for low, high, points in self._runs():
            chances = [NO_SHOT if one.p is None else percent(one.p) for one in points]
            told = (f"{curve.label}: {chance}" for curve, chance in zip(self.curves, chances, strict=True))
            most = max((float(one.p) for one in points if one.p is not None), default=None)
            yield Bar(self._between(low, high), most, chances[0] if len(points) == 1 else ", ".join(told))

    def notes(self) -> Iterator[str]:
        """What the chances stand on, and what was left out."""
        if not self.complete:
            yield "The time was up before every distance was asked about; more seconds give more."
        yield self.stands_on
        yield from left_out(self.problems)

    def in_full(self) -> Iterator[Table]:
        """The chances at the distances where any of them changes."""
        rows = [
            (
                str(low) if low == high else f"{low} to {high}",
                *(NO_SHOT if one.p is None else exactly(one.p) for one in points),
            )
            for low, high, points in self._runs()
        ]
        yield Table((self.measure, *(curve.label for curve in self.curves)), rows)

    def picture(self) -> str:
        """The chances as steps."""
        from fireline.draw.charts import Flat, Stair, draw_steps

        def flat(one: Stretch) -> Flat:
            told = one.because if one.p is None else percent(one.p)
            height = None if one.p is None else float(one.p)
            return Flat(one.least, one.most, height, f"{self._between(one.least, one.most)}: {told}")

        stairs = [Stair(curve.label, [*map(flat, curve.stretches)]) for curve in self.curves]
        key = f"{self.of}; no line where no shot is legal. {self.stands_on}"
        return draw_steps(f"{self._who}, by distance", self.measure, stairs, key)


def ranges(
    *columns: Variant,
    labels: Sequence[str] = (),
    problems: Problems | None = None,
    seconds: float | None = None,
    heard: Listener[Ranges] = tell_nobody,
) -> Ranges:
    """The chance of the best way to shoot at a target in the open, by distance, for every weapon of the shooter.

    Args:
        columns: The battle with the shot, and the same with something changed.
        labels: The names of the columns, one for each; what is changed in each if nothing is said.
        problems: Problems found earlier, to be reported with the others.
        seconds: How long it may take; as long as it needs if nothing is said.
        heard: Told now and then how far it is, and the curves so far.

    Returns:
        The curves, all at the same distances: each whole one as far as any weapon reaches and beyond. Where these are
        too many, every so many, and each where the chance of any curve changes between two of them.

    Raises:
        BattleFileError: The game has no open field, there are not as many labels as columns, or none can be asked.

    >>> from fireline.analysis.vary import vary
    >>> found = ranges(vary("ancients-ranged-combat", shot=Shot("bow", "warriors")))
    >>> [(one.least, one.most, str(one.p)) for one in found.curves[0].stretches]
    [(1, 1, 'None'), (2, 3, '11/36'), (4, 4, 'None')]
    """
    problems, deadline = problems or Problems(), Deadline.of_answer(seconds, heard)
    if not columns:
        raise BattleFileError(Code.MISSING, "there is no battle to ask", "ranges")
    asked = list[_Asked]()
    for label, column in zip(labels_of(columns, labels), columns, strict=True):
        with problems.of(label):
            asked += _weapons(label, column)
    problems.raise_unless(bool(asked))
    first, found = columns[0], dict[int, list[AtDistance]]()

    def so_far(*, complete: bool = False) -> Ranges:
        told = [tuple(found[distance][n] for distance in sorted(found)) for n in range(len(asked))]
        named = zip(_labels(asked), asked, told, strict=True)
        curves = (RangeCurve(label, one.column, one.weapon, points) for label, one, points in named)
        terms = terms_of({one.column: one.battle for one in asked}.items())
        of = next((point.of for points in told for point in points if point.of), "")
        return Ranges(
            asked[0].battle, first.declared, tuple(curves), of, asked[0].field.without, terms, complete, problems.told
        )

    for share, distance in _distances(asked, found):
        if found and deadline.over:
            return so_far()
        found[distance] = [one.at(distance) for one in asked]
        deadline.tell(share, so_far)
    return so_far(complete=True)


def _labels(asked: Sequence[_Asked]) -> Sequence[str]:
    """Names of curves: by weapons in a single column, by columns of one weapon each, else by both but in the first."""
    columns = [one.column for one in asked]
    if len(set(columns)) == 1:
        return [one.weapon or one.column for one in asked]
    if len(set(columns)) == len(columns):
        return columns
    return [one.weapon if one.column == columns[0] else f"{one.weapon}, {one.column}" for one in asked]


def _weapons(label: str, column: Variant) -> Iterator[_Asked]:
    """What is asked of a column: a shot with each of the shooter's weapons, or with the one that it names."""
    shot, rules = column.declared, column.battle.ruleset
    battle = column.battle.with_turn_of(shot.shooter)
    field = rules.needs(rules.planning and rules.planning.in_the_open, "knows no open field, so there are no ranges")
    battle.check(shot)
    named = shot.details.get(rules.weapon.removeprefix("shot.")) if rules.weapon.startswith("shot.") else None
    states = {name: one for name, one in field.armed(battle.state, shot.shooter).items() if named in {None, name}}
    if not states:
        raise BattleFileError(Code.UNSUPPORTED, f"{battle.title(shot.shooter)} has nothing to shoot with", "shot")
    there = {name: value for name, value in shot.details.items() if name not in field.names}
    for weapon, state in states.items():
        yield _Asked(label, weapon, battle.with_state(state), Shot(shot.shooter, shot.target, **there), field)


class _Asked(NamedTuple):
    """One curve that is asked for."""

    column: str
    weapon: str
    battle: Battle
    shot: Shot
    field: OpenField[Any]

    @property
    def reach(self) -> int:
        """As far as its weapon reaches, in whole steps of the measure."""
        return min(ceil(self.field.reach(self.battle.state, self.shot.shooter)), FARTHEST)

    def at(self, distance: int) -> AtDistance:
        """The best way to shoot with it at a distance."""
        shooter, target = self.shot.shooter, self.shot.target
        state = self.field.put(self.battle.state, shooter, target, Fraction(distance))
        there = self.battle.with_state(state)
        best = best_way(there, shooter, target, self.shot.details)
        if best.odds is None:
            against = best.ruling.refusals
            return AtDistance(distance, None, {}, " ".join(map(str, against)), tuple(one.rule for one in against))
        headline = best.odds.headline
        return AtDistance(distance, headline.chance, best.shot.details, "", of=headline.name)


def _distances(asked: Sequence[_Asked], found: Mapping[int, Sequence[AtDistance]]) -> Iterator[tuple[float, int]]:
    """Every distance to ask about, far apart first, with how far the work is then."""
    reach = max(one.reach for one in asked)
    step = next(n for tens in count() for n in (10**tens, 2 * 10**tens, 5 * 10**tens) if reach <= n * FEW)
    grid = range(step, reach + 2 * step, step)
    wanted = dict.fromkeys([1, *(distance for stride in STRIDES for distance in grid[::stride])])
    for n, distance in enumerate(wanted, 1):
        yield n / len(wanted) * (1 if step == 1 else 0.5), distance

    def differ(low: int, high: int) -> bool:
        return high - low > 1 and [one.p for one in found[low]] != [one.p for one in found[high]]

    while apart := [pair for pair in pairwise(sorted(found)) if differ(*pair)]:
        for low, high in apart:
            yield 0.5 + 0.5 / (high - low), (low + high) // 2
