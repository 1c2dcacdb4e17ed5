"""Remember results by faces: a piece of play is worked out once for each way its dice can land."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from fireline.chance import Dice, Die
from fireline.chance.thrown import RecordingDice

F = TypeVar("F")
T = TypeVar("T")


class MemoBudget:
    """How much may still be remembered; what no longer fits is worked out every time, with the same result."""

    __slots__ = ("left",)

    def __init__(self, left: int) -> None:
        self.left = left

    def take(self) -> bool:
        """Whether there was room for one thing more."""
        self.left -= 1
        return self.left >= 0


class Fork:
    """A throw: the die, and where each face that fell leads."""

    __slots__ = ("die", "ways")

    def __init__(self, die: Die[Any]) -> None:
        self.die = die
        self.ways: dict[Any, Any] = {}


class End:
    """Its result."""

    __slots__ = ("came_to",)

    def __init__(self, came_to: Any) -> None:
        self.came_to = came_to


class Memo(Generic[T]):
    """A function of dice whose result is looked up by the faces that fall, and computed only for new faces.

    The function must depend on nothing but its dice.
    """

    __slots__ = ("_make", "_room", "root")

    def __init__(self, make: Callable[[Dice], T], room: MemoBudget) -> None:
        self._make = make
        self._room = room
        self.root: Fork | End | None = None
        """The first throw, or the result where nothing is thrown; None before it is first worked out."""

    def __call__(self, dice: RecordingDice) -> T:
        """The result of the function with these dice."""
        node = self.root
        met: list[tuple[Fork, Any]] = []
        while type(node) is Fork:
            face = dice.land(node.die)
            met.append((node, face))
            node = node.ways.get(face)
        if type(node) is End:
            came_to: T = node.came_to
            return came_to
        again = _Again([face for _, face in met], dice)
        made = self._make(again)
        if self._room.take():
            self._keep(met, again, made)
        return made

    @property
    def is_sure(self) -> bool:
        """Whether it is known that nothing is thrown."""
        return type(self.root) is End

    def _keep(self, met: list[tuple[Fork, Any]], again: _Again, made: T) -> None:
        """Add the new throws below those that were known."""
        node: Fork | End = End(made)
        for throw in reversed(again.transcript.throws[len(met) :]):
            fork = Fork(throw.die)
            fork.ways[throw.face] = node
            node = fork
        if met:
            last, face = met[-1]
            last.ways[face] = node
        else:
            self.root = node


class _Again(RecordingDice):
    """Faces that have fallen already, then those of other dice."""

    def __init__(self, faces: list[Any], then: RecordingDice) -> None:
        super().__init__()
        self._faces = iter(faces)
        self._then = then

    def land(self, die: Die[F]) -> F:
        """The next face."""
        for face in self._faces:
            return face  # type: ignore[no-any-return]
        return self._then.land(die)
