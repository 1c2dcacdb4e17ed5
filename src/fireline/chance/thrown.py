"""Dice that land once and write down what happened: thrown from a seed, or laid down face by face."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from fireline.chance.dice import Dice, Die
from fireline.chance.errors import Unanswered
from fireline.chance.transcript import Step, Throw, Transcript

if TYPE_CHECKING:
    import numpy as np

    from fireline.chance.program import Program

F = TypeVar("F")
P = ParamSpec("P")
T = TypeVar("T")


class Thrown(Dice):
    """Dice that land once; `transcript` tells what they did."""

    def __init__(self) -> None:
        self.transcript = Transcript()
        self._step: Step | None = None

    @abstractmethod
    def land(self, die: Die[F]) -> F:
        """The face on which one die comes to rest."""

    def roll(self, die: Die[F], /) -> F:
        """The face of one throw, written down."""
        face = self.land(die)
        throw = Throw(die, face)
        self.transcript.throws.append(throw)
        if self._step is not None:
            self._step.throws.append(throw)
        return face

    def run(self, program: Program[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """The outcome of a program, written down as one step."""
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


class Tray(Thrown):
    """Seeded dice: the same seed gives the same faces, on every machine and in every release.

    >>> dice = Tray(7)
    >>> from fireline.chance import d6
    >>> [dice.roll(d6) for _ in range(5)]
    [4, 6, 3, 1, 2]
    """

    def __init__(self, seed: int | np.random.Generator | np.random.SeedSequence) -> None:
        super().__init__()
        # numpy promises that a bit generator's raw output for a seed never changes; it makes no such
        # promise for Generator.integers or choice.  So faces are made from the raw words, here.
        import numpy as np  # noqa: PLC0415 - loaded when the first dice are thrown

        if isinstance(seed, np.random.Generator):
            bits = seed.bit_generator
        elif isinstance(seed, int) and seed < 0:
            raise ValueError(f"the seed is {seed}; a seed is a whole number from 0")
        else:
            bits = np.random.PCG64(seed)
        widths = {"PCG64": 64, "PCG64DXSM": 64, "Philox": 64, "SFC64": 64, "MT19937": 32}
        if (kind := type(bits).__name__) not in widths:
            raise TypeError(f"a tray cannot throw from {kind}; it knows {', '.join(widths)}")
        self._bits, self._width = bits, widths[kind]

    @classmethod
    def for_event(cls, seed: int, number: int) -> Tray:
        """The dice of one event of a game: a stream of its own, so that a throw more in one event
        shifts no face of another.
        """
        import numpy as np  # noqa: PLC0415 - as above

        if seed < 0 or number < 0:
            raise ValueError(f"seed {seed}, event {number}: both are whole numbers from 0")
        return cls(np.random.SeedSequence(seed, spawn_key=(number,)))

    def land(self, die: Die[F]) -> F:
        """The face of an unbiased throw."""
        side = self._below(die.sides)
        if not die.weights:
            return die.faces[side]
        for face, weight in zip(die.faces, die.weights, strict=True):
            side -= weight
            if side < 0:
                return face
        raise AssertionError(f"{die.name} has fewer sides than it said")

    def _below(self, sides: int) -> int:
        """A number from 0 to sides - 1, each exactly as likely: words above the last whole multiple of
        *sides* are thrown again.
        """
        words = -(-(sides - 1).bit_length() // self._width)
        span = 1 << (self._width * words)
        fair = span - span % sides
        while True:
            raw = 0
            for _ in range(words):
                raw = raw << self._width | int(self._bits.random_raw())
            if raw < fair:
                return raw % sides


class Script(Thrown):
    """Faces laid down beforehand: a test's, a replay's, or those of dice on a real table.

    Raises `Unanswered` when a program asks for more, `NotOnDie` for a face that the die thrown lacks.

    >>> from fireline.chance import d6, d20
    >>> dice = Script(3, 17)
    >>> dice.roll(d6), dice.roll(d20), dice.left
    (3, 17, ())
    """

    def __init__(self, *faces: object) -> None:
        super().__init__()
        self._faces = faces
        self._used = 0

    @property
    def left(self) -> tuple[Any, ...]:
        """The faces not yet thrown."""
        return self._faces[self._used :]

    def land(self, die: Die[F]) -> F:
        """The next face laid down, as the die spells it."""
        if self._used == len(self._faces):
            raise Unanswered(die)
        face = die.faces[die.place(self._faces[self._used])]
        self._used += 1
        return face

    def assert_used_up(self) -> None:
        """Raise `AssertionError` if faces are left that no rule asked for."""
        if self.left:
            raise AssertionError(
                f"{len(self.left)} of {len(self._faces)} faces were never thrown: {', '.join(map(repr, self.left))}"
            )
