"""Answers about many states of one battle, each kept by what was read to find it.

A question is asked of a state that writes down what anybody reads of it: fields of the state and of its pieces, and
who stands at a place. Its answer is kept in a tree: the first thing read leads by its value to the second, and so on
to the answer. Whoever asks again walks the tree, and rules are asked only where it ends. So an answer can never be
stale, whatever rules read, and no rule says what it depends on.

States that come of one another share what they know: an answer is taken over where nothing that it read has changed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from typing import Any, TypeVar

from fireline.game.looks import Look, Read, differences
from fireline.game.pieces import Pieces, PieceState
from fireline.game.reads import Log, class_of, frame_names, frame_of, watched
from fireline.ruling import nothing_set_aside, rules_written

Key = Callable[[Any], Any]
"""Of a value one that equals another's only if both are equal, quick to hash and to compare."""
_NEVER = object()
"""What nobody has found yet."""
_NOTHING_FOUND: list[Any] = []


class _Part:
    """Stands for something that may change, as reads name it."""

    __slots__ = ()


_Depths = Mapping[_Part, tuple[int, ...]]
"""At which places each thing that may change is read."""


class End:
    """An answer, and everything that was read on the way to it, with its keys."""

    __slots__ = ("answer", "depths", "keys", "looks", "up")

    def __init__(self, answer: Any, looks: tuple[Look, ...], keys: tuple[Hashable, ...], depths: _Depths) -> None:
        self.answer, self.looks, self.keys, self.depths = answer, looks, keys, depths
        self.up: _Stretch | None = None
        """The stretch that leads to it; None where it stands in no tree."""

    def differs_at(self, changed: Sequence[_Part], state: Any, key: Key) -> int | None:
        """The first place at which a state reads otherwise, if all but this has stayed as it was; None for nowhere."""
        for place in sorted({place for part in changed for place in self.depths.get(part, ())}):
            look = self.looks[place]
            found = look.of(state)
            if key(found if look.shape is None else look.shape(found)) != self.keys[place]:
                return place
        return None


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
        self.depths: dict[tuple[Look, ...], _Depths] = {}
        """For each order in which things were read, at which places each part of them was."""

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

    def grow(self, end: End) -> None:
        """Put an answer at the end of what was read for it.

        Where the same values have led elsewhere before, it stays outside: whoever does not read alike twice is asked
        every time.
        """
        looks, keys, stretch = end.looks, end.keys, self.root
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
    for look, key in zip(looks[stretch.depth :], keys[stretch.depth :], strict=True):
        if place == len(stretch.looks) or stretch.looks[place] is not look or stretch.keys[place] != key:
            break
        place += 1
    return place


R = TypeVar("R")
Q = TypeVar("Q", bound=Hashable)
MOST_ANSWERS = 1 << 15
"""How many answers are kept; all are forgotten when there are more."""
MOST_CHANGED = 64
"""So many changes are kept in mind; of an answer that is older than they are only its tree tells whether it holds."""
_PLAIN = frozenset({int, str, bool, float, tuple, type(None), type})
"""What is quickly hashed; other values get a number each."""


class _Known:
    """What is known of a state: answers that it or those that it came of had, and what has changed since each."""

    __slots__ = ("_since", "answers", "changes", "now", "when")

    def __init__(
        self, answers: dict[Tree, End], when: dict[Tree, int], changes: tuple[_Part, ...] = (), now: int = 0
    ) -> None:
        self.answers, self.when = answers, when
        """Answers, and how many changes there were before each."""
        self.changes, self.now = changes, now
        """The last changes, and the number of all."""
        self._since: dict[int, tuple[_Part, ...] | None] = {}

    def since(self, number: int) -> tuple[_Part, ...] | None:
        """What has changed after so many changes; None where nobody knows any more."""
        if number not in self._since:
            last = self.now - number
            self._since[number] = self.changes[-last:] if last <= len(self.changes) else None
        return self._since[number]

    def still(self, tree: Tree, end: End) -> bool:
        """Whether nothing that led to an answer has changed; it is noted then."""
        number = self.when[tree]
        if number == self.now:
            return True
        changed = self.since(number)
        if changed is None or not end.depths.keys().isdisjoint(changed):
            return False
        self.when[tree] = self.now
        return True


_NOTHING: tuple[object, Any] = None, None


