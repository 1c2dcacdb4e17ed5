"""Answers about many states of one battle, each kept by what was read to find it.

A question is asked of a state that writes down what anybody reads of it: fields of the state and of its pieces, and
who stands at a place. Its answer is kept in a tree: the first thing read leads by its value to the second, and so on
to the answer. Whoever asks again walks the tree, and rules are asked only where it ends. So an answer can never be
stale, whatever rules read, and no rule says what it depends on.

States that come of one another share what they know: an answer is taken over where nothing that it read has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import fields
from enum import Enum
from functools import cache, partial
from operator import attrgetter
from typing import Any, TypeVar, cast

from fireline.game.pieces import Pieces, PieceState
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
Read = tuple[Any, ...]
"""Something read: a field of the state, a field of a piece, whether there is a piece, who is at a place, or all."""


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
        pieces, frame = state.pieces, [self._key(getattr(state, name)) for name in _frame(_class_of(state))]
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
            ("state", name) for name, a, b in zip(_frame(_class_of(state)), old_frame, frame, strict=True) if a != b
        ]
        for id_ in dict.fromkeys(changed):
            stale += _differences(before, pieces, id_)
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
        self.look, self.shape = _look(read)
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


def _look(read: Read) -> tuple[Callable[[Any], Any], Callable[[Any], Any] | None]:
    """How to find the same in another state, and what of the thing found was read; None for all of it."""
    match read:
        case "state", str(name):
            return attrgetter(name), None
        case "piece", str(id_), str(name):
            of = attrgetter(name)
            return lambda state: of(state.pieces.get(id_)), None
        case "kind", str(id_):
            return lambda state: state.pieces.get(id_), _kind
        case "number", str(id_):
            return lambda state: state.pieces.number(id_), None
        case "at", place:
            return lambda state: state.pieces.at(place), _named
        case "among", places:
            return lambda state: state.pieces.among(places), _named
        case _:
            return lambda state: tuple(state.pieces), _named


def _about(work: Callable[[Any, K], R], about: K, state: Any) -> R:
    return work(state, about)


def _named(pieces: Iterable[Any]) -> tuple[tuple[str, type], ...]:
    return tuple([(one.id, type(one)) for one in pieces])


def _kind(piece: Any) -> type | None:
    return None if piece is None else type(piece)


def _differences(before: Pieces[Any], after: Pieces[Any], id_: str) -> Iterator[Read]:
    """Everything that reads otherwise since a piece has changed."""
    old, new = before.get(id_), after.get(id_)
    if type(old) is not type(new):
        yield from (("kind", id_), ("all",))
    places = [one.place for one in (old, new) if one is not None]
    if type(old) is not type(new) or places[0] != places[1]:
        yield from (("at", place) for place in places)
    if old is not None and type(old) is type(new):
        yield from (
            ("piece", id_, name) for name in _fields(_class_of(old)) if getattr(old, name) != getattr(new, name)
        )
    elif old is not None:
        yield from (("piece", id_, name) for name in _fields(_class_of(old)))


def _class_of(value: Any) -> Any:
    return type(value)


@cache
def _fields(cls: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(cls))


@cache
def _frame(cls: Any) -> tuple[str, ...]:
    """Every field of a state but its pieces."""
    return tuple(name for name in _fields(cls) if name != "pieces")


# --- states and pieces that write down what is read of them -----------------------------


class Log:
    """What was read while a question was answered, in order, each with its value."""

    __slots__ = ("pieces", "reads")

    def __init__(self) -> None:
        self.reads: dict[Read, Any] = {}
        self.pieces: dict[str, Any] = {}
        """Every piece that was met, as one that writes down what is read of it."""

    def note(self, read: Read, value: Any) -> Any:
        """Write something down, and give its value."""
        self.reads[read] = value
        return value


def watched(state: PieceState[Any], log: Log) -> PieceState[Any]:
    """The same state, writing into the log what is read of it."""
    return _watched_state(state, log, {}, WatchedPieces(state.pieces, log, {}))


def _watched_state(real: Any, log: Log, own: dict[str, Any], pieces: Pieces[Any]) -> PieceState[Any]:
    made: PieceState[Any] = object.__new__(_state_class(_class_of(real)))
    vars(made).update(_real=real, _log=log, _own=own, _pieces=pieces)
    return made


@cache
def _state_class(cls: Any) -> type:
    """A kind of state that writes down what is read, and keeps what is changed beside it."""

    def but(self: Any, **changes: Any) -> Any:
        pieces = changes.pop("pieces", self._pieces)
        return _watched_state(self._real, self._log, {**self._own, **changes}, pieces)

    def same(self: Any, other: Any) -> bool:
        mine, its = vars(self), getattr(other, "__dict__", {})
        return mine["_real"] is its.get("_real") and all(mine[name] == its[name] for name in ("_own", "_pieces"))

    def reading(name: str) -> property:
        def read(self: Any) -> Any:
            own = self._own
            return own[name] if name in own else self._log.note(("state", name), getattr(self._real, name))

        return property(read)

    return type(
        f"Watched{cls.__name__}",
        (cls,),
        {
            **{name: reading(name) for name in _frame(cls)},
            "pieces": property(attrgetter("_pieces")),
            "but": but,
            "__class__": property(lambda _: cls),
            "__eq__": same,
            "__hash__": lambda self: hash((id(self._real), tuple(self._own), self._pieces)),
        },
    )


class WatchedPieces(Pieces[Any]):
    """Pieces that write down what is read of them, but for those that were changed since."""

    __slots__ = ("_base", "_log", "_own")

    def __init__(self, base: Pieces[Any], log: Log, changed: dict[str, Any]) -> None:
        self._base, self._log, self._own = base, log, changed
        self.origin = self.known = None

    def __iter__(self) -> Iterator[Any]:
        ids = self._met(("all",), self._base)
        new = [id_ for id_ in self._own if id_ not in ids]
        return iter([piece for id_ in (*ids, *new) if (piece := self.get(id_)) is not None])

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WatchedPieces) and self._base is other._base and self._own == other._own

    def __hash__(self) -> int:
        return hash((id(self._base), frozenset(self._own.items())))

    def __reduce__(self) -> tuple[Any, ...]:
        return Pieces, (tuple(self),)

    def get(self, id_: str) -> Any:
        """The piece of this id."""
        if id_ in self._own:
            return self._own[id_]
        met = self._log.pieces
        if id_ not in met:
            piece = self._base.get(id_)
            self._log.note(("kind", id_), _kind(piece))
            met[id_] = None if piece is None else _watched_piece(piece, self._log)
        return met[id_]

    def number(self, id_: str) -> int:
        """The number of a piece in their order, which it keeps when others come and go."""
        if self._base.get(id_) is None:
            return len(self._base) + [*self._own].index(id_)
        found: int = self._log.note(("number", id_), self._base.number(id_))
        return found

    def at(self, place: Hashable) -> tuple[Any, ...]:
        """Whoever stands at a place, in their order."""
        return self._there(("at", place), self._base.at(place), (place,))

    def among(self, places: tuple[Hashable, ...]) -> tuple[Any, ...]:
        """Whoever stands at any of these places, place by place."""
        return self._there(("among", places), self._base.among(places), places)

    def _there(self, read: Read, base: Iterable[Any], places: tuple[Hashable, ...]) -> tuple[Any, ...]:
        ids = self._met(read, base)
        here = [self.get(id_) for id_ in ids]
        if self._own:
            came = [self._own[id_] for id_ in self._own if id_ not in ids]
            here = [one for one in (*here, *came) if one is not None and one.place in places]
        return tuple(here)

    def _met(self, read: Read, base: Iterable[Any]) -> list[str]:
        """The ids of some pieces; what kind each of them is was read with them."""
        met = self._log.pieces
        for one in base:
            if one.id not in met:
                met[one.id] = _watched_piece(one, self._log)
        return [id_ for id_, _ in self._log.note(read, _named(base))]

    def put(self, piece: Any) -> Pieces[Any]:
        """The same with a piece in place of the one of its id, or one more."""
        return WatchedPieces(self._base, self._log, {**self._own, piece.id: piece})

    def without(self, id_: str) -> Pieces[Any]:
        """The same without a piece."""
        return WatchedPieces(self._base, self._log, {**self._own, id_: None})


def _watched_piece(real: Any, log: Log) -> Any:
    made: Any = object.__new__(_piece_class(_class_of(real)))
    object.__setattr__(made, "_real", real)
    object.__setattr__(made, "_log", log)
    return made


@cache
def _piece_class(cls: Any) -> type:
    """A kind of piece that writes down which of its fields are read."""

    def reading(name: str) -> property:
        def read(self: Any) -> Any:
            real = self._real
            return self._log.note(("piece", real.id, name), getattr(real, name))

        return property(read)

    def same(self: Any, other: Any) -> bool:
        if self is other:
            return True
        return isinstance(other, cls) and all(getattr(self, name) == getattr(other, name) for name in _fields(cls))

    return type(
        f"Watched{cls.__name__}",
        (cls,),
        {
            "__slots__": ("_log", "_real"),
            **{name: reading(name) for name in _fields(cls) if name != "id"},
            "id": property(lambda self: self._real.id),
            "__class__": property(lambda _: cls),
            "__eq__": same,
            "__hash__": lambda self: hash(tuple([getattr(self, name) for name in _fields(cls)])),
        },
    )
