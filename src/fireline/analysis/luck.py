"""How lucky everybody was in a game: what was rolled compared with what was expected, exactly.

Each roll is compared with its own odds, from the battle (and the deck) as it stood before, so a count is compared with
all games that differ from this one only in the dice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple, ParamSpec, TypeVar

from fireline.chance import CappedCount, Die, Dist, FixedDice, NotOnDie, Program, Throw, Unanswered, odds
from fireline.chance.trials import chi_square_tail
from fireline.game.battle import Battle
from fireline.game.command import Command, read_command
from fireline.game.entries import one_of
from fireline.game.errors import BattleFileError
from fireline.game.log import GameLog, LogEntry
from fireline.game.result import Bar, Result
from fireline.game.ruleset import Ruleset
from fireline.game.tools import Table
from fireline.ruling.prose import average, exactly, listing, percent, plural

P = ParamSpec("P")
T = TypeVar("T")
ENOUGH = 5
"""The chi-square test is shown if each face was expected this often."""
FEW_FACES = 10


class LuckTally(Result):
    """One kind of count of one player: its value, and the exact distribution of the values it might have had."""

    told = "sentence who kind rolls count expected fewer same at_most percentile"

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
    def at_most(self) -> Fraction:
        """The exact chance of no more than this."""
        return self.fewer + self.same

    @property
    def percentile(self) -> Fraction:
        """The mid-percentile: the share of such games with fewer, plus half of those with as many."""
        return self.fewer + self.same / 2

    @property
    def sentence(self) -> str:
        """The tally in plain words."""
        more = self.percentile >= Fraction(1, 2)
        share = self.percentile if more else 1 - self.percentile
        than = f"{'more' if more else 'fewer'} than in {percent(share)} of games like this one"
        return f"{self.who}, {self.kind}: {self.count} against {average(self.expected)} expected; {than}."


class FaceTally(Result):
    """How often a face came, and how often it was expected."""

    face: str
    count: int
    expected: Fraction


class DiceTally(Result):
    """One kind of die of one player: how often each face came, and how often it was expected."""

    told = "sentence who die=die.name thrown faces chi_square=square approximate_p"

    who: str
    die: Die[Any]
    counts: tuple[int, ...]

    @property
    def thrown(self) -> int:
        """How many were thrown."""
        return sum(self.counts)

    @property
    def due(self) -> tuple[Fraction, ...]:
        """How often each face was expected, exactly."""
        return tuple(Fraction(self.thrown * share, self.die.sides) for share in self.die.shares)

    @property
    def faces(self) -> tuple[FaceTally, ...]:
        """Every face with its counts."""
        rows = zip(self.die.faces, self.counts, self.due, strict=True)
        return tuple(FaceTally(str(face), count, due) for face, count, due in rows)

    @property
    def square(self) -> Fraction:
        """The statistic of the chi-square test, exactly."""
        pairs = zip(self.counts, self.due, strict=True)
        return sum(((count - due) ** 2 / due for count, due in pairs), Fraction(0))

    @property
    def approximate_p(self) -> float | None:
        """The approximate chance of faces at least this uneven, by the chi-square test; None for too few throws."""
        if len(self.counts) < 2 or min(self.due) < ENOUGH:
            return None
        return chi_square_tail(float(self.square), len(self.counts) - 1)

    @property
    def sentence(self) -> str:
        """How often each face came, if the faces are few, and how often each was expected."""
        name = self.die.name
        many = f"{name.removesuffix('die')}dice" if name.endswith("die") else f"{name}s"
        told = [f"{self.who}: {plural(self.thrown, name, many)} thrown"]
        if len(self.counts) <= FEW_FACES:
            faces = zip(self.die.faces, self.counts, strict=True)
            told.append(", ".join(f"{face}: {count}" for face, count in faces))
        told.append(f"{float(self.due[0]):.1f} of each face expected")
        if self.approximate_p is not None:
            told.append(f"fair dice are as uneven in about {self.approximate_p:.0%} of games")
        return f"{'; '.join(told)}."


class LuckReport(Result):
    """The luck of a game: counts by player and kind, faces by player and die, and what could not be counted."""

    told = "sentence tallies dice uncounted left_out"

    tallies: tuple[LuckTally, ...]
    dice: tuple[DiceTally, ...]
    uncounted: tuple[str, ...]
    """Kinds without an exact sum, because their highest count stands for that many or more."""
    left_out: int
    """Steps that their dice did not decide by the rules, because somebody overrode them."""

    @property
    def sentence(self) -> str:
        """Of every player the count that is farthest from what was to be expected."""
        if not self.tallies:
            return "No roll in this log could have come out differently."
        most = dict[str, LuckTally]()
        for one in sorted(self.tallies, key=lambda one: -abs(one.percentile - Fraction(1, 2))):
            most.setdefault(one.who, one)
        return " ".join(one.sentence for one in most.values())

    def bars(self) -> Iterator[Bar]:
        """How many games have less luck, for every count."""
        for one in self.tallies:
            told = f"{one.count} against {average(one.expected)} expected, luckier than {percent(one.percentile)}"
            yield Bar(f"{one.who}, {one.kind}", float(one.percentile), told)

    def notes(self) -> Iterator[str]:
        """What counts are compared with, what the dice showed, and what is not counted."""
        if self.tallies:
            yield (
                "Each count is compared with games in which these shots are thrown again, each from the battle before "
                "it. Luckier than: the share of games with a lower count, plus half of those with the same; exact. "
                "It proves nothing: somebody is always luckier than most."
            )
        yield from (one.sentence for one in self.dice)
        if any(one.approximate_p is not None for one in self.dice):
            yield "How often fair dice are as uneven comes from the chi-square test, an approximation."
        if self.uncounted:
            counts = listing(self.uncounted)
            yield f"Not added up, because the highest count stands for that many or more: {counts}."
        if self.left_out:
            steps = plural(self.left_out, "step")
            yield f"{steps} left out: the dice in the log lead to something else by the rules."

    def in_full(self) -> Iterator[Table]:
        """Every count with its exact percentile."""
        for who in dict.fromkeys(one.who for one in self.tallies):
            mine = [one for one in self.tallies if one.who == who]
            rows = [
                (one.kind, f"{one.rolls:,}", f"{one.count:,}", exactly(one.expected, average), exactly(one.percentile))
                for one in mine
            ]
            yield Table((who, "rolls", "came to", "expected", "luckier than"), rows)

    def picture(self) -> str:
        """How far each count is from the middle of all games, as bars: to the right luckier than half of them."""
        from fireline.draw.charts import draw_gains

        gains = (bar._replace(length=bar.length - 1 / 2) for bar in self.bars() if bar.length is not None)
        return draw_gains("Luck", "luckier than half of all such games to the right, unluckier to the left", gains)


def luck(game: GameLog, *, team: str | None = None) -> LuckReport:
    """Compare what was rolled in a game with what was expected, for every player or one of them.

    Steps taken back do not count.

    Args:
        game: The game: see `load_log`.
        team: Whose luck; by default, everybody's.

    Returns:
        For each player and kind of die, what was rolled beside what was expected.

    Raises:
        BattleFileError: The team rolled nothing.

    >>> from fireline.formats.battlefile import load
    >>> from fireline.game.command import Shoot
    >>> from fireline.game.command import Shot
    >>> game = GameLog(load("ancients-ranged-combat"), seed=7)
    >>> game, _ = game.play(Shoot(Shot("bow", "warriors")), game.dice())
    >>> luck(game).tallies[0].sentence
    'bottom, shots with any hits: 0 against 0.31 expected; fewer than in 65.3% of games like this one.'
    """
    rolls, thrown, left_out = rolled(game)
    players = list(dict.fromkeys([roll.who for roll in rolls] + [who for who, _ in thrown]))
    if team is not None:
        one_of(team, players, "player who rolled in this game", "team")
        players = [team]
    counts, uncounted = _tallies(rolls, game.start.ruleset, players)
    throws = [(who, throw) for who, throw in thrown if who in players]
    return LuckReport(counts, tallies(throws), uncounted, left_out)


def _tallies(
    rolls: Iterable[Roll], rules: Ruleset[Any, Any, Any], players: Iterable[str]
) -> tuple[tuple[LuckTally, ...], tuple[str, ...]]:
    """Every kind of count of every player, and the kinds that cannot be added up."""
    kinds: dict[tuple[str, str], list[tuple[int, Dist[int]]]] = {}
    endless: dict[str, None] = {}
    for roll in rolls:
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
    """What counts as success in a roll: in an attack, its headline and what its game names; otherwise a named check.

    Where answers after the dice decide the headline, the shots with any success of the dice are counted instead.
    """
    if not roll.shot:
        if roll.program in rules.successes:
            yield rules.successes[roll.program], int(roll.outcome), roll.odds.map(int)
        return
    values = roll.outcome._asdict()
    if rules.decisions is not None and rules.decisions.ended is not None:
        name = next(name for name in rules.successes if name in values)
        any_of = roll.odds.probability(lambda outcome: getattr(outcome, name) > 0)
        yield f"shots with any {rules.successes[name]}", int(values[name] > 0), _chance(any_of)
    else:
        point, success = Dist.certain(roll.outcome), rules.headline(roll.odds)
        yield (
            f"shots with {success.name}" if success.name.startswith("at least") else f"shots: {success.name}",
            int(rules.headline(point).chance),
            _chance(success.chance),
        )
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
    """The exact distribution of the sum of independent counts.

    >>> coin = Dist.from_weights({0: 1, 1: 1}, 2)
    >>> sum_of([coin, coin])
    Dist({0: 1/4, 1: 1/2, 2: 1/4})
    """
    whole = Dist.certain(0)
    for dist, times in Counter(dists).items():
        some = dist.total(times)
        whole = whole.bind(lambda by, some=some: some.map(lambda number: number + by))  # type: ignore[misc]
    return whole


def tallies(throws: Iterable[tuple[str, Throw]]) -> tuple[DiceTally, ...]:
    """The faces by player and die, without cards, since each draw is from another deck."""
    kinds: dict[tuple[str, Die[Any]], Counter[Any]] = {}
    for who, (die, face) in throws:
        if not die.weights and not die.merged and not die.name.startswith("card"):
            kinds.setdefault((who, die), Counter())[face] += 1
    return tuple(DiceTally(who, die, tuple(faces[face] for face in die.faces)) for (who, die), faces in kinds.items())


# --- what was rolled, step by step ----------------------------------------------------------


class Roll(NamedTuple):
    """One program that was rolled in a game: by whom, its outcome, and its exact odds."""

    who: str
    program: str
    outcome: Any
    odds: Dist[Any]

    @property
    def shot(self) -> bool:
        """Whether it is the attack itself, with all its outcomes."""
        return hasattr(self.outcome, "_asdict")


class WatchedDice(FixedDice):
    """Faces laid down again; records each program that is run from outside, as a roll of somebody."""

    def __init__(self, who: str, *faces: object) -> None:
        super().__init__(*faces)
        self.who = who
        self.rolls: list[Roll] = []

    def run(self, program: Program[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """The outcome, recorded unless another program asked for it."""
        outermost = self._step is None
        outcome = super().run(program, *args, **kwargs)
        if outermost:
            self.rolls.append(Roll(self.who, program.__name__, outcome, odds(program, *args, **kwargs)))
        return outcome


def rolled(game: GameLog) -> tuple[list[Roll], list[tuple[str, Throw]], int]:
    """Everything rolled in a game, from its log: the same faces laid down again in the same battles.

    Returns the rolls, the throws with who made them, and how many steps have dice that the rules would have decided
    differently: somebody overrode them.
    """
    before, rolls, throws, left_out = game.start, list[Roll](), list[tuple[str, Throw]](), 0
    for entry in game.entries:
        if entry.faces and (dice := _again(before, entry)) is not None:
            rolls += dice.rolls
            throws += [(dice.who, throw) for throw in dice.transcript.throws]
        elif entry.faces:
            left_out += 1
        before = entry.after
    return rolls, throws, left_out


def _again(before: Battle, entry: LogEntry) -> WatchedDice | None:
    """The dice of a step laid down again; None if they do not lead to what the log says."""
    try:
        command = read_command(entry.command, before.ruleset.command_types)
        dice = WatchedDice(_who(before, entry, command), *entry.faces)
        events = before.put(command).decided(dice)
    except (BattleFileError, Unanswered, NotOnDie):
        return None
    return None if dice.left or events != entry.events else dice


def _who(before: Battle, entry: LogEntry, command: Command) -> str:
    """The side to which a step's dice belong (or the unit without one): the thrower's, otherwise the acting unit's."""
    unit = next((event.thrower for event in entry.events if event.thrower), command.actor)
    return (before.side(unit) or unit) if unit else before.owing or "nobody"
