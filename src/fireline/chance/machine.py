"""A program as a machine of draws: where it can wait for dice, and where each answer leads.

A program without loops is one draw.  A chain is opened: each of its states waits for the draw of one step, so a loop
stays a loop, and states with the same future (same state, same callers, same answers so far) are one. See
`docs/design/compiled-chance.md`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

from fireline.chance.dice import Dice, Die
from fireline.chance.draws import Draw, Draws, ProgramDraw, call_key
from fireline.chance.enumeration import Call
from fireline.chance.errors import NeverEnds, TooManyStates
from fireline.chance.limits import limits
from fireline.chance.program import Chain

if TYPE_CHECKING:
    from fireline.chance.program import Program

F = TypeVar("F")
P = ParamSpec("P")
T = TypeVar("T")

MOST_CELLS = 1 << 62
"""The most cells of a program's draw; a program with more is opened up, and its questions become draws."""
NOBODY = -1
"""The caller of the outermost program."""


@dataclass(frozen=True)
class Node:
    """A place where a program waits for a draw, and where its answers lead.

    `leads` holds the number of a node or, if negative, the outcome `~number`.
    """

    draw: Draw
    leads: dict[Any, int]


@dataclass(frozen=True)
class Machine(Generic[T]):
    """Everything that a program can go through with some arguments, from the first node or outcome."""

    nodes: tuple[Node, ...]
    outcomes: tuple[T, ...]


