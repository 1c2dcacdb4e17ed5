"""All against all: every unit's shot at every enemy, as if on its turn, from where they stand or at one distance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

from fireline.analysis.policy import everybody
from fireline.extras import need
from fireline.game.battle import Battle
from fireline.game.entries import plain
from fireline.game.preview import ShotPreview
from fireline.game.result import Bar, Result
from fireline.game.tools import Table
from fireline.game.ways import best_of
from fireline.ruling.prose import capital, exactly, percent

NO_SHOT = "\N{EN DASH}"
MOST_COLUMNS = 10
"""The most targets side by side in a table; more are listed one after another."""


class Matchup(Result):
    """One unit's shot at one enemy, as `fireline targets` shows it."""

    told = (
        "side shooter target legal=preview.ruling.legal distance headline=preview.odds.headline means "
        "with=ways refusals=preview.ruling.refusals"
    )

    side: str
    shooter: str
    target: str
    preview: ShotPreview
    distance: Any = None
    """The distance to the target in the ruling; None if it has none."""

    @property
    def chance(self) -> Fraction | None:
        """The headline chance; None if the shot is illegal."""
        return self.preview.odds.headline.chance if self.preview.odds else None

    @property
    def why(self) -> str:
        """Every reason why the shot is illegal."""
        return " ".join(map(str, self.preview.ruling.refusals))

    @property
    def ways(self) -> Mapping[str, Any] | None:
        """How the shot is declared; None if it is illegal."""
        return self.preview.shot.details if self.preview.odds else None

    @property
    def means(self) -> Mapping[str, Fraction]:
        """The exact average of every field of the outcomes that has one."""
        return self.preview.odds.means if self.preview.odds else {}


