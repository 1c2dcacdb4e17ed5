"""How lucky everybody was in a game: what was rolled compared with what was expected, exactly.

Each roll is compared with its own odds, from the battle (and the deck) as it stood before, so a count is compared with
all games that differ from this one only in the dice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from fireline.analysis.dicetally import DiceTally, tallies
from fireline.analysis.rolls import Roll, Rolled, rolled
from fireline.chance import CappedCount, Dist
from fireline.game.entries import one_of
from fireline.game.log import GameLog
from fireline.game.ruleset import Ruleset
from fireline.ruling.gains import average
from fireline.ruling.prose import percent


@dataclass(frozen=True)
class LuckTally:
    """One kind of count of one player: its value, and the exact distribution of the values it might have had."""

    who: str
    kind: str
    rolls: int
    count: int
    expected: Fraction
    fewer: Fraction
    """The exact chance of fewer than this."""
    same: Fraction
    """The exact chance of exactly as many."""

    @property
    def percentile(self) -> Fraction:
        """The mid-percentile: the share of such games with fewer, plus half of those with as many."""
        return self.fewer + self.same / 2

    def sentence(self) -> str:
        """The tally in plain words."""
        more = self.percentile >= Fraction(1, 2)
        share = self.percentile if more else 1 - self.percentile
        than = f"{'more' if more else 'fewer'} than in {percent(share)} of games like this one"
        return f"{self.who}, {self.kind}: {self.count} against {average(self.expected)} expected; {than}."

    def data(self) -> dict[str, Any]:
        """The tally as it stands in a JSON answer: exact fractions as text, reduced."""
        return {
            "who": self.who,
            "kind": self.kind,
            "rolls": self.rolls,
            "count": self.count,
            "expected": str(self.expected),
            "fewer": str(self.fewer),
            "same": str(self.same),
            "at_most": str(self.fewer + self.same),
            "percentile": str(self.percentile),
        }


@dataclass(frozen=True)
class LuckReport:
    """The luck of a game: counts by player and kind, faces by player and die, and what could not be counted."""

    tallies: tuple[LuckTally, ...]
    dice: tuple[DiceTally, ...]
    uncounted: tuple[str, ...]
    """Kinds without an exact sum, because their highest count stands for that many or more."""
    left_out: int
    """Steps that their dice did not decide by the rules, because somebody overrode them."""

    def __repr__(self) -> str:
        return f"<LuckReport {' '.join(tally.sentence() for tally in self.tallies) or 'nothing counted'}>"

    def data(self) -> dict[str, Any]:
        """The luck of a game as it stands in a JSON answer."""
        return {
            "tallies": [tally.data() for tally in self.tallies],
            "dice": [one.data() for one in self.dice],
            "uncounted": list(self.uncounted),
            "left_out": self.left_out,
        }


def luck(game: GameLog, *, team: str | None = None) -> LuckReport:
    """Compare what was rolled in a game with what was expected, for every player or one of them.

    Steps taken back do not count.

    Args:
        game: The game: see `load_log`.
        team: Whose luck; by default, everybody's.

    Raises:
        BattleFileError: The team rolled nothing.
    """
    found = rolled(game)
    players = list(dict.fromkeys([roll.who for roll in found.rolls] + [who for who, _ in found.throws]))
    if team is not None:
        one_of(team, players, "player who rolled in this game", "--team")
        players = [team]
    counts, uncounted = _tallies(found, game.start.ruleset, players)
    throws = [(who, throw) for who, throw in found.throws if who in players]
    return LuckReport(counts, tallies(throws), uncounted, found.left_out)


def _tallies(
    found: Rolled, rules: Ruleset[Any, Any, Any], players: Iterable[str]
) -> tuple[tuple[LuckTally, ...], tuple[str, ...]]:
    """Every kind of count of every player, and the kinds that cannot be added up."""
    kinds: dict[tuple[str, str], list[tuple[int, Dist[int]]]] = {}
    endless: dict[str, None] = {}
    for roll in found.rolls:
        for kind, count, dist in _counts(roll, rules):
            if any(isinstance(value, CappedCount) for value in dist):
                endless[kind] = None
            kinds.setdefault((roll.who, kind), []).append((count, dist))
    tallied = [
        _tally(who, kind, rows)
        for player in players
        for (who, kind), rows in kinds.items()
        if who == player and kind not in endless and any(len(dist) > 1 for _, dist in rows)
    ]
    return tuple(tallied), tuple(endless)


def _counts(roll: Roll, rules: Ruleset[Any, Any, Any]) -> Iterator[tuple[str, int, Dist[int]]]:
    """What counts as success in a roll: in an attack, its headline and what its game names; otherwise a named check."""
    if not roll.shot:
        if roll.program in rules.successes:
            yield rules.successes[roll.program], int(roll.outcome), roll.odds.map(int)
        return
    point = Dist.from_weights({roll.outcome: 1}, 1)
    success = rules.headline(roll.odds)
    yield (
        f"shots with {success.name}" if success.name.startswith("at least") else f"shots: {success.name}",
        int(rules.headline(point).chance),
        _chance(success.chance),
    )
    values = roll.outcome._asdict()
    for name, called in rules.successes.items():
        if name in values:
            yield called, int(values[name]), roll.odds.map(partial(_number, name))


def _number(name: str, outcome: Any) -> int:
    """A field as a number that adds up; "that many or more" stays what it is."""
    value = getattr(outcome, name)
    return value if isinstance(value, CappedCount) else int(value)


def _chance(p: Fraction) -> Dist[int]:
    return Dist({one: chance for one, chance in ((0, 1 - p), (1, p)) if chance})


def _tally(who: str, kind: str, rows: list[tuple[int, Dist[int]]]) -> LuckTally:
    count = sum(number for number, _ in rows)
    whole = sum_of(dist for _, dist in rows)
    fewer = whole.probability(lambda total: total < count)
    same = whole.get(count, Fraction(0))
    return LuckTally(who, kind, len(rows), count, whole.mean(), fewer, same)


def sum_of(dists: Iterable[Dist[int]]) -> Dist[int]:
    """The exact distribution of the sum of independent counts, in whole numbers over one denominator.

    >>> coin = Dist.from_weights({0: 1, 1: 1}, 2)
    >>> sum_of([coin, coin])
    Dist({0: 1/4, 1: 1/2, 2: 1/4})
    """
    weights: Mapping[int, int] = {0: 1}
    denominator = 1
    for dist, times in Counter(dists).items():
        for _ in range(times):
            summed: Counter[int] = Counter()
            for total, weight in weights.items():
                for value, ways in dist.ways():
                    summed[total + value] += weight * ways
            weights, denominator = summed, denominator * dist.denominator
    return Dist.from_weights(dict(sorted(weights.items())), denominator)
