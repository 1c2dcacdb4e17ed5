"""The pieces of a battle, by their ids and by their places, and the base of every state that holds them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, ClassVar, Generic, Protocol, Self, TypeVar, cast

from fireline.game.command import ShotWords
from fireline.game.entries import one_of, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.facts import Fact
from fireline.game.numbers import HouseRules


class Named(Protocol):
    """A frozen value with an id."""

    @property
    def id(self) -> str:
        """Its id, unlike every other's."""
        ...


class Piece(Named, Protocol):
    """A named value, and a place that others may ask about; None for no place that has a name."""

    @property
    def place(self) -> Hashable:
        """Where it stands, as a value that equals that of whoever stands there, too."""
        ...


P = TypeVar("P", bound=Piece)
V = TypeVar("V")


class Pieces(Generic[P]):
    """Some pieces in their order, by id and by place. They never change: every change makes new ones.

    Equal pieces in any order are equal. Only those that have changed since their origin are hashed anew.
    """

    __slots__ = ("_at", "_numbers", "by_id", "known", "origin", "total")

    def __init__(self, pieces: Iterable[P] = ()) -> None:
        self.by_id: dict[str, P] = {one.id: one for one in pieces}
        self._numbers: dict[str, int] = {id_: number for number, id_ in enumerate(self.by_id)}
        self._at: dict[Hashable, tuple[P, ...]] = {}
        for one in self.by_id.values():
            self._at[one.place] = (*self._at.get(one.place, ()), one)
        self.total: int | None = None
        """The sum of their hashes, once somebody has asked for it."""
        self.origin: tuple[Pieces[P], tuple[str, ...]] | None = None
        """Those that these came of, and who has changed since; no part of their value."""
        self.known: Any = None
        """What an evaluator knows about them; no part of their value."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Pieces, (tuple(self.by_id.values()),)

    def __repr__(self) -> str:
        return f"Pieces({list(self)!r})"

    def __iter__(self) -> Iterator[P]:
        return iter(self.by_id.values())

    def __len__(self) -> int:
        return len(self.by_id)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Pieces) and hash(self) == hash(other) and self.by_id == other.by_id)

    def __hash__(self) -> int:
        if self.total is None:
            start, changed = self.origin or (self, ())
            if start.total is None:
                start.total = sum(map(hash, start.by_id.values()))
            sides = ((1, self.by_id), (-1, start.by_id))
            more = (by * hash(of[id_]) for id_ in {*changed} for by, of in sides if id_ in of)
            self.total = start.total + sum(more)
        return hash(self.total)

    def get(self, id_: str) -> P | None:
        """The piece of this id."""
        return self.by_id.get(id_)

    def __getitem__(self, id_: str) -> P:
        found = self.get(id_)
        if found is None:
            raise KeyError(id_)
        return found

    def at(self, place: Hashable) -> tuple[P, ...]:
        """Whoever stands at a place, in their order."""
        return self._at.get(place, ())

    def among(self, places: tuple[Hashable, ...]) -> tuple[P, ...]:
        """Whoever stands at any of these places, place by place."""
        at = self._at
        return tuple([one for place in places if place in at for one in at[place]])

    def number(self, id_: str) -> int:
        """The number of a piece in their order, which it keeps when others come and go."""
        return self._numbers[id_]

    def put(self, *pieces: P) -> Pieces[P]:
        """The same with each of these in place of the one of its id, or one more."""
        new = [piece for piece in pieces if self.by_id.get(piece.id) is not piece]
        return self._changed((), new) if new else self

    def without(self, id_: str) -> Pieces[P]:
        """The same without a piece; raises `KeyError` where there is none of this id."""
        return self._changed((self.by_id[id_],), ())

    def _changed(self, gone: Iterable[P], new: Iterable[P]) -> Pieces[P]:
        """Those that come of these by some changes, told in each of their indexes."""
        by_id, at, numbers = dict(self.by_id), dict(self._at), self._numbers
        start, others = self.origin if self.known is None and self.origin is not None else (self, ())
        for piece in gone:
            del by_id[piece.id]
            _take(at, piece)
        for piece in new:
            before, place = by_id.get(piece.id), piece.place
            by_id[piece.id] = piece
            if before is not None and before.place == place:
                at[place] = tuple([piece if one is before else one for one in at[place]])
            else:
                if before is not None:
                    _take(at, before)
                at[place] = (*at.get(place, ()), piece)
            if piece.id not in numbers:
                numbers = {**numbers, piece.id: max(numbers.values(), default=-1) + 1}
        made: Pieces[P] = object.__new__(Pieces)
        made.by_id, made._at, made._numbers, made.total = by_id, at, numbers, None
        made.origin, made.known = (start, (*others, *(one.id for one in (*gone, *new)))), None
        return made


def _take(at: dict[Hashable, tuple[P, ...]], piece: P) -> None:
    """Take a piece from where it stands."""
    left = tuple([one for one in at[piece.place] if one is not piece])
    if left:
        at[piece.place] = left
    else:
        del at[piece.place]


def check_ids(pieces: Mapping[str, Iterable[Named]]) -> None:
    """No id stands twice among the pieces, given by the key of their list in the file; raises `BattleFileError`."""
    first: dict[str, str] = {}
    for key, listed in pieces.items():
        for n, piece in enumerate(listed):
            if piece.id in first:
                problem = f"{shown(piece.id)} is already the id of {first[piece.id]}"
                raise BattleFileError(Code.DUPLICATE, problem, f"{key}[{n}].id")
            first[piece.id] = f"{key}[{n}]"


@dataclass(frozen=True, kw_only=True)
class PieceState(Generic[P]):
    """A state whose pieces are `Pieces`; everything else about it is a plain field.

    Rules read it in any way they like. What an event changes of it goes through `but`, `Pieces.put` and
    `Pieces.without`, so that an evaluator can tell what was read from what was changed.
    """

    noun: ClassVar[str] = "unit of this battle"
    """What a piece is, as errors say it."""

    pieces: Pieces[P]
    name: str = ""
    """What the battle is called, "" for no name."""
    over: bool = False
    """Whether the phase, round or step is over."""

    @property
    def options(self) -> Any:
        """How the table plays what the rules leave open, under the name that battle files have for it."""
        return cast(Any, self).edition

    @property
    def house(self) -> Annotated[Any, Fact(type=HouseRules, usual={}, write=lambda house, _: house and house.data())]:
        """The numbers that the table plays with, those of its house rules among them."""
        return self.options.house

    @property
    def units(self) -> tuple[P, ...]:
        """Every piece, in the order of the battle."""
        return tuple(self.pieces)

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides in the order of their pieces."""
        return tuple(dict.fromkeys(str(cast(Any, piece).side) for piece in self.pieces))

    def side_after(self, side: str) -> str:
        """The side whose turn follows that of another."""
        return self.sides[(self.sides.index(side) + 1) % len(self.sides)]

    def unit(self, id_: str) -> P:
        """The piece of this id; raises `KeyError` for any other."""
        return self.pieces[id_]

    def in_order(self, ids: Iterable[str]) -> list[P]:
        """Those of these pieces that are there, in the order of the battle."""
        found = [one for id_ in ids if (one := self.pieces.get(id_)) is not None]
        return sorted(found, key=lambda one: self.pieces.number(one.id))

    def find(self, id_: str) -> P | None:
        """The piece of this id."""
        return self.pieces.get(id_)

    def named(self, id_: str, place: str = "unit") -> P:
        """The piece of this id; raises `BattleFileError` for any other, named at this place."""
        return self.pieces.get(id_) or self.pieces[one_of(id_, [one.id for one in self.pieces], self.noun, place)]

    def parties(self, shot: ShotWords) -> tuple[P, P]:
        """The shooter and the target of a shot; raises `BattleFileError` where one of them is not there."""
        return self.named(shot.shooter, "shot.shooter"), self.named(shot.target, "shot.target")

    def title(self, id_: str) -> str:
        """What people call a piece; its id where there is none."""
        return str(self.find(id_) or id_)

    def __getstate__(self) -> dict[str, Any]:
        """Its fields: what was worked out or is known of it is left behind where it is copied or sent."""
        return {told.name: getattr(self, told.name) for told in fields(self)}

    def but(self, **changes: Any) -> Self:
        """The same with these fields changed."""
        return replace(self, **changes)

    def put(self, *pieces: P) -> Self:
        """The same with each of these pieces in place of the one of its id, or one more."""
        put = self.pieces.put(*pieces)
        return self if put is self.pieces else self.but(pieces=put)


@dataclass(frozen=True)
class Viewed(Generic[V]):
    """Every piece of a state, each as its game views it."""

    view: Callable[[Any, Any], V]

    def __call__(self, state: PieceState[Any]) -> tuple[V, ...]:
        """All of them."""
        return tuple([self.view(state, piece) for piece in state.pieces])

    def from_both_ends(self, state: PieceState[Any]) -> Iterator[V]:
        """One after another, the first and then from the last: who looks for two sides has soon found them."""
        pieces = [*state.pieces]
        return (self.view(state, piece) for piece in (*pieces[:1], *reversed(pieces[1:])))