def machine(program: Program[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Machine[T]:
    """The machine of a program with these arguments.

    Raises `TooManyStates` or `NeverEnds` if it has no finite machine, and what exact odds raise.
    """
    builder = _Builder((program, args, kwargs))
    builder.build()
    return Machine(tuple(builder.nodes), builder.outcomes)


@dataclass(frozen=True)
class _Frame:
    """A program that is being carried out: who called it, and the answers to its questions so far."""

    caller: int
    call: Call
    answers: tuple[Any, ...] = ()

    @property
    def key(self) -> tuple[object, ...]:
        """Its identity."""
        return self.caller, call_key(self.call), self.answers, tuple(map(type, self.answers))

    def answered(self, answer: Any) -> _Frame:
        """The same with one more answer; a chain goes on from the state it is given."""
        program, args, kwargs = self.call
        if isinstance(program, Chain):
            # The answer takes the place of the state and the row of answers stays empty: a loop comes back to a
            # frame it has been in, and the machine stays finite.
            return _Frame(self.caller, (program, (answer, *args[1:]), kwargs))
        return _Frame(self.caller, self.call, (*self.answers, answer))


class _Builder:
    def __init__(self, call: Call) -> None:
        self._call = call
        self._draws = Draws(MOST_CELLS)
        self._frames: list[_Frame] = []
        self._places: dict[tuple[object, ...], int] = {}
        self._waiting: list[tuple[_Frame, Draw]] = []
        self._numbers: dict[tuple[object, ...], int] = {}
        self._outcomes: dict[Any, int] = {}
        self.nodes: list[Node] = []

    @property
    def outcomes(self) -> tuple[Any, ...]:
        """Every outcome, in the order first met."""
        return tuple(self._outcomes)

    def build(self) -> None:
        """Every node, in the order first met."""
        if (draw := self._draws.whole(self._call)) is not None:
            self.nodes.append(Node(draw, {answer: self._outcome(answer) for answer in draw.ways}))
            return
        begin = self._settle(_Frame(NOBODY, self._call))
        if begin < 0:  # a chain that is done before it begins
            certain = ProgramDraw([(None, (1, 1), ())])
            self.nodes.append(Node(certain, {None: begin}))
        for frame, draw in self._waiting:  # grows on the way
            self.nodes.append(Node(draw, {answer: self._settle(frame.answered(answer)) for answer in draw.ways}))
        self._check_end()

    def _settle(self, frame: _Frame) -> int:
        """Go on without dice: to a node that waits for a draw, or to an outcome."""
        begun: set[tuple[object, ...]] = set()  # states of chains that were passed without a throw
        while True:
            question, outcome = _next(frame)
            if question is None:  # it returns: its outcome is an answer to whoever called it
                if frame.caller == NOBODY:
                    return self._outcome(outcome)
                frame = self._frames[frame.caller].answered(outcome)
                continue
            draw = self._draws.throw(question) if isinstance(question, Die) else self._draws.whole(question)
            if draw is not None and not _silent(draw):
                return self._node(frame, draw)
            if isinstance(frame.call[0], Chain):
                if frame.key in begun:
                    raise NeverEnds(str(frame.call[0]), frame.call[1][:1])
                begun.add(frame.key)
            if draw is not None:  # nothing is thrown, so there is one answer and no need to wait
                frame = frame.answered(next(iter(draw.ways)))
                continue
            # What is asked is a chain, or has one in it: go into it, and come back to this frame later.
            assert not isinstance(question, Die), "a die is one draw"  # noqa: S101
            frame = _Frame(self._kept(frame), question)

    def _outcome(self, outcome: Any) -> int:
        return ~self._outcomes.setdefault(outcome, len(self._outcomes))

    def _node(self, frame: _Frame, draw: Draw) -> int:
        number = self._numbers.setdefault(frame.key, len(self._waiting))
        if number == len(self._waiting):
            self._waiting.append((frame, draw))
            self._check_budget(len(self._waiting))
        return number

    def _kept(self, frame: _Frame) -> int:
        """The number by which a frame is known to the programs that it calls."""
        place = self._places.setdefault(frame.key, len(self._frames))
        if place == len(self._frames):
            self._frames.append(frame)
            self._check_budget(len(self._frames))
        return place

    def _check_budget(self, states: int) -> None:
        if states > (budget := limits().states):
            raise TooManyStates(str(self._call[0]), budget)

    def _check_end(self) -> None:
        """Raise `NeverEnds` if some node leads to no outcome."""
        # Backwards from the outcomes: a node ends if one of its answers leads to an outcome or to a node that ends.
        ending: set[int] = set()
        while more := {
            number
            for number, node in enumerate(self.nodes)
            if number not in ending and any(to < 0 or to in ending for to in node.leads.values())
        }:
            ending |= more
        if stuck := [frame.call[1] for n, (frame, _) in enumerate(self._waiting) if n not in ending]:
            raise NeverEnds(str(self._call[0]), tuple(stuck))


def _silent(draw: Draw) -> bool:
    """Whether it throws no die, so that no word is needed."""
    return draw.cells == 1 and not draw.faces(next(iter(draw.ways)), 0)


def _next(frame: _Frame) -> tuple[Die[Any] | Call | None, Any]:
    """The next question of a program that is carried out; None where there is no more, and its outcome."""
    program, args, kwargs = frame.call
    if isinstance(program, Chain):
        return (None, args[0]) if program.done(args[0]) else ((program.step, args, kwargs), None)
    try:
        return None, program.body(_Answered(frame.answers), *args, **kwargs)
    except _Asked as asked:
        return asked.question, None


class _Asked(Exception):
    """A question that has no answer yet."""

    def __init__(self, question: Die[Any] | Call) -> None:
        super().__init__()
        self.question = question


class _Answered(Dice):
    """Dice that know the first answers, and stop the program at the next question."""

    def __init__(self, answers: tuple[Any, ...]) -> None:
        self._answers = iter(answers)

    def roll(self, die: Die[F], /) -> F:
        """The answer to a throw."""
        for answer in self._answers:
            return answer  # type: ignore[no-any-return]
        raise _Asked(die)

    def run(self, program: Program[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """The answer of a program."""
        for answer in self._answers:
            return answer  # type: ignore[no-any-return]
        raise _Asked((program, args, kwargs))