class Matchups(Result):
    """Every pair of a battle, shooters in the order of the file."""

    told = "sentence ruleset=battle.ruleset.id stands_on=battle.assumptions apart pairs"

    battle: Battle
    pairs: tuple[Matchup, ...]
    apart: Fraction | None = None
    """The distance at which targets were put; None for shots from where everybody stands."""

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides that have anybody who might shoot."""
        return tuple(dict.fromkeys(pair.side for pair in self.pairs))

    @property
    def figure(self) -> str:
        """What the chance is of, in words."""
        named = (pair.preview.odds.headline.name for pair in self.pairs if pair.preview.odds)
        return next(named, "no shot may be made")

    @property
    def sentence(self) -> str:
        """The best shot of each side."""
        found = filter(None, (best_shot(one for one in self.pairs if one.side == side) for side in self.sides))
        best = [(pair, pair.chance or Fraction(0)) for pair in found]
        told = (f"{self._who(pair)}, {percent(chance)}" for pair, chance in sorted(best, key=lambda one: -one[1]))
        return f"{capital(self.figure)}: {'; '.join(told)}." if best else "Nobody may shoot."

    def _who(self, pair: Matchup) -> str:
        called = f"{self.battle.title(pair.shooter)} at {self.battle.title(pair.target)}"
        return f"{pair.side} has its best shot with {called}" if pair.side else f"the best shot is {called}"

    def bars(self) -> Iterator[Bar]:
        """The best shot of everybody, side by side."""
        for side in self.sides:
            yield Bar(side or "fire", None, "")
            for shooter in self.of(side)[0]:
                best = best_shot(one for one in self.pairs if one.shooter == shooter)
                name, chance = self.battle.title(shooter), best.chance if best else None
                if best is None or chance is None:
                    yield Bar(name, None, "no shot")
                else:
                    yield Bar(name, float(chance), f"{percent(chance)} at {self.battle.title(best.target)}")

    def notes(self) -> Iterator[str]:
        """What the chances are of, and what they stand on."""
        yield f"{self.figure}; exact, for each shot alone, {self.where}, as if it were their turn."
        yield self.battle.assumptions

    def in_full(self) -> Iterator[Table]:
        """Every pair, for each side, with as many targets side by side as fit."""
        for side in self.sides:
            shooters, targets, pairs = self.of(side)
            for first in range(0, len(targets), MOST_COLUMNS):
                some = targets[first : first + MOST_COLUMNS]
                rows = [(one, *(_cell(pairs.get((one, target))) for target in some)) for one in shooters]
                yield Table((f"{side or 'fire'} at", *some), rows)

    def picture(self) -> str:
        """A heat map for each side that fires."""
        return matchup_map(self, self.battle.data().get("name") or self.battle.ruleset.name)

    @property
    def where(self) -> str:
        """From where the shots are, in words."""
        if self.apart is None:
            return "from where everybody stands"
        return f"each target put {plain(self.apart)} {self.battle.places.measure} from the shooter"

    def of(self, side: str) -> tuple[tuple[str, ...], tuple[str, ...], dict[tuple[str, str], Matchup]]:
        """The shooters of a side, their targets, and every pair of the two."""
        mine = {(pair.shooter, pair.target): pair for pair in self.pairs if pair.side == side}
        return tuple(dict.fromkeys(a for a, _ in mine)), tuple(dict.fromkeys(b for _, b in mine)), mine


def matchups(battle: Battle, apart: Fraction | None = None, shooters: Iterable[str] | None = None) -> Matchups:
    """The targets of everybody, or of some shooters: each as `Battle.targets` tells them.

    Whoever cannot shoot at all is left out, unless it is named. With `apart`, each target is put at that distance from
    each shooter, everything else as it stands. Raises `BattleFileError` if the game cannot hand over the turn or set
    distances, or if no place at that distance is free.

    >>> from fireline.formats.battlefile import load
    >>> found = matchups(load("ancients-ranged-combat"))
    >>> [str(pair.chance) for pair in found.pairs if (pair.shooter, pair.target) == ("bow", "warriors")]
    ['11/36']
    """
    rules = battle.ruleset
    rules.needs(rules.planning, "cannot hand the turn over, so there are no matchups")
    if shooters is None:
        shooters = (one for one in everybody(battle) if one in rules.shooters(battle.with_turn_of(one).state))
    pairs = (matchup(seen) for shooter in shooters for seen in battle.targets(shooter, apart=apart))
    return Matchups(battle, tuple(pairs), apart)


def matchup(seen: ShotPreview) -> Matchup:
    """One of the shots that `Battle.targets` lists."""
    distance, shooter = seen.ruling.summary.get(seen.battle.ruleset.distance), seen.shot.shooter
    return Matchup(seen.battle.side(shooter), shooter, seen.target, seen, distance)


def best_shot(pairs: Iterable[Matchup]) -> Matchup | None:
    """The best of the shots that may be made, as `ways.best_of` ranks them; None where there is none."""
    legal = [one for one in pairs if one.chance is not None]
    best = best_of([one.preview for one in legal]) if legal else None
    return next((one for one in legal if one.preview is best), None)


def _cell(pair: Matchup | None) -> str:
    return NO_SHOT if pair is None or pair.chance is None else exactly(pair.chance)


def matchup_map(found: Matchups, title: str) -> str:
    """A heat map for each side that fires, shooters downwards and targets across, as SVG."""
    from fireline.draw.heatmap import Heat, HeatMap, draw_heat

    def called(unit: str) -> str:
        return found.battle.title(unit)

    def heat(pair: Matchup | None, shooter: str, target: str) -> Heat:
        who = f"{called(shooter)} at {called(target)}"
        if pair is None or pair.chance is None:
            return Heat(NO_SHOT, None, f"{who}: {pair.why if pair else 'no enemy'}")
        return Heat(percent(pair.chance), float(pair.chance), f"{who}: {percent(pair.chance)} ({pair.chance})")

    panels = []
    for side in found.sides:
        shooters, targets, pairs = found.of(side)
        cells = tuple(tuple(heat(pairs.get((a, b)), a, b) for b in targets) for a in shooters)
        panels.append(HeatMap(f"{side} fires" if side else "fire", tuple(shooters), tuple(targets), cells))
    key = f"{found.figure}: the deeper the blue the likelier, grey no shot; exact, {found.where}."
    return draw_heat(title, ("shooter", "target"), panels, key)


def write_table(found: Matchups, path: Any) -> None:
    """All pairs as a Parquet file, a row each; raises `BattleFileError` where pyarrow is missing."""
    need("pyarrow", "sweep", "Parquet files are written by pyarrow", "--out")
    import pyarrow as pa
    import pyarrow.parquet as pq

    from fireline.formats.writing import write_atomically

    means = sorted({name for pair in found.pairs for name in pair.means})
    rows = [_row(pair, means) for pair in found.pairs]
    columns = [("side", pa.string()), ("shooter", pa.string()), ("target", pa.string()), ("legal", pa.bool_())]
    columns += [("because", pa.string()), ("headline", pa.float64()), ("headline_exact", pa.string())]
    for name in means:
        columns += [(f"mean_{name}", pa.float64()), (f"mean_{name}_exact", pa.string())]
    about = {"fireline.ruleset": found.battle.ruleset.id, "fireline.headline": found.figure}
    sink = pa.BufferOutputStream()
    pq.write_table(pa.Table.from_pylist(rows, pa.schema(columns, metadata=about)), sink, compression="zstd")
    write_atomically(path, sink.getvalue().to_pybytes())


def _row(pair: Matchup, means: list[str]) -> dict[str, Any]:
    row: dict[str, Any] = {"side": pair.side, "shooter": pair.shooter, "target": pair.target}
    row |= {"legal": pair.chance is not None, "because": pair.why or None}
    figures = {"headline": pair.chance} | {f"mean_{name}": pair.means.get(name) for name in means}
    for name, figure in figures.items():
        if figure is not None:
            row |= {name: float(figure), f"{name}_exact": str(figure)}
    return row