class Evaluator:
    """Keeps answers about the states of one battle by what they read; it knows no game."""

    def __init__(self) -> None:
        self._forget()

    def ask(self, question: Hashable, state: Any, work: Callable[[Any], R]) -> R:
        """The answer that `work` gives for a state; it must hold no part of the state and throw no dice.

        A game whose state has no `Pieces` is asked every time, and so is everybody while rules are set aside.
        """
        return next(self.ask_each((question,), state, lambda here, _: work(here)))

    def ask_each(self, questions: Iterable[Q], state: Any, work: Callable[[Any, Q], R]) -> Iterator[R]:
        """The answers to several questions about one state, as `ask` gives each of them."""
        known = self._of(state)
        if known is None:
            yield from (work(state, question) for question in questions)
            return
        trees, answers = self._trees, known.answers
        for question in questions:
            tree = trees[question]
            end = answers.get(tree)
            if end is None or not known.still(tree, end):
                end = self._found(tree, end, known, state) or self._worked_out(tree, state, question, work)
                answers[tree], known.when[tree] = end, known.now
            answer: R = end.answer
            yield answer

    def _of(self, state: Any) -> _Known | None:
        """What is known about a state; None where nothing is kept."""
        if not isinstance(state, PieceState) or not nothing_set_aside():
            return None
        if self._rules != rules_written() or self._kept >= MOST_ANSWERS:
            self._forget()
        generation, known = vars(state).get("_known", _NOTHING)
        return known if generation is self._generation else self._known(state)

    def _forget(self) -> None:
        self._rules = rules_written()
        self._generation = object()
        """What was known before belongs to another one, and is not taken over: nobody knows any more what it read."""
        self._trees: dict[Hashable, Tree] = defaultdict(Tree)
        self._looks: dict[Read, Look] = {}
        self._parts: dict[Read, _Part] = defaultdict(_Part)
        self._of_pieces: dict[str, list[tuple[Read, Key]]] = {}
        """What is read of each piece, and how."""
        self._numbers: dict[int, tuple[Any, _Number]] = {}
        self._equal: dict[Any, _Number] = {}
        self._kept = 0

    def _known(self, state: PieceState[Any]) -> _Known:
        """What is known about a state that nobody has asked about yet: what its origin knew, and what has changed."""
        pieces, frame = state.pieces, frame_of(class_of(state))(state)
        known = self._taken_over(pieces, state, frame)
        pieces.known = self._generation, frame, known
        pieces.origin = None
        vars(state)["_known"] = self._generation, known
        return known

    def _taken_over(self, pieces: Pieces[Any], state: PieceState[Any], frame: tuple[Any, ...]) -> _Known:
        before, changed = (pieces, ()) if pieces.known else pieces.origin or (pieces, ())
        if before.known is None or before.known[0] is not self._generation:
            return _Known({}, {})
        _, old_frame, old = before.known
        changes = [
            ("state", name)
            for name, a, b in zip(frame_names(class_of(state)), old_frame, frame, strict=True)
            if a is not b and a != b
        ]
        for id_ in dict.fromkeys(changed):
            changes += differences(before.get(id_), pieces.get(id_), id_, self._of_pieces.get(id_, ()))
        parts = [part for read in changes if (part := self._parts.get(read)) is not None]
        return _Known({**old.answers}, {**old.when}, (*old.changes, *parts)[-MOST_CHANGED:], old.now + len(parts))

    def _found(self, tree: Tree, held: End | None, known: _Known, state: PieceState[Any]) -> End | None:
        """The answer that still holds or that a tree leads to; None where it ends too early."""
        since = None
        if held is not None and (changed := known.since(known.when[tree])) is not None:
            place = held.differs_at(changed, state, self._key)
            if place is None:
                return held
            since = held, place
        return tree.find(state, self._key, since)

    def _worked_out(self, tree: Tree, state: PieceState[Any], question: Q, work: Callable[[Any, Q], Any]) -> End:
        """An answer that nobody has kept yet, and everything that is read for it."""
        log = Log()
        answer: Any = work(watched(state, log), question)
        log.let_go()
        self._kept += 1
        looks = tuple([self._looks.get(read) or self._look(read) for read in log.reads])
        if isinstance(answer, tuple):
            with suppress(TypeError):  # what cannot be hashed is held as it comes
                answer = tree.lists.setdefault((answer, *map(type, answer)), answer)
        keys = tuple([self._key(value) for value in log.reads.values()])
        end = End(answer, looks, keys, tree.depths.get(looks) or self._depths(tree, looks))
        tree.grow(end)
        return end

    def _look(self, read: Read) -> Look:
        look = self._looks[read] = Look(read)
        if look.of_piece is not None:
            self._of_pieces.setdefault(read[1], []).append((read, look.of_piece))
        return look

    def _depths(self, tree: Tree, looks: tuple[Look, ...]) -> _Depths:
        """At which places each thing is read in this order."""
        depths: dict[_Part, tuple[int, ...]] = {}
        for depth, look in enumerate(looks):
            for part in map(self._parts.__getitem__, look.parts):
                depths[part] = (*depths.get(part, ()), depth)
        tree.depths[looks] = depths
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
