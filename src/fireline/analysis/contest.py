"""Games of several battles on the same dice: as many of each as there is time for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from typing import Any, ClassVar

from fireline.analysis.deadline import USUAL, Deadline, Listener, OutOfTime, tell_nobody
from fireline.analysis.intervals import CONFIDENCE, FEWEST, Interval, Method, newcombe, wilson
from fireline.analysis.playing import PhaseResult
from fireline.analysis.shared import Trials, count_trials
from fireline.analysis.simulate import USUAL_TURNS, check_trials, starts_of, trials_of
from fireline.game.battle import Battle
from fireline.game.result import Result
from fireline.ruling.prose import apart, listing, plural, share_of

Won = tuple[str | None, ...]
"""Who won a game of each battle, as `Battle.winner` says it; fewer where the time was over in the first."""
MOST_GAMES = 1000
"""The most games of each battle where nobody says how many."""


@dataclass(frozen=True)
class Playing:
    """How games are played."""

    turns: int = USUAL_TURNS
    """A game that lasts longer is unfinished, which nobody has won."""
    begins: str | None = None
    """Who begins: see `fireline.analysis.simulate`."""
    policies: str = "simple"
    seed: int = 0
    games: int = MOST_GAMES
    """How many of each battle at the most."""
    seconds: float | None = USUAL
    """How long they may take together; None for as long as they need."""
    workers: int | None = None
    """How many processes play; as many as `workers.allowed` says if nothing is said."""


@dataclass(frozen=True)
class Contest:
    """Who won each game of several battles; game N of each throws the dice of the same seed and trial."""

    winners: tuple[Won, ...]
    """For each battle the side that won each game, "" where it was drawn, None where it was unfinished; as many of
    every battle."""
    unlike: int
    """How many of the battles are not the same as another."""
    enough_after: float | None = field(default=None, compare=False)
    """About how many seconds it takes until there are games enough; None where there are, or nobody knows."""

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


class GamesResult(Result):
    """What games of several battles answer: how they were played, and who won them."""

    how: Playing
    played: Contest
    """The battle as it is first, then the others."""
    ends_of: ClassVar[slice]
    """The battles of which it is told how many games nobody won."""

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

    @property
    def few(self) -> str:
        """That there are too few games to conclude anything, and how there are more."""
        told = f"Too few games for a verdict: {plural(self.games, 'game')} of each, and it takes {FEWEST}"
        if self.games == self.how.games:
            return f"{told}; no more were asked for."
        after = self.played.enough_after
        more = "more seconds give more" if after is None else f"{ceil(1.2 * after)} seconds are about enough"
        return f"{told}; {more}, and fewer turns take less."

    def _stands_on(self, method: Method, more: str = "") -> str:
        """Which games the win rates come from, and what the brackets hold."""
        how, games = self.how, plural(self.games, "game")
        return (
            f"{games} of each on the same dice, seed {how.seed}, policy {how.policies}; "
            f"in brackets {method.method}, together {method.confidence * 100:.0f}%{more}."
        )

    @property
    def _ends(self) -> list[str | None]:
        """Who won each of the games of which that is told."""
        return [one for won in self.played.winners[self.ends_of] for one in won]

    @property
    def drawn(self) -> int:
        """How many of these games were drawn."""
        return self._ends.count("")

    @property
    def unfinished(self) -> int:
        """How many of these games had no end."""
        return self._ends.count(None)

    def _not_won(self, of: str = "the games") -> str:
        """How many of these games nobody won, drawn and unfinished, "" where each was won."""
        ended = (self.drawn, "drawn"), (self.unfinished, f"unfinished after {plural(self.how.turns, 'turn')}")
        told = [f"{share_of(number / len(self._ends))} were {how}" for number, how in ended if number]
        return f"Of {of} {listing(told)}; they count as not won." if told else ""


def gained(between: Interval | None) -> str:
    """The interval of a difference, in points; "" where there is none."""
    return "" if between is None else f"{apart(between.low)} to {apart(between.high)}"


def contest(
    battles: Sequence[Battle],
    how: Playing,
    heard: Listener[Any] = tell_nobody,
    known: Callable[[Contest], Any] = lambda played: played,
) -> Contest:
    """Play as many games of each battle as there is time for, the first trials of the seed, with common dice.

    Game N of every battle is one trial of `count_trials`: all of them are played, or none. Only the first is given up
    if the time is over before every battle has its game, and then there is none.

    Args:
        battles: What to play.
        how: By which policies, how often and how long.
        heard: Told now and then how far it is, from 0 to 1, and what is known.
        known: What is known by the games that have been played.

    Raises:
        BattleFileError: There is no such policy or side.
    """
    check_trials(how.games, how.seed, 0, how.turns)
    together = len(starts_of(battles[0], how.policies, how.begins))
    unlike, deadline = tuple(dict.fromkeys(battles)), Deadline.of_answer(how.seconds, heard)
    places = [unlike.index(battle) for battle in battles]

    def found(played: Counter[Won]) -> Contest:
        games = [won for won in sorted(played.elements(), key=repr) if len(won) == len(unlike)]
        single = sum(len(won) * times for won, times in played.items())
        winners = tuple(zip(*games, strict=True)) if games else ((),) * len(unlike)
        after = deadline.gone * FEWEST * len(unlike) / single if single and len(games) < FEWEST else None
        return Contest(tuple(winners[place] for place in places), len(unlike), after)

    return found(
        count_trials(
            partial(_games, unlike, how, deadline),
            0,
            how.games,
            together=together,
            workers=how.workers,
            deadline=deadline,
            known=lambda played: known(found(played)),
        )
    )


def _games(battles: Sequence[Battle], how: Playing, deadline: Deadline) -> Trials[Won]:
    """Plays games of several battles, and keeps what it has met: who won each game of each battle."""
    plays = list[Trials[PhaseResult]]()

    def play(first: int, games: int) -> list[Won]:
        played = list[list[str | None]]()
        with suppress(OutOfTime):
            for number, battle in enumerate(battles):
                if not first and deadline.over:
                    break
                if number == len(plays):
                    plays.append(trials_of(battle, how.policies, how.seed, how.turns, how.begins))
                played.append([one.winner for one in plays[number](first, games)])
        return list(zip(*played, strict=True))

    return play
