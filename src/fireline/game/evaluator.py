"""Answers about many states of one battle, each kept by what was read to find it.

A question is asked of a state that writes down what anybody reads of it: fields of the state and of its pieces, and
who stands at a place. Its answer is kept in a tree: the first thing read leads by its value to the second, and so on
to the answer. Whoever asks again walks the tree, and rules are asked only where it ends. So an answer can never be
stale, whatever rules read, and no rule says what it depends on.

States that come of one another share what they know: an answer is taken over where nothing that it read has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from enum import Enum
from functools import partial
from typing import Any, TypeVar, cast

from fireline.game.pieces import Pieces, PieceState
from fireline.game.reads import Log, Look, Read, class_of, differences, frame_names, watched
from fireline.game.readtree import End, Tree
from fireline.ruling import all_stand, rules_written

K = TypeVar("K")
R = TypeVar("R")
MOST_ANSWERS = 1 << 15
"""How many answers are kept; all are forgotten when there are more."""
MOST_CHANGED = 64
"""After so many changes of pieces nothing is taken over; the tree tells what still holds."""
_PLAIN = frozenset({int, str, bool, float, tuple, type(None), type})
"""What is quickly hashed; other values get a number each."""
_Known = End | tuple[End, int]
"""What is known of a question in a state: its answer; or the answer that it had, and at which depth of the tree what
has changed was read."""
_NOTHING_KNOWN: tuple[object, dict[Tree, _Known]] = None, {}


class Evaluator:
    """Keeps answers about the states of one battle by what they read; it knows no game."""

    def __init__(self) -> None:
        self._forget()

    def ask(self, question: Hashable, state: Any, work: Callable[[Any], R]) -> R:
        """The answer that `work` gives for a state; it must hold no part of the state and throw no dice.

        A game whose state has no `Pieces` is asked every time, and so is everybody while rules are set aside.
        """
        known = self._of(state)
        if known is None:
            return work(state)
        tree = self._trees.get(question) or self._planted(question)
        end = known.get(tree)
        if type(end) is not End:
            end = known[tree] = self._found(tree, end, state, work)
        return cast(R, end.answer)

    def ask_each(self, questions: Iterable[tuple[Hashable, K]], state: Any, work: Callable[[Any, K], R]) -> list[R]:
        """The answers to several questions, each with what it is about, which `work` is told."""
        known = self._of(state)
        if known is None:
            return [work(state, about) for _, about in questions]
        answers: list[R] = []
        for question, about in questions:
            tree = self._trees.get(question) or self._planted(question)
            end = known.get(tree)
            if type(end) is not End:
                end = known[tree] = self._found(tree, end, state, partial(_about, work, about))
            answers.append(end.answer)
        return answers

    def _of(self, state: Any) -> dict[Tree, _Known] | None:
        """What is known about a state; None where nothing is kept."""
        if not isinstance(state, PieceState) or not all_stand():
            return None
        if self._rules != rules_written() or self._kept >= MOST_ANSWERS:
            self._forget()
        generation, known = vars(state).get("_known", _NOTHING_KNOWN)
        return known if generation is self._generation else self._known(state)

    def _forget(self) -> None:
        self._rules = rules_written()
        self._generation = object()
        """What was known before belongs to another one, and is not taken over: nobody knows any more what it read."""
        self._trees: dict[Hashable, Tree] = {}
        self._readers: dict[Read, set[Tree]] = {}
        self._looks: dict[Read, Look] = {}
        self._numbers: dict[int, tuple[Any, _Number]] = {}
        self._equal: dict[Any, _Number] = {}
        self._kept = 0

    def _known(self, state: PieceState[Any]) -> dict[Tree, _Known]:
        """What is known about a state that nobody has asked about yet: what its origin knew and nothing has changed."""
        pieces, frame = state.pieces, [self._key(getattr(state, name)) for name in frame_names(class_of(state))]
        known = self._taken_over(pieces, state, frame)
        pieces.known = self._generation, frame, known
        pieces.origin = None
        vars(state)["_known"] = self._generation, known
        return known

    def _taken_over(self, pieces: Pieces[Any], state: PieceState[Any], frame: list[Any]) -> dict[Tree, _Known]:
        before, changed = (pieces, ()) if pieces.known else pieces.origin or (pieces, ())
        if before.known is None or before.known[0] is not self._generation or len(changed) > MOST_CHANGED:
            return {}
        _, old_frame, answers = before.known
        known = dict(answers)
        stale = [
            ("state", name) for name, a, b in zip(frame_names(class_of(state)), old_frame, frame, strict=True) if a != b
        ]
        for id_ in dict.fromkeys(changed):
            stale += differences(before, pieces, id_, self._readers)
        for read in stale:
            for tree in self._readers.get(read, ()):
                if tree in known:
                    known[tree] = _since(known[tree], read)
        return known

    def _planted(self, question: Hashable) -> Tree:
        tree = self._trees[question] = Tree()
        return tree

    def _found(self, tree: Tree, since: _Known | None, state: PieceState[Any], work: Callable[[Any], R]) -> End:
        """The answer that a tree leads to, grown where it ends too early."""
        found = tree.find(state, self._key, since if isinstance(since, tuple) else None)
        if found is not None:
            return found
        log = Log()
        answer = work(watched(state, log))
        log.let_go()
        self._kept += 1
        looks = tuple([self._looks.get(read) or self._look(read) for read in log.reads])
        end = End(answer, tree.depths.get(looks) or self._depths(tree, looks))
        tree.grow(looks, tuple([self._key(value) for value in log.reads.values()]), end)
        return end

    def _look(self, read: Read) -> Look:
        look = self._looks[read] = Look(read)
        return look

    def _depths(self, tree: Tree, looks: tuple[Look, ...]) -> dict[Read, int]:
        """At which place each thing is read in this order, noted beside everything that is read."""
        depths = tree.depths[looks] = {}
        for depth, look in enumerate(looks):
            for part in look.parts:
                depths.setdefault(part, depth)
                self._readers.setdefault(part, set()).add(tree)
        return depths

    def _key(self, value: Any) -> Any:
        """A value that equals another's only if both are equal, quick to hash and to compare."""
        if type(value) in _PLAIN or isinstance(value, Enum):
            return value
        met = self._numbers.get(id(value))
        if met is None:
            number = self._equal.setdefault(value, _Number()) if isinstance(value, Hashable) else _Number()
            met = self._numbers[id(value)] = value, number  # holds the value, so that no other gets its identity
        return met[1]


class _Number:
    """Stands for all values that equal one another."""

    __slots__ = ()


def _since(known: _Known, read: Read) -> _Known:
    """What is still known once something read has changed."""
    end, before = known if isinstance(known, tuple) else (known, None)
    depth = end.depths.get(read)
    if depth is None:
        return known
    return end, depth if before is None else min(before, depth)


def _about(work: Callable[[Any, K], R], about: K, state: Any) -> R:
    return work(state, about)
