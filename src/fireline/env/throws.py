"""Throws: what programs come to, remembered once for a whole match, and where that leads, once for each situation."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any, NamedTuple, ParamSpec, TypeVar

from fireline.analysis.memo import Memo, MemoBudget
from fireline.chance import Dice, Die, Program
from fireline.chance.thrown import RecordingDice, Step, Throw
from fireline.game.errors import Code

F = TypeVar("F")
P = ParamSpec("P")
T = TypeVar("T")


class Thrown(NamedTuple):
    """What a program came to: its outcome, the step that it was, and its throws.

    `tells` is what alone the battle after it depends on: the outcome, and the faces where they matter.
    """

    outcome: Any
    tells: Hashable
    step: Step
    throws: tuple[Throw, ...]


class Throws:
    """What every program that a match has run came to, by the faces that fell; arguments of different types apart."""

    def __init__(self, room: MemoBudget) -> None:
        self.room = room
        self._calls: dict[Hashable, Memo[Thrown]] = {}

    def of(self, program: Program[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Memo[Thrown]:
        """What a program comes to with these arguments."""
        given = (*args, *kwargs.items())
        call = program, given, tuple(map(type, (*args, *kwargs.values())))
        memo = self._calls.get(call)
        if memo is None:
            memo = Memo(partial(_thrown, program, args, kwargs), self.room)
            if self.room.take():
                self._calls[call] = memo
        return memo


def _thrown(program: Program[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], dice: Dice) -> Thrown:
    assert isinstance(dice, RecordingDice), "a memo throws dice that record"  # noqa: S101
    outcome, transcript = dice.run(program, *args, **kwargs), dice.transcript
    tells = (outcome, transcript.faces) if program.faces_matter else outcome
    return Thrown(outcome, tells, transcript.steps[-1], tuple(transcript.throws))


class Asked(dict[Hashable, Any]):
    """A program that is run, and where what it comes to leads: to another, or to a result."""

    __slots__ = ("program",)

    def __init__(self, program: Memo[Thrown], came_to: Hashable, leads: object) -> None:
        super().__init__()
        self.program = program
        self[came_to] = leads


def followed(
    known: dict[Hashable, Any],
    first: Hashable,
    dice: RecordingDice,
    make: Callable[[RecordingDice], T],
    throws: Throws,
) -> T:
    """The result of `make` with these dice, looked up under `first` by what the programs come to that it runs.

    What follows from a program depends on its outcome alone, and on its faces where they matter: see `with_faces`. So
    the result is worked out once for all throws with the same outcome; it must depend on nothing but the dice.
    """
    ways, key, met = known, first, list[Thrown]()
    while type(node := ways.get(key)) is Asked:
        thrown = node.program(dice)
        met.append(thrown)
        ways, key = node, thrown.tells
    if node is not None:
        return node  # type: ignore[no-any-return]
    asking = _Asking(throws, met, dice)
    made = make(asking)
    if throws.room.take():
        onward: Asked | T = made
        for program, thrown in reversed(asking.asked[len(met) :]):
            onward = Asked(program, thrown.tells, onward)
        ways[key] = onward
    return made


class _Asking(RecordingDice):
    """Dice that note what each program came to: first what is known already, then as other dice fall."""

    def __init__(self, throws: Throws, known: Sequence[Thrown], dice: RecordingDice) -> None:
        super().__init__()
        self._throws, self._known, self._dice = throws, iter(known), dice
        self.asked: list[tuple[Memo[Thrown], Thrown]] = []

    def land(self, die: Die[F]) -> F:
        """The face of a throw outside of all programs."""
        face: F = self._ask(_FACE, (die,), {}).outcome
        return face

    def run(self, program: Program[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """What a program comes to, with the programs that it runs itself."""
        thrown = self._ask(program, args, kwargs)
        self.transcript.steps.append(thrown.step)
        self.transcript.throws += thrown.throws
        outcome: T = thrown.outcome
        return outcome

    def _ask(self, program: Program[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Thrown:
        memo = self._throws.of(program, args, kwargs)
        thrown = next(self._known, None) or memo(self._dice)
        self.asked.append((memo, thrown))
        return thrown


def _face(dice: Dice, die: Die[F]) -> F:
    return dice.roll(die)


_FACE: Program[..., Any] = Program(_face, "")


class DieThrown(Exception):
    """A die was thrown where none should be."""

    code = Code.WRONG_DICE


class NoDice(RecordingDice):
    """Dice for what throws none: whoever throws one gets `DieThrown`."""

    def land(self, die: Die[F]) -> F:
        """Raise `DieThrown`."""
        raise DieThrown
