"""Answers about many states of one battle, each kept by what was read to find it.

A question is asked of a state that writes down what anybody reads of it: fields of the state and of its pieces, and
who stands at a place. Its answer is kept in a tree: the first thing read leads by its value to the second, and so on
to the answer. Whoever asks again walks the tree, and rules are asked only where it ends. So an answer can never be
stale, whatever rules read, and no rule says what it depends on.

States that come of one another share what they know: an answer is taken over where nothing that it read has changed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from typing import Any, TypeVar

from fireline.game.looks import Look, Read, differences
from fireline.game.pieces import Pieces, PieceState
from fireline.game.reads import Log, class_of, frame_names, watched
from fireline.ruling import nothing_set_aside, rules_written

Key = Callable[[Any], Any]
"""Of a value one that equals another's only if both are equal, quick to hash and to compare."""
_NEVER = object()
"""What nobody has found yet."""
_NOTHING_FOUND: list[Any] = []


class End:
    """An answer, and at which place each thing was read that led to it."""

    __slots__ = ("answer", "depths", "up")

    def __init__(self, answer: Any, depths: Mapping[Read, int]) -> None:
        self.answer, self.depths = answer, depths
        self.up: _Stretch | None = None
        """The stretch that leads to it; None where it stands in no tree."""


class _Fork:
    """Something read, and the stretch to which each value of it leads."""

    __slots__ = ("found", "look", "onward", "ways")

    def __init__(self, look: Look, ways: dict[Hashable, _Stretch]) -> None:
        self.look, self.ways = look, ways
        self.found: Any = _NEVER
        """What was found the last time, and where it led: nearly always it is that very thing again."""
        self.onward: Any = None


class _Stretch:
    """What was read one after another with one value each, from a depth of the tree on, and what comes after it."""

    __slots__ = ("ahead", "depth", "found", "keys", "looks", "up")

    def __init__(
        self,
        depth: int,
        looks: tuple[Look, ...],
        keys: tuple[Hashable, ...],
        ahead: End | _Fork,
        up: _Stretch | None,
    ) -> None:
        self.depth, self.looks, self.keys = depth, looks, keys
        self.found = _NOTHING_FOUND
        """What was found the last time that has these keys; nothing until somebody comes this way again."""
        self.ahead, self.up = ahead, up
        for after in (ahead,) if isinstance(ahead, End) else ahead.ways.values():
            after.up = self

    def parted(self, at: int) -> _Fork:
        """The fork that comes to be at one of the things read; what was read after it is one of its ways."""
        rest = _Stretch(self.depth + at + 1, self.looks[at + 1 :], self.keys[at + 1 :], self.ahead, self)
        self.ahead = fork = _Fork(self.looks[at], {self.keys[at]: rest})
        self.looks, self.keys, self.found = self.looks[:at], self.keys[:at], _NOTHING_FOUND
        return fork


class Tree:
    """All answers to one question."""

    __slots__ = ("depths", "lists", "root")

    def __init__(self) -> None:
        self.root: _Stretch | None = None
        self.lists: dict[tuple[Any, ...], tuple[Any, ...]] = {}
        """Every tuple that is an answer, by itself: many states have the same commands."""
        self.depths: dict[tuple[Look, ...], dict[Read, int]] = {}
        """For each order in which things were read, at which place each part of them was first."""

    def find(self, state: Any, key: Key, since: tuple[End, int] | None = None) -> End | None:
        """The answer for a state, None where the tree does not lead to one.

        Where it is known at which depth something has changed since an answer held, the way begins there.
        """
        stretch = self.root if since is None else self._before(*since)
        while stretch is not None:
            known = stretch.found
            if known is _NOTHING_FOUND and stretch.looks:
                known = stretch.found = [_NEVER] * len(stretch.looks)
            for place, look in enumerate(stretch.looks):
                found = look.of(state)
                if found is not known[place]:
                    if key(found if look.shape is None else look.shape(found)) != stretch.keys[place]:
                        return None
                    known[place] = found
            fork = stretch.ahead
            if isinstance(fork, End):
                return fork
            look = fork.look
            found = look.of(state)
            if found is not fork.found:
                onward = fork.ways.get(key(found if look.shape is None else look.shape(found)))
                if onward is None:
                    return None
                fork.found, fork.onward = found, onward
            stretch = fork.onward
        return None

    def _before(self, end: End, depth: int) -> _Stretch | None:
        """The last stretch on the way to an answer that begins no deeper than this."""
        stretch = end.up
        while stretch is not None and stretch.depth > depth:
            stretch = stretch.up
        return stretch or self.root

    def grow(self, looks: tuple[Look, ...], keys: tuple[Hashable, ...], end: End) -> None:
        """Put an answer at the end of what was read for it.

        Where the same values have led elsewhere before, it stays outside: whoever does not read alike twice is asked
        every time.
        """
        stretch = self.root
        if stretch is None:
            self.root = _Stretch(0, looks, keys, end, None)
            return
        while True:
            first = stretch.depth
            place = _agree(stretch, looks, keys)
            depth = first + place
            if depth == len(looks):
                return
            if place < len(stretch.looks):
                if stretch.looks[place] is not looks[depth]:
                    return
                fork = stretch.parted(place)
            elif isinstance(stretch.ahead, End):
                return
            else:
                fork = stretch.ahead
                if fork.look is not looks[depth]:
                    return
            onward = fork.ways.get(keys[depth])
            if onward is None:
                fork.ways[keys[depth]] = _Stretch(depth + 1, looks[depth + 1 :], keys[depth + 1 :], end, stretch)
                return
            stretch = onward


