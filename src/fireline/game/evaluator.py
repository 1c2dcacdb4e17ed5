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
from fireline.game.reads import Log, Read, class_of, differences, frame_names, look, watched
from fireline.ruling import all_stand, rules_written

K = TypeVar("K")
R = TypeVar("R")
MOST_ANSWERS = 1 << 15
"""How many answers are kept; all are forgotten when there are more."""
MOST_CHANGED = 64
"""After so many changes of pieces nothing is taken over; the tree tells what still holds."""
_PLAIN = frozenset({int, str, bool, float, tuple, type(None), type})
"""What is quickly hashed; other values get a number each."""
_NOTHING_KNOWN: tuple[object, dict[Hashable, _Known]] = None, {}


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
        end = known.get(question)
        if type(end) is not _End:
            end = known[question] = self._found(question, end, state, work)
        return cast(R, end.answer)

    def ask_each(self, questions: Iterable[tuple[Hashable, K]], state: Any, work: Callable[[Any, K], R]) -> list[R]:
        """The answers to several questions, each with what it is about, which `work` is told."""
        known = self._of(state)
        if known is None:
            return [work(state, about) for _, about in questions]
        answers: list[R] = []
        for question, about in questions:
            end = known.get(question)
            if type(end) is not _End:
                end = known[question] = self._found(question, end, state, partial(_about, work, about))
            answers.append(end.answer)
        return answers

    def _of(self, state: Any) -> dict[Hashable, _Known] | None:
        """What is known about a state; None where nothing is kept."""
        if not isinstance(state, PieceState) or not all_stand():
            return None
        if self._rules != rules_written():
            self._forget()
        generation, known = vars(state).get("_known", _NOTHING_KNOWN)
        return known if generation is self._generation else self._known(state)

    def _forget(self) -> None:
        self._rules = rules_written()
        self._generation = object()
        """What was known before belongs to another one, and is not taken over: nobody knows any more what it read."""
        self._trees: dict[Hashable, _Fork | _End] = {}
        self._readers: dict[Read, set[Hashable]] = {}
        self._numbers: dict[int, tuple[Any, _Number]] = {}
        self._equal: dict[Any, _Number] = {}
        self._kept = 0

    def _known(self, state: PieceState[Any]) -> dict[Hashable, _Known]:
        """What is known about a state that nobody has asked about yet: what its origin knew and nothing has changed."""
        pieces, frame = state.pieces, [self._key(getattr(state, name)) for name in frame_names(class_of(state))]
        known = self._taken_over(pieces, state, frame)
        pieces.known = self._generation, frame, known
        pieces.origin = None
        vars(state)["_known"] = self._generation, known
        return known

    def _taken_over(self, pieces: Pieces[Any], state: PieceState[Any], frame: list[Any]) -> dict[Hashable, _Known]:
        before, changed = (pieces, ()) if pieces.known else pieces.origin or (pieces, ())
        if before.known is None or before.known[0] is not self._generation or len(changed) > MOST_CHANGED:
            return {}
        _, old_frame, answers = before.known
        known = dict(answers)
        stale = [
            ("state", name) for name, a, b in zip(frame_names(class_of(state)), old_frame, frame, strict=True) if a != b
        ]
        for id_ in dict.fromkeys(changed):
            stale += differences(before, pieces, id_)
        for read in stale:
            for question in self._readers.get(read, ()):
                if question in known:
                    known[question] = _since(known[question], read)
        return known

    def _found(
        self, question: Hashable, since: _Known | None, state: PieceState[Any], work: Callable[[Any], R]
    ) -> _End:
        """The answer at the end of the tree of a question, grown where it ends too early.

        Where it is known since which fork something has changed, the way begins there.
        """
        node: _Fork | _End | None
        node = since[0].path[since[1]] if isinstance(since, tuple) else self._trees.get(question)
        while type(node) is _Fork:
            found = node.look(state)
            if found is not node.found:
                value = found if node.shape is None else node.shape(found)
                onward = node.ways.get(value if node.plain else self._key(value))
                if onward is None:
                    break
                node.found, node.onward = found, onward
            node = node.onward
        if type(node) is _End:
            return node
        if self._kept >= MOST_ANSWERS:
            self._forget()
        log = Log()
        answer = work(watched(state, log))
        return self._keep(question, log, answer)

    def _keep(self, question: Hashable, log: Log, answer: Any) -> _End:
        """Put an answer at the end of what was read for it, and the question beside everything that was read."""
        self._kept += 1
        end = _End(answer)
        for depth, read in enumerate(log.reads):
            for part in [("at", place) for place in read[1]] if read[0] == "among" else (read,):
                end.depths.setdefault(part, depth)
                self._readers.setdefault(part, set()).add(question)
        ways: dict[Any, _Fork | _End] = self._trees
        way: Any = question
        path: list[_Fork] = []
        for read, value in log.reads.items():
            node = ways.get(way)
            if node is None:
                node = ways[way] = _Fork(read, plain=_is_plain(value))
            if type(node) is not _Fork or node.read != read:
                return end  # the same values have led elsewhere; whoever does not read alike twice is asked every time
            path.append(node)
            ways, way = node.ways, value if node.plain else self._key(value)
        ways[way] = end
        end.path = tuple(path)
        return end

    def _key(self, value: Any) -> Any:
        """A value that equals another's only if both are equal, quick to hash and to compare."""
        if _is_plain(value):
            return value
        met = self._numbers.get(id(value))
        if met is None:
            number = self._equal.setdefault(value, _Number())
            met = self._numbers[id(value)] = value, number  # holds the value, so that no other gets its identity
        return met[1]


def _is_plain(value: Any) -> bool:
    return type(value) in _PLAIN or isinstance(value, Enum)


class _Number:
    """Stands for all values that equal one another."""

    __slots__ = ()


class _Fork:
    """Something read, and where each value of it leads."""

    __slots__ = ("found", "look", "onward", "plain", "read", "shape", "ways")

    def __init__(self, read: Read, *, plain: bool) -> None:
        self.read, self.plain = read, plain
        self.look, self.shape = look(read)
        self.ways: dict[Any, _Fork | _End] = {}
        self.found: Any = self
        """What was found the last time, and where it led: nearly always it is that very thing again."""
        self.onward: _Fork | _End | None = None


class _End:
    """An answer, the forks that lead to it, and at which of them each thing was read."""

    __slots__ = ("answer", "depths", "path")

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.depths: dict[Read, int] = {}
        self.path: tuple[_Fork, ...] = ()


_Known = _End | tuple[_End, int] | None
"""What is known of a question in a state: its answer; the answer that it had, and at which fork what has changed was
read; or nothing."""


def _since(known: _Known, read: Read) -> _Known:
    """What is still known once something read has changed."""
    if known is None:
        return None
    end, before = known if isinstance(known, tuple) else (known, None)
    depth = end.depths.get(read)
    if depth is None:
        return known
    if not end.path:
        return None
    return end, depth if before is None else min(before, depth)


def _about(work: Callable[[Any, K], R], about: K, state: Any) -> R:
    return work(state, about)
