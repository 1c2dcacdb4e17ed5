"""Whole phases, or whole games, played many times: the losses of each side and unit, counted, with intervals.

Trial K of a battle and a seed is always the same, wherever it is played: see `fireline.chance.counter` and `dice_seed`.
So the counts of a range of trials depend neither on the number of cores nor on how the range is cut.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

from fireline.analysis.beginning import starts_of
from fireline.analysis.deadline import Deadline
from fireline.analysis.intervals import Method, mean_of, wilson
from fireline.analysis.playing import DRAWN, UNFINISHED, WON, PhaseResult, Player
from fireline.analysis.policy import everybody
from fireline.analysis.shared import Trials, count_trials
from fireline.chance.counter import MASK, seed_of
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError, Code
from fireline.game.result import Result
from fireline.game.shot import Shot
from fireline.game.standing import Answers

MOST_TURNS = 1000
"""The most turns of a game."""
USUAL_TURNS = 100
"""How long a game may last where only their number is said."""
Counts = dict[int, int]
"""How many trials had each number, in ascending order."""
What = tuple[str, str]
"""Who, and what: ("bow", "blocks"), ("", "shots")."""


class Share(NamedTuple):
    """The share of the trials that had a number, with its interval."""

    share: float
    low: float
    high: float


class Won(NamedTuple):
    """How many games a side won, with the interval of that chance."""

    n: int
    low: float
    high: float


class Began(NamedTuple):
    """The games that one side began, and how often each side won them."""

    games: int
    won: Mapping[str, Won]


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


@dataclass(frozen=True)
class SimulationResult(Result):
    """The results of phases of a battle: for each unit, each side and the phase itself, how many trials lost how much.

    Trials without any loss of a kind count under 0.
    """

    told = (
        "simulated=what ruleset battle answers seed policy common_dice trials asked ranges interval "
        "phase=phase_counts sides=side_counts units=unit_counts turns? games? won? drawn? unfinished? "
        "began? beginner?"
    )

    battle: str
    """The fingerprint of the battle."""
    answers: str
    """Which owed answers were given: see `Battle.answers`."""
    ruleset: str
    seed: int
    policy: str
    first: int
    """The number of the first trial."""
    trials: int
    """How many were played."""
    phase: Mapping[str, Counts]
    """Shots and commands."""
    sides: Mapping[str, Mapping[str, Counts]]
    units: Mapping[str, Mapping[str, Counts]]
    common_dice: bool = False
    """Whether the dice are those of the seed alone, the same in every battle."""
    turns: int | None = None
    """The most turns of each game; None where one phase was played."""
    asked: int = 0
    """How many trials were asked for; more than were played where the time was up before."""
    spent: float = field(default=0.0, compare=False)
    """How many seconds it took."""
    begun: Mapping[str, Mapping[str, int]] | None = None
    """By the side that was told to begin: how many games each side won, "" those that nobody did; None for nobody."""

    @property
    def what(self) -> str:
        """What was played: phases or games."""
        return "phases" if self.turns is None else "games"

    @property
    def ranges(self) -> tuple[tuple[int, int]]:
        """The first and the last trial."""
        return ((self.first, self.first + self.trials - 1),)

    def __repr__(self) -> str:
        return f"<SimulationResult {self.trials:,} {self.what} of {self.ruleset}, seed {self.seed}, {self.policy}>"

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
    def won(self) -> Mapping[str, Won] | None:
        """How often each side won a game, with the interval of that chance."""
        if self.turns is None:
            return None
        won = {side: counts[WON].get(1, 0) for side, counts in self.sides.items() if WON in counts}
        return {side: Won(n, *wilson(n, self.trials)) for side, n in won.items()}

    @property
    def began(self) -> Mapping[str, Began] | None:
        """What came of the games that each side began; None where the battle says who begins."""
        if self.begun is None:
            return None
        won = {side: (counts, sum(counts.values())) for side, counts in self.begun.items()}
        return {
            side: Began(games, {one: Won(n, *wilson(n, games)) for one, n in sorted(counts.items()) if one})
            for side, (counts, games) in won.items()
        }

    @property
    def beginner(self) -> Won | None:
        """How often the side that began won, in all games; None where only one side began."""
        if self.begun is None or len(self.begun) < 2:
            return None
        n = sum(counts[side] for side, counts in self.begun.items())
        return Won(n, *wilson(n, self.trials))

    @property
    def drawn(self) -> int | None:
        """How many games were drawn."""
        return None if self.turns is None else self.phase[DRAWN].get(1, 0)

    @property
    def unfinished(self) -> int | None:
        """How many games nobody had won when their turns were over."""
        return None if self.turns is None else self.phase[UNFINISHED].get(1, 0)

    @property
    def mean_turns(self) -> float:
        """How many turns a game took on average."""
        return mean_of(self.phase["turns"]).value


def simulate(  # noqa: PLR0913 - given by name
    battle: Battle,
    *,
    phases: int,
    seed: int,
    policies: str = "simple",
    turns: int | None = None,
    begins: str | None = None,
    first: int = 0,
    common_dice: bool = False,
    workers: int | None = 1,
    seconds: float | None = None,
    progress: Callable[[int], None] | None = None,
) -> SimulationResult:
    """Play phases of a battle, trials `first`, `first` + 1, ..., and count their results.

    The same seed gives the same counts on any number of workers. Each battle and each policy has its own dice, unless
    they are common.

    Args:
        battle: The battle at the beginning of each phase.
        phases: How many phases or, with `turns`, games.
        seed: The seed of the dice, a whole number from 0.
        policies: A name ("simple", "first", "nearest", "advance", "cover", "careful", "random") or one for each side
            ("top=random,bottom=simple").
        turns: Play whole games: both sides, turn after turn, until one has won by the game's own conditions, no more
            than one side has a unit in play, or so many turns are over. A turn is what the game plays until its phase
            (or round) ends.
        begins: The side that begins each game, "either" for each side in turn, or None for the one that the battle
            says: see `fireline.analysis.beginning`.
        first: The number of the first trial.
        common_dice: Whether the dice are those of the seed alone, the same in every battle.
        workers: How many processes play; None for this one and, where it takes longer, as many as
            `fireline.analysis.workers.allowed` says.
        seconds: After how many seconds no more trials are begun; None to play them all. Those that count are the first
            ones.
        progress: Receives the number of further phases played.

    Returns:
        The counts: who won, how long it took, and what each unit lost; shares have Wilson intervals.

    Raises:
        BattleFileError: There is no such policy or side, or nothing to do.

    >>> from fireline.formats.battlefile import load
    >>> played = simulate(load("ancients-ranged-combat"), phases=40, seed=1)
    >>> played.trials
    40
    """
    if begins is not None and turns is None:
        raise BattleFileError(Code.CONFLICT, "is for whole games; say how many", "begins")
    starts_of(battle, policies, begins)
    check_trials(phases, seed, first, turns)
    make = partial(trials_of, battle, policies, dice_seed(battle, policies, seed, common=common_dice), turns, begins)
    deadline = Deadline.of_answer()
    total = count_trials(make, first, phases, workers=workers, seconds=seconds, progress=progress)
    found = _simulated(battle, policies, seed, first, total, turns=turns)
    return replace(found, common_dice=common_dice, asked=phases, spent=deadline.gone)


def dice_seed(battle: Battle, played: str | Shot, seed: int, *, common: bool = False) -> int:
    """The seed of the dice for a battle, its owed answers, and the policies or the shot that are played.

    With the seed alone, two simulations would throw the same dice and share their luck. That is wanted only for
    `common` dice, which compare the two trial by trial.
    """
    if common:
        return seed
    what = played if isinstance(played, str) else json.dumps(played.data(), sort_keys=True)
    answers = "" if battle.answers is Answers.CUSTOMARY else f" {battle.answers}"
    return seed_of(seed, f"{battle.fingerprint} {what}{answers}")


def trials_of(
    battle: Battle, policies: str, seed: int, turns: int | None = None, begins: str | None = None
) -> Trials[PhaseResult]:
    """Play the trials of a phase, or of games of so many turns, with the dice of a seed; see `starts_of`.

    Where each side begins in turn, they begin with the same dice: games 0 and 1 throw those of trial 0.
    """
    starts = starts_of(battle, policies, begins)
    players = [Player(one.battle, one.policy, turns=turns, began=one.side) for one in starts]
    return partial(_in_turn, players, seed) if len(players) > 1 else partial(players[0].results, seed)


def _in_turn(players: Sequence[Player], seed: int, first: int, trials: int) -> list[PhaseResult]:
    """The results of so many trials, from the first; each is played by the next player."""
    many, end = len(players), first + trials
    spans = [(-(-(first - n) // many), -(-(end - n) // many)) for n in range(many)]
    played = [
        iter(player.results(seed, begin, stop - begin)) for player, (begin, stop) in zip(players, spans, strict=True)
    ]
    return [next(played[n % many]) for n in range(first, end)]


def check_trials(phases: int, seed: int, first: int, turns: int | None = None) -> None:
    """Raise `BattleFileError` for trials or turns out of range."""
    if turns is not None and not 1 <= turns <= MOST_TURNS:
        problem = f"{turns} turns are no game; give 1 to {MOST_TURNS}, or none for a single phase"
        raise BattleFileError(Code.OUT_OF_RANGE, problem, "turns")
    if phases < 1 or first < 0 or first + phases - 1 > MASK or seed < 0:
        raise BattleFileError(
            Code.OUT_OF_RANGE, f"{phases} phases from trial {first} cannot be played; give 1 or more, from 0", "trials"
        )


def _simulated(
    battle: Battle,
    policies: str,
    seed: int,
    first: int,
    played: Counter[PhaseResult],
    *,
    turns: int | None,
) -> SimulationResult:
    units = everybody(battle)
    side_of = {unit: battle.side(unit) for unit in units}
    counted: dict[str, dict[What, Counter[int]]] = {"phase": {}, "side": {}, "unit": {}}
    if turns is not None:
        counted["side"] = {(side or unit, WON): Counter() for unit, side in side_of.items()}
    for one, count in sorted(played.items()):
        for (kind, who, what), number in one.numbers(battle.side, games=turns is not None):
            counted[kind].setdefault((who, what), Counter())[number] += count
    total = played.total()
    sides = dict.fromkeys(side_of.values())
    begun: dict[str, Counter[str]] = {}
    for one, count in played.items():
        if one.began:
            begun.setdefault(one.began, Counter(dict.fromkeys(sides, 0)))[one.won] += count
    return SimulationResult(
        battle=battle.fingerprint,
        answers=battle.answers,
        ruleset=battle.ruleset.id,
        seed=seed,
        policy=policies,
        first=first,
        trials=total,
        phase=_grouped([""], counted["phase"], total)[""],
        sides=_grouped(sides, counted["side"], total),
        units=_grouped(units, counted["unit"], total),
        turns=turns,
        begun={side: dict(begun[side]) for side in sorted(begun)} or None,
    )


def _grouped(names: Iterable[str], counted: Mapping[What, Counter[int]], trials: int) -> dict[str, dict[str, Counts]]:
    """The counts by who and what; everybody has an entry, losses or none."""
    grouped: dict[str, dict[str, Counts]] = {name: {} for name in sorted({*names, *(name for name, _ in counted)})}
    for (name, what), counts in sorted(counted.items()):
        grouped[name][what] = _filled(counts, trials)
    return grouped


def _filled(counts: Mapping[int, int], trials: int) -> Counts:
    """The counts in order, those not counted under 0."""
    none = trials - sum(counts.values())
    full = dict(counts) | ({0: counts.get(0, 0) + none} if none else {})
    return {value: full[value] for value in sorted(full) if full[value]}


def _tallies(counts: Mapping[str, Counts]) -> dict[str, Tally]:
    return {what: Tally.of(values) for what, values in counts.items()}
