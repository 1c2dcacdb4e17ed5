"""What all dice that land once have in common: they record what happened."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from fireline.chance.dice import Dice, Die
from fireline.chance.transcript import Step, Throw, Transcript

if TYPE_CHECKING:
    from fireline.chance.program import Program

F = TypeVar("F")
P = ParamSpec("P")
T = TypeVar("T")


class RecordingDice(Dice):
    """Dice that land once; `transcript` records what they did."""

    def __init__(self) -> None:
        self.transcript = Transcript()
        self._step: Step | None = None

    @abstractmethod
    def land(self, die: Die[F]) -> F:
        """The face on which one die comes to rest."""

    def roll(self, die: Die[F], /) -> F:
        """Throw one die and record the face."""
        face = self.land(die)
        throw = Throw(die, face)
        self.transcript.throws.append(throw)
        if self._step is not None:
            self._step.throws.append(throw)
        return face

    def run(self, program: Program[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a program and record it as one step."""
        outer = self._step
        step = Step(program.rule or (outer.rule if outer else ""), program.__name__)
        (outer or self.transcript).steps.append(step)
        self._step = step
        try:
            step.outcome = outcome = program.body(self, *args, **kwargs)
            step.finished = True
        finally:
            self._step = outer
        return outcome
