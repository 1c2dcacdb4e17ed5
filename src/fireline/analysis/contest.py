"""Games of several battles on the same dice: as many of each as there is time for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import NamedTuple, TypeVar

from fireline.analysis.beginning import starts_of
from fireline.analysis.deadline import USUAL, Deadline, Heard, seldom
from fireline.analysis.intervals import CONFIDENCE, FEWEST, Interval, Method, newcombe, wilson
from fireline.analysis.playing import PhaseResult
from fireline.analysis.shared import ALONE, Trials
from fireline.analysis.simulate import USUAL_TURNS, check_trials, trials_of
from fireline.analysis.workers import WorkerDied, Workers, allowed
from fireline.game.battle import Battle
from fireline.game.result import Result
from fireline.ruling.prose import apart, plural, share_of

Found = TypeVar("Found")
Won = tuple[str, ...]
"""The side that won each game, "" for nobody."""
GRACE = 0.2
"""Seconds for which other processes are waited for once the time is over."""
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
    workers: int | None = None
    """How many processes play; as many as `workers.allowed` says if nothing is said."""


@dataclass(frozen=True)
class Contest:
    """Who won each game of several battles; game N of each throws the dice of the same seed and trial."""

    winners: tuple[tuple[str, ...], ...]
    """For each battle the side that won each game, "" for nobody; as many of every battle."""
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

    @property
    def few(self) -> str:
        """That there are too few games to conclude anything, and how there are more."""
        games, after = plural(self.games, "game"), self.played.enough_after
        more = "--seconds gives more time" if after is None else f"--seconds {ceil(1.2 * after)} is about enough"
        return f"Too few games for a verdict: {games} of each, and it takes {FEWEST}. {more}; fewer --turns take less."

    def _stands_on(self, method: Method, more: str = "") -> str:
        """Which games the win rates come from, and what the brackets hold."""
        how, games = self.how, plural(self.games, "game")
        return (
            f"{games} of each on the same dice, seed {how.seed}, policy {how.policies}; "
            f"in brackets {method.method}, together {method.confidence * 100:.0f}%{more}."
        )

    def _unfinished(self, unfinished: int, games: int, nobody: str) -> str:
        """How many of so many games had no end, "" where each had one."""
        won = f"{nobody} won {share_of(unfinished / games)} of the games" if unfinished else ""
        return won and f"{won} in {plural(self.how.turns, 'turn')}; they count as not won."


def rate(share: float | None, between: Interval | None) -> str:
    """A win rate with its interval, in percent."""
    if share is None or between is None:
        return "no game"
    return f"{share_of(share)} [{100 * between.low:.1f}, {100 * between.high:.1f}]"


def gained(between: Interval | None) -> str:
    """The interval of a difference, in points; "" where there is none."""
    return "" if between is None else f"{apart(between.low)} to {apart(between.high)}"


def hearing(heard: Heard[Found] | None, found: Callable[[Contest], Found]) -> Heard[Contest] | None:
    """Tells somebody, or nobody, what games come to while they are played."""
    return None if heard is None else lambda share, played: heard(share, found(played))


def contest(battles: Sequence[Battle], how: Playing, heard: Heard[Contest] | None = None) -> Contest:
    """Play as many games of each battle as there is time for, the first trials of the seed, with common dice.

    A round of games is begun only if the rounds before it say that there is time, and every round that is begun counts:
    a long game is left out no more often than a short one. Only the first is given up if the time is over before every
    battle has its game, and then there is none.

    Args:
        battles: What to play.
        how: By which policies, how often and how long.
        heard: Told now and then how far it is, from 0 to 1, and what has been played.

    Raises:
        BattleFileError: There is no such policy or side.
    """
    check_trials(how.games, how.seed, 0, how.turns)
    starts_of(battles[0], how.policies, how.begins)
    unlike = tuple(dict.fromkeys(battles))
    deadline, tell = Deadline.of_answer(how.seconds), seldom(heard)
    places = [unlike.index(battle) for battle in battles]
    rounds = _Rounds(unlike, how, deadline)

    def played() -> Contest:
        return Contest(tuple(rounds.winners[place] for place in places), len(unlike), rounds.enough_after)

    try:
        while rounds.go_on():
            tell(max(deadline.share, rounds.done / how.games), played)
    finally:
        rounds.end()
    return played()


class Piece(NamedTuple):
    """Games of some of the battles."""

    first: int
    games: int
    seconds: float | None
    """After how long no further battle is begun; None for all of them."""
    battles: tuple[int, ...]
    """The numbers of the battles."""


class Games:
    """Plays games of several battles, and keeps what it has met."""

    def __init__(self, battles: Sequence[Battle], how: Playing) -> None:
        self._battles, self._how = battles, how
        self._plays: dict[int, Trials[PhaseResult]] = {}
        self.spent = [0.0] * len(battles)
        """How many seconds each battle has taken."""

    def __call__(self, piece: Piece) -> dict[int, Won]:
        """Who won each game, by the number of the battle; those for which there was no time are missing."""
        deadline, won, how = Deadline(piece.seconds), dict[int, Won](), self._how
        for number in piece.battles:
            if deadline.over:
                break
            begun, play = deadline.gone, self._plays.get(number)
            play = play or trials_of(self._battles[number], how.policies, how.seed, how.turns, how.begins)
            self._plays[number] = play
            won[number] = tuple(one.won for one in play(piece.first, piece.games))
            self.spent[number] += deadline.gone - begun
        return won


class _Rounds:
    """Rounds of games, as many of every battle in each: here and, where it takes longer, in other processes too.

    A battle is always played by the same process, which keeps what it has met.
    """

    def __init__(self, battles: Sequence[Battle], how: Playing, deadline: Deadline) -> None:
        self._how, self._deadline, self._every = how, deadline, tuple(range(len(battles)))
        self.winners: tuple[Won, ...] = ((),) * len(battles)
        self._single = 0
        """How many games there were, of any battle."""
        self._spent = 0.0
        """How many seconds the rounds have taken."""
        self._here, self._shares = Games(battles, how), [self._every]
        """The battles of this process, and of each other one that has begun."""
        cores = allowed() if how.workers is None else how.workers
        self._others = [Workers[Piece, dict[int, Won]](1, Games, battles, how) for _ in self._every[1:cores]]
        self._called, self._begun = False, 0

    @property
    def done(self) -> int:
        """How many games of every battle there are."""
        return len(self.winners[0])

    @property
    def enough_after(self) -> float | None:
        """About how many seconds there must be for games enough."""
        if self.done >= FEWEST or not self._single:
            return None
        return self._deadline.gone * FEWEST * len(self._every) / self._single

    def go_on(self) -> bool:
        """Play one more round; whether that was possible."""
        begun, size = self._deadline.gone, min(self._next(), self._how.games - self.done)
        if size < 1:
            return False
        self._call()
        mine, *theirs = (self._piece(size, battles) for battles in self._shares)
        for crew, piece in zip(self._others, theirs, strict=False):
            crew.give(piece)
        won = self._here(mine)
        for crew, _ in zip(self._others, theirs, strict=False):
            won |= self._taken(crew)
        self._single += sum(map(len, won.values()))
        if len(won) < len(self._every):
            return False
        self.winners = tuple((*before, *won[number]) for number, before in enumerate(self.winners))
        self._spent += self._deadline.gone - begun
        return True

    def end(self) -> None:
        """End the other processes."""
        for crew in self._others:
            crew.dismiss()

    def _call(self) -> None:
        """Have other processes begin once it takes long, and share the battles out when all of them have."""
        if self._deadline.gone > ALONE and not self._called:
            self._called = True
            for crew in self._others:
                crew.give(Piece(0, 0, None, ()))
        if len(self._shares) > 1 or not self._others:
            return
        self._begun += sum(len(crew.take(0)) for crew in self._others)
        if self._begun < len(self._others):
            return
        shares: list[list[int]] = [[] for _ in range(1 + len(self._others))]
        spent = self._here.spent
        for number in sorted(self._every, key=lambda one: -spent[one]):
            min(shares, key=lambda share: sum(spent[one] for one in share)).append(number)
        self._shares = list(map(tuple, shares))

    def _taken(self, crew: Workers[Piece, dict[int, Won]]) -> dict[int, Won]:
        """What another process has played; what one that died should have, is played here."""
        won = dict[int, Won]()
        seconds = self._seconds
        for came in crew.take(None if seconds is None else max(seconds, 0) + GRACE):
            try:
                won |= came.result()
            except WorkerDied:
                won |= self._here(came.job)
        return won

    @property
    def _seconds(self) -> float | None:
        """How long a round may take, which only the first is not trusted with."""
        return None if self.done or self._how.seconds is None else self._deadline.left

    def _piece(self, size: int, battles: tuple[int, ...]) -> Piece:
        return Piece(self.done, size, self._seconds, battles)

    def _next(self) -> int:
        """How many games of each: at most twice as many as so far, in half of the time; 0 if there is none."""
        many = 1 if self._how.begins is None else 2
        if not self.done or self._how.seconds is None:
            return 2 * self.done or many
        fit = max(self._deadline.left, 0.0) * self.done / self._spent
        return 0 if fit < many else min(2 * self.done, max(int(fit / 2), many))
