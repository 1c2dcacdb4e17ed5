"""Games of several battles on the same dice: as many of each as there is time for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from fireline.analysis.beginning import starts_of
from fireline.analysis.deadline import USUAL, Deadline, Heard, seldom
from fireline.analysis.intervals import CONFIDENCE, Interval, Method, newcombe, wilson
from fireline.analysis.paired import FEWEST
from fireline.analysis.playing import PhaseResult
from fireline.analysis.shared import Trials
from fireline.analysis.simulate import USUAL_TURNS, check_trials, trials_of
from fireline.game.battle import Battle
from fireline.game.result import Result

Found = TypeVar("Found")
MOST_GAMES = 1000
"""The most games of each battle where nobody says how many."""


@dataclass(frozen=True)
class Playing:
    """How games are played."""

    turns: int = USUAL_TURNS
    """A game that lasts longer is unfinished, which nobody has won."""
    begins: str | None = None
    """Who begins: see `fireline.analysis.beginning`."""
    policies: str = "simple"
    seed: int = 0
    games: int = MOST_GAMES
    """How many of each battle at the most."""
    seconds: float | None = USUAL
    """How long they may take together; None for as long as they need."""


@dataclass(frozen=True)
class Contest:
    """Who won each game of several battles; game N of each throws the dice of the same seed and trial."""

    winners: tuple[tuple[str, ...], ...]
    """For each battle the side that won each game, "" for nobody; as many of every battle."""
    unlike: int
    """How many of the battles are not the same as another."""

    @property
    def games(self) -> int:
        """How many games of each battle were played."""
        return len(self.winners[0])

    @property
    def enough(self) -> bool:
        """Whether there were so many games of each that anything can be concluded."""
        return self.games >= FEWEST

    @property
    def method(self) -> Method:
        """How the intervals of win rates are made."""
        return Method(f"Wilson, Bonferroni over {self.unlike}")

    def won(self, number: int, side: str) -> int:
        """How many games of a battle a side won."""
        return self.winners[number].count(side)

    def interval(self, number: int, side: str) -> Interval | None:
        """Where its chance to win lies; all intervals of these battles hold together with the usual confidence.

        C. E. Bonferroni, Teoria statistica delle classi e calcolo delle probabilità (1936). None without a game.
        """
        if not self.games:
            return None
        return wilson(self.won(number, side), self.games, 1 - (1 - CONFIDENCE) / self.unlike)

    def gain(self, number: int, other: int, side: str) -> Interval | None:
        """Where the difference of its chances to win lies, in one battle less that in another, game by game.

        All differences from one battle hold together with the usual confidence. None for the same battle, and without
        a game.
        """
        if not self.games or self.winners[number] is self.winners[other]:
            return None
        pairs = [(a == side, b == side) for a, b in zip(self.winners[number], self.winners[other], strict=True)]
        both, only, less = (pairs.count(pair) for pair in ((True, True), (True, False), (False, True)))
        return newcombe(both, only, less, self.games, 1 - (1 - CONFIDENCE) / (self.unlike - 1))


@dataclass(frozen=True)
class OfGames(Result):
    """What games of several battles answer: how they were played, and who won them."""

    how: Playing
    played: Contest
    """The battle as it is first, then the others."""

    @property
    def games(self) -> int:
        """How many games were played of each battle."""
        return self.played.games

    @property
    def enough(self) -> bool:
        """Whether there were games enough to conclude anything."""
        return self.played.enough

    def share(self, number: int, side: str) -> float | None:
        """How often a side won the games of a battle; None without a game.

        Args:
            number: The number of the battle: 0 as it stands, then those it is compared with.
            side: The side.

        Returns:
            The share, from 0 to 1.
        """
        return self.played.won(number, side) / self.games if self.games else None


def hearing(heard: Heard[Found] | None, found: Callable[[Contest], Found]) -> Heard[Contest] | None:
    """Tells somebody, or nobody, what games come to while they are played."""
    return None if heard is None else lambda share, played: heard(share, found(played))


def contest(battles: Sequence[Battle], how: Playing, heard: Heard[Contest] | None = None) -> Contest:
    """Play as many games of each battle as there is time for, the first trials of the seed, with common dice.

    How many are played depends on the time, and never on how they end.

    Args:
        battles: What to play.
        how: By which policies, how often and how long.
        heard: Told now and then how far it is, from 0 to 1, and what has been played.

    Raises:
        BattleFileError: There is no such policy or side.
    """
    check_trials(how.games, how.seed, 0, how.turns)
    starts_of(battles[0], how.policies, how.begins)
    deadline, tell = Deadline(how.seconds), seldom(heard)
    winners: dict[Battle, tuple[str, ...]] = dict.fromkeys(battles, ())
    plays: dict[Battle, Trials[PhaseResult] | None] = dict.fromkeys(winners)
    done, size = 0, 1 if how.begins is None else 2

    def played() -> Contest:
        return Contest(tuple(winners[battle] for battle in battles), len(winners))

    while done < how.games and not deadline.over:
        more = _round(plays, how, deadline, range(done, done + size))
        if more is None:
            break
        winners = {battle: (*won, *more[battle]) for battle, won in winners.items()}
        done += size
        tell(max(deadline.share, done / how.games), played)
        size = min(_next(deadline, done), how.games - done)
    return played()


def _round(
    plays: dict[Battle, Trials[PhaseResult] | None], how: Playing, deadline: Deadline, trials: range
) -> dict[Battle, tuple[str, ...]] | None:
    """Who wins these games of each battle; None where there is no time for all, for each has as many as the others."""
    won = dict[Battle, tuple[str, ...]]()
    for battle, known in plays.items():
        if deadline.over:
            return None
        play = known or trials_of(battle, how.policies, how.seed, how.turns, how.begins)
        plays[battle] = play  # keeps what it has met
        won[battle] = tuple(one.won for one in play(trials.start, len(trials)))
    return won


def _next(deadline: Deadline, done: int) -> int:
    """How many games of each to play at once: twice as many as so far, or half of what there is time for."""
    gone = deadline.share
    return 2 * done if gone < 1 / 5 else max(1, int(done * (1 - gone) / gone / 2))
