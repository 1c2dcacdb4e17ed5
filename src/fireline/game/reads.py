"""What is read of a state: states and pieces that write it down.

A watched state is like the one that it stands for; what is changed of it is kept beside that.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, cached_property
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from fireline.game.looks import Raised, Read, kind_of, named, worked_out
from fireline.game.pieces import Pieces, PieceState

_WORDS = (bool, int, str, Enum, NoneType)


class Log:
    """What was read while a question was answered, in order, each with its value."""

    __slots__ = ("pieces", "reads", "there")

    def __init__(self) -> None:
        self.reads: dict[Read, Any] = {}
        self.pieces: dict[str, Any] = {}
        """Every piece that was met, as one that writes down what is read of it."""
        self.there: dict[Read, tuple[Any, ...]] = {}
        """Whoever was met at places, where nothing has been changed."""

    def note(self, read: Read, value: Any) -> Any:
        """Write something down, and give its value."""
        self.reads[read] = value
        return value

    def let_go(self) -> None:
        """Forget who was met: they hold this log, so only the search for garbage would find them otherwise."""
        self.pieces.clear()
        self.there.clear()


class _Reading:
    """A field that is read and written down the first time, and kept with the state or the piece that it is of."""

    def __init__(self, name: str, read: Callable[[Any, str], Any]) -> None:
        self._name, self._read = name, read

    def __get__(self, of: Any, cls: type) -> Any:
        found = vars(of)[self._name] = self._read(of, self._name)
        return found


def watched(state: PieceState[Any], log: Log) -> PieceState[Any]:
    """The same state, writing into the log what is read of it."""
    return _watched_state(state, log, {}, WatchedPieces(state.pieces, log, {}))


def _watched_state(real: Any, log: Log, own: dict[str, Any], pieces: Pieces[Any]) -> PieceState[Any]:
    made: PieceState[Any] = object.__new__(_state_class(class_of(real)))
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

    def read(self: Any, name: str) -> Any:
        own = self._own
        return own[name] if name in own else self._log.note(("state", name), getattr(self._real, name))

    def read_record(self: Any, name: str) -> Any:
        own = self._own
        return own[name] if name in own else _watched_record(name, getattr(self._real, name), self._log)

    records = records_of(cls)
    return type(
        f"Watched{cls.__name__}",
        (cls,),
        {
            **{name: _Reading(name, read_record if name in records else read) for name in frame_names(cls)},
            "pieces": property(attrgetter("_pieces")),
            "but": but,
            "__class__": property(lambda _: cls),
            "__eq__": same,
            "__hash__": lambda self: hash((id(self._real), tuple(self._own), self._pieces)),
        },
    )


@cache
def records_of(cls: Any) -> frozenset[str]:
    """The fields of a kind of state that hold records: values of some words and numbers, which are read one by one."""
    said = _hints_of(cls)
    return frozenset(name for name in frame_names(cls) if any(map(_is_a_record, _kinds_of(said.get(name)))))


def _hints_of(what: Any) -> dict[str, Any]:
    """What annotations say; nothing where they name what is imported for type checkers alone."""
    try:
        return get_type_hints(what)
    except NameError:
        return {}


def _is_a_record(kind: Any) -> bool:
    if not isinstance(kind, type) or not is_dataclass(kind):
        return False
    said = _hints_of(kind)
    return all(_is_said_in_words(said.get(name)) for name in field_names(kind))


def _watched_record(field: str, real: Any, log: Log) -> Any:
    log.note(("record", field), kind_of(real))
    if real is None:
        return None
    made: Any = object.__new__(_record_class(class_of(real)))
    vars(made).update(_real=real, _log=log, _field=field)
    return made


@cache
def _record_class(cls: Any) -> type:
    """A kind of record that writes down which of its fields are read."""

    def read(self: Any, name: str) -> Any:
        return self._log.note(("record", self._field, name), getattr(self._real, name))

    return type(
        f"Watched{cls.__name__}", (cls,), {name: _Reading(name, read) for name in field_names(cls)} | _as_a_value(cls)
    )


def _as_a_value(cls: Any) -> dict[str, Any]:
    """What makes a value that is watched equal to others of its kind, by all its fields."""

    def same(self: Any, other: Any) -> bool:
        if self is other:
            return True
        return isinstance(other, cls) and all(getattr(self, name) == getattr(other, name) for name in field_names(cls))

    return {
        "__class__": property(lambda _: cls),
        "__eq__": same,
        "__hash__": lambda self: hash(tuple([getattr(self, name) for name in field_names(cls)])),
    }


class WatchedPieces(Pieces[Any]):
    """Pieces that write down what is read of them, but for those that were changed since."""

    __slots__ = ("_base", "_log", "_own")

    def __init__(self, base: Pieces[Any], log: Log, changed: dict[str, Any]) -> None:
        self._base, self._log, self._own = base, log, changed
        self.origin = self.known = None

    def __iter__(self) -> Iterator[Any]:
        if not self._own:
            return iter(self._there(("all",), iter, self._base))
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
            self._log.note(("kind", id_), kind_of(piece))
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
        return self._standing(("at", place), self._base.at, place, (place,))

    def among(self, places: tuple[Hashable, ...]) -> tuple[Any, ...]:
        """Whoever stands at any of these places, place by place."""
        return self._standing(("among", places), self._base.among, places, places)

    def _standing(
        self, read: Read, base: Callable[[Any], Iterable[Any]], where: Any, places: tuple[Hashable, ...]
    ) -> tuple[Any, ...]:
        if not self._own:
            return self._there(read, base, where)
        ids = self._met(read, base(where))
        came = [self._own[id_] for id_ in self._own if id_ not in ids]
        return tuple(one for one in (*map(self.get, ids), *came) if one is not None and one.place in places)

    def _there(self, read: Read, base: Callable[[Any], Iterable[Any]], where: Any) -> tuple[Any, ...]:
        """Some pieces, where nothing has been changed."""
        known = self._log.there.get(read)
        if known is None:
            met = self._log.pieces
            known = self._log.there[read] = tuple([met[id_] for id_ in self._met(read, tuple(base(where)))])
        return known

    def _met(self, read: Read, base: Iterable[Any]) -> list[str]:
        """The ids of some pieces; what kind each of them is was read with them."""
        met = self._log.pieces
        for one in base:
            if one.id not in met:
                met[one.id] = _watched_piece(one, self._log)
        return [id_ for id_, _ in self._log.note(read, named(base))]

    def put(self, *pieces: Any) -> Pieces[Any]:
        """The same with each of these in place of the one of its id, or one more."""
        return WatchedPieces(self._base, self._log, {**self._own, **{piece.id: piece for piece in pieces}})

    def without(self, id_: str) -> Pieces[Any]:
        """The same without a piece."""
        return WatchedPieces(self._base, self._log, {**self._own, id_: None})


def _watched_piece(real: Any, log: Log) -> Any:
    made: Any = object.__new__(_piece_class(class_of(real)))
    vars(made).update(_real=real, _log=log)
    return made


@cache
def _piece_class(cls: Any) -> type:
    """A kind of piece that writes down which of its fields are read, and what is worked out of it."""

    def read(self: Any, name: str) -> Any:
        real = self._real
        return self._log.note(("piece", real.id, name), getattr(real, name))

    def work_out(self: Any, name: str) -> Any:
        real = self._real
        found = self._log.note(("worked out", real.id, name), worked_out(real, name))
        return getattr(real, name) if type(found) is Raised else found

    return type(
        f"Watched{cls.__name__}",
        (cls,),
        {
            **{name: _Reading(name, work_out) for name in worked_out_of(cls)},
            **{name: _Reading(name, read) for name in field_names(cls) if name != "id"},
            "id": property(lambda self: self._real.id),
            **_as_a_value(cls),
        },
    )


@cache
def worked_out_of(cls: Any) -> tuple[str, ...]:
    """What is read of a kind of piece as one thing, whatever fields it is worked out of: a piece never changes.

    That is each property that is a word, a number or yes or no (`out`, where a field says what ails it), and all that
    is kept with the piece once it is worked out (`cached_property`), which holds no part of the piece.
    """
    told = {name: one for base in reversed(cls.__mro__) for name, one in vars(base).items()}
    return tuple([name for name, one in told.items() if isinstance(one, cached_property) or _is_a_word(one)])


def _is_a_word(one: Any) -> bool:
    return isinstance(one, property) and _is_said_in_words(_hints_of(one.fget).get("return"))


def _is_said_in_words(said: Any) -> bool:
    """Whether a type is one of words and numbers, or of several of them."""
    if get_origin(said) is tuple:
        return all(one is Ellipsis or _is_said_in_words(one) for one in get_args(said))
    return all(isinstance(kind, type) and (issubclass(kind, _WORDS) or _is_named(kind)) for kind in _kinds_of(said))


def _is_named(kind: type) -> bool:
    """Whether it is a NamedTuple of words and numbers."""
    said = _hints_of(kind).values() if hasattr(kind, "_fields") else ()
    return bool(said) and all(map(_is_said_in_words, said))


def _kinds_of(said: Any) -> tuple[Any, ...]:
    """The types that one may be."""
    return get_args(said) if get_origin(said) in {Union, UnionType} else (said,)


def class_of(value: Any) -> Any:
    """Its class, as what is kept by classes takes it."""
    return type(value)


@cache
def field_names(cls: Any) -> tuple[str, ...]:
    """Every field of a state or a piece."""
    return tuple(field.name for field in fields(cls))


@cache
def frame_names(cls: Any) -> tuple[str, ...]:
    """Every field of a state but its pieces."""
    return tuple(name for name in field_names(cls) if name != "pieces")


@cache
def frame_of(cls: Any) -> Callable[[Any], tuple[Any, ...]]:
    """How to find all these of a state."""
    return attrgetter(*frame_names(cls))
