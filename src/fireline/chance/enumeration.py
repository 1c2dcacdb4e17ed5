"""Taking every path through a program: the walk that exact odds, tallies and lists of throws share.

A Python function cannot be stopped halfway and split in two, but it can be run again.  So the explorer gives every
question of the body its first answer; then it runs the body again with the last answer replaced by the next one, and
so on, like an odometer.  Each kind of explorer decides how heavy a branch is and what counts as one question.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, Generic, ParamSpec, TypeVar

from fireline.chance.dice import Dice, Die, Program
from fireline.chance.errors import ImpureProgram, TooDeep, TooManyPaths, limits

F = TypeVar("F")
P = ParamSpec("P")
T = TypeVar("T")
W = TypeVar("W")

Call = tuple["Program[..., Any]", tuple[Any, ...], dict[str, Any]]
"""A called program and its arguments: one question."""
Branches = list[tuple[Any, W]]
"""The answers to a question, each with the weight of the path that goes on from it."""


class PathEnumerator(Dice, Generic[W]):
    """Dice that take every path through a program, one run of its body for each."""

    shows_every_face = True
    """Whether each throw of a program whose `faces_matter` is a path of its own; else all of an outcome are one."""

    def __init__(self, call: Call, whole: W) -> None:
        self._call = call
        self._weight = whole
        self._asked: list[Die[Any] | Call] = []
        self._given: list[Any] = []
        self._untried: list[list[tuple[Any, W]]] = []
        self._at = 0
        self._checking = False

    @property
    def given(self) -> tuple[Any, ...]:
        """The answers on this path so far."""
        return tuple(self._given)

    @abstractmethod
    def throw(self, die: Die[Any], weight: W) -> Branches[W]:
        """Split the weight of a path among the faces of a die, in their order."""

    @abstractmethod
    def call(self, call: Call, weight: W) -> Branches[W]:
        """Split the weight of a path among the outcomes of a called program."""

    # `_asked` and `_given` are the questions and answers of the path that is being walked, `_untried` the branches left
    # at each; `_at` counts the questions of this run. The first questions of a run were asked before, and are answered
    # as before; whatever asks something else there is not pure.

    def roll(self, die: Die[F], /) -> F:
        """The face on this path."""
        at = self._at
        self._at = at + 1
        face: F
        if at < len(self._asked):
            before = self._asked[at]
            if before is not die and before != die:
                raise self._impure(at, _words(before), _words(die))
            face = self._given[at]
        else:
            if self._checking:
                raise self._impure(at, "the end", _words(die))
            face = self._branch(die, self.throw(die.merged or die, self._weight))
        return face

    def run(self, program: Program[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """The outcome on this path."""
        at = self._at
        self._at = at + 1
        asked = self._asked
        outcome: T
        if at < len(asked):
            before = asked[at]
            same = type(before) is tuple and before[0] is program and before[1] == args and before[2] == kwargs
            if not same:
                raise self._impure(at, _words(before), _words((program, args, kwargs)))
            outcome = self._given[at]
        else:
            call = (program, args, kwargs)
            if self._checking:
                raise self._impure(at, "the end", _words(call))
            outcome = self._branch(call, self.call(call, self._weight))
        return outcome

    def paths(self) -> Iterator[tuple[Any, W]]:
        """The outcome and the weight of every path."""
        program, args, kwargs = self._call
        body = program.body
        budget = limits().paths
        asked, untried = self._asked, self._untried
        first: tuple[list[Die[Any] | Call], list[Any], Any] = ([], [], None)
        try:
            for number in range(budget):
                self._at = 0
                outcome = body(self, *args, **kwargs)
                if self._at < len(asked):
                    raise self._impure(self._at, _words(asked[self._at]), "the end")
                if not number:
                    first = asked.copy(), self._given.copy(), outcome
                yield outcome, self._weight
                if untried and untried[-1]:
                    self._given[-1], self._weight = untried[-1].pop()
                elif not self._advance():
                    break
            else:
                raise TooManyPaths(str(program), budget)
            self._check(*first)
        except RecursionError:
            raise TooDeep(str(program), _words(self._call)) from None

    def _check(self, asked: list[Die[Any] | Call], given: list[Any], outcome: object) -> None:
        """Walk the first path once more: if the body now does something else, it is not pure."""
        self._asked, self._given, self._checking, self._at = asked, given, True, 0
        program, args, kwargs = self._call
        again = program.body(self, *args, **kwargs)
        if self._at < len(asked):
            raise self._impure(self._at, _words(asked[self._at]), "the end")
        if again is not outcome and again != outcome:
            raise self._impure(self._at, f"the outcome {outcome!r}", f"the outcome {again!r}")

    def _branch(self, question: Die[Any] | Call, branches: Branches[W]) -> Any:
        """Take the first branch of a new question and keep the others for later paths."""
        branches.reverse()  # so that `pop` takes them in their order
        answer, self._weight = branches.pop()
        self._asked.append(question)
        self._given.append(answer)
        self._untried.append(branches)
        return answer

    def _advance(self) -> bool:
        """Turn to the next path; False if there is none."""
        untried = self._untried
        while untried:
            if branches := untried[-1]:
                self._given[-1], self._weight = branches.pop()
                return True
            untried.pop()
            self._asked.pop()
            self._given.pop()
        return False

    def _impure(self, at: int, before: str, now: str) -> ImpureProgram:
        return ImpureProgram(str(self._call[0]), (at + 1, before, now))


def _words(question: Die[Any] | Call) -> str:
    if isinstance(question, Die):
        return f"a throw of {question.name}"
    program, args, kwargs = question
    return program.call(args, kwargs)
