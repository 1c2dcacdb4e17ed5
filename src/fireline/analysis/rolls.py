"""What was rolled in a game, step by step, with the exact odds of each roll as the battle stood before it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, ParamSpec, TypeVar

from fireline.chance import Dist, FixedDice, NotOnDie, Program, Throw, Unanswered, odds
from fireline.game.battle import Battle
from fireline.game.command import read_command
from fireline.game.errors import BattleFileError
from fireline.game.log import GameLog, LogEntry

P = ParamSpec("P")
T = TypeVar("T")


class ProgramRun(NamedTuple):
    """A program that a step of the game ran, and its outcome."""

    program: Program[..., Any]
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    outcome: Any


class WatchedDice(FixedDice):
    """Faces laid down again; records each program that is run from outside."""

    def __init__(self, *faces: object) -> None:
        super().__init__(*faces)
        self.asked: list[ProgramRun] = []

    def run(self, program: Program[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """The outcome, recorded unless another program asked for it."""
        outermost = self._step is None
        outcome = super().run(program, *args, **kwargs)
        if outermost:
            self.asked.append(ProgramRun(program, args, kwargs, outcome))
        return outcome


@dataclass(frozen=True)
class Roll:
    """One program that was rolled in a game: in which step and by whom, its outcome, and its exact odds."""

    seq: int
    who: str
    program: str
    rule: str
    outcome: Any
    odds: Dist[Any]
    shot: bool
    """Whether it is the attack itself, with all its outcomes."""


class Rolled(NamedTuple):
    """Everything rolled in a game: the rolls, the throws with who made them, and how many steps are left out."""

    rolls: tuple[Roll, ...]
    throws: tuple[tuple[str, Throw], ...]
    left_out: int
    """Steps with dice that the rules would have decided differently: somebody overrode them."""


def rolled(game: GameLog) -> Rolled:
    """Everything rolled in a game, from its log: the same faces laid down again in the same battles."""
    before, rolls, throws, left_out = game.start, [], [], 0
    for entry in game.entries:
        if entry.faces and (dice := _again(before, entry)) is not None:
            who = _who(before, entry)
            rolls += [_roll(entry.seq, who, asked) for asked in dice.asked]
            throws += [(who, throw) for throw in dice.transcript.throws]
        elif entry.faces:
            left_out += 1
        before = entry.after
    return Rolled(tuple(rolls), tuple(throws), left_out)


def _again(before: Battle, entry: LogEntry) -> WatchedDice | None:
    """The dice of a step laid down again; None if they do not lead to what the log says."""
    dice = WatchedDice(*entry.faces)
    try:
        command = read_command(entry.command, before.ruleset.command_types)
        events = before.put(command).decided(dice)
    except (BattleFileError, Unanswered, NotOnDie):
        return None
    return None if dice.left or events != entry.events else dice


def _roll(seq: int, who: str, asked: ProgramRun) -> Roll:
    chances = odds(asked.program, *asked.args, **asked.kwargs)
    return Roll(
        seq, who, asked.program.__name__, asked.program.rule, asked.outcome, chances, hasattr(asked.outcome, "_asdict")
    )


def _who(before: Battle, entry: LogEntry) -> str:
    """The side to which a step's dice belong (or the unit without one): the thrower's, otherwise the acting unit's."""
    command = read_command(entry.command, before.ruleset.command_types)
    unit = next((event.thrower for event in entry.events if event.thrower), command.actor)
    return (before.side(unit) or unit) if unit else before.owing or "nobody"
