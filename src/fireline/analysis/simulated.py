"""What came of phases or games that were played many times: who won, what was lost, with intervals and in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from math import ceil, floor, log10
from typing import NamedTuple

from fireline.analysis.intervals import CONFIDENCE, FEWEST, Method, mean_of, wilson
from fireline.analysis.playing import DRAWN, UNFINISHED, WON
from fireline.game.result import Bar, Result
from fireline.game.tools import Table
from fireline.ruling.prose import listing, plural

VALUES_SHOWN = 8
STANDING = "with the policies advance and cover units also move"
BETWEEN = f"{CONFIDENCE * 100:.0f}% Wilson interval"
COMMON = "With common dice: other simulations of this seed with common dice share their luck."
Counts = dict[int, int]
"""How many trials had each number, in ascending order."""


class Share(NamedTuple):
    """The share of the trials that had a number, with its interval."""

    share: float
    low: float
    high: float


class GamesWon(NamedTuple):
    """How many games a side won, with the interval of that chance."""

    n: int
    low: float
    high: float


class GameLength(NamedTuple):
    """How many turns a game took on average, and the most that it was given."""

    mean: float
    most: int


class GamesBegun(NamedTuple):
    """The games that one side began, and how often each side won them."""

    games: int
    won: Mapping[str, GamesWon]


class Tally(NamedTuple):
    """How many trials had each number, and the mean of them."""

    counts: Mapping[int, int]
    chances: Mapping[int, Share]
    mean: float
    standard_error: float | None

    @classmethod
    def of(cls, counts: Counts) -> Tally:
        """The tally of these counts."""
        trials, mean = sum(counts.values()), mean_of(counts)
        shares = {value: Share(count / trials, *wilson(count, trials)) for value, count in counts.items()}
        return cls(counts, shares, mean.value, mean.standard_error)


class TrialsResult(Result, kw_only=True):
    """What comes of trials, phases or whole games: which of which dice they are, and how many were asked for."""

    seed: int
    policy: str
    first: int
    """The number of the first trial."""
    trials: int
    """How many were played."""
    common_dice: bool = False
    """Whether the dice are those of the seed alone, the same in every battle."""
    turns: int | None = None
    """The most turns of each game; None where one phase was played."""
    asked: int = 0
    """How many were asked for; more than were played where the time was up before."""
    spent: float = field(default=0.0, compare=False)
    """How many seconds it took."""
    stands_on: str = field(default="", compare=False)
    """What the answers stand on, as sentences."""

    @property
    def what(self) -> str:
        """What was played: phases or games."""
        return "phases" if self.turns is None else "games"

    @property
    def range(self) -> tuple[int, int]:
        """The first and the last trial."""
        return self.first, self.first + self.trials - 1

    def _cut_short(self, what: str) -> str:
        """That the time was up before all were played, or that there are too few for a verdict; "" for neither."""
        told, played, spent = "", self.trials, self.spent
        enough = f"{ceil(spent * FEWEST / played) + 1} seconds give about {FEWEST}" if spent >= 1 else ""
        if played < self.asked:
            more = (played < FEWEST and enough) or "more seconds give more"
            told += f" The time was up after {played:,} of {self.asked:,} {what}; {more}."
        if played < FEWEST:
            told += f" Too few {what} for a verdict, which takes {FEWEST}."
        return told


class SimulationResult(TrialsResult, kw_only=True):
    """The results of phases of a battle: for each unit, each side and the phase itself, how many trials lost how much.

    Trials without any loss of a kind count under 0.
    """

    told = (
        "simulated=what sentence ruleset battle answers seed policy common_dice trials asked ranges interval "
        "phase=phase_counts sides=side_counts units=unit_counts turns=lasted? games? won? drawn? unfinished? "
        "began? beginner?"
    )

    battle: str
    """The fingerprint of the battle."""
    answers: str
    """Which owed answers were given: see `Battle.answers`."""
    ruleset: str
    phase: Mapping[str, Counts]
    """Shots and commands."""
    sides: Mapping[str, Mapping[str, Counts]]
    units: Mapping[str, Mapping[str, Counts]]
    titles: Mapping[str, str] = field(default_factory=dict, compare=False)
    """What people call each unit."""
    begun: Mapping[str, Mapping[str, int]] | None = None
    """By the side that was told to begin: how many games each side won, "" those that nobody did; None for nobody."""

    @property
    def ranges(self) -> tuple[tuple[int, int]]:
        """The first and the last trial."""
        return (self.range,)

    @property
    def interval(self) -> Method:
        """How the intervals of shares are made."""
        return Method("Wilson")

    @property
    def phase_counts(self) -> Mapping[str, Tally]:
        """What was counted of each whole phase."""
        return _tallies(self.phase)

    @property
    def side_counts(self) -> Mapping[str, Mapping[str, Tally]]:
        """What was counted of each side."""
        return {side: _tallies(counts) for side, counts in self.sides.items()}

    @property
    def unit_counts(self) -> Mapping[str, Mapping[str, Tally]]:
        """What was counted of each unit."""
        return {unit: _tallies(counts) for unit, counts in self.units.items()}

    @property
    def games(self) -> int | None:
        """How many games were played; None where phases were."""
        return None if self.turns is None else self.trials

    @property
    def won(self) -> Mapping[str, GamesWon] | None:
        """How often each side won a game, with the interval of that chance."""
        if self.turns is None:
            return None
        won = {side: counts[WON].get(1, 0) for side, counts in self.sides.items() if WON in counts}
        return {side: GamesWon(n, *wilson(n, self.trials)) for side, n in won.items()}

    @property
    def began(self) -> Mapping[str, GamesBegun] | None:
        """What came of the games that each side began; None where the battle says who begins."""
        if self.begun is None:
            return None
        won = {side: (counts, sum(counts.values())) for side, counts in self.begun.items()}
        return {
            side: GamesBegun(games, {one: GamesWon(n, *wilson(n, games)) for one, n in sorted(counts.items()) if one})
            for side, (counts, games) in won.items()
        }

    @property
    def beginner(self) -> GamesWon | None:
        """How often the side that began won, in all games; None where only one side began."""
        if self.begun is None or len(self.begun) < 2:
            return None
        n = sum(counts[side] for side, counts in self.begun.items())
        return GamesWon(n, *wilson(n, self.trials))

    @property
    def drawn(self) -> int | None:
        """How many games were drawn."""
        return None if self.turns is None else self.phase[DRAWN].get(1, 0)

    @property
    def unfinished(self) -> int | None:
        """How many games nobody had won when their turns were over."""
        return None if self.turns is None else self.phase[UNFINISHED].get(1, 0)

    @property
    def lasted(self) -> GameLength | None:
        """How many turns a game took; None where phases were played."""
        return None if self.turns is None else GameLength(mean_of(self.phase["turns"]).value, self.turns)

    @property
    def sentence(self) -> str:
        """How the games ended, and what the first turn is worth; of phases what each side loses."""
        played = plural(self.trials, self.what[:-1])
        if self.won is None or self.lasted is None:
            return f"In {played} the losses are on average: {'; '.join(self._losses) or 'none'}.{self._missing}"
        won = [f"{side} won {share(one.n, self.trials)}" for side, one in self.won.items()]
        ends = (self.drawn, "drawn"), (self.unfinished, "unfinished")
        rest = [f"{number:,} {'was' if number == 1 else 'were'} {how}" for number, how in ends if number]
        told = f"Of {played} {listing([*won, *rest])}; {self.lasted.mean:.1f} turns on average."
        if self.beginner is not None:
            told = f"The side that begins won {share(self.beginner.n, self.trials)}. {told}"
        return told + self._missing

    @property
    def _losses(self) -> Iterator[str]:
        for side, kinds in self.sides.items():
            if kinds:
                lost = listing(f"{mean_of(counts).value:.2f} {what}" for what, counts in kinds.items())
                yield f"{self._side(side)} {lost}"

    @property
    def _missing(self) -> str:
        """What is missing for a verdict, and how there is more: games, or moves."""
        told = self._cut_short(self.what)
        if self.turns is not None and self.unfinished == self.trials:
            told += f" Nobody won within {plural(self.turns, 'turn')}: {STANDING}."
        return told

    def _side(self, side: str) -> str:
        return f"side {side}" if side else "nobody's"

    def bars(self) -> Iterator[Bar]:
        """How often each side won, also of the games that each began; of phases how often each lost anything."""
        if self.won is None:
            for side, kinds in self.sides.items():
                for what, counts in kinds.items():
                    yield _bar(f"{self._side(side)}, any {what}", self.trials - counts.get(0, 0), self.trials)
            return
        for side, one in self.won.items():
            yield _bar(f"{side} wins", one.n, self.trials)
        for number, how in ((self.drawn, "drawn"), (self.unfinished, "unfinished")):
            if number:
                yield _bar(how, number, self.trials)
        for began, games in (self.began or {}).items():
            for side, one in games.won.items():
                of = f" of {plural(games.games, 'game')}"
                yield _bar(f"{began} begins, {side} wins", one.n, games.games, of)

    def notes(self) -> Iterator[str]:
        """How the games are played, and how they are played again."""
        one = self.what[:-1]
        if self.turns is not None:
            most = plural(self.turns, "turn")
            yield f"A game ends when it is won or drawn, or unfinished after {most}."
        first, last = self.range
        trials = f"trials {first:,} to {last:,} of seed {self.seed}"
        yield f"Simulated, policy {self.policy}, {trials}; in brackets the {BETWEEN}."
        yield f"Seed {self.seed} gives the same counts again, and with the number of a trial that {one}, die by die."
        yield self.stands_on
        yield COMMON if self.common_dice else ""

    def in_full(self) -> Iterator[Table]:
        """Every count: of the whole, of each side, and of each unit."""
        one, rows = self.what[:-1], list[tuple[str, ...]]()
        whole = [(f"the {one}", self.phase)]
        sides = [(self._side(side), kinds) for side, kinds in self.sides.items()]
        units = [(self.titles.get(unit, unit), kinds) for unit, kinds in self.units.items()]
        for who, kinds in (*whole, *sides, *units):
            rows += [(who, what, _mean(counts), _chances(counts)) for what, counts in kinds.items()]
        yield Table(("", "", "mean ± one standard error", "chance of each number"), rows)
        unharmed = [self.titles.get(unit, unit) for unit, kinds in self.units.items() if not kinds]
        if unharmed:
            yield Table((f"nothing lost in any {one}",), [(name,) for name in unharmed])

    def picture(self) -> str:
        """How often each side won, or lost anything, as bars with their intervals."""
        from fireline.draw.charts import draw_gains

        title = "Who wins" if self.won is not None else "Who loses anything"
        key = f"{plural(self.trials, self.what[:-1])}, policy {self.policy}; the lines are the {BETWEEN}"
        return draw_gains(title, key, self.bars(), chances=True)


def share(count: int, trials: int) -> str:
    """A share in percent and its interval, with as many decimals as the interval justifies."""
    low, high = wilson(count, trials)
    places = max(1, 1 - floor(log10(100 * (high - low))))
    return f"{100 * count / trials:.{places}f}% [{100 * low:.{places}f}, {100 * high:.{places}f}]"


def _bar(name: str, count: int, of: int, more: str = "") -> Bar:
    return Bar(name, count / of, share(count, of) + more, wilson(count, of))


def _mean(counts: Counts) -> str:
    mean = mean_of(counts)
    error = "" if mean.standard_error is None else f" ± {mean.standard_error:.3f}"
    return f"{mean.value:.3f}{error}"


def _chances(counts: Counts) -> str:
    """The likeliest numbers with their shares and intervals, in order."""
    trials = sum(counts.values())
    likeliest = sorted(sorted(counts, key=lambda value: -counts[value])[:VALUES_SHOWN])
    lines = [f"{value}: {share(counts[value], trials)}" for value in likeliest]
    more = len(counts) - len(likeliest)
    return "\n".join([*lines, f"and {plural(more, 'number')} more"] if more else lines)


def _tallies(counts: Mapping[str, Counts]) -> dict[str, Tally]:
    return {what: Tally.of(values) for what, values in counts.items()}
