"""One phase, or one whole game, played by policies: quickly and many times, or once with everything shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from fireline.analysis.deadline import go_on
from fireline.analysis.memo import Chart, Memo, Memory
from fireline.analysis.policy import Policy, fired_after
from fireline.chance import Dice
from fireline.chance.counter import MASK, CounterDice
from fireline.chance.thrown import Transcript
from fireline.extras import is_there
from fireline.game.battle import Battle
from fireline.game.command import Command, PhaseEnded, Shoot
from fireline.game.errors import BattleFileError, Code
from fireline.game.event import Event, Loss, sum_losses
from fireline.game.preview import Order, ShotPreview
from fireline.ruling import Explained

WON, DRAWN, UNFINISHED = "won", "drawn", "unfinished"
"""What is counted of the side that wins a game; of games that nobody wins, and of those that reach their limit."""
MOST_COMMANDS = 1000
"""The most commands in a phase; more is reported as a mistake of a policy."""
FIRST_CHART = 256
"""After how many trials the first chart is drawn; the next ones after twice as many each."""
REMEMBERED = 200_000
"""How many situations are kept, the first ones met."""


Key = tuple[str, str, str]
"""Of what kind, who and what of it: ("unit", "bow", "blocks"), ("side", "top", "blocks"), ("phase", "", "shots")."""


class PhaseResult(NamedTuple):
    """The result of a phase or a game: losses by unit and kind, and the numbers of shots, commands and turns over."""

    losses: tuple[Loss, ...] = ()
    shots: int = 0
    commands: int = 0
    turns: int = 0
    winner: str | None = None
    """The side that has won a game, "" where it is drawn, None where it is unfinished: see `Battle.winner`."""
    began: str = ""
    """The side that was told to begin; "" where the battle says who does."""

    def after(self, command: Command, events: Sequence[Event], battle: Battle) -> PhaseResult:
        """The same with one more command and its events."""
        suffered = battle.losses(events)
        return self._replace(
            losses=tuple(sorted(Loss(*lost, n) for lost, n in sum_losses((*self.losses, *suffered))))
            if suffered
            else self.losses,
            shots=self.shots + isinstance(command, Shoot),
            commands=self.commands + 1,
            turns=self.turns + _is_over(events),
        )

    def less(self, before: PhaseResult) -> PhaseResult:
        """What was added since, where nothing was lost."""
        return PhaseResult((), self.shots - before.shots, self.commands - before.commands, self.turns - before.turns)

    def more(self, circle: PhaseResult, times: int) -> PhaseResult:
        """The same after so many times as much as in a circle in which nothing is lost."""
        return self._replace(
            shots=self.shots + times * circle.shots,
            commands=self.commands + times * circle.commands,
            turns=self.turns + times * circle.turns,
        )

    def numbers(self, side: Callable[[str], str], *, games: bool) -> Iterator[tuple[Key, int]]:
        """Shots and commands, losses by side and by unit; of a game its turns, and who won."""
        yield ("phase", "", "shots"), self.shots
        yield ("phase", "", "commands"), self.commands
        if games:
            yield ("phase", "", "turns"), self.turns
            yield ("phase", "", DRAWN), int(self.winner == "")
            yield ("phase", "", UNFINISHED), int(self.winner is None)
        if self.winner:
            yield ("side", self.winner, WON), 1
        together: Counter[Key] = Counter()
        for unit, (what, *_), number in self.losses:
            yield ("unit", unit, what), number
            together["side", side(unit), what] += number
        yield from together.items()


@dataclass(frozen=True)
class NarratedPhase:
    """One phase with everything shown: its story, every throw, its result, and the battle after it."""

    played: PhaseResult
    story: tuple[Explained, ...]
    transcript: Transcript
    battle: Battle


def narrate_phase(battle: Battle, policy: Policy, seed: int, trial: int, *, turns: int | None = None) -> NarratedPhase:
    """Play one trial step by step, as at the table; the same trial of `Player` has the same result.

    With `turns`, a whole game of at most so many. Raises `BattleFileError` for a trial out of range.
    """
    if not 0 <= trial <= MASK or seed < 0:
        raise BattleFileError(Code.OUT_OF_RANGE, f"{trial} is no trial; trials are whole numbers from 0", "trial")
    dice, story, fired = CounterDice(seed, trial), list[Explained](), frozenset[str]()
    played, ended = _begun(battle, turns)
    while not ended and (commands := battle.legal()):
        command = policy(battle, commands, fired, dice)
        turned = battle.play(command, dice)
        played = played.after(command, turned.events, battle)
        story += turned.story
        fired = fired_after(fired, command)
        battle = turned.battle
        played, ended = _checked(played, battle, turns, over=_is_over(turned.events))
    return NarratedPhase(played, tuple(story), dice.transcript, battle)


class Player:
    """Plays one phase of a battle, or a game of at most so many turns, many times; it looks up what it has met."""

    def __init__(
        self,
        battle: Battle,
        policy: Policy,
        *,
        turns: int | None = None,
        began: str = "",
        remembered: int = REMEMBERED,
    ) -> None:
        self.policy, self.turns = policy, turns
        self.memory = Memory(remembered, at_first=remembered)  # one policy comes back to most of it
        self._circles: dict[tuple[object, frozenset[str]], PhaseResult] = {}
        """Where a game comes back without a throw, and what that adds: so it goes on until its turns are over."""
        played, ended = _begun(battle, turns, began)
        self._start = self.situation(battle.remembering(), frozenset(), played, ended=ended)
        self._chart: Chart[PhaseResult] | None = None
        self._finished = False
        """Whether a trial has come to its end."""
        self._played, self._until = 0, FIRST_CHART
        """How many trials there were, and after how many the next chart is drawn."""

    def play(self, seed: int, trial: int) -> PhaseResult:
        """The result of a trial; raises `OutOfTime` where the first one is to be given up (`deadline.go_on`)."""
        dice, here = CounterDice(seed, trial), self._start
        calm: dict[tuple[object, frozenset[str]], PhaseResult] = {}
        while here.commands:
            if not self._finished:
                go_on()
            led = here.choice(dice)
            onward = led(dice)
            if not (here.choice.is_sure and led.is_sure):
                calm.clear()
            elif onward.played.turns > here.played.turns and onward.commands:
                before = calm.setdefault(onward.stands, onward.played)
                if before is not onward.played and before.losses == onward.played.losses:
                    self._circles[onward.stands] = onward.played.less(before)
                    onward = self.situation(onward.battle, onward.fired, onward.played, ended=False)
            here = onward
        self._finished = True
        return here.played

    def results(self, seed: int, first: int, trials: int) -> list[PhaseResult]:
        """The results of so many trials, from the first; those that meet nothing new are walked through a chart."""
        walked = self._chart.walk(seed, first, trials) if self._chart else [None] * trials
        results = [self.play(seed, trial) if one is None else one for trial, one in enumerate(walked, first)]
        self._played += trials
        if self._played >= self._until and is_there("numpy"):
            self._chart, self._until = Chart(self._start, _onward), 2 * self._played
        return results

    def situation(self, battle: Battle, fired: frozenset[str], played: PhaseResult, *, ended: bool) -> _Situation:
        """A situation in a phase; the same object if it was met before.

        Where a game turns in a circle it is the one at the end of the last whole round that its turns leave room for.
        """
        if self.turns is not None and not ended and (circle := self._circles.get((battle.state, fired))):
            played = played.more(circle, (self.turns - played.turns - 1) // circle.turns)
        make = partial(_Situation, ended=ended)
        return self.memory.situation((battle.state, fired, played, ended), make, self, battle, fired, played)


class _Situation:
    """A situation in a phase: the battle, who has fired, what was lost; and what has followed from it so far."""

    def __init__(
        self, player: Player, battle: Battle, fired: frozenset[str], played: PhaseResult, *, ended: bool
    ) -> None:
        self._player, self.battle, self.fired = player, battle, fired
        self.played = played
        self.commands = () if ended else battle.legal()
        self.choice = Memo(self._choose, player.memory)
        """Where the command that the policy chooses leads, by the faces that fall."""
        self._led: dict[Command, Memo[_Situation]] = {}

    @property
    def stands(self) -> tuple[object, frozenset[str]]:
        """All that what follows depends on, but for how long a game may last."""
        return self.battle.state, self.fired

    def _led_by(self, command: Command) -> Memo[_Situation]:
        if command not in self._led:
            put = self.battle.put(command)  # declared and ruled once, whatever falls
            self._led[command] = Memo(partial(self._carry_out, put, command), self._player.memory)
        return self._led[command]

    def _choose(self, dice: Dice) -> Memo[_Situation]:
        return self._led_by(self._player.policy(self.battle, self.commands, self.fired, dice))

    def _carry_out(self, put: ShotPreview | Order, command: Command, dice: Dice) -> _Situation:
        events = put.decided(dice)
        battle = self.battle.after(events)
        after = self.played.after(command, events, self.battle)
        played, ended = _checked(after, battle, self._player.turns, over=_is_over(events))
        return self._player.situation(battle, fired_after(self.fired, command), played, ended=ended)


def _onward(come_to: Memo[_Situation] | _Situation) -> Memo[Any] | PhaseResult:
    """What follows from what a piece of play has come to: where a command leads, or a situation."""
    if isinstance(come_to, Memo):
        return come_to
    return come_to.choice if come_to.commands else come_to.played


def _is_over(events: Iterable[Event]) -> bool:
    return any(isinstance(event, PhaseEnded) for event in events)


def _begun(battle: Battle, turns: int | None, began: str = "") -> tuple[PhaseResult, bool]:
    """The result before the first command, and whether that is the end: a game may have been won before."""
    winner = None if turns is None else battle.winner
    return PhaseResult(winner=winner, began=began), winner is not None


def _checked(played: PhaseResult, battle: Battle, turns: int | None, *, over: bool) -> tuple[PhaseResult, bool]:
    """The result with who has won, and whether that is the end: of the phase, or of a game of so many turns.

    A game ends at once, and the turn in which it does counts.
    """
    if played.commands > MOST_COMMANDS * (played.turns + 1):
        raise BattleFileError(
            Code.TOO_LARGE, f"goes on after {MOST_COMMANDS} commands and does not end the phase", "policy"
        )
    if turns is None:
        return played, over
    winner = battle.winner
    if winner is None:
        return played, over and played.turns >= turns
    return played._replace(winner=winner, turns=played.turns + (not over)), True
