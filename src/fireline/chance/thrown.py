"""Dice that land once, and record what happened: laid down beforehand, or thrown from a seed.

The words behind seeded dice are those of PCG XSL-RR 128/64, as `numpy.random.PCG64` has it, in plain Python. Seeds are
mixed as in numpy's `SeedSequence`, word for word: the hash is Melissa O'Neill's `seed_seq` alternative,
https://www.pcg-random.org/posts/developing-a-seed_seq-alternative.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple, ParamSpec, TypeVar

from fireline.chance.dice import Dice, Die, Program, Unanswered

WIDTH = 64
"""Bits of a random word."""
MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
_STATE, _WORD = (1 << 128) - 1, (1 << 64) - 1


class PCG64:
    """Random words of 64 bits, the same for a seed and a spawn key on every machine, with numpy and without.

    Raises `ValueError` for negative numbers.

    >>> PCG64(7).word()
    11530976094092348043
    """

    __slots__ = ("_increment", "_state")

    def __init__(self, seed: int, spawn_key: tuple[int, ...] = ()) -> None:
        start, stream = divmod(seed_state(seed, spawn_key), 1 << 128)
        self._increment = (stream << 1 | 1) & _STATE
        self._state = ((self._increment + start) * MULTIPLIER + self._increment) & _STATE

    def word(self) -> int:
        """The next word: both halves of the state crossed, then turned by its upper six bits."""
        self._state = now = (self._state * MULTIPLIER + self._increment) & _STATE
        crossed, turn = (now >> 64 ^ now) & _WORD, now >> 122
        return (crossed >> turn | crossed << (64 - turn)) & _WORD

    def below(self, sides: int) -> int:
        """A number from 0 to sides - 1, all equally likely; words above the last whole multiple are drawn again."""
        words = -(-(sides - 1).bit_length() // WIDTH)
        span = 1 << (WIDTH * words)
        fair = span - span % sides
        while True:
            raw = 0
            for _ in range(words):
                raw = raw << WIDTH | self.word()
            if raw < fair:
                return raw % sides


_POOL = 4
"""Words of 32 bits in which the seed is gathered."""
_HALF = 0xFFFFFFFF


def seed_state(seed: int, spawn_key: tuple[int, ...] = ()) -> int:
    """The 256 bits that `numpy.random.SeedSequence(seed, spawn_key=spawn_key)` starts a PCG64 with, as one number.

    The first 64-bit word numpy generates is the most significant. Raises `ValueError` for negative numbers.
    """
    stir = _multipliers(0x43B0D7E5, 0x931E8875)
    given = _entropy(seed, spawn_key)
    pool = [_hash(word, stir) for word in (*given, *[0] * _POOL)[:_POOL]]
    for source in range(_POOL):
        for target in range(_POOL):
            if source != target:
                pool[target] = _mix(pool[target], _hash(pool[source], stir))
    for word in given[_POOL:]:
        for target in range(_POOL):
            pool[target] = _mix(pool[target], _hash(word, stir))
    draw = _multipliers(0x8B51F9DD, 0x58F38DED)
    words = [_hash(pool[n % _POOL], draw) for n in range(2 * _POOL)]
    return sum((high << 32 | low) << 64 * (3 - n) for n, (low, high) in enumerate(zip(*[iter(words)] * 2, strict=True)))


def _entropy(seed: int, spawn_key: tuple[int, ...]) -> list[int]:
    """The words of a seed; where a key follows, they fill the pool first, so that no two pairs run together."""
    words = _words(seed)
    if spawn_key:
        words += [0] * (_POOL - len(words))
    return [*words, *(word for key in spawn_key for word in _words(key))]


def _words(number: int) -> list[int]:
    """A number as words of 32 bits, the least significant first."""
    if number < 0:
        raise ValueError(f"the seed is {number}; a seed is a whole number from 0")
    return [number >> shift & _HALF for shift in range(0, number.bit_length() or 1, 32)]


def _multipliers(first: int, step: int) -> Iterator[tuple[int, int]]:
    """What each word is crossed with, and then multiplied by."""
    while True:
        following = first * step & _HALF
        yield first, following
        first = following


def _hash(word: int, multipliers: Iterator[tuple[int, int]]) -> int:
    cross, times = next(multipliers)
    word = (word ^ cross) * times & _HALF
    return word ^ word >> 16


def _mix(x: int, y: int) -> int:
    mixed = 0xCA01F9DD * x - 0x4973F715 * y & _HALF
    return mixed ^ mixed >> 16


class Throw(NamedTuple):
    """One throw: the die and the face it showed."""

    die: Die[Any]
    face: Any

    def __str__(self) -> str:
        return f"{self.die.name} {self.face}"


@dataclass(slots=True)
class Step:
    """One program that was run: its rule, its name, its own throws, the programs it called, its outcome."""

    rule: str
    what: str
    throws: list[Throw] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    outcome: Any = None
    finished: bool = False
    """False if the faces ran out before there was an outcome."""

    @property
    def faces(self) -> tuple[Any, ...]:
        """The faces of its own throws, in the order thrown."""
        return tuple(throw.face for throw in self.throws)

    def all_steps(self) -> Iterator[Step]:
        """The step itself and every step inside it, in order."""
        yield self
        for step in self.steps:
            yield from step.all_steps()

    @property
    def all_faces(self) -> tuple[Any, ...]:
        """The faces of its throws and then of the throws inside it."""
        return tuple(face for step in self.all_steps() for face in step.faces)

    def lines(self, depth: int = 0) -> Iterator[str]:
        """The step as indented text, the steps inside it below."""
        thrown = f" [{', '.join(map(str, self.throws))}]" if self.throws else ""
        outcome = f" -> {self.outcome}" if self.finished else " (unfinished)"
        yield f"{'  ' * depth}{self.what}{thrown}{outcome}{f'  ({self.rule})' if self.rule else ''}"
        for step in self.steps:
            yield from step.lines(depth + 1)


@dataclass(slots=True)
class Transcript:
    """Everything that one set of dice did: each throw in order, and the tree of programs."""

    throws: list[Throw] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)

    @property
    def faces(self) -> tuple[Any, ...]:
        """All faces in the order thrown; as a `FixedDice` they give the same result again."""
        return tuple(throw.face for throw in self.throws)

    def data(self) -> list[dict[str, Any]]:
        """Every throw as an event keeps it: the die, its sides, its weights if any, and its face.

        `face` is where the face stands among those of the die, counted from 0, and `shows` is what it shows.
        """
        return [
            {"die": die.name, "sides": die.sides}
            | ({"weights": list(die.weights)} if die.weights else {})
            | {"face": die.place(shown), "shows": str(shown) if isinstance(shown, str) else shown}
            for die, shown in self.throws
        ]

    def lines(self) -> Iterator[str]:
        """The tree as indented text."""
        for step in self.steps:
            yield from step.lines()


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
        """The face on which one die comes to rest.

        Args:
            die: The die that is thrown.

        Returns:
            The face.
        """

    def roll(self, die: Die[F], /) -> F:
        """Throw one die and record the face.

        Args:
            die: The die to throw.

        Returns:
            The face.
        """
        face = self.land(die)
        throw = Throw(die, face)
        self.transcript.throws.append(throw)
        if self._step is not None:
            self._step.throws.append(throw)
        return face

    def run(self, program: Program[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a program and record it as one step.

        Args:
            program: What `@chance` or `@chain` has marked.
            *args: What the program takes besides the dice.
            **kwargs: The same by name.

        Returns:
            The outcome.
        """
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