def _agree(stretch: _Stretch, looks: Sequence[Look], keys: Sequence[Hashable]) -> int:
    """How far a stretch is the same as what was read."""
    place = 0
    for look, key in zip(looks[stretch.depth :], keys[stretch.depth :], strict=False):
        if place == len(stretch.looks) or stretch.looks[place] is not look or stretch.keys[place] != key:
            break
        place += 1
    return place


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
        tree = self._trees[question]
        end = known.get(tree)
        if type(end) is not End:
            end = known[tree] = self._found(tree, end, state, work)
        answer: R = end.answer
        return answer

    def _of(self, state: Any) -> dict[Tree, _Known] | None:
        """What is known about a state; None where nothing is kept."""
        if not isinstance(state, PieceState) or not nothing_set_aside():
            return None
        if self._rules != rules_written() or self._kept >= MOST_ANSWERS:
            self._forget()
        generation, known = vars(state).get("_known", _NOTHING_KNOWN)
        return known if generation is self._generation else self._known(state)

    def _forget(self) -> None:
        self._rules = rules_written()
        self._generation = object()
        """What was known before belongs to another one, and is not taken over: nobody knows any more what it read."""
        self._trees: dict[Hashable, Tree] = defaultdict(Tree)
        self._readers: dict[Read, set[Tree]] = {}
        self._looks: dict[Read, Look] = {}
        self._of_pieces: dict[str, list[tuple[Read, Key]]] = {}
        """What is read of each piece, and how."""
        self._numbers: dict[int, tuple[Any, _Number]] = {}
        self._equal: dict[Any, _Number] = {}
        self._kept = 0

    def _known(self, state: PieceState[Any]) -> dict[Tree, _Known]:
        """What is known about a state that nobody has asked about yet: what its origin knew and nothing has changed."""
        pieces, frame = state.pieces, [getattr(state, name) for name in frame_names(class_of(state))]
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
            ("state", name)
            for name, a, b in zip(frame_names(class_of(state)), old_frame, frame, strict=True)
            if a is not b and a != b
        ]
        for id_ in dict.fromkeys(changed):
            stale += differences(before.get(id_), pieces.get(id_), id_, self._of_pieces.get(id_, ()))
        for read in stale:
            for tree in self._readers.get(read, ()):
                if tree in known:
                    known[tree] = _since(known[tree], read)
        return known

    def _found(self, tree: Tree, since: _Known | None, state: PieceState[Any], work: Callable[[Any], R]) -> End:
        """The answer that a tree leads to, grown where it ends too early."""
        found = tree.find(state, self._key, since if isinstance(since, tuple) else None)
        if found is not None:
            return found
        log = Log()
        answer: Any = work(watched(state, log))
        log.let_go()
        self._kept += 1
        looks = tuple([self._looks.get(read) or self._look(read) for read in log.reads])
        if isinstance(answer, tuple):
            with suppress(TypeError):  # what cannot be hashed is held as it comes
                answer = tree.lists.setdefault((answer, *map(type, answer)), answer)
        end = End(answer, tree.depths.get(looks) or self._depths(tree, looks))
        tree.grow(looks, tuple([self._key(value) for value in log.reads.values()]), end)
        return end

    def _look(self, read: Read) -> Look:
        look = self._looks[read] = Look(read)
        if look.of_piece is not None:
            self._of_pieces.setdefault(read[1], []).append((read, look.of_piece))
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