class FixedDice(RecordingDice):
    """Faces laid down beforehand: by a test, by a replay, or by real dice on a table.

    Raises `Unanswered` when a program asks for more, `NotOnDie` for a face that the die thrown lacks.

    >>> from fireline.chance import d6, d20
    >>> dice = FixedDice(3, 17)
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
        """The next face laid down, as the die spells it.

        Args:
            die: The die that is thrown.

        Returns:
            The face.

        Raises:
            Unanswered: No face is left.
            NotOnDie: The die has no such face.
        """
        if self._used == len(self._faces):
            raise Unanswered(die)
        face = die.faces[die.place(self._faces[self._used])]
        self._used += 1
        return face

    def assert_used_up(self) -> None:
        """Make sure that the rules asked for every face.

        Raises:
            AssertionError: Faces are left over.
        """
        if self.left:
            raise AssertionError(
                f"{len(self.left)} of {len(self._faces)} faces were never thrown: {', '.join(map(repr, self.left))}"
            )


class SeededDice(RecordingDice):
    """Seeded dice: the same seed gives the same faces, on every machine and in every release.

    Dice with one seed but different spawn keys are independent. Raises `ValueError` for a seed below 0.

    >>> dice = SeededDice(7)
    >>> from fireline.chance import d6
    >>> [dice.roll(d6) for _ in range(5)]
    [4, 6, 3, 1, 2]
    """

    def __init__(self, seed: int, spawn_key: tuple[int, ...] = ()) -> None:
        super().__init__()
        self._words = PCG64(seed, spawn_key)

    @classmethod
    def for_event(cls, seed: int, number: int) -> SeededDice:
        """The dice of one event of a game. Each event has its own stream, so an extra throw in one shifts no face in
        another.

        Args:
            seed: The seed of the game, a whole number from 0.
            number: The number of the event, from 0.

        Returns:
            Dice that throw the same faces on every machine.

        Raises:
            ValueError: One of the two is below 0.
        """
        if seed < 0 or number < 0:
            raise ValueError(f"seed {seed}, event {number}: both are whole numbers from 0")
        return cls(seed, (number,))

    def land(self, die: Die[F]) -> F:
        """The face of an unbiased throw.

        Args:
            die: The die that is thrown.

        Returns:
            The face; each side of the die is equally likely, exactly.
        """
        return die.on_side(self._words.below(die.sides))
